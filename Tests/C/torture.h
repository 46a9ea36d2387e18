/*
 * torture.h: sends any text to a core, checks what must hold whatever it is, and that the next valid message works.
 */
#ifndef ADIT_TESTS_TORTURE_H
#define ADIT_TESTS_TORTURE_H

#include "errors.h"
#include "guarded.h"
#include "messages.h"

enum { ROOM = 1 << 20 };

static adit_core counter, todo;
static struct guarded guarded;

static inline void ignore(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core, (void)json, (void)length;
}

static inline void torture_begin(void) {
    guarded = guarded_make(ROOM);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, ignore, NULL, NULL, &counter, NULL), ADIT_OK);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", NULL, 0, ignore, NULL, NULL, &todo, NULL), ADIT_OK);
}

static inline int torture_end(void) {
    CHECK_INT(adit_close(counter, 0), ADIT_OK);
    CHECK_INT(adit_close(todo, 0), ADIT_OK);
    guarded_unmake(guarded);
    return check_result();
}

/* Prints the start of a text that went wrong. */
static inline void show(const char *text, size_t length) {
    fprintf(stderr, "    for %zu bytes: ", length);
    for (size_t index = 0; index < length && index < 80; index++) {
        unsigned char byte = (unsigned char)text[index];
        fprintf(stderr, byte >= 0x20 && byte < 0x7F ? "%c" : "\\x%02X", byte);
    }
    fprintf(stderr, "\n");
}

/* Sends a text, expects one of two codes, and sends a good message after it. */
static inline void send_either(adit_core core, const char *text, size_t length, int32_t one, int32_t other) {
    int failures = atomic_load(&check_failures);
    adit_error error = rubbish_error();
    int32_t code = adit_send(core, guarded_copy(guarded, text, length), length, &error);
    if (code != other)
        CHECK_INT(code, one);
    CHECK_ERROR(&error, code, length);
    char *out = NULL;
    CHECK_INT(adit_call(core, core == counter ? INCREMENT(0) : CHECK_UNKNOWN, ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_HAS(out, core == counter ? "\"wasIncremented\"" : WAS_NOT_CHECKED);
    adit_free(out);
    if (atomic_load(&check_failures) != failures)
        show(text, length);
}

static inline void send_text(adit_core core, const char *text, size_t length, int32_t code) {
    send_either(core, text, length, code, code);
}

/* Sends an add whose text has these bytes between its quotes. */
static inline void send_string(const char *bytes, size_t length, int32_t code) {
    static const char before[] = "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"", after[] = "\"}}}}}";
    char text[1000];
    size_t size = sizeof before - 1;
    memcpy(text, before, size);
    memcpy(text + size, bytes, length);
    memcpy(text + size + length, after, sizeof after - 1);
    send_text(todo, text, size + length + sizeof after - 1, code);
}

#endif /* ADIT_TESTS_TORTURE_H */
