/*
 * Patches: whatever an app does, a host that applies them has the state. The input is a course of messages.
 */
#include "fuzz.h"

#include <adit_patch.h>

/* What is followed: parts of the state, views, and a window. */
static const struct {
    const char *name, *path, *more;
} parts[] = {
    {"all", "", ""},
    {"items", "/items", ""},
    {"window", "/items", ",\"from\":1,\"limit\":3"},
    {"tags", "/tags", ""},
    {"open", "/view/open", ""},
    {"first", "/view/open", ",\"from\":0,\"limit\":2"},
    {"count", "/view/openCount", ""},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* Sends a message; whether the core takes it does not matter. */
static void send(adit_core core, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void send(adit_core core, const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    adit_send(core, text, ADIT_NTS, NULL);
}

static void hear(adit_core core, adit_mirror *mirrors) {
    json_t *message;
    while ((message = fuzz_receive(core)) != NULL) {
        for (int part = 0; part < PARTS; part++) {
            adit_line error = {0};
            if (adit_mirror_hear(&mirrors[part], message, NULL, NULL, &error) == ADIT_MIRROR_LOST)
                fuzz_fail("%s: %s", parts[part].name, error.text);
        }
        json_decref(message);
    }
}

/* What a part is now; NULL of a window, whose place the messages may have moved, so that only its patches are applied. */
static json_t *state_of(adit_core core, int part) {
    return *parts[part].more == 0 ? fuzz_state(core, parts[part].path) : NULL;
}

/* A message about one of a few items and tags. */
static void act(adit_core core, choices *choices) {
    uint8_t kind = choose(choices), which = choose(choices);
    char id[40];
    snprintf(id, sizeof id, "00000000-0000-0000-0000-0000000000%02x", which % 8);
    switch (kind % 12) {
    default:
        send(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"%s\",\"text\":\"%c\"}}}}}", id,
             'a' + which / 8 % 26);
        break;
    case 3:
        send(core, "{\"todo\":{\"request\":{\"delete\":{\"id\":\"%s\"}}}}", id);
        break;
    case 4:
        send(core, "{\"todo\":{\"request\":{\"check\":{\"id\":\"%s\"}}}}", id);
        break;
    case 5:
        send(core, "{\"todo\":{\"request\":{\"uncheck\":{\"id\":\"%s\"}}}}", id);
        break;
    case 6:
        send(core, "{\"todo\":{\"request\":{\"edit\":{\"id\":\"%s\",\"text\":\"%c~/\"}}}}", id, 'a' + which / 8 % 26);
        break;
    case 7:
        send(core, "{\"@undo\":{}}");
        break;
    case 8:
        send(core, "{\"@redo\":{}}");
        break;
    case 9:
        send(core, "{\"todo\":{\"request\":{\"schedule\":{\"id\":\"%s\",\"due\":\"20%02u-01-01T00:00:00Z\"}}}}", id,
             which % 64);
        break;
    case 10:
        send(core, "{\"@window\":{\"subscription\":\"window\",\"from\":%u,\"limit\":%u}}", which % 8,
             1 + which / 8 % 4);
        break;
    }
}

static void run(const uint8_t *data, size_t size) {
    adit_core core = fuzz_open("{\"undo\":true,\"clock\":\"virtual\"}");
    adit_mirror mirrors[PARTS];
    for (int part = 0; part < PARTS; part++) {
        mirrors[part] = adit_mirror_make(parts[part].name, parts[part].path);
        send(core, "{\"@subscribe\":{\"subscription\":\"%s\",\"path\":\"%s\"%s}}", parts[part].name, parts[part].path,
             parts[part].more);
    }
    choices choices = {data, data + size};
    while (has_choice(&choices)) {
        /* Several messages are one batch, and one patch. */
        for (int count = choose(&choices) % 6; count >= 0 && has_choice(&choices); count--)
            act(core, &choices);
        hear(core, mirrors);
    }
    hear(core, mirrors);
    for (int part = 0; part < PARTS; part++) {
        json_t *state = state_of(core, part);
        if (state != NULL && !json_equal(state, mirrors[part].value)) {
            char *is = json_dumps(state, JSON_COMPACT | JSON_ENCODE_ANY),
                 *was = json_dumps(mirrors[part].value, JSON_COMPACT | JSON_ENCODE_ANY);
            fuzz_fail("%s: the state is %s, and the patches give %s", parts[part].name, is, was);
        }
        json_decref(state);
        adit_mirror_destroy(&mirrors[part]);
    }
    adit_close(core, 0);
}

const fuzz_target fuzz_patches = {"patches", NULL, run};
