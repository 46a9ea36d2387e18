/*
 * measuring.h: checks, a clock and the memory of the process, for the programs of this folder.
 */
#ifndef ADIT_BENCHMARKS_MEASURING_H
#define ADIT_BENCHMARKS_MEASURING_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Ends the program where something does not hold. */
static inline void expect(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "%s: %s failed\n", __BASE_FILE__, what);
    exit(EXIT_FAILURE);
}

/* Microseconds of a clock. */
static inline double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* The bytes that the process has in memory. */
static inline size_t memory(void) {
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    expect(file != NULL && fscanf(file, "%*s %zu", &pages) == 1, "reading /proc/self/statm");
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

#endif /* ADIT_BENCHMARKS_MEASURING_H */
