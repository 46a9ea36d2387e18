/*
 * A host is killed at random times, again and again, on one store: nothing that it has heard is ever missing.
 *
 *     test_store_kill HOST [ROUNDS [SEED [OPTIONS [FOLDER]]]]     50 rounds by default
 *
 * FOLDER has a library in the place of the host's, whose storage does not know at once whether a batch is written (Tests/Uncertain): it
 * finds out late, or never, or that it is not; then the host sends it again. The seed 0 is the time.
 *
 * After each round, what SQLite says of the file, and what a core says that opens it: the same as a core in memory that
 * was told as much (sound.h). This looks at a copy in every other round, so that hosts also find what was left as it was.
 */
#define _GNU_SOURCE
#include "hosting.h"

#include <time.h>

/* Fills in a schedule of batches of random sizes, with the core closed and opened now and then. */
static void plan(char *schedule[HOSTING_SCHEDULE + 1], struct steps *dice) {
    static char texts[HOSTING_SCHEDULE][8];
    for (size_t index = 0; index < HOSTING_SCHEDULE - 1; index++) {
        size_t choice = steps_random(dice, 20);
        size_t count = choice < 10 ? 1 : choice < 17 ? 2 + steps_random(dice, 6) : 8 + steps_random(dice, 60);
        snprintf(texts[index], sizeof texts[index], "%zu", count);
        schedule[index] = choice == 19 ? "close" : texts[index];
    }
    schedule[HOSTING_SCHEDULE - 1] = "again";
    schedule[HOSTING_SCHEDULE] = NULL;
}

static void sleep_for(long nanoseconds) {
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

/* Waits until the host has opened its store, for some seconds at most: opening takes as long as much of the rest. */
static void wait_for_opening(const struct hosting *hosting) {
    struct stat status;
    for (int tries = 0; tries < 20000; tries++) {
        if (stat(hosting->trace, &status) == 0 && status.st_size > (off_t)strlen("open\nopened "))
            return;
        sleep_for(200000);
    }
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 50, revision = 0;
    uint64_t seed = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    seed = seed != 0 ? seed : (uint64_t)time(NULL);
    struct steps dice = {.state = seed};
    bool uncertain = argc > 5;
    struct hosting hosting;
    struct twin twin;
    hosting_begin(&hosting, argv[1], false);
    hosting.options = argc > 4 ? argv[4] : "";
    hosting.seed = seed;
    twin_open(&twin, seed);
    long phases[PHASES] = {0}, unheard = 0, refused = 0;
    for (long round = 0; round < rounds && check_result() == EXIT_SUCCESS; round++) {
        char *schedule[HOSTING_SCHEDULE + 1];
        plan(schedule, &dice);
        char folder[PATH_MAX], outcomes[64], *variables[] = {uncertain ? folder : NULL, outcomes, NULL};
        joined(folder, "LD_LIBRARY_PATH=", uncertain ? argv[5] : "");
        snprintf(outcomes, sizeof outcomes, "ADIT_OUTCOMES=%ld,fails,late,never", round);
        pid_t child = hosting_start(&hosting, schedule, variables);
        if (round % 4 != 0)
            wait_for_opening(&hosting);
        /* The kill comes by the clock, not by what the host does. */
        sleep_for((long)steps_random(&dice, 40000000));
        kill(child, SIGKILL);
        CHECK(hosting_killed(child));

        struct trace trace = trace_read(hosting.trace, revision);
        phases[trace.phase]++;
        copy_store(hosting.path, hosting.aside);
        if (is_there(hosting.aside, ""))
            check_integrity(hosting.aside);
        bool aside = round % 2 == 1;
        copy_store(hosting.path, hosting.aside);
        revision = check_left(aside ? hosting.aside : hosting.path, hosting.options, &trace, &twin, !aside);
        refused += trace.refused;
        unheard += trace.left > trace.certain && !trace_was_heard(&trace);
        trace_forget(&trace);
        if (check_result() != EXIT_SUCCESS)
            fprintf(stderr, "in round %ld of seed %" PRIu64 ", in the phase \"%s\"\n", round, seed,
                    phase_names[trace.phase]);
    }
    printf("%ld messages; killed while opening %ld, in a batch %ld (%ld of them committed, and not heard yet),"
           " while closing %ld; between them %ld\n",
           twin.steps.number, phases[PHASE_OPENING], phases[PHASE_BATCH], unheard, phases[PHASE_CLOSING],
           phases[PHASE_START] + phases[PHASE_IDLE] + phases[PHASE_CLOSED]);
    if (uncertain)
        printf("%ld batches were not written, and sent again\n", refused);
    CHECK(uncertain ? refused > 0 : refused == 0);
    twin_close(&twin);
    hosting_end(&hosting);
    return check_result();
}
