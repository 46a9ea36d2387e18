/*
 * check.h: what the tests in C share. Checks that print where, what was found and what was expected, and a collector of
 * the messages that a core lets its host hear.
 */
#ifndef ADIT_TESTS_CHECK_H
#define ADIT_TESTS_CHECK_H

#include "adit.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_int check_failures;

/* Each check goes on after a failure; main returns check_result(). */
#define CHECK(condition) check_true(__FILE__, __LINE__, #condition, (condition))
#define CHECK_INT(found, expected) check_int(__FILE__, __LINE__, #found, (int64_t)(found), (int64_t)(expected))
#define CHECK_TEXT(found, expected) check_text(__FILE__, __LINE__, #found, (found), (expected))
#define CHECK_HAS(text, part) check_has(__FILE__, __LINE__, #text, (text), (part))

static inline bool check_true(const char *file, int line, const char *what, bool holds) {
    if (!holds) {
        fprintf(stderr, "%s:%d: found false, expected true: %s\n", file, line, what);
        atomic_fetch_add(&check_failures, 1);
    }
    return holds;
}

static inline bool check_int(const char *file, int line, const char *what, int64_t found, int64_t expected) {
    if (found == expected)
        return true;
    fprintf(stderr, "%s:%d: %s: found %" PRId64 ", expected %" PRId64 "\n", file, line, what, found, expected);
    atomic_fetch_add(&check_failures, 1);
    return false;
}

static inline bool check_text(const char *file, int line, const char *what, const char *found, const char *expected) {
    if (found != NULL && strcmp(found, expected) == 0)
        return true;
    fprintf(stderr, "%s:%d: %s:\n    found    %s\n    expected %s\n", file, line, what, found ? found : "NULL",
            expected);
    atomic_fetch_add(&check_failures, 1);
    return false;
}

static inline bool check_has(const char *file, int line, const char *what, const char *text, const char *part) {
    if (text != NULL && strstr(text, part) != NULL)
        return true;
    fprintf(stderr, "%s:%d: %s:\n    found          %s\n    expected in it %s\n", file, line, what,
            text ? text : "NULL", part);
    atomic_fetch_add(&check_failures, 1);
    return false;
}

static inline int check_result(void) {
    return atomic_load(&check_failures) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The messages that a core has let its host hear, in order. It is the context of its core. */
struct heard {
    char **texts;
    size_t count, capacity;
    int released; /* how often `release` was told */
};

/* The adit_message_fn of a collector. */
static inline void hear(void *context, adit_core core, const char *json, size_t length) {
    struct heard *heard = context;
    CHECK(core != 0);
    CHECK_INT(heard->released, 0);
    CHECK_INT(strlen(json), length);
    if (heard->count == heard->capacity) {
        heard->capacity = heard->capacity == 0 ? 16 : heard->capacity * 2;
        heard->texts = realloc(heard->texts, heard->capacity * sizeof *heard->texts);
        if (heard->texts == NULL)
            abort();
    }
    char *copy = malloc(length + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, json, length + 1);
    heard->texts[heard->count++] = copy;
}

/* The adit_release_fn of a collector. */
static inline void heard_release(void *context) {
    ((struct heard *)context)->released++;
}

static inline const char *heard_text(const struct heard *heard, size_t index) {
    return index < heard->count ? heard->texts[index] : "(nothing was heard)";
}

static inline const char *heard_last(const struct heard *heard) {
    return heard_text(heard, heard->count - 1);
}

/* Makes a collector as good as new. */
static inline void heard_forget(struct heard *heard) {
    for (size_t index = 0; index < heard->count; index++)
        free(heard->texts[index]);
    free(heard->texts);
    *heard = (struct heard){0};
}

/* Opens a core whose messages are collected; in pull mode without a collector. Ends the test where that fails. */
static inline adit_core open_core(const char *app, const char *config, struct heard *heard) {
    adit_core core = 0;
    adit_error error;
    int32_t code = adit_open(ADIT_ABI_VERSION, app, config, ADIT_NTS, heard != NULL ? hear : NULL, heard,
                             heard != NULL ? heard_release : NULL, &core, &error);
    if (code != ADIT_OK) {
        fprintf(stderr, "adit_open(\"%s\", %s): code %" PRId32 ": %s\n", app, config, code, error.text);
        exit(EXIT_FAILURE);
    }
    return core;
}

#endif /* ADIT_TESTS_CHECK_H */
