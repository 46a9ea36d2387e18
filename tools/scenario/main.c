/*
 * scenario: a host that is a story. It runs scenarios, which are JSON files (docs/recording.md), against any Adit
 * library: GIVEN a state, WHEN messages are sent, THEN these are heard, in order, nothing else, and the state is so.
 *
 *     scenario.c              the command line
 *     scenario/file.c         reads files
 *     scenario/check.c        whether they are written as they should be
 *     scenario/shape.c        whether an object has the keys that it may have
 *     scenario/story.c        runs a scenario's steps
 *     scenario/given.c        what there is before
 *     scenario/action.c       what is done
 *     scenario/then.c         what is expected
 *     scenario/host.c         the core: sends, hears, asks
 *     scenario/library.c      the library: opened while the program runs
 *     scenario/pattern.c      what a value is like
 *     scenario/mismatch.c     where it is not
 *     scenario/words.c        the words of patterns
 *     scenario/alignment.c    which elements of two rows belong together
 *     scenario/lines.c        texts of several lines, and how they differ
 *     scenario/position.c     where in a file things stand
 *     scenario/text.c         text that grows
 */
#define _GNU_SOURCE /* getopt_long */
#include "scenario/library.h"
#include "scenario/story.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

/** What the program ends with: beside success, whether a scenario failed or could not be run. */
enum { FAILURE = 1, MISUSE = 2 };

static void print_usage(FILE *out) {
    fprintf(out, "Usage: scenario [OPTION]... LIBRARY FILE...\n");
}

static void print_help(void) {
    print_usage(stdout);
    printf(
        "\nRuns scenarios against a library of Adit cores (%s). Each FILE is JSON: a scenario, or an array of them.\n\n"
        "  -v, --verbose  print the steps of all scenarios, and not only of those that fail\n"
        "  -h, --help     print this\n"
        "  -V, --version  print the version\n\n"
        "The status is 0; 1 if a scenario failed; or 2 if the command line, the library or a file is no good.\n",
        ADIT_VERSION);
}

static const struct option long_options[] = {
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

/* Takes the options. Where there is nothing to run, `*status` is what to end with. */
static bool read_options(bool *is_verbose, int argc, char **argv, int *status) {
    int option;
    while ((option = getopt_long(argc, argv, "vhV", long_options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), false;
        if (option == 'V')
            return printf("scenario (Adit %s)\n", ADIT_VERSION), false;
        if (option == 'v') {
            *is_verbose = true;
            continue;
        }
        *status = MISUSE;
        break;
    }
    if (*status == EXIT_SUCCESS && argc - optind >= 2)
        return true;
    *status = MISUSE;
    print_usage(stderr);
    fprintf(stderr, "See scenario --help.\n");
    return false;
}

/* Says what is no good. The scenarios that were run stand before it, as they were run before. */
static int complain(text *fault) {
    fflush(stdout);
    fprintf(stderr, "scenario: %s\n", text_string(fault));
    text_destroy(fault);
    return MISUSE;
}

static int run_files(const library *library, char **paths, bool is_verbose) {
    tally tally = {0};
    int status = EXIT_SUCCESS;
    for (; *paths != NULL; paths++) {
        text fault = {0};
        file file;
        if (!file_read(&file, *paths, &fault)) {
            status = complain(&fault);
            continue;
        }
        story_run_all(library, &file, is_verbose, &tally);
        file_destroy(&file);
    }
    printf("%zu %s, %zu %s: ", tally.scenarios, tally.scenarios == 1 ? "scenario" : "scenarios", tally.steps,
           tally.steps == 1 ? "step" : "steps");
    if (tally.failures > 0)
        printf("%zu failed\n", tally.failures);
    else
        printf(status == EXIT_SUCCESS ? "all is well\n" : "not all could be run\n");
    return status == EXIT_SUCCESS && tally.failures > 0 ? FAILURE : status;
}

int main(int argc, char **argv) {
    bool is_verbose = false;
    int status = EXIT_SUCCESS;
    open_standard_streams();
    if (read_options(&is_verbose, argc, argv, &status)) {
        library library;
        text fault = {0};
        if (library_open(&library, argv[optind], &fault)) {
            status = run_files(&library, argv + optind + 1, is_verbose);
            library_close(&library);
        } else {
            status = complain(&fault);
        }
    }
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("scenario: standard output");
        status = FAILURE;
    }
    return status;
}
