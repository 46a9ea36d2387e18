/*
 * gateways: a host that serves its core. It opens pages in a core of the app `reader`, which asks it for what only a
 * host can do: to fetch the pages, which the host does itself, and to keep them, which libadit_gateways does.
 *
 * One loop does it all, on one thread. It sleeps in poll() until there is a command on standard input, something for
 * the core or the library to do (adit_fd, adit_gateways_fd), or a request to answer: so any number of requests is in
 * flight at once, and none of them keeps another waiting.
 *
 *     gateways.c            the loop, the command line
 *     gateways/host.c       hears the core's requests, and answers them
 *     gateways/fetch.c      the gateway `fetch`
 *     gateways/jobs.c       the requests that are not answered yet
 *     gateways/script.c     the commands
 *     gateways/print.c      what is printed
 */
#define _GNU_SOURCE /* getopt_long */
#include "gateways/host.h"
#include "gateways/script.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

/** The virtual clock moves by so many milliseconds at most, so that host and core agree on when something happened. */
enum { STEP_MS = 100 };

typedef struct options {
    const char *folder, *store, *config;
    bool is_virtual;
} options;

/* -- The loop. -- */

static int64_t least(int64_t one, int64_t other) {
    return one < other ? one : other;
}

/* How long there is nothing to do, in milliseconds; -1: until something comes. */
static int64_t time_to_next(const host *host, const script *script) {
    int64_t next = host->jobs.first != NULL ? host->jobs.first->due : INT64_MAX;
    if (script->is_waiting)
        next = least(next, script->until);
    return next == INT64_MAX ? -1 : next > host->now ? next - host->now : 0;
}

/* Sleeps until there is something to do. False, with a text on stderr, where that fails. */
static bool wait_for_events(host *host, script *script, int core_fd) {
    bool reads = !script->is_waiting && !script->is_over;
    struct pollfd files[] = {
        {.fd = core_fd, .events = POLLIN},
        {.fd = reads ? 0 : -1, .events = POLLIN}, /* poll leaves out what is negative */
        {.fd = host_gateways_fd(host), .events = POLLIN},
    };
    int64_t time = time_to_next(host, script);
    bool passes = host->is_virtual && script->is_waiting; /* elsewhere a virtual clock stands still */
    int timeout = host->is_virtual ? (passes ? 0 : -1) : (int)least(time, INT32_MAX);
    int ready = poll(files, 3, timeout);
    if (ready < 0) {
        if (errno == EINTR)
            return true;
        perror("gateways: poll");
        return false;
    }
    if (ready == 0 && passes)
        return host_pass(host, least(time < 0 ? STEP_MS : time, STEP_MS));
    return files[1].revents == 0 || script_read(script);
}

/* Serves the core until there are no more commands, and nothing is in flight. */
static bool serve(host *host, script *script) {
    int core_fd = adit_fd(host->core);
    if (core_fd < 0) {
        fprintf(stderr, "gateways: %s\n", adit_strerror(core_fd));
        return false;
    }
    while (!host->is_closed && !script->is_ended) {
        host_read_clock(host);
        if (!host_work(host))
            return false;
        if (script_waits(script, host) || (!script_has_line(script) && !script->is_over)) {
            fflush(stdout); /* whoever writes the commands may wait for what comes of one before writing the next */
            if (!wait_for_events(host, script, core_fd))
                return false;
        } else if (script_has_line(script)) {
            script_run_line(script, host);
        } else if (host->jobs.first != NULL) {
            script_wait_for_answers(script);
        } else {
            break;
        }
    }
    return true;
}

static bool is_folder(const char *name) {
    struct stat about;
    if (stat(name, &about) == 0 && S_ISDIR(about.st_mode))
        return true;
    fprintf(stderr, "gateways: %s is no folder\n", name);
    return false;
}

/* Opens a core, serves it, and closes it. */
static bool run(const options *options) {
    host host = {.folder = options->folder, .store = options->store, .is_virtual = options->is_virtual};
    script script = {0};
    if (!is_folder(options->folder) || !host_open(&host, options->config))
        return false;
    bool good = serve(&host, &script);
    return host_close(&host) && good && !script.has_failed;
}

/* -- The command line. -- */

static void print_usage(FILE *out) {
    fprintf(out, "Usage: gateways [OPTION]... FOLDER\n");
}

static void print_help(void) {
    print_usage(stdout);
    printf(
        "\nOpens pages in an Adit core (%s) of the app reader, and serves it: pages are fetched from the files in\n"
        "FOLDER, and kept in a store of keys and values. Commands are read from standard input, a line each.\n\n"
        "      --store FILE   keep the pages in this file of SQLite; otherwise they are forgotten at the end\n"
        "      --virtual      time passes in waits only, and then in no time\n"
        "      --config JSON  open the core with this config\n"
        "  -h, --help         print this\n"
        "  -V, --version      print the version\n\n"
        "Commands:\n"
        "  open URL           open a page: the one that is kept, or the one that is fetched\n"
        "  refresh URL        fetch it anew\n"
        "  cancel URL         stop opening it\n"
        "  forget URL         keep it no longer\n"
        "  delay GATEWAY MS   let fetch or keyValue take so long from now on; the core waits for them for up to\n"
        "                     10 and 2 seconds\n"
        "  wait [MS]          run no further command for so long, or until all requests are answered\n"
        "  state [PATH]       print the core's state, or a part of it\n"
        "  stats              print how the core is\n"
        "  {…}                send this message\n"
        "  quit               end, whatever is in flight; at the end of the commands, that is waited for\n\n"
        "A line of what happens begins with the number of the command that it came of. The path of a URL is that of\n"
        "a file in FOLDER, whatever its host is. # begins a comment.\n"
        "The status is 0, 1 if something failed, or 2 if the command line is no good.\n",
        adit_version());
}

enum { STORE = 256, VIRTUAL, CONFIG };

static const struct option long_options[] = {
    {"store", required_argument, NULL, STORE},   {"virtual", no_argument, NULL, VIRTUAL},
    {"config", required_argument, NULL, CONFIG}, {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},         {NULL, 0, NULL, 0},
};

/* Takes the command line apart. Where there is nothing to run, `*status` is what to end with. */
static bool read_options(options *options, int argc, char **argv, int *status) {
    int option;
    *status = EXIT_SUCCESS;
    while ((option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), false;
        if (option == 'V')
            return printf("gateways (Adit %s)\n", adit_version()), false;
        if (option == STORE)
            options->store = optarg;
        else if (option == VIRTUAL)
            options->is_virtual = true;
        else if (option == CONFIG)
            options->config = optarg;
        else
            return print_usage(stderr), *status = MISUSE, false;
    }
    options->folder = argv[optind];
    if (argc - optind == 1)
        return true;
    print_usage(stderr);
    *status = MISUSE;
    return false;
}

int main(int argc, char **argv) {
    options options = {.config = "{}"};
    int status;
    if (read_options(&options, argc, argv, &status))
        status = run(&options) ? EXIT_SUCCESS : FAILURE;
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("gateways: standard output");
        status = FAILURE;
    }
    return status;
}
