/*
 * Each call by which a core changes a file of its store fails, one after the other: with EIO and with ENOSPC, once and until
 * the cause is gone. Whatever fails, memory and file have the same state (trial.h), and the core goes on afterwards.
 *
 *     test_store_errors [NUMBER]     at all calls by default
 */
#define _GNU_SOURCE
#include "faults.h"
#include "trial.h"

#include <sys/stat.h>
#include <time.h>

/* How many messages there are in each batch; 0: the core is closed, and opened again. */
static const size_t script[] = {1, 1, 5, 0, 1, 20, 1, 0, 2};

enum { SCRIPT = sizeof script / sizeof *script, PATIENCE = 3 };

static char base[PATH_MAX], folder[PATH_MAX], path[PATH_MAX], outside[PATH_MAX], aside[PATH_MAX];

/* The faults that there are: which call, which error, how long. */
struct fault {
    long number;
    int error;
    bool lasts;
};

/* After something was refused. A fault that lasts is still there, and refuses the same thing again; then it ends. */
static void after_refusal(const struct fault *fault, long tries) {
    if (fault->lasts && tries == 2)
        faults_lift();
}

static void open_at_last(struct trial *trial, const struct fault *fault) {
    for (long tries = 1; !trial_open(trial) && trial->core == 0; tries++) {
        if (!CHECK(tries < PATIENCE))
            return;
        after_refusal(fault, tries);
    }
    trial_check_file(trial, 0);
}

static void batch_at_last(struct trial *trial, const struct fault *fault, size_t count) {
    long refused = trial->refused;
    for (long tries = 1; !trial_batch(trial, count) && trial->refused > refused; tries++, refused = trial->refused) {
        trial_check_file(trial, fault->lasts ? count : 0);
        if (!CHECK(tries < PATIENCE))
            return;
        after_refusal(fault, tries);
    }
    if (refused > 0)
        trial_check_file(trial, 0);
}

/* Runs the script with a fault; returns how many calls there were, and adds what was refused. */
static long run(const struct fault *fault, long *refused) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    struct trial trial = {.path = path, .options = ",\"retention\":{\"bytes\":4000}", .aside = aside};
    size_t descriptors = count_descriptors();
    clear_folder(folder);
    twin_open(&trial.twin, 1);
    faults_set(&(struct faults){
        .directory = folder,
        .action = fault->number > 0 ? FAULTS_FAIL : FAULTS_NONE,
        .first = fault->number,
        .last = fault->lasts ? FAULTS_FOR_EVER : fault->number,
        .error = fault->error,
    });
    open_at_last(&trial, fault);
    for (size_t index = 0; index < SCRIPT && trial.core != 0; index++) {
        if (script[index] > 0) {
            batch_at_last(&trial, fault, script[index]);
        } else {
            trial_close(&trial);
            open_at_last(&trial, fault);
        }
    }
    if (trial.core != 0)
        trial_close(&trial);
    long count = faults_count();
    CHECK(fault->number == 0 || faults_met() > 0);
    faults_lift();
    *refused += trial.refused;
    /* All is as it should be, and nothing is left over. */
    check_integrity(path);
    trial.refused = 0;
    if (trial_open(&trial) && trial_batch(&trial, 2))
        trial_close(&trial);
    CHECK(!is_there(path, "-wal") && !is_there(path, "-new"));
    twin_close(&trial.twin);
    heard_forget(&trial.heard);
    CHECK_INT(count_descriptors(), descriptors);
    clock_gettime(CLOCK_MONOTONIC, &end);
    CHECK(end.tv_sec - start.tv_sec < 9); /* nothing waits: SQLite gives up after ten seconds where it cannot go on */
    return count;
}

int main(int argc, char **argv) {
    long only = argc > 1 ? strtol(argv[1], NULL, 10) : 0, ignored = 0;
    static const char *const names[2][2] = {{"EIO, once", "EIO, until it ended"},
                                            {"ENOSPC, once", "ENOSPC, until it ended"}};
    make_folder(base, true);
    joined(folder, base, "/store");
    joined(path, folder, "/x.adit");
    joined(outside, base, "/aside");
    joined(aside, outside, "/x.adit");
    need(mkdir(folder, 0700) == 0 && mkdir(outside, 0700) == 0, base);
    run(&(struct fault){0}, &ignored); /* what is done once in a process is done now */
    long count = run(&(struct fault){0}, &ignored);
    CHECK_INT(ignored, 0);
    for (int kind = 0; kind < 4; kind++) {
        long refused = 0, noticed = 0;
        for (long number = 1; number <= count; number++) {
            struct fault fault = {number, kind < 2 ? EIO : ENOSPC, kind % 2 == 1};
            int before = atomic_load(&check_failures);
            long was = refused;
            if (only != 0 && only != number)
                continue;
            run(&fault, &refused);
            noticed += refused > was;
            if (atomic_load(&check_failures) != before)
                fprintf(stderr, "    with %s, at call %ld: %s\n", names[kind / 2][kind % 2], number, faults_what());
            if (atomic_load(&check_failures) > 40)
                return EXIT_FAILURE; /* more would tell nothing new */
        }
        printf("%s: at each of %ld calls; at %ld of them something was refused, %ld times in all\n",
               names[kind / 2][kind % 2], count, noticed, refused);
    }
    if (check_result() == EXIT_SUCCESS) {
        clear_folder(folder);
        clear_folder(outside);
        need(rmdir(folder) == 0 && rmdir(outside) == 0 && rmdir(base) == 0, base);
    }
    return check_result();
}
