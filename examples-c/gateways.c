/*
 * gateways: a host that lets libadit_gateways serve its core. It opens pages in a core of the app `reader`, which asks for
 * them by HTTP, and keeps them by their keys.
 *
 * One loop does it all, on one thread. It sleeps in poll() until there is a command on standard input, or something for
 * the core or the library to do (adit_fd, adit_gateways_fd): so any number of requests is in flight at once.
 */
#define _POSIX_C_SOURCE 200809L /* poll */
#include "todo/input.h"

#include <adit_gateways.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

/** How long the core's own work may take to end. */
enum { PATIENCE_MS = 1000 };

typedef struct host {
    adit_core core;
    adit_gateways *gateways;
    json_int_t line; /* how many lines were run */
    bool waits;      /* for all answers, before the next line is run */
    bool has_ended;  /* by `quit` */
    bool has_failed; /* a line was no command, or was refused */
} host;

static bool fail(const char *text) {
    fflush(stdout);
    fprintf(stderr, "gateways: %s\n", text);
    return false;
}

/* Runs inside adit_process. The library takes what is for it; the rest is printed. */
static void on_message(void *context, adit_core core, const char *json, size_t length) {
    const host *host = context;
    int32_t code = adit_gateways_take(host->gateways, core, json, length);
    if (code == 0)
        puts(json);
    else if (code < 0)
        fail(adit_strerror(code)); /* the core goes on without an answer once the time is up */
}

/* -- The commands. -- */

static bool complain(const host *host, const char *text) {
    fflush(stdout);
    fprintf(stderr, "gateways: line %" JSON_INTEGER_FORMAT ": %s\n", host->line, text);
    return false;
}

static bool send_text(const host *host, const char *json, size_t length) {
    adit_error error;
    return adit_send(host->core, json, length, &error) == ADIT_OK || complain(host, error.text);
}

/* Sends a message with the line's number for an `@id`: its output, however late, has that number. */
static bool send_message(const host *host, json_t *message) {
    if (message == NULL)
        return complain(host, "it is not UTF-8");
    char *text =
        json_object_set_new(message, "@id", json_integer(host->line)) == 0 ? json_dumps(message, JSON_COMPACT) : NULL;
    bool sent = text != NULL ? send_text(host, text, ADIT_NTS) : complain(host, adit_strerror(ADIT_ENOMEM));
    free(text);
    json_decref(message);
    return sent;
}

static bool run_command(host *host, const char *verb, const char *rest) {
    static const char *const requests[] = {"open", "refresh", "cancel", "forget"};
    for (size_t index = 0; index < sizeof requests / sizeof *requests; index++) {
        if (strcmp(verb, requests[index]) == 0)
            return send_message(host, json_pack("{s:{s:{s:{s:s}}}}", "page", "request", verb, "url", rest));
    }
    if (strcmp(verb, "state") == 0)
        return send_message(host, json_pack("{s:{s:s}}", "@get", "path", rest));
    host->waits = strcmp(verb, "wait") == 0;
    host->has_ended = strcmp(verb, "quit") == 0;
    return host->waits || host->has_ended ||
           complain(host, "found no command; open, refresh, cancel or forget URL, state PATH, wait, quit or a message "
                          "is expected");
}

static void run_line(host *host, char *line, size_t length) {
    host->line += 1;
    char *rest = line + strcspn(line, " ");
    bool good = true;
    if (line[0] == '{') {
        good = send_text(host, line, length);
    } else if (line[0] != '\0' && line[0] != '#') {
        if (*rest != '\0')
            *rest++ = '\0';
        good = run_command(host, line, rest);
    }
    host->has_failed |= !good;
}

/* -- The loop. -- */

/* Serves the core until there are no more commands, and nothing is in flight. */
static bool serve(host *host, input *input) {
    struct pollfd files[] = {{.fd = adit_fd(host->core), .events = POLLIN},
                             {.fd = adit_gateways_fd(host->gateways), .events = POLLIN},
                             {.events = POLLIN}};
    if (files[1].fd < 0)
        return fail("thread: found true; false is expected, as this loop serves the core");
    while (!host->has_ended) {
        int32_t code = adit_process(host->core, 0), requests = adit_gateways_process(host->gateways, 0);
        if (code < 0 || requests < 0)
            return code == ADIT_ECLOSED || fail(adit_strerror(code < 0 ? code : requests));
        bool is_idle = requests == 0 && poll(files, 2, 0) == 0;
        host->waits = host->waits && !is_idle;
        size_t length;
        char *line = host->waits ? NULL : input_line(input, &length);
        if (line != NULL) {
            run_line(host, line, length);
        } else if (is_idle && input->ended) {
            return true;
        } else {
            fflush(stdout); /* who writes the commands may wait for the output of one before writing the next */
            files[2].fd = host->waits || input->ended ? -1 : input->fd; /* poll leaves out what is negative */
            if ((poll(files, 3, -1) < 0 && errno != EINTR) || (files[2].revents != 0 && !input_read(input)))
                return fail(strerror(errno));
        }
    }
    return true;
}

/* Opens a core whose gateways are those that the library serves. */
static bool open_core(host *host) {
    char config[256];
    snprintf(config, sizeof config, "{\"gateways\":%s,\"log\":\"warning\"}", adit_gateways_names(host->gateways));
    adit_error error;
    int32_t code = adit_open(ADIT_ABI_VERSION, "reader", config, ADIT_NTS, on_message, host, NULL, &host->core, &error);
    return code == ADIT_OK || fail(error.text);
}

static bool run(const char *config) {
    host host = {0};
    input input = {.fd = STDIN_FILENO};
    adit_error error;
    if (adit_gateways_open(config, ADIT_NTS, adit_send, &host.gateways, &error) != ADIT_OK)
        return fail(error.text);
    bool good = open_core(&host);
    if (good) {
        good = serve(&host, &input);
        int32_t code = adit_close(host.core, PATIENCE_MS); /* what is in flight is cancelled */
        good = (code == ADIT_OK || fail(adit_strerror(code))) && good && !host.has_failed;
    }
    input_destroy(&input);
    adit_gateways_close(host.gateways);
    return good;
}

static void print_help(void) {
    printf("Usage: gateways CONFIG\n\n"
           "Opens pages in an Adit core (%s) of the app reader, which libadit_gateways serves with CONFIG, such as\n"
           "'{\"http\":{\"allow\":[\"https://example.org\"]},\"keyValue\":{\"path\":\"pages.values\"}}' "
           "(docs/gateways.md).\n"
           "Commands are read from standard input, a line each; what the core says is printed, a line of JSON each.\n\n"
           "  open URL      open a page: the one that is kept, or the one that is fetched\n"
           "  refresh URL   fetch it anew\n"
           "  cancel URL    stop opening it\n"
           "  forget URL    keep it no longer\n"
           "  state [PATH]  print the core's state, or a part of it\n"
           "  wait          run no further command until all requests are answered\n"
           "  {…}           send this message\n"
           "  quit          end, whatever is in flight; at the end of the commands, that is waited for\n\n"
           "The \"@id\" of what is printed is the number of the line. # begins a comment.\n"
           "The status is 0, 1 if something failed, or 2 if the command line is no good.\n",
           adit_version());
}

int main(int argc, char **argv) {
    int status = EXIT_SUCCESS;
    if (argc != 2) {
        fprintf(stderr, "Usage: gateways CONFIG\nSee gateways --help.\n");
        status = MISUSE;
    } else if (strcmp(argv[1], "--help") == 0) {
        print_help();
    } else {
        status = run(argv[1]) ? EXIT_SUCCESS : FAILURE;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("gateways: standard output");
        status = FAILURE;
    }
    return status;
}
