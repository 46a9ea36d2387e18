/*
 * The loop.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* ppoll */
#include "server.h"

#include "listener.h"
#include "scenario/text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/** How many clients there are at a time, at most; more wait to be accepted. */
enum { MOST_CLIENTS = 4096 };

/** Descriptors for other purposes than clients. */
enum { OWN_FILES = 32 };

/** How long clients of a socket that do not read are waited for at the end, in milliseconds. */
enum { END_PATIENCE_MS = 5000 };

static volatile sig_atomic_t signals;

static void on_signal(int number) {
    (void)number;
    if (++signals > 1)
        _exit(EXIT_FAILURE);
}

/* Signals arrive while the server waits, and not in between. */
static void watch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], &action, NULL);
        sigaddset(&blocked, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGPIPE, SIG_IGN);
}

void server_fail(server *server, const char *what, const char *why) {
    fprintf(stderr, "adit-serve: %s%s%s\n", what, why != NULL ? ": " : "", why != NULL ? why : "");
    if (server->is_ready)
        return;
    server->has_failed = true;
    server_end(server);
}

void server_end(server *server) {
    if (server->is_ending)
        return;
    server->is_ending = true;
    server_handle_rest(server);
    for (size_t i = 0; i < server->child_count; i++) {
        child *child = &server->children[i];
        if (child->fd >= 0)
            frame_add(&child->out, (frame){.kind = FRAME_END}, (span){0}, (span){0});
        else
            child->state = CHILD_GONE;
    }
}

/* -- The beginning. -- */

/* False if two libraries have one app. */
static bool check_apps(server *server) {
    for (size_t i = 0; i < server->child_count; i++) {
        const char *app;
        json_t *value;
        json_object_foreach(server->children[i].apps, app, value) {
            child *first = server_child_of(server, app);
            if (first == &server->children[i])
                continue;
            text why = {0};
            text_add(&why, "the app %s is in %s as well", app, first->library);
            server_fail(server, server->children[i].library, text_string(&why));
            text_destroy(&why);
            return false;
        }
    }
    return true;
}

static void become_ready(server *server) {
    if (server->is_passed) {
        server->listener = STDIN_FILENO;
    } else if (!server->is_stdio) {
        server->listener = listener_open(server->path, &server->file);
        if (server->listener < 0) {
            server_fail(server, server->path, strerror(errno));
            return;
        }
        printf("%s: ready\n", server->path);
        fflush(stdout);
    }
    server->is_ready = true;
    if (server->is_stdio)
        server_add_client(server, client_make_parent());
}

void server_advance(server *server) {
    if (server->is_ready || server->is_ending)
        return;
    for (size_t i = 0; i < server->child_count; i++) {
        if (server->children[i].state != CHILD_RUNNING)
            return;
    }
    if (json_object_size(server->core_names) == 0) {
        if (!check_apps(server))
            return;
        for (size_t i = 0; i < server->option_count && !server->is_ending; i++) {
            const core_option *option = &server->options[i];
            server_open(server, NULL, option->name, option->app, (span){option->config, strlen(option->config)}, NULL,
                        0);
        }
    }
    for (size_t i = 0; i < server->core_count; i++) {
        if (server->cores[i] != NULL && server->cores[i]->state == CORE_OPENING)
            return;
    }
    if (!server->is_ending)
        become_ready(server);
}

/* -- The loop. -- */

/* Whether output of children is taken: with one client, it waits for that one. */
static bool hears_children(const server *server) {
    if (!server->is_stdio || server->client_count == 0 || server->clients[0]->is_gone)
        return true;
    return buffer_length(&server->clients[0]->output) <= server->most_output;
}

static void serve_child(server *server, child *child) {
    bool goes_on = child_read(child);
    server_handle_frames(server, child);
    if (!goes_on)
        server_handle_end(server, child);
}

/* Everything is closed and written, or is not waited for any more. */
static bool has_ended(server *server) {
    bool is_written = true;
    if (!server->is_ending)
        return false;
    for (size_t i = 0; i < server->child_count; i++) {
        if (server->children[i].state != CHILD_GONE)
            return false;
    }
    if (server->deadline == 0)
        server->deadline = now_milliseconds() + END_PATIENCE_MS;
    for (size_t i = 0; i < server->client_count; i++) {
        const client *client = server->clients[i];
        is_written = is_written && (client->is_gone || buffer_length(&client->output) == 0);
    }
    return is_written || (!server->is_stdio && now_milliseconds() >= server->deadline);
}

/* How long to wait, in milliseconds; -1 without limit. */
static int64_t patience(const server *server) {
    int64_t next = server->deadline != 0 && !server->is_stdio ? server->deadline : INT64_MAX;
    for (size_t i = 0; i < server->child_count; i++) {
        const child *child = &server->children[i];
        if (child->state == CHILD_WAITING && child->next_start < next)
            next = child->next_start;
    }
    if (next == INT64_MAX)
        return -1;
    int64_t left = next - now_milliseconds();
    return left > 0 ? left : 0;
}

static void write_all(server *server) {
    for (size_t i = 0; i < server->child_count; i++)
        child_write(&server->children[i]);
    for (size_t i = 0; i < server->client_count; i++)
        client_write(server->clients[i]);
}

static short events(bool is_read, bool is_written) {
    return (short)((is_read ? POLLIN : 0) | (is_written ? POLLOUT : 0));
}

/* Waits until there is something to do. The files: the listener, the children, and two for each client. */
static bool wait_for_work(const server *server, struct pollfd *files) {
    bool hears = hears_children(server);
    size_t count = 0;
    bool accepts = server->listener >= 0 && !server->is_ending &&
                   (server->is_passed || server->client_count < server->most_clients);
    files[count++] = (struct pollfd){.fd = accepts ? server->listener : -1, .events = POLLIN};
    for (size_t i = 0; i < server->child_count; i++) {
        const child *child = &server->children[i];
        short wanted = events(hears, buffer_length(&child->out) > 0);
        files[count++] = (struct pollfd){.fd = wanted != 0 ? child->fd : -1, .events = wanted};
    }
    for (size_t i = 0; i < server->client_count; i++) {
        const client *client = server->clients[i];
        bool writes = buffer_length(&client->output) > 0 && !client->is_gone;
        files[count++] = (struct pollfd){.fd = server_reads(server, client) ? client->in : -1, .events = POLLIN};
        files[count++] = (struct pollfd){.fd = writes ? client->out : -1, .events = POLLOUT};
    }
    int64_t left = patience(server);
    struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
    sigset_t none;
    sigemptyset(&none);
    if (ppoll(files, count, left >= 0 ? &time : NULL, &none) >= 0)
        return true;
    if (errno != EINTR)
        end_without_memory();
    return false;
}

static void run_once(server *server) {
    size_t clients = server->client_count;
    struct pollfd *files = calloc(1 + server->child_count + 2 * clients, sizeof *files);
    if (files == NULL)
        end_without_memory();
    bool has_work = wait_for_work(server, files);
    if (signals > 0)
        server_end(server);
    for (size_t i = 0; has_work && i < server->child_count; i++) {
        if (files[1 + i].revents & (POLLIN | POLLHUP | POLLERR))
            serve_child(server, &server->children[i]);
    }
    for (size_t i = 0; has_work && i < clients; i++) {
        if (files[1 + server->child_count + 2 * i].revents != 0)
            server_serve_client(server, server->clients[i]);
    }
    for (size_t i = 0; i < server->child_count; i++) {
        child *child = &server->children[i];
        if (child->state == CHILD_WAITING && child->next_start <= now_milliseconds())
            server_restart(server, child);
    }
    if (has_work && files[0].revents != 0)
        server_accept_client(server);
    write_all(server);
    server_serve_waiting(server);
    server_sweep_clients(server);
    free(files);
}

static void destroy(server *server) {
    for (size_t i = 0; i < server->core_count; i++) {
        if (server->cores[i] != NULL)
            core_destroy(server->cores[i]);
    }
    for (size_t i = 0; i < server->client_count; i++)
        client_destroy(server->clients[i]);
    for (size_t i = 0; i < server->child_count; i++)
        child_destroy(&server->children[i]);
    free(server->cores);
    free(server->clients);
    json_decref(server->core_names);
    json_decref(server->client_names);
}

/* As many clients as the system allows: each has a descriptor, and two places in what is polled. */
static size_t most_clients(void) {
    struct rlimit limit;
    rlim_t wanted = OWN_FILES + 2 * MOST_CLIENTS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted)
        return MOST_CLIENTS;
    return limit.rlim_cur > OWN_FILES + 2 ? (limit.rlim_cur - OWN_FILES) / 2 : 1;
}

int server_run(server *server) {
    server->most_clients = most_clients();
    server->core_names = need(json_object());
    server->client_names = need(json_object());
    server->listener = -1;
    watch_signals();
    for (size_t i = 0; i < server->child_count; i++) {
        if (!child_start(&server->children[i]))
            server_fail(server, server->children[i].library, strerror(errno));
    }
    while (!has_ended(server))
        run_once(server);
    if (server->listener >= 0 && server->path != NULL)
        listener_close(server->listener, server->path, server->file);
    bool good = !server->has_failed;
    destroy(server);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
