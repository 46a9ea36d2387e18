/*
 * watch: a host that follows its core. It keeps a mirror of a part of the state, as a user interface does: it requests
 * all of it once, changes it only by patches from then on, and prints the changes.
 *
 *     watch.c             the loop, the command line
 *     watch/host.c        sends, receives, and keeps the mirror by adit_patch.h
 *     watch/print.c       what is printed
 */
#define _GNU_SOURCE /* getopt_long */
#include "todo/input.h"
#include "watch/host.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

typedef struct options {
    const char *app, *path, *config;
    bool checks;
} options;

/* -- The loop. -- */

/* Lets the core go on with what it waits for until there is something to read. */
static bool await_input(host *host, int fd) {
    while (true) {
        /* The descriptor of a core that has closed is an error, and so below 0: poll leaves it out. */
        struct pollfd files[] = {{.fd = fd, .events = POLLIN}, {.fd = adit_fd(host->core), .events = POLLIN}};
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return host_fail(host, strerror(errno));
        if (files[0].revents != 0)
            return true;
        if (files[1].revents != 0 && !host_follow(host))
            return false;
    }
}

/* Passes the lines of standard input on. */
static void pass_lines(host *host) {
    input input = {.fd = STDIN_FILENO};
    size_t number = 0, length;
    bool goes_on = true;
    while (goes_on && !input.ended) {
        goes_on = await_input(host, input.fd) && (input_read(&input) || host_fail(host, strerror(errno)));
        for (char *text; goes_on && (text = input_line(&input, &length)) != NULL;)
            goes_on = host_run_line(host, ++number, text, length);
    }
    input_destroy(&input);
}

static bool run(const options *options) {
    host host = {.path = options->path, .checks = options->checks};
    if (!host_open(&host, options->app, options->config))
        return false;
    pass_lines(&host);
    host_close(&host);
    return !host.has_failed;
}

/* -- The command line. -- */

static void print_usage(FILE *out) {
    fprintf(out, "Usage: watch [OPTION]... [APP [PATH]]\n");
}

static void print_help(void) {
    print_usage(stdout);
    printf("\nFollows a part of the state of an Adit core (%s). Messages are read from standard input, a line of JSON\n"
           "each, and sent to the core. What they change is printed.\n\n"
           "APP is the core's app, todo unless it is given. PATH is the JSON Pointer of the part, such as /items/ids;\n"
           "unless it is given, it is all of the state.\n\n"
           "      --check        compare the mirror with the state after each line\n"
           "      --config JSON  open the core with this config\n"
           "  -h, --help         print this\n"
           "  -V, --version      print the version\n\n"
           "What is printed:\n"
           "  revision 0: = VALUE               all that there is\n"
           "  revision 1: + PATH VALUE          something new\n"
           "  revision 2: ~ PATH OLD -> NEW     something else in its place\n"
           "  revision 3: > PATH -> PATH        something has moved\n"
           "  revision 4: - PATH VALUE          something is gone\n\n"
           "The status is 0; 1 if a message was refused, something failed or the mirror differed; or 2 if the command\n"
           "line is no good.\n",
           adit_version());
}

static bool misuse(const char *text, int *status) {
    if (text != NULL)
        fprintf(stderr, "watch: %s\n", text);
    print_usage(stderr);
    fprintf(stderr, "See watch --help.\n");
    *status = MISUSE;
    return false;
}

/* Whether the path is a JSON Pointer; otherwise `error` says why not. */
static bool is_pointer(const char *path, adit_line *error) {
    json_t *text = json_string(path);
    adit_pointer pointer;
    adit_line_add(error, "PATH: ");
    bool is_one = text != NULL && adit_pointer_read(&pointer, path, strlen(path), error);
    if (text == NULL)
        adit_line_add(error, "it is no text in UTF-8");
    else if (is_one)
        adit_pointer_destroy(&pointer);
    json_decref(text);
    return is_one;
}

enum { CHECK = 256, CONFIG };

static const struct option long_options[] = {
    {"check", no_argument, NULL, CHECK},
    {"config", required_argument, NULL, CONFIG},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

/* Takes the command line apart. Where there is nothing to run, `*status` is what to end with. */
static bool read_options(options *options, int argc, char **argv, int *status) {
    int option;
    adit_line error = {0};
    *status = EXIT_SUCCESS;
    while ((option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), false;
        if (option == 'V')
            return printf("watch (Adit %s)\n", adit_version()), false;
        if (option == CHECK)
            options->checks = true;
        else if (option == CONFIG)
            options->config = optarg;
        else
            return misuse(NULL, status);
    }
    if (argc - optind > 2)
        return misuse("at most an APP and a PATH are expected", status);
    if (argc - optind > 0)
        options->app = argv[optind];
    if (argc - optind > 1)
        options->path = argv[optind + 1];
    return is_pointer(options->path, &error) || misuse(error.text, status);
}

int main(int argc, char **argv) {
    options options = {.app = "todo", .path = "", .config = "{}"};
    int status;
    if (read_options(&options, argc, argv, &status))
        status = run(&options) ? EXIT_SUCCESS : FAILURE;
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("watch: standard output");
        status = FAILURE;
    }
    return status;
}
