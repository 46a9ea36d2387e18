/*
 * The reader of JSON: adit_send refuses a text as JSON exactly where jansson does.
 */
#include "fuzz.h"

static adit_core core;
static unsigned taken;

static void open_core(void) {
    core = fuzz_open("{}");
    taken = 0;
}

/* How deep the brackets outside of strings nest. */
static int depth(const char *text, size_t length) {
    int now = 0, most = 0;
    bool is_string = false;
    for (size_t index = 0; index < length; index++) {
        if (is_string && text[index] == '\\')
            index++;
        else if (text[index] == '"')
            is_string = !is_string;
        else if (!is_string && (text[index] == '{' || text[index] == '['))
            most = ++now > most ? now : most;
        else if (!is_string && (text[index] == '}' || text[index] == ']'))
            now--;
    }
    return most;
}

static void run(const uint8_t *data, size_t size) {
    /* A copy of its own, so that a byte read behind it is seen. */
    char *text = malloc(size + 1);
    FUZZ_NEED(text != NULL);
    memcpy(text, data, size);
    text[size] = 0;
    adit_error error;
    int32_t code = adit_send(core, text, size, &error);
    json_error_t fault;
    json_t *value = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &fault);
    bool is_number =
        value == NULL && json_error_code(&fault) == json_error_numeric_overflow; /* a number beyond a double */
    bool is_bounded = depth(text, size) > 64 || memchr(text, 0, size) != NULL;   /* limits of Adit's */
    if (!is_number && !is_bounded && (value == NULL) != (code == ADIT_EJSON))
        fuzz_fail("adit_send says %d (%s), and jansson %s", code, error.text, value != NULL ? "takes it" : fault.text);
    if (code != ADIT_OK && error.offset != UINT32_MAX && error.offset > size)
        fuzz_fail("the offset %u is behind the end", error.offset);
    json_decref(value);
    free(text);
    if (code != ADIT_OK)
        return;
    json_t *message;
    while ((message = fuzz_receive(core)) != NULL)
        json_decref(message);
    /* A message may close the core or pause it, and the state grows. */
    if (++taken % 256 == 0 || (value = fuzz_state(core, "/items")) == NULL) {
        adit_close(core, 0);
        open_core();
    } else {
        json_decref(value);
    }
}

const fuzz_target fuzz_json = {"json", open_core, run};
