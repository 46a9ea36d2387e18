/*
 * hosting.h: starts store_host, and looks at how it ended.
 */
#ifndef ADIT_TESTS_HOSTING_H
#define ADIT_TESTS_HOSTING_H

#include "sound.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { HOSTING_SCHEDULE = 64 };

/* Where a host is, and what it does. */
struct hosting {
    const char *program;
    const char *options;
    uint64_t seed;
    char folder[PATH_MAX]; /* of the store alone */
    char path[PATH_MAX];   /* of the store */
    char trace[PATH_MAX];
    char aside[PATH_MAX]; /* a place for a copy of the store */
    char base[PATH_MAX];  /* the folder of all */
};

static inline void hosting_begin(struct hosting *hosting, const char *program, bool in_memory) {
    *hosting = (struct hosting){.program = program, .options = "", .seed = 1};
    char inner[PATH_MAX];
    make_folder(hosting->base, in_memory);
    joined(hosting->folder, hosting->base, "/store");
    joined(hosting->path, hosting->base, "/store/x.adit");
    joined(hosting->trace, hosting->base, "/trace");
    joined(inner, hosting->base, "/aside");
    joined(hosting->aside, hosting->base, "/aside/x.adit");
    need(mkdir(hosting->folder, 0700) == 0, hosting->folder);
    need(mkdir(inner, 0700) == 0, inner);
}

/* Deletes all; where a check has failed it is kept, and its place is told. */
static inline void hosting_end(struct hosting *hosting) {
    char inner[PATH_MAX];
    if (check_result() != EXIT_SUCCESS) {
        fprintf(stderr, "what is left is in %s\n", hosting->base);
        return;
    }
    joined(inner, hosting->base, "/aside");
    clear_folder(hosting->folder);
    clear_folder(inner);
    need(rmdir(hosting->folder) == 0 && rmdir(inner) == 0, hosting->base);
    clear_folder(hosting->base);
    need(rmdir(hosting->base) == 0, hosting->base);
}

/* Starts a host by a schedule that ends with NULL. The variables, NAME=VALUE, are added to its environment. */
static inline pid_t hosting_start(const struct hosting *hosting, char *const schedule[], char *const variables[]) {
    char seed[24], *arguments[HOSTING_SCHEDULE + 6] = {(char *)hosting->program, (char *)hosting->path,
                                                       (char *)hosting->options, (char *)hosting->trace, seed};
    snprintf(seed, sizeof seed, "%" PRIu64, hosting->seed);
    for (size_t index = 0; schedule[index] != NULL && index < HOSTING_SCHEDULE; index++)
        arguments[5 + index] = schedule[index];
    unlink(hosting->trace);
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a schedule may be without an end */
        for (size_t index = 0; variables != NULL && variables[index] != NULL; index++)
            putenv(variables[index]);
        execv(hosting->program, arguments);
        _exit(127);
    }
    return child;
}

/* Waits for a host's end. True: it was killed; false: it has come to the end of its schedule. Anything else is a
 * failure. */
static inline bool hosting_killed(pid_t child) {
    int status = 0;
    need(waitpid(child, &status, 0) == child, "waitpid");
    if (WIFSIGNALED(status)) {
        CHECK_INT(WTERMSIG(status), SIGKILL);
        return true;
    }
    CHECK_INT(WEXITSTATUS(status), EXIT_SUCCESS);
    return false;
}

#endif /* ADIT_TESTS_HOSTING_H */
