/*
 * No system call per message until adit_fd has been asked for: the parent traces a child and counts.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUND_TRIPS = 10000, SKIPPED = 77 };

/* The child marks what is counted by a system call that nothing else makes. */
static void mark(void) {
    syscall(SYS_getppid);
}

static void ignore(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json, (void)length;
    ++*(int *)context;
}

static void make_round_trips(const char *app, const char *message, int expected) {
    int heard = 0;
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, app, NULL, 0, ignore, &heard, NULL, &core, NULL), ADIT_OK);
    for (int count = 0; count < 100; count++) { /* what is done only once is done now */
        CHECK_INT(adit_send(core, message, ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(adit_process(core, 0), expected);
    }
    mark();
    for (int count = 0; count < ROUND_TRIPS; count++) {
        if (adit_send(core, message, ADIT_NTS, NULL) != ADIT_OK || adit_process(core, -1) != expected)
            _exit(2);
    }
    mark();
    CHECK_INT(heard, expected * (100 + ROUND_TRIPS));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

/* Lets a stopped child go on to its next stop; false when it has ended. */
static bool go_on(pid_t child, int *status, int signal) {
    if (ptrace(PTRACE_SYSCALL, child, NULL, (void *)(intptr_t)signal) != 0)
        return false;
    return waitpid(child, status, 0) == child && WIFSTOPPED(*status);
}

/* Counts the system calls between the child's two marks; -1 where tracing is not allowed. */
static long count_system_calls(const char *app, const char *message, int expected) {
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(SKIPPED);
        raise(SIGSTOP);
        make_round_trips(app, message, expected);
        _exit(check_result());
    }
    int status = 0, marks = 0;
    long count = 0;
    if (!CHECK(waitpid(child, &status, 0) == child))
        return 0;
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == SKIPPED ? -1 : 0;
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(intptr_t)PTRACE_O_TRACESYSGOOD);
    int signal = 0;
    while (go_on(child, &status, signal)) {
        signal = 0;
        if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
            signal = WSTOPSIG(status);
            continue;
        }
        struct __ptrace_syscall_info info;
        if (ptrace(PTRACE_GET_SYSCALL_INFO, child, (void *)sizeof info, &info) <= 0) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
            continue;
        if (info.entry.nr == SYS_getppid) {
            marks++;
        } else if (marks == 1) {
            count++;
        }
    }
    CHECK_INT(marks, 2);
    CHECK_INT(WIFEXITED(status) ? WEXITSTATUS(status) : -1, EXIT_SUCCESS);
    return count;
}

static void check_below(const char *what, long count, long limit) {
    if (!CHECK(count < limit))
        fprintf(stderr, "    %ld system calls for %d %s\n", count, ROUND_TRIPS, what);
}

int main(void) {
    long increments = count_system_calls("counter", INCREMENT(1), 1);
    if (increments < 0) {
        fprintf(stderr, "skipped: processes may not be traced here\n");
        return SKIPPED;
    }
    check_below("increments", increments, 100);
    /* Memory for the items, and randomness for their ids in blocks: now and then, not for each. */
    check_below("adds", count_system_calls("todo", ADD("Buy milk"), 2), ROUND_TRIPS / 4);
    return check_result();
}
