/*
 * The loop.
 */
#define _GNU_SOURCE /* ppoll */
#include "server.h"

#include "listener.h"
#include "serve/text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

/** How many clients there are at a time, at most; more wait to be accepted. */
enum { MOST_CLIENTS = 4096 };

/** Descriptors for other purposes than clients. */
enum { OWN_FILES = 32 };

/** How many clients are served at a time; the others have their turn before these have it again. */
enum { AT_ONCE = 64 };

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

/* When a child has been silent for too long; INT64_MAX if nothing is expected of it, or it is not read. */
static int64_t end_of_silence(const server *server, child *child) {
    bool has_work = child->state == CHILD_STARTING || server->is_ending || flight_first(&child->flight) != NULL;
    if (server->longest_silence == 0 || child->fd < 0 || !has_work || !hears_children(server))
        return INT64_MAX;
    return child->heard + server->longest_silence;
}

/* Ends children that hang. What waits for them is answered as after a crash. */
static void end_silent_children(server *server) {
    int64_t now = now_milliseconds();
    for (size_t i = 0; i < server->child_count; i++) {
        child *child = &server->children[i];
        int64_t end = end_of_silence(server, child);
        if (end <= now) {
            fprintf(stderr, "adit-serve: %s: the process has not answered for %lld s, and is ended\n", child->library,
                    (long long)server->longest_silence / 1000);
            child_kill(child);
        }
        if (end <= now || end == INT64_MAX)
            child->heard = now;
    }
}

/* How long to wait, in milliseconds; -1 without limit. */
static int64_t patience(const server *server) {
    int64_t next = server->deadline != 0 && !server->is_stdio ? server->deadline : INT64_MAX;
    for (size_t i = 0; i < server->child_count; i++) {
        child *child = &server->children[i];
        if (child->state == CHILD_WAITING && child->next_start < next)
            next = child->next_start;
        int64_t end = end_of_silence(server, child);
        next = end < next ? end : next;
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

/* Has epoll watch the connection of a client for what the server waits for now. */
static void watch_client(const server *server, client *client) {
    bool writes = buffer_length(&client->output) > 0 && !client->is_gone;
    uint32_t wanted = (server_reads(server, client) ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0);
    struct epoll_event event = {.events = wanted, .data.ptr = client};
    if (wanted == client->watched)
        return;
    int change = client->watched == 0 ? EPOLL_CTL_ADD : wanted == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
    if (epoll_ctl(server->watch, change, client->in, &event) != 0)
        end_without_memory();
    client->watched = wanted;
}

/*
 * Waits until there is something to do. The files: the listener, the children, the connections of all clients, which are
 * many, and the parent's input and output, which need not be files that epoll can watch.
 */
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
    files[count++] = (struct pollfd){.fd = server->watch, .events = POLLIN};
    for (size_t i = 0; i < server->client_count; i++) {
        client *client = server->clients[i];
        bool writes = buffer_length(&client->output) > 0 && !client->is_gone;
        if (!client->is_parent) {
            watch_client(server, client);
            continue;
        }
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

/* Serves the clients that have sent something, or are gone. */
static void serve_clients(server *server) {
    struct epoll_event events[AT_ONCE];
    int count = epoll_wait(server->watch, events, AT_ONCE, 0);
    for (int i = 0; i < count; i++) {
        client *client = events[i].data.ptr;
        if ((client->watched & EPOLLIN) != 0 && (events[i].events & ~(uint32_t)EPOLLOUT) != 0)
            server_serve_client(server, client);
    }
}

static void run_once(server *server) {
    struct pollfd *files = calloc(1 + server->child_count + 3, sizeof *files),
                  *of_clients = files + 1 + server->child_count;
    if (files == NULL)
        end_without_memory();
    bool has_work = wait_for_work(server, files);
    for (size_t i = 0; has_work && i < server->child_count; i++) {
        if (files[1 + i].revents & (POLLIN | POLLHUP | POLLERR))
            serve_child(server, &server->children[i]);
    }
    end_silent_children(server); /* before they get more to do */
    if (signals > 0)
        server_end(server);
    if (has_work && of_clients[0].revents != 0)
        serve_clients(server);
    if (has_work && of_clients[1].revents != 0)
        server_serve_client(server, server->clients[0]);
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
    close(server->watch);
    free(server->cores);
    free(server->clients);
    json_decref(server->core_names);
    json_decref(server->client_names);
}

/* As many clients as the system allows: each has a descriptor. */
static size_t most_clients(void) {
    struct rlimit limit;
    rlim_t wanted = OWN_FILES + MOST_CLIENTS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted)
        return MOST_CLIENTS;
    return limit.rlim_cur > OWN_FILES ? limit.rlim_cur - OWN_FILES : 1;
}

int server_run(server *server) {
    server->most_clients = most_clients();
    server->core_names = need(json_object());
    server->client_names = need(json_object());
    server->listener = -1;
    server->watch = epoll_create1(EPOLL_CLOEXEC);
    if (server->watch < 0)
        end_without_memory();
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
