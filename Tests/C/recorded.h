/*
 * recorded.h: what the tests of recordings share. Define _GNU_SOURCE before the first include.
 */
#ifndef ADIT_TESTS_RECORDED_H
#define ADIT_TESTS_RECORDED_H

#include "files.h"
#include "messages.h"

#include <stdarg.h>

/* Sends what is written by a format. */
static inline void send_format(adit_core core, const char *format, ...) {
    char text[2000];
    adit_error error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!CHECK_INT(adit_send(core, text, ADIT_NTS, &error), ADIT_OK))
        fprintf(stderr, "%s: %s\n", text, error.text);
}

/* Drives a core until it has nothing to say any more. */
static inline void drive(adit_core core) {
    while (adit_process(core, 0) > 0)
        continue;
}

/* What comes of a replay, up to its end. `more` are members of the config behind the path. */
static inline int32_t replay(const char *app, const char *path, const char *more, struct heard *heard, adit_core *core,
                             adit_error *error) {
    char config[2000];
    snprintf(config, sizeof config, "{\"replay\":\"%s\"%s}", path, more);
    *core = 0;
    int32_t code = adit_open(ADIT_ABI_VERSION, app, config, ADIT_NTS, hear, heard, heard_release, core, error);
    for (int calls = 0; code == ADIT_OK && calls < 10000000; calls++) {
        if (heard->count > 0 && strstr(heard_last(heard), "@replayed") != NULL)
            break;
        CHECK(adit_process(*core, 0) >= 0);
    }
    return code;
}

/* Checks that a replay ends so, and gives its core back. */
#define CHECK_REPLAYED(app, path, part) check_replayed(__FILE__, __LINE__, (app), (path), (part))

static inline void check_replayed(const char *file, int line, const char *app, const char *path, const char *part) {
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    if (!check_int(file, line, "adit_open", replay(app, path, "", &heard, &core, &error), ADIT_OK)) {
        fprintf(stderr, "%s\n", error.text);
        return;
    }
    check_has(file, line, "what was replayed", heard_last(&heard), part);
    if (strstr(heard_last(&heard), part) == NULL)
        fprintf(stderr, "%s\n", heard_text(&heard, 0));
    check_int(file, line, "adit_close", adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* All that a file holds. To be freed. */
static inline char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        abort();
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*length + 1);
    if (text == NULL || fread(text, 1, *length, file) != *length)
        abort();
    text[*length] = 0;
    fclose(file);
    return text;
}

static inline void write_file(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        abort();
}

#define VIRTUAL "\"clock\":\"virtual\",\"gateways\":[\"review\",\"lists\"]"

/* A run of the todo core: ids and dates that are drawn, effects that the host answers, timers, a message that fails, two
 * that share a batch, calls, and questions. */
static inline void run(adit_core core, int from, int count) {
    char *out = NULL;
    for (int number = from; number < from + count; number++) {
        send_format(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"item %d\"}}}},\"@id\":%d}", number,
                    number);
        send_format(core, " {\"todo\" : {\"request\" : {\"import\":{\"from\":\"list %d\"}}},\n\"@id\":\"i%d\"}", number,
                    number);
        drive(core);
        send_format(core, GET("/items/ids/0"));
        send_format(core, "{\"@reply\":{\"effect\":\"e1-%d\",\"result\":{\"texts\":[\"one\",\"two\"]}}}", number);
        CHECK_INT(adit_call(core, ADD("called"), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
        adit_free(out);
        send_format(core, "%s", CHECK_UNKNOWN);
        drive(core);
        /* Of a real clock this is refused. */
        char advance[60];
        snprintf(advance, sizeof advance, "{\"@advance\":{\"by\":%d}}", 700 * number);
        (void)adit_send(core, advance, ADIT_NTS, NULL);
        drive(core);
    }
}

/* Records such a run. */
static inline void record(const char *path, const char *more, int count) {
    struct heard heard = {0};
    char config[1000];
    snprintf(config, sizeof config, "{\"record\":\"%s\"%s}", path, more);
    adit_core core = open_core("todo", config, &heard);
    run(core, 1, count);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

#endif /* ADIT_TESTS_RECORDED_H */
