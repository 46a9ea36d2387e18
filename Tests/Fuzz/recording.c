/*
 * A recording: the replay of an altered one ends, and does not say that all of it is equal.
 */
#include "fuzz.h"

enum { MOST_STEPS = 10000 };

static bytes image;

static void prepare(void) {
    char config[256];
    snprintf(config, sizeof config, "{\"record\":\"%s\",\"undo\":true,\"clock\":\"virtual\",\"gateways\":[\"lists\"]}",
             fuzz_path("todo.recording"));
    adit_core core = fuzz_open(config);
    static const char *const messages[] = {
        "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Milk\"}}}},\"@id\":1}",
        "{\"todo\":{\"request\":{\"import\":{\"from\":\"groceries\"}}}}",
        "{\"@subscribe\":{\"path\":\"/items\"}}",
        "{\"@advance\":{\"by\":1000}}",
        "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Bread\"}}}}}",
        "{\"@undo\":{}}",
    };
    for (size_t index = 0; index < sizeof messages / sizeof *messages; index++) {
        adit_send(core, messages[index], ADIT_NTS, NULL);
        json_t *message;
        while ((message = fuzz_receive(core)) != NULL)
            json_decref(message);
    }
    FUZZ_NEED(adit_close(core, 1000) == ADIT_OK);
    image = fuzz_read(fuzz_path("todo.recording"));
}

/* Whether a replay has said that all is equal; it has ended after this. */
static bool replay(adit_core core) {
    for (int step = 0; step < MOST_STEPS; step++) {
        json_t *message = fuzz_receive(core), *end = json_object_get(message, "@replayed");
        bool has_ended = end != NULL || json_object_get(message, "@closed") != NULL;
        bool is_equal = json_is_true(json_object_get(end, "equal")) && json_is_true(json_object_get(end, "complete"));
        json_decref(message);
        if (has_ended)
            return is_equal;
    }
    fuzz_fail("the replay has not ended");
}

static void run(const uint8_t *data, size_t size) {
    choices choices = {data, data + size};
    bytes altered = {malloc(image.length), image.length};
    FUZZ_NEED(altered.at != NULL);
    memcpy(altered.at, image.at, image.length);
    bool is_altered = fuzz_alter(&altered, &choices);
    fuzz_clear_folder();
    fuzz_write(fuzz_path("todo.recording"), altered);
    free(altered.at);
    char config[256];
    snprintf(config, sizeof config, "{\"replay\":\"%s\"}", fuzz_path("todo.recording"));
    adit_core core = 0;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error) != ADIT_OK)
        return;
    bool is_equal = replay(core);
    adit_close(core, 1000);
    if (is_altered && is_equal)
        fuzz_fail("an altered recording is equal and complete");
    if (!is_altered && !is_equal)
        fuzz_fail("a recording is not equal to itself");
}

const fuzz_target fuzz_recording = {"recording", prepare, run};
