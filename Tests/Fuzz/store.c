/*
 * A store file: one that is altered is refused, or has the state that it had.
 */
#include "fuzz.h"

static bytes image;
static json_t *state;

static const char *config(void) {
    static char text[256];
    snprintf(text, sizeof text,
             "{\"store\":{\"path\":\"%s\",\"durability\":\"normal\"},\"undo\":true,\"clock\":\"virtual\"}",
             fuzz_path("todo.store"));
    return text;
}

static void prepare(void) {
    adit_core core = fuzz_open(config());
    for (int item = 0; item < 40; item++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"00000000-0000-0000-0000-0000000000%02x\","
                 "\"text\":\"Item %d\"}}}}}",
                 item, item);
        FUZZ_NEED(adit_send(core, text, ADIT_NTS, NULL) == ADIT_OK);
        if (item % 8 == 0)
            json_decref(fuzz_state(core, "/items/ids/0"));
    }
    FUZZ_NEED(adit_send(core, "{\"@undo\":{}}", ADIT_NTS, NULL) == ADIT_OK);
    state = fuzz_state(core, "");
    FUZZ_NEED(state != NULL && adit_close(core, 1000) == ADIT_OK);
    image = fuzz_read(fuzz_path("todo.store"));
}

static void run(const uint8_t *data, size_t size) {
    choices choices = {data, data + size};
    bytes altered = {malloc(image.length), image.length};
    FUZZ_NEED(altered.at != NULL);
    memcpy(altered.at, image.at, image.length);
    fuzz_alter(&altered, &choices);
    fuzz_clear_folder();
    fuzz_write(fuzz_path("todo.store"), altered);
    size_t length = altered.length;
    free(altered.at);
    adit_core core = 0;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, "todo", config(), ADIT_NTS, NULL, NULL, NULL, &core, &error) != ADIT_OK)
        return;
    json_t *found = fuzz_state(core, "");
    /* An empty file is a new store. */
    if (found != NULL && length > 0 && !json_equal(found, state))
        fuzz_fail("an altered store has another state: %s", json_dumps(found, JSON_COMPACT));
    json_decref(found);
    adit_close(core, 1000);
}

const fuzz_target fuzz_store = {"store", prepare, run};
