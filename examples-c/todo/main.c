/*
 * todo: a to-do list for the terminal. All that it knows is in a core of the app `todo`, and kept by that in a file.
 */
#define _GNU_SOURCE /* getopt_long */
#include "command.h"
#include "place.h"
#include "raw.h"
#include "shell.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

typedef struct options {
    const char *app;
    const char *config;
    place place;
    char **commands; /* of -c, in their order */
    size_t count;
    bool raw, echo;
    char **files; /* up to the NULL at the end of argv */
} options;

static void print_usage(FILE *out) {
    fprintf(out, "Usage: todo [OPTION]... [FILE]...\n"
                 "       todo --raw [--app NAME] [--store FILE] [--config JSON]\n");
}

static void print_help(void) {
    print_usage(stdout);
    printf("\nKeeps a to-do list in an Adit core (%s). Imports the todo.txt FILEs, then runs commands:\n"
           "those of -c, or else those read from standard input, a line each.\n\n"
           "  -c, --command COMMAND    run this command; may be repeated\n"
           "  -e, --echo-commands      print each command before what it prints\n"
           "      --store FILE         keep the list in this file\n"
           "      --memory             keep nothing\n"
           "      --raw                pass JSON messages, a line each, to the core and back\n"
           "      --app NAME           with --raw: the app, by default todo\n"
           "      --config JSON        open the core with this config\n"
           "  -h, --help               print this\n"
           "  -V, --version            print the version\n\nCommands:\n",
           adit_version());
    command_help();
    printf("\nN is a number that list has shown since the program began, or whatever made the task.\n"
           "A DAY is YYYY-MM-DD, today or tomorrow, in UTC.\n"
           "In a script, # begins a comment, and a command behind a - may fail.\n"
           "The list is kept in adit/todo.adit in $XDG_DATA_HOME, or else in ~/.local/share, for one todo\n"
           "at a time. A JSON that has \"store\" or \"state\" decides for itself. --raw alone keeps nothing.\n"
           "The status is 0, 1 if something failed, or 2 if the command line is no good.\n");
}

static bool misuse(const char *text) {
    if (text != NULL)
        fprintf(stderr, "todo: %s\n", text);
    print_usage(stderr);
    return false;
}

enum { RAW = 256, APP, CONFIG, STORE, MEMORY };

static const struct option long_options[] = {
    {"command", required_argument, NULL, 'c'},
    {"echo-commands", no_argument, NULL, 'e'},
    {"store", required_argument, NULL, STORE},
    {"memory", no_argument, NULL, MEMORY},
    {"raw", no_argument, NULL, RAW},
    {"app", required_argument, NULL, APP},
    {"config", required_argument, NULL, CONFIG},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static void read_option(options *options, int option) {
    switch (option) {
    case 'c':
        options->commands[options->count++] = optarg;
        break;
    case 'e':
        options->echo = true;
        break;
    case STORE:
        options->place.path = optarg;
        break;
    case MEMORY:
        options->place.memory = true;
        break;
    case RAW:
        options->raw = true;
        break;
    case APP:
        options->app = optarg;
        break;
    default:
        options->config = optarg;
        break;
    }
}

/* Takes the command line apart. Where there is nothing to run, `*status` is what to end with. */
static bool read_options(options *options, int argc, char **argv, int *status) {
    int option;
    *status = EXIT_SUCCESS;
    while ((option = getopt_long(argc, argv, "c:ehV", long_options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), false;
        if (option == 'V')
            return printf("todo (Adit %s)\n", adit_version()), false;
        if (option == '?') {
            *status = MISUSE;
            return misuse(NULL);
        }
        read_option(options, option);
    }
    options->files = argv + optind;
    *status = MISUSE;
    if (options->raw && (options->count > 0 || options->echo || options->files[0] != NULL))
        return misuse("--raw takes messages only, neither commands nor files");
    if (!options->raw && options->app != NULL)
        return misuse("--app is for --raw; the commands are those of the app todo");
    const char *conflict = place_conflict(&options->place, options->config);
    return conflict == NULL || misuse(conflict);
}

static bool run_commands(todo *todo, const options *options) {
    bool good = true;
    todo->unit = "command";
    for (size_t i = 0; i < options->count && !todo->quit; i++) {
        todo->place = i + 1;
        good &= shell_line(todo, options->commands[i], strlen(options->commands[i]), options->echo);
    }
    return good;
}

static bool run_all(todo *todo, const options *options) {
    bool good = true;
    for (char **file = options->files; *file != NULL; file++)
        good &= shell_import(todo, *file);
    return (options->count > 0 ? run_commands(todo, options) : shell_lines(todo, stdin, options->echo)) && good;
}

/* Opens a core and runs everything on it. */
static bool run(const options *options, const char *config) {
    todo todo = {0};
    adit_error error;
    if (!session_open(&todo.session, config, &error))
        return report(&todo, "%s", error.text);
    bool good = numbering_create(&todo.items) && numbering_create(&todo.entries);
    good = good ? run_all(&todo, options) : report_no_memory(&todo);
    numbering_destroy(&todo.items);
    numbering_destroy(&todo.entries);
    todo.unit = NULL;
    return session_close(&todo.session, &error) ? good : report(&todo, "%s", error.text);
}

/* Lets messages or commands at a core that keeps the list where it belongs. Messages by themselves are not kept. */
static bool run_in_place(const options *options) {
    place place = options->place;
    place.memory |= options->raw && place.path == NULL;
    char *config = place_config(&place, options->config);
    if (config == NULL)
        return false;
    const char *app = options->app != NULL ? options->app : "todo";
    bool good = options->raw ? raw_run(app, config) : run(options, config);
    free(config);
    return good;
}

int main(int argc, char **argv) {
    options options = {.config = "{}", .commands = calloc((size_t)argc, sizeof(char *))};
    int status;
    if (options.commands == NULL) {
        perror("todo");
        return FAILURE;
    }
    if (read_options(&options, argc, argv, &status))
        status = run_in_place(&options) ? EXIT_SUCCESS : FAILURE;
    free(options.commands);
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("todo: standard output");
        status = FAILURE;
    }
    return status;
}
