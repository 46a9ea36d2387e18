/*
 * trial.h: a core on a store that may fail, and what must hold whenever it does: all of a batch is refused, with an
 * `@error` for each message; nothing else is heard; the state is what it was; and the file has the same state.
 */
#ifndef ADIT_TESTS_TRIAL_H
#define ADIT_TESTS_TRIAL_H

#include "sound.h"

struct trial {
    const char *path, *options, *aside; /* aside: where a copy of the store may be */
    adit_core core;                     /* 0: closed */
    struct twin twin;                   /* has been told what was not refused */
    struct heard heard;
    long refused; /* batches and openings */
};

/* Checks that a core which opens the file as it is now has the twin's state; where `doubtful` is not 0, it may also have the
 * batch of so many messages that was refused last: a batch whose sync has failed may be there or not while nothing else can
 * be written. */
static inline void trial_check_file(struct trial *trial, size_t doubtful) {
    struct heard heard = {0};
    copy_store(trial->path, trial->aside);
    adit_core core = open_store(trial->aside, trial->options, &heard);
    if (core == 0)
        return;
    int before = atomic_load(&check_failures);
    struct state state = state_of(core);
    if (doubtful == 0 || state.revision != trial->twin.steps.number + (long)doubtful)
        check_same_state(core, &trial->twin);
    if (atomic_load(&check_failures) != before)
        fprintf(stderr, "    that is what is in a copy of the file\n");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    free(state.text);
}

/* Opens the core; false where that is refused. */
static inline bool trial_open(struct trial *trial) {
    adit_error error = {0};
    trial->core = try_store(trial->path, trial->options, &trial->heard, &error);
    if (trial->core != 0)
        return check_same_state(trial->core, &trial->twin);
    trial->refused++;
    CHECK_INT(error.code, ADIT_ESTORE);
    CHECK(strlen(error.text) > 0);
    return false;
}

/* Whether what was heard is that each message of a batch was refused: said once for each, in their order. */
static inline bool trial_was_refused(const struct heard *heard, long first, size_t count) {
    if (heard->count == 0 || strncmp(heard->texts[0], "{\"@error\":", 10) != 0)
        return false;
    CHECK_INT(heard->count, count);
    for (size_t index = 0; index < heard->count; index++) {
        char id[40];
        snprintf(id, sizeof id, ",\"@id\":%ld}", first + (long)index);
        CHECK_HAS(heard->texts[index], "{\"@error\":{\"code\":\"estore\",\"message\":\"");
        CHECK_HAS(heard->texts[index], id);
    }
    return true;
}

/* Sends the next messages of the story as one batch; false where it is refused: then the next try sends the same. */
static inline bool trial_batch(struct trial *trial, size_t count) {
    char message[STEPS_LENGTH];
    struct steps ahead = trial->twin.steps;
    heard_forget(&trial->heard);
    for (size_t index = 0; index < count; index++) {
        size_t length = steps_next(&ahead, message);
        CHECK_INT(adit_send(trial->core, message, length, NULL), ADIT_OK);
    }
    int32_t told = adit_process(trial->core, 0);
    CHECK_INT(told, trial->heard.count);
    if (trial_was_refused(&trial->heard, trial->twin.steps.number + 1, count)) {
        trial->refused++;
        check_same_state(trial->core, &trial->twin);
        return false;
    }
    size_t place = 0;
    for (size_t index = 0; index < count; index++) {
        twin_next(&trial->twin);
        for (size_t said = 0; said < trial->twin.heard.count; said++)
            CHECK_TEXT(heard_text(&trial->heard, place++), trial->twin.heard.texts[said]);
    }
    CHECK_INT(trial->heard.count, place);
    return check_same_state(trial->core, &trial->twin);
}

/* Closes the core. What SQLite leaves undone then is done at the next opening. */
static inline void trial_close(struct trial *trial) {
    int32_t code = adit_close(trial->core, 0);
    if (code != ADIT_ESTORE)
        CHECK_INT(code, ADIT_OK);
    trial->core = 0;
    heard_forget(&trial->heard);
}

/* How many descriptors the process has open. */
static inline size_t count_descriptors(void) {
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    need(folder != NULL, "/proc/self/fd");
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

#endif /* ADIT_TESTS_TRIAL_H */
