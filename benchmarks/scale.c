/*
 * scale: what a message of the todo core costs in a small state and in a large one, followed and not.
 *
 *     scale SMALL LARGE [ROUNDS]
 *
 * Prints, for `add` and for checking an item and taking that back, the microseconds of processor time a message in either
 * state and their ratio: with no subscription; with one to an item that stays as it is; with 1 000 to items, of which each
 * check changes one; with one to the number of open items; with a window of 50 items. Then the same for a subscription to such a window
 * and its end, and for moving it. The two cores take turns in ROUNDS rounds (21 unless they are
 * given), of which the median is told. Then, while LARGE items were added one by one: the longest single message, and the
 * most memory that the process ever had.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"

#include <string.h>
#include <sys/resource.h>

enum { MESSAGES = 2000, FOLLOWED = 1000, MOST_ROUNDS = 101 };

#define ID "00000000-0000-4000-8000-%012zu"

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json;
    *(size_t *)context += length;
}

static size_t heard;

static adit_core opened(void) {
    adit_core core;
    expect(adit_open(ADIT_ABI_VERSION, "todo", NULL, 0, hear, &heard, NULL, &core, NULL) == ADIT_OK, "adit_open");
    return core;
}

/* Sends a message with a number in it, and lets it be handled. */
static void give(adit_core core, const char *format, size_t number) {
    char text[256];
    int length = snprintf(text, sizeof text, format, number);
    expect(adit_send(core, text, (size_t)length, NULL) == ADIT_OK, "adit_send");
    expect(adit_process(core, 0) >= 0, "adit_process");
}

static const char add_format[] =
    "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" ID "\",\"text\":\"Buy milk\"}}}}}";

/* Adds items; returns the microseconds that the longest one took. */
static double grow(adit_core core, size_t count) {
    double longest = 0;
    for (size_t number = 0; number < count; number++) {
        double start = now(CLOCK_THREAD_CPUTIME_ID);
        give(core, add_format, number);
        double took = now(CLOCK_THREAD_CPUTIME_ID) - start;
        longest = took > longest ? took : longest;
    }
    return longest;
}

/* The microseconds a message. */
static double checks(adit_core core, size_t count) {
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t number = 0; number < MESSAGES; number += 2) {
        size_t item = (number / 2) % count;
        give(core, "{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}}}", item);
        give(core, "{\"todo\":{\"request\":{\"uncheck\":{\"id\":\"" ID "\"}}}}", item);
    }
    return (now(CLOCK_PROCESS_CPUTIME_ID) - start) / MESSAGES;
}

/* The same; the items are deleted again, which is not counted. */
static double adds(adit_core core, size_t count) {
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t number = 0; number < MESSAGES; number++)
        give(core, add_format, count + number);
    double took = (now(CLOCK_PROCESS_CPUTIME_ID) - start) / MESSAGES;
    for (size_t number = MESSAGES; number-- > 0;)
        give(core, "{\"todo\":{\"request\":{\"delete\":{\"id\":\"" ID "\"}}}}", count + number);
    return took;
}

static const char window_format[] =
    "{\"@subscribe\":{\"subscription\":\"rows\",\"path\":\"/items\",\"from\":%zu,\"limit\":50}}";

static double opens(adit_core core, size_t count) {
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t number = 0; number < MESSAGES; number += 2) {
        give(core, window_format, number * count / MESSAGES);
        give(core, "{\"@unsubscribe\":{\"subscription\":\"rows\"}}", 0);
    }
    return (now(CLOCK_PROCESS_CPUTIME_ID) - start) / (MESSAGES / 2);
}

/* A window is open. */
static double scrolls(adit_core core, size_t count) {
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t number = 0; number < MESSAGES / 2; number++)
        give(core, "{\"@window\":{\"subscription\":\"rows\",\"from\":%zu}}", number * count / MESSAGES);
    return (now(CLOCK_PROCESS_CPUTIME_ID) - start) / (MESSAGES / 2);
}

static int ascending(const void *one, const void *other) {
    double left = *(const double *)one, right = *(const double *)other;
    return left < right ? -1 : left > right;
}

static double median(double *times, size_t count) {
    qsort(times, count, sizeof *times, ascending);
    return times[count / 2];
}

struct state {
    adit_core core;
    size_t count;
};

static void compare(const char *what, struct state small, struct state large, size_t rounds,
                    double (*measure)(adit_core, size_t)) {
    double few[MOST_ROUNDS], many[MOST_ROUNDS];
    for (size_t round = 0; round < rounds; round++) {
        few[round] = measure(small.core, small.count);
        many[round] = measure(large.core, large.count);
    }
    double less = median(few, rounds), more = median(many, rounds);
    printf("  %-34s %10.2f %10.2f %8.2f\n", what, less, more, more / less);
    fflush(stdout);
}

static void both(struct state small, struct state large, const char *format, size_t from_end, size_t number) {
    give(small.core, format, from_end ? small.count - number : number);
    give(large.core, format, from_end ? large.count - number : number);
}

int main(int argc, char **argv) {
    size_t few = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, many = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    size_t rounds = argc > 3 ? strtoul(argv[3], NULL, 10) : 21;
    if (few < FOLLOWED || many < FOLLOWED || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: scale SMALL LARGE [ROUNDS]\n  of %d items at least, in up to %d rounds\n", FOLLOWED,
                MOST_ROUNDS);
        return 2;
    }
    struct state small = {opened(), few}, large = {opened(), many};
    grow(small.core, few);
    double longest = grow(large.core, many);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);

    printf("  %-34s %10zu %10zu %8s\n", "microseconds a message, of items", few, many, "ratio");
    compare("check, nobody follows", small, large, rounds, checks);
    both(small, large, "{\"@subscribe\":{\"subscription\":\"other\",\"path\":\"/items/entities/" ID "\"}}", 1, 1);
    /* The last item: where there are as many as are checked, it is checked as well, once in a round. */
    compare("check, another item is followed", small, large, rounds, checks);
    both(small, large, "{\"@unsubscribe\":{\"subscription\":\"other\"}}", 0, 0);
    for (size_t number = 0; number < FOLLOWED; number++)
        both(small, large, "{\"@subscribe\":{\"path\":\"/items/entities/" ID "\"}}", 0, number);
    compare("check, 1 000 items are followed", small, large, rounds, checks);
    for (size_t number = 0; number < FOLLOWED; number++)
        both(small, large, "{\"@unsubscribe\":{\"subscription\":\"/items/entities/" ID "\"}}", 0, number);
    both(small, large, "{\"@subscribe\":{\"path\":\"/view/openCount\"}}", 0, 0);
    compare("check, the open ones are counted", small, large, rounds, checks);
    compare("add, the open ones are counted", small, large, rounds, adds);
    both(small, large, "{\"@unsubscribe\":{\"subscription\":\"/view/openCount\"}}", 0, 0);
    compare("add, nobody follows", small, large, rounds, adds);
    compare("a window of 50, opened and closed", small, large, rounds, opens);
    both(small, large, window_format, 0, 10);
    compare("check behind a window of 50", small, large, rounds, checks);
    compare("add behind a window of 50", small, large, rounds, adds);
    compare("a window of 50, moved", small, large, rounds, scrolls);
    printf("  the longest message of %zu adds: %.0f microseconds; most memory then: %.0f MB\n", many, longest,
           (double)usage.ru_maxrss / 1e3 * 1.024);
    expect(adit_close(small.core, 1000) == ADIT_OK && adit_close(large.core, 1000) == ADIT_OK, "adit_close");
    return EXIT_SUCCESS;
}
