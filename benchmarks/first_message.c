/*
 * first_message: the time from the start of a process to its first answer, in milliseconds; the median of SPAWNS.
 *
 *     first_message [SPAWNS]
 *
 * It starts itself again and again; the child opens a todo core, adds an item, and writes a byte when it hears of it.
 */
#define _GNU_SOURCE
#include "adit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json, (void)length;
    if (!*(int *)context)
        *(int *)context = write(STDOUT_FILENO, "!", 1) == 1;
}

static int answer(void) {
    int answered = 0;
    adit_core core;
    const char *message = "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Buy milk\"}}}}}";
    if (adit_open(ADIT_ABI_VERSION, "todo", NULL, 0, hear, &answered, NULL, &core, NULL) != ADIT_OK)
        return EXIT_FAILURE;
    if (adit_send(core, message, ADIT_NTS, NULL) != ADIT_OK || adit_process(core, 0) < 1)
        return EXIT_FAILURE;
    return adit_close(core, 1000) == ADIT_OK && answered ? EXIT_SUCCESS : EXIT_FAILURE;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double spawn(const char *program) {
    int ends[2], status = -1;
    char byte;
    if (pipe(ends) != 0)
        abort();
    double start = milliseconds();
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(program, program, "child", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    ssize_t count = read(ends[0], &byte, 1);
    double time = milliseconds() - start;
    close(ends[0]);
    if (waitpid(child, &status, 0) != child || status != 0 || count != 1) {
        fprintf(stderr, "first_message: the child failed\n");
        exit(EXIT_FAILURE);
    }
    return time;
}

static int by_value(const void *left, const void *right) {
    double one = *(const double *)left, other = *(const double *)right;
    return one < other ? -1 : one > other;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "child") == 0)
        return answer();
    size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;
    double *times = calloc(count + 1, sizeof *times);
    if (times == NULL || count == 0)
        return EXIT_FAILURE;
    for (size_t index = 0; index < count; index++)
        times[index] = spawn("/proc/self/exe");
    qsort(times, count, sizeof *times, by_value);
    printf("%.2f\n", count % 2 == 1 ? times[count / 2] : (times[count / 2 - 1] + times[count / 2]) / 2);
    free(times);
    return EXIT_SUCCESS;
}
