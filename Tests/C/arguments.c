/*
 * The arguments of the process as Swift's CommandLine has them in a library of Adit's (Sources/CSwiftRuntime/CommandLine.c, which
 * is compiled into this test). It starts itself with arguments, and compares with those of main.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "../../Sources/CSwiftRuntime/include/CSwiftRuntime.h"
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *ask(void *found) {
    int count = 0;
    *(char ***)found = _swift_stdlib_getUnsafeArgvArgc(&count);
    return NULL;
}

static void check_same(int count, char **arguments) {
    int found_count = -1;
    char **found = _swift_stdlib_getUnsafeArgvArgc(&found_count);
    CHECK_INT(found_count, count);
    for (int index = 0; index < count && index < found_count; index++)
        CHECK_TEXT(found[index], arguments[index]);
    CHECK(found[found_count] == NULL);
}

static void given_arguments_when_they_are_asked_for_by_threads_then_they_are_those_of_main(int count,
                                                                                           char **arguments) {
    pthread_t thread;
    char **of_thread = NULL;
    if (pthread_create(&thread, NULL, ask, &of_thread) != 0)
        abort();
    check_same(count, arguments);
    pthread_join(thread, NULL);
    int same = 0;
    CHECK(_swift_stdlib_getUnsafeArgvArgc(&same) == of_thread);
}

static void when_they_are_replaced_then_the_new_ones_are_told(void) {
    char *others[] = {"program", "one", NULL};
    _swift_stdlib_overrideUnsafeArgvArgc(others, 2);
    check_same(2, others);
}

/* Runs this program with arguments; returns whether all went well there. */
static bool run(char **arguments) {
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    return waitpid(child, &status, 0) == child && status == 0;
}

int main(int count, char **arguments) {
    if (count > 1) {
        given_arguments_when_they_are_asked_for_by_threads_then_they_are_those_of_main(count, arguments);
        when_they_are_replaced_then_the_new_ones_are_told();
        return check_result();
    }
    CHECK(run((char *[]){"name", "one", "", "with spaces and\nlines", "", NULL}));
    static char long_text[20000];
    memset(long_text, 'x', sizeof long_text - 1);
    CHECK(run((char *[]){"name", long_text, "end", NULL}));
    check_same(count, arguments);
    return check_result();
}
