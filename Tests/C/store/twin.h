/*
 * twin.h: a core in memory that is told the same story as one on a store. What the one on the store has said, and what is
 * in its state, must be what the twin says and has.
 */
#ifndef ADIT_TESTS_TWIN_H
#define ADIT_TESTS_TWIN_H

#include "../check.h"
#include "steps.h"

struct twin {
    struct steps steps;
    adit_core core;
    struct heard heard; /* what the last message caused */
    char message[STEPS_LENGTH];
};

static inline void twin_open(struct twin *twin, uint64_t seed) {
    *twin = (struct twin){.steps.seed = seed};
    twin->core = open_core("todo", "{}", &twin->heard);
}

/* Tells the next message of the story. */
static inline void twin_next(struct twin *twin) {
    heard_forget(&twin->heard);
    size_t length = steps_next(&twin->steps, twin->message);
    CHECK_INT(adit_send(twin->core, twin->message, length, NULL), ADIT_OK);
    CHECK(adit_process(twin->core, 0) > 0);
}

static inline void twin_close(struct twin *twin) {
    CHECK_INT(adit_close(twin->core, 0), ADIT_OK);
    heard_forget(&twin->heard);
}

/* A state as `@get` tells it. */
struct state {
    long revision;
    char *text; /* from the value on; NULL: it was not told */
};

static inline struct state state_of(adit_core core) {
    struct state state = {-1, NULL};
    char *told = NULL;
    adit_error error = {0};
    if (!CHECK_INT(adit_call(core, "{\"@get\":{\"path\":\"\"}}", ADIT_NTS, -1, &told, NULL, &error), ADIT_OK)) {
        fprintf(stderr, "    %s\n", error.text);
        return state;
    }
    const char *revision = strstr(told, "\"revision\":"), *value = strstr(told, "\"value\":");
    if (CHECK(revision != NULL && value != NULL)) {
        state = (struct state){strtol(revision + strlen("\"revision\":"), NULL, 10), strdup(value)};
    } else {
        fprintf(stderr, "    %s\n", told);
    }
    adit_free(told);
    return state;
}

/* Where two texts begin to differ, with some of what is around it. */
static inline void show_difference(const char *found, const char *expected) {
    size_t same = 0;
    while (found[same] != 0 && found[same] == expected[same])
        same++;
    size_t start = same > 100 ? same - 100 : 0;
    fprintf(stderr, "    found    …%.300s\n    expected …%.300s\n", found + start, expected + start);
}

/* Checks that a core has the twin's state. */
static inline bool check_same_state(adit_core core, const struct twin *twin) {
    struct state found = state_of(core), expected = state_of(twin->core);
    bool same = CHECK_INT(found.revision, expected.revision);
    if (found.text != NULL && expected.text != NULL && strcmp(found.text, expected.text) != 0) {
        same = CHECK(!"the state is the twin's");
        show_difference(found.text, expected.text);
    }
    free(found.text);
    free(expected.text);
    return same;
}

#endif /* ADIT_TESTS_TWIN_H */
