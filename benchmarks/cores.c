/*
 * cores: what many cores in one process cost, driven by one descriptor.
 *
 *     cores COUNT
 *
 * Opens COUNT counter cores in a group, and prints numbers: the bytes of memory a core, and those after a message each; the
 * microseconds of processor time that opening one took; the descriptors of the process beside those before; the microseconds
 * of processor time a message of a single core by adit_process; and those of a message that one call of adit_group_process
 * handles, where each of the cores has one, where one in a hundred has one, and where one alone has.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"

#include <dirent.h>
#include <poll.h>
#include <string.h>

enum { MESSAGES = 200000 };

static const char increment[] = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}";

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json, (void)length;
    ++*(size_t *)context;
}

static size_t descriptors(void) {
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    expect(folder != NULL, "opening /proc/self/fd");
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static size_t heard;

static adit_core opened(void) {
    adit_core core;
    expect(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, hear, &heard, NULL, &core, NULL) == ADIT_OK, "adit_open");
    return core;
}

static void give(adit_core core) {
    expect(adit_send(core, increment, sizeof increment - 1, NULL) == ADIT_OK, "adit_send");
}

/* The microseconds a message, if each `step`th core has one for each call. */
static double driven(adit_group group, const adit_core *cores, size_t count, size_t step) {
    struct pollfd request = {.fd = adit_group_fd(group), .events = POLLIN};
    size_t rounds = MESSAGES / ((count + step - 1) / step);
    heard = 0;
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t round = 0; round < rounds; round++) {
        for (size_t number = 0; number < count; number += step)
            give(cores[number]);
        expect(poll(&request, 1, 0) == 1, "poll");
        expect(adit_group_process(group, 0) > 0, "adit_group_process");
    }
    double took = now(CLOCK_PROCESS_CPUTIME_ID) - start;
    expect(heard == rounds * ((count + step - 1) / step), "hearing each message");
    return took / (double)heard;
}

static double alone(void) {
    adit_core core = opened();
    struct pollfd request = {.fd = adit_fd(core), .events = POLLIN};
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t number = 0; number < MESSAGES; number++) {
        give(core);
        expect(poll(&request, 1, 0) == 1, "poll");
        expect(adit_process(core, 0) == 1, "adit_process");
    }
    double took = (now(CLOCK_PROCESS_CPUTIME_ID) - start) / MESSAGES;
    expect(adit_close(core, 0) == ADIT_OK, "adit_close");
    return took;
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    if (count < 100) {
        fprintf(stderr, "usage: cores COUNT\n  of 100 at least\n");
        return 2;
    }
    double single = alone();
    adit_core *cores = calloc(count, sizeof *cores);
    adit_group group;
    expect(cores != NULL && adit_group_open(&group) == ADIT_OK, "adit_group_open");
    size_t files = descriptors(), bytes = memory();
    double opening = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t number = 0; number < count; number++) {
        cores[number] = opened();
        expect(adit_group_add(group, cores[number]) == ADIT_OK, "adit_group_add");
    }
    opening = (now(CLOCK_PROCESS_CPUTIME_ID) - opening) / (double)count;
    expect(adit_group_fd(group) >= 0, "adit_group_fd");
    double fresh = (double)(memory() - bytes) / (double)count;
    size_t more = descriptors() - files;
    double all = driven(group, cores, count, 1), some = driven(group, cores, count, 100),
           one = driven(group, cores, count, count);
    double used = (double)(memory() - bytes) / (double)count;
    printf("%.0f %.0f %.2f %zu %.3f %.3f %.3f %.3f\n", fresh, used, opening, more, single, all, some, one);
    for (size_t number = 0; number < count; number++)
        expect(adit_close(cores[number], 0) == ADIT_OK, "adit_close");
    expect(adit_group_close(group) == ADIT_OK, "adit_group_close");
    free(cores);
    return EXIT_SUCCESS;
}
