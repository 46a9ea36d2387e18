/*
 * fork.h: child processes, and what they must find of their parent's cores and of their own.
 */
#ifndef ADIT_TESTS_FORK_H
#define ADIT_TESTS_FORK_H

#include "errors.h"
#include "messages.h"

#include <sys/wait.h>
#include <unistd.h>

/* Runs `body` in a child process, and expects it to find nothing wrong. */
static inline void in_a_child(void (*body)(void *context), void *context) {
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* a child that hangs is a failure, not a hang */
        atomic_store(&check_failures, 0);
        body(context);
        _exit(check_result());
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK_INT(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), EXIT_SUCCESS);
}

static inline void check_own_core(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(1));
    CHECK(adit_fd(core) >= 0);
    CHECK_COUNTS(core, 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_TEXT(heard_last(&heard), CLOSED);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static inline void check_parents_core(adit_core core) {
    adit_error error = rubbish_error();
    char *out = (char *)"rubbish";
    size_t length = 0;
    CHECK_INT(adit_send(core, INCREMENT(100), ADIT_NTS, &error), ADIT_EFORK);
    CHECK_ERROR(&error, ADIT_EFORK, strlen(INCREMENT(100)));
    CHECK_INT(adit_process(core, 0), ADIT_EFORK);
    CHECK_INT(adit_process(core, -1), ADIT_EFORK);
    error = rubbish_error();
    CHECK_INT(adit_call(core, INCREMENT(100), ADIT_NTS, -1, &out, &length, &error), ADIT_EFORK);
    CHECK_ERROR(&error, ADIT_EFORK, strlen(INCREMENT(100)));
    CHECK(out == NULL);
    CHECK_INT(adit_fd(core), ADIT_EFORK);
    CHECK_INT(adit_wakeup(core), ADIT_EFORK);
    CHECK_INT(adit_close(core, -1), ADIT_EFORK);
    CHECK_INT(adit_send(core, INCREMENT(100), ADIT_NTS, NULL), ADIT_EFORK);
}

#endif /* ADIT_TESTS_FORK_H */
