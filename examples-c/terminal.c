/*
 * terminal: the app todo on a terminal. The screen shows the state of a core, and sends what the user does to it; what
 * that means is up to the core alone.
 *
 *     terminal.c            the command line
 *     terminal/loop.c       the main loop
 *     terminal/keys.c       what each key does
 *     terminal/view.c       drawing
 *     terminal/model.c      the core, and mirrors of its state (watch/mirror.c)
 *     terminal/notice.c     failures in words
 *     terminal/list.c       the selected row, and the part of the list that is visible
 *     terminal/field.c      the line in which a text is typed
 *     terminal/text.c       UTF-8, and the columns that characters take
 *     terminal/tty.c        the terminal's modes, signals, standard error
 */
#define _GNU_SOURCE /* getopt_long */
#include "terminal/loop.h"
#include "terminal/tty.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

typedef struct options {
    const char *store, *state; /* paths; NULL if not given */
} options;

static bool fail(const char *text) {
    fprintf(stderr, "terminal: %s\n", text);
    return false;
}

/* -- The config. -- */

/* Adds the state that a file has. */
static bool add_state(json_t *config, const char *path) {
    json_error_t error;
    json_t *state = json_load_file(path, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (state != NULL)
        return json_object_set_new(config, "state", state) == 0 || fail("there is no memory left");
    adit_line line = {0};
    adit_line_add(&line, "--state: ");
    adit_line_add_text(&line, error.text, strlen(error.text));
    if (error.line > 0)
        adit_line_add(&line, " at line %d, column %d", error.line, error.column);
    return fail(line.text);
}

static bool add_store(json_t *config, const char *path) {
    return json_object_set_new(config, "store", json_pack("{s:s,s:s}", "path", path, "durability", "full")) == 0 ||
           fail("--store: the path is not UTF-8 text");
}

/* The config, to be freed: the gateway, and where the state comes from. NULL, reported, if there is none. */
static char *config_of(const options *options) {
    json_t *config = json_pack("{s:[s],s:b}", "gateways", "review", "undo", 1);
    bool good = (options->state == NULL || add_state(config, options->state)) &&
                (options->store == NULL || add_store(config, options->store));
    char *text = good ? json_dumps(config, JSON_COMPACT) : NULL;
    json_decref(config);
    return text;
}

/* -- Running. -- */

/* Runs on a core that is open. */
static void run_on_terminal(ui *ui) {
    if (!tty_start(&ui->model.failure))
        return;
    loop_run(ui);
    tty_end();
}

static bool run(const options *options) {
    ui ui = {0};
    adit_line no_terminal = {0};
    if (!tty_exists(&no_terminal))
        return fail(no_terminal.text);
    char *config = config_of(options);
    if (config == NULL)
        return false;
    bool opened = model_open(&ui.model, config);
    free(config);
    if (opened) {
        run_on_terminal(&ui);
        model_close(&ui.model);
    }
    field_destroy(&ui.field);
    free(ui.edited);
    return ui.model.failure.length == 0 || fail(ui.model.failure.text);
}

/* -- The command line. -- */

static void print_usage(FILE *out) {
    fprintf(out, "Usage: terminal [--store FILE | --state FILE]\n");
}

static void print_help(void) {
    print_usage(stdout);
    printf("\nShows the list of the app todo (Adit %s) on this terminal.\n\n"
           "      --store FILE  keep the list in this file; otherwise it is forgotten at the end\n"
           "      --state FILE  begin with the state in this file, JSON as it is exported\n"
           "  -h, --help        print this\n"
           "  -V, --version     print the version\n\n"
           "Keys:\n"
           "  up, down, page up, page down, home, end  select an item\n"
           "  space   check it, or uncheck it\n"
           "  u, r    undo the last change, redo it\n"
           "  a       add an item\n"
           "  e       edit the text of the selected one\n"
           "  d       delete it\n"
           "  Esc     cancel; in the list, dismiss the request for a review\n"
           "  Ctrl-L  draw the screen again\n"
           "  q       quit\n\n"
           "The status is 0, 1 if something failed, or 2 if the command line is no good.\n",
           adit_version());
}

static bool misuse(const char *text, int *status) {
    if (text != NULL)
        fail(text);
    print_usage(stderr);
    fprintf(stderr, "See terminal --help.\n");
    *status = MISUSE;
    return false;
}

enum { STORE = 256, STATE };

static const struct option long_options[] = {
    {"store", required_argument, NULL, STORE},
    {"state", required_argument, NULL, STATE},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

/* Takes the command line apart. If there is nothing to run, `*status` is what to end with. */
static bool read_options(options *options, int argc, char **argv, int *status) {
    int option;
    *status = EXIT_SUCCESS;
    while ((option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), false;
        if (option == 'V')
            return printf("terminal (Adit %s)\n", adit_version()), false;
        if (option == STORE)
            options->store = optarg;
        else if (option == STATE)
            options->state = optarg;
        else
            return misuse(NULL, status);
    }
    if (optind < argc)
        return misuse("no arguments are expected beside the options", status);
    if (options->store != NULL && options->state != NULL)
        return misuse("--store and --state exclude each other", status);
    return true;
}

int main(int argc, char **argv) {
    options options = {0};
    int status;
    if (read_options(&options, argc, argv, &status))
        status = run(&options) ? EXIT_SUCCESS : FAILURE;
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("terminal: standard output");
        status = FAILURE;
    }
    tty_raise();
    return status;
}
