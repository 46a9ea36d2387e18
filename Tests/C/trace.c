/*
 * trace.c: a library to be preloaded (LD_PRELOAD). It writes what a program sends to its cores, where that was accepted,
 * and what it hears from them into the file $ADIT_TRACE, a line each, with tabs between:
 *
 *     APP  toCore  MESSAGE
 *     APP  toHost  MESSAGE
 *     APP  toHost  ARRAY OF MESSAGES
 *
 * What a core with "echo" in its config lets hear may be either way (`echoed`), and what one with "incoming" takes may be any
 * (`any`).
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <adit.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A core that was opened. It stays in the list: no id is used twice. */
typedef struct opened {
    struct opened *next;
    adit_core core;
    bool echoes, takes_all;
    char app[];
} opened;

/* What a core is given instead of the program's own context. */
typedef struct listener {
    adit_message_fn hear;
    adit_release_fn release;
    void *context;
    opened *opened;
} listener;

/* Cores are opened and used on several threads, so the list only grows, and needs no lock. */
static _Atomic(opened *) all_opened;

/* The library's own function, which this one stands before. */
static void *own(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        fprintf(stderr, "trace: no %s\n", name);
        abort();
    }
    return function;
}

#define OWN(name) (*(__typeof__(name) **)&(void *){own(#name)})

static const opened *opened_as(adit_core core) {
    for (opened *opened = all_opened; opened != NULL; opened = opened->next) {
        if (opened->core == core)
            return opened;
    }
    fprintf(stderr, "trace: a core that was not opened\n");
    abort();
}

/* Removes what a process that was killed has written of its last line. */
static void remove_torn_line(int file) {
    char byte;
    off_t end = lseek(file, 0, SEEK_END);
    while (end > 0 && pread(file, &byte, 1, end - 1) == 1 && byte != '\n')
        end--;
    if (ftruncate(file, end) != 0)
        abort();
}

/* Writes a line under a lock, so that those of several threads and processes do not mix. */
static void note(const char *app, const char *direction, const char *text, size_t length) {
    const char *path = getenv("ADIT_TRACE");
    int file = path != NULL ? open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (file < 0)
        return;
    length = length == ADIT_NTS ? strlen(text) : length;
    char *line = malloc(strlen(app) + strlen(direction) + length + 3);
    size_t start = (size_t)sprintf(line, "%s\t%s\t", app, direction);
    memcpy(line + start, text, length);
    for (size_t i = start; i < start + length; i++) /* space between tokens: no string has a newline as it is */
        line[i] = line[i] == '\n' ? ' ' : line[i];
    line[start + length] = '\n';
    if (flock(file, LOCK_EX) != 0)
        abort();
    remove_torn_line(file);
    for (size_t written = 0; written < start + length + 1;) {
        ssize_t count = write(file, line + written, start + length + 1 - written);
        if (count < 0 && errno != EINTR)
            abort();
        written += count > 0 ? (size_t)count : 0;
    }
    free(line);
    close(file);
}

static void note_sent(adit_core core, const char *text, size_t length) {
    const opened *opened = opened_as(core);
    note(opened->app, opened->takes_all ? "any" : "toCore", text, length);
}

static void note_heard(const opened *opened, const char *text, size_t length) {
    note(opened->app, opened->echoes ? "echoed" : "toHost", text, length);
}

/* Whether a config, however it is spelled, has a key. */
static bool has_key(const char *config, size_t length, const char *key) {
    char *text = config == NULL ? strdup("") : length == ADIT_NTS ? strdup(config) : strndup(config, length);
    bool found = strstr(text, key) != NULL;
    free(text);
    return found;
}

static void hear(void *context, adit_core core, const char *json, size_t length) {
    listener *listener = context;
    note_heard(listener->opened, json, length);
    listener->hear(listener->context, core, json, length);
}

static void release(void *context) {
    listener *listener = context;
    if (listener->release != NULL)
        listener->release(listener->context);
    free(listener);
}

int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn on_release, adit_core *out, adit_error *error) {
    const char *name = app != NULL ? app : "?";
    opened *opened = calloc(1, sizeof *opened + strlen(name) + 1);
    listener *listener = malloc(sizeof *listener);
    strcpy(opened->app, name);
    opened->echoes = has_key(config, length, "\"echo\"");
    opened->takes_all = has_key(config, length, "\"incoming\"");
    *listener = (struct listener){fn, on_release, context, opened};
    int32_t code = OWN(adit_open)(abi, app, config, length, fn != NULL ? hear : NULL, listener, release, out, error);
    if (code != ADIT_OK) {
        free(opened);
        return code;
    }
    opened->core = *out;
    opened->next = all_opened;
    while (!atomic_compare_exchange_weak(&all_opened, &opened->next, opened))
        ;
    return code;
}

int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error) {
    int32_t code = OWN(adit_send)(core, json, length, error);
    if (code == ADIT_OK)
        note_sent(core, json, length);
    return code;
}

int32_t adit_submit(adit_core core, const char *client, const char *json, size_t length, adit_error *error) {
    int32_t code = OWN(adit_submit)(core, client, json, length, error);
    if (code == ADIT_OK)
        note_sent(core, json, length);
    return code;
}

int32_t adit_receive(adit_core core, int32_t timeout_ms, char **out, size_t *length) {
    int32_t code = OWN(adit_receive)(core, timeout_ms, out, length);
    if (code == ADIT_OK)
        note_heard(opened_as(core), *out, ADIT_NTS);
    return code;
}

int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error) {
    int32_t code = OWN(adit_call)(core, json, length, timeout_ms, out, out_length, error);
    if (code == ADIT_OK) {
        note_sent(core, json, length);
        note_heard(opened_as(core), *out, ADIT_NTS);
    }
    return code;
}
