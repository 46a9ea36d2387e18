/*
 * server: a host that answers requests. A client connects to a Unix socket, writes a line of JSON for each request, and
 * reads a line for each response. Each request is one entry into the core, with dependencies of its own; what the core
 * says about it is its response.
 *
 *     server.c              the loop, the command line
 *     server/request.c      one request, one response
 *     server/connection.c   the lines of a client
 *     server/listener.c     the socket
 *
 * Source: "Single entry point systems", 002.
 */
#define _GNU_SOURCE /* getopt_long, ppoll */
#include "server/connection.h"
#include "server/listener.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

/** How many clients there are at a time; more wait to be accepted. */
enum { CLIENTS = 64 };

/** How long the core's own work may take to end. */
enum { PATIENCE_MS = 1000 };

typedef struct server {
    adit_core core;
    json_t *with;
    int fd;
    connection clients[CLIENTS];
    size_t count;
} server;

static volatile sig_atomic_t has_ended;

static void end(int number) {
    (void)number;
    has_ended = 1;
}

static bool fail(const char *what, const char *why) {
    fprintf(stderr, "server: %s: %s\n", what, why);
    return false;
}

/* -- The loop. -- */

/* What the core says that no request caused, such as what an effect brings, belongs to nobody here. */
static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core, (void)json, (void)length;
}

static void accept_client(server *server) {
    int fd = accept(server->fd, NULL, NULL);
    if (fd >= 0)
        server->clients[server->count++] = (connection){.input.fd = fd};
}

static void serve_clients(server *server, const struct pollfd *files) {
    size_t kept = 0, count = server->count;
    for (size_t i = 0; i < count; i++) {
        connection *client = &server->clients[i];
        short events = files[i].revents;
        if (events == 0 || connection_serve(client, events, server->core, server->with))
            server->clients[kept++] = *client;
        else
            connection_close(client);
    }
    server->count = kept;
}

/* Serves until a signal ends it. */
static bool serve(server *server) {
    sigset_t none;
    sigemptyset(&none);
    while (!has_ended) {
        struct pollfd files[CLIENTS + 2];
        nfds_t count = server->count;
        for (size_t i = 0; i < count; i++) {
            const connection *client = &server->clients[i];
            files[i] = (struct pollfd){.fd = client->input.fd, .events = connection_events(client)};
        }
        files[count] = (struct pollfd){.fd = adit_fd(server->core), .events = POLLIN};
        files[count + 1] = (struct pollfd){.fd = count < CLIENTS ? server->fd : -1, .events = POLLIN};
        if (ppoll(files, count + 2, NULL, &none) < 0) {
            if (errno == EINTR)
                continue;
            return fail("poll", strerror(errno));
        }
        serve_clients(server, files);
        if (files[count].revents != 0 && adit_process(server->core, 0) < 0)
            return fail("the core", "it has closed");
        if (files[count + 1].revents != 0)
            accept_client(server);
    }
    return true;
}

/* The signals that end the server arrive while it waits, and not in between. */
static void watch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = end};
    sigset_t ending;
    sigemptyset(&ending);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], &action, NULL);
        sigaddset(&ending, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, &ending, NULL);
}

static bool run(const char *app, const char *path, const char *config, json_t *with) {
    static server server;
    adit_error error;
    server.with = with;
    if (adit_open(ADIT_ABI_VERSION, app, config, ADIT_NTS, on_message, NULL, NULL, &server.core, &error) != ADIT_OK)
        return fail(app, error.text);
    server.fd = listener_open(path);
    bool good = server.fd >= 0 || fail(path, strerror(errno));
    if (good) {
        watch_signals();
        printf("%s: serving %s\n", path, app);
        fflush(stdout);
        good = serve(&server);
        close(server.fd);
        unlink(path);
    }
    while (server.count > 0)
        connection_close(&server.clients[--server.count]);
    int32_t code = adit_close(server.core, PATIENCE_MS);
    return (code == ADIT_OK || fail("close", adit_strerror(code))) && good;
}

/* -- The command line. -- */

static void print_usage(FILE *out) {
    fprintf(out, "Usage: server [OPTION]... SOCKET [APP]\n");
}

static void print_help(void) {
    print_usage(stdout);
    printf("\nServes an Adit core (%s) at a Unix socket. APP is its app, todo unless it is given. A request is a line\n"
           "of JSON, and so is its response:\n\n"
           "  {\"id\": 7, \"request\": MESSAGE, \"with\": {…}}\n"
           "  {\"id\": 7, \"response\": [MESSAGE …]}, or {\"id\": 7, \"error\": {\"code\": …, \"message\": …}}\n\n"
           "The dependencies in \"with\" are those of this request alone; its date is the time of its arrival.\n\n"
           "      --config JSON  open the core with this config\n"
           "      --with JSON    the dependencies of every request, unless it has its own\n"
           "  -h, --help         print this\n"
           "  -V, --version      print the version\n",
           adit_version());
}

static int misuse(const char *text) {
    if (text != NULL)
        fprintf(stderr, "server: %s\n", text);
    print_usage(stderr);
    fprintf(stderr, "See server --help.\n");
    return MISUSE;
}

enum { CONFIG = 256, WITH };

static const struct option long_options[] = {
    {"config", required_argument, NULL, CONFIG},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {"with", required_argument, NULL, WITH},
    {NULL, 0, NULL, 0},
};

int main(int argc, char **argv) {
    const char *config = "{}", *with = "{}";
    int option;
    while ((option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), EXIT_SUCCESS;
        if (option == 'V')
            return printf("server (Adit %s)\n", adit_version()), EXIT_SUCCESS;
        if (option == CONFIG)
            config = optarg;
        else if (option == WITH)
            with = optarg;
        else
            return misuse(NULL);
    }
    if (argc - optind < 1 || argc - optind > 2)
        return misuse("a SOCKET and at most an APP are expected");
    json_t *object = json_loads(with, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(object)) {
        json_decref(object);
        return misuse("--with: a JSON object is expected");
    }
    bool good = run(argc - optind > 1 ? argv[optind + 1] : "todo", argv[optind], config, object);
    json_decref(object);
    return good ? EXIT_SUCCESS : FAILURE;
}
