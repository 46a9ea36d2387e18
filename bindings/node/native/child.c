/*
 * child.c: a child process, to which lines are written and from which lines are read, by calls that wait.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "adit_node.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct child {
    environment *environment;
    pid_t pid;
    int input, output; /* of the child; -1: closed */
    char *buffer;      /* what was read and not taken: from `begin` up to `end` */
    size_t begin, end, searched, capacity;
    bool is_over; /* the child has closed its output */
    watcher *watcher;
    child *next, **link;
};

void child_discard(child *child) {
    watcher_close(&child->watcher);
    if (child->input >= 0)
        close(child->input);
    if (child->output >= 0)
        close(child->output);
    child->input = child->output = -1;
    if (child->pid > 0)
        waitpid(child->pid, NULL, WNOHANG);
    if (child->link == NULL)
        return;
    *child->link = child->next;
    if (child->next != NULL)
        child->next->link = child->link;
    child->link = NULL;
}

static void finalize(napi_env env, void *data, void *hint) {
    child *child = data;
    (void)env;
    (void)hint;
    child_discard(child);
    free(child->buffer);
    free(child);
}

static child *read_child(napi_env env, napi_value value) {
    void *data = NULL;
    if (napi_get_value_external(env, value, &data) != napi_ok)
        napi_throw_type_error(env, NULL, "adit: a child is expected");
    return data;
}

/* Starts the program; 0, or an error number. */
static int spawn(child *child, char **arguments) {
    int input[2], output[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    if (pipe2(input, O_CLOEXEC) != 0)
        return errno;
    if (pipe2(output, O_CLOEXEC) != 0) {
        int error = errno;
        close(input[0]);
        close(input[1]);
        return error;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE); /* Node ignores it */
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawnp(&child->pid, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(input[0]);
    close(output[1]);
    child->input = input[1];
    child->output = output[0];
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    return error;
}

/* (an array of arguments, the program's first) */
napi_value child_spawn(napi_env env, napi_callback_info info) {
    napi_value argument, handle = NULL, element;
    uint32_t count = 0;
    if (!arguments_read(env, info, 1, &argument) || napi_get_array_length(env, argument, &count) != napi_ok)
        return NULL;
    child *child = calloc(1, sizeof *child);
    char **arguments = calloc((size_t)count + 1, sizeof *arguments);
    if (child == NULL || arguments == NULL || count == 0) {
        free(child);
        free(arguments);
        return NULL;
    }
    child->input = child->output = -1;
    child->environment = environment_of(env);
    napi_create_external(env, child, finalize, NULL, &handle);
    for (uint32_t index = 0; index < count; index++) {
        text text;
        if (napi_get_element(env, argument, index, &element) == napi_ok && text_read(env, element, &text)) {
            arguments[index] = strndup(text.bytes, text.length);
            text_free(&text);
        }
    }
    int error = arguments[0] != NULL ? spawn(child, arguments) : EINVAL;
    if (error != 0) {
        char message[512];
        snprintf(message, sizeof message, "%s: %s", arguments[0] != NULL ? arguments[0] : "", strerror(error));
        throw_error(env, ADIT_EINVAL, ADIT_NO_OFFSET, message);
    } else {
        child->link = &child->environment->children;
        child->next = *child->link;
        if (child->next != NULL)
            child->next->link = &child->next;
        *child->link = child;
    }
    for (uint32_t index = 0; index < count; index++)
        free(arguments[index]);
    free(arguments);
    return error == 0 ? handle : NULL;
}

/* Reads what there is. */
static void read_some(child *child) {
    if (child->begin > 0) {
        memmove(child->buffer, child->buffer + child->begin, child->end - child->begin);
        child->end -= child->begin;
        child->searched -= child->begin;
        child->begin = 0;
    }
    if (child->capacity - child->end < 65536) {
        char *larger = realloc(child->buffer, 2 * child->capacity + 65536);
        if (larger == NULL) {
            child->is_over = true;
            return;
        }
        child->buffer = larger;
        child->capacity = 2 * child->capacity + 65536;
    }
    ssize_t count = read(child->output, child->buffer + child->end, child->capacity - child->end);
    if (count > 0)
        child->end += (size_t)count;
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        child->is_over = true;
}

/* (child, text): false if the child reads no more. Reads meanwhile, as the child may wait for that. */
napi_value child_write(napi_env env, napi_callback_info info) {
    napi_value arguments[2], result = NULL;
    child *child;
    text line;
    if (!arguments_read(env, info, 2, arguments) || (child = read_child(env, arguments[0])) == NULL ||
        !text_read(env, arguments[1], &line))
        return NULL;
    size_t written = 0;
    bool is_open = child->input >= 0;
    while (is_open && written < line.length) {
        ssize_t count = write(child->input, line.bytes + written, line.length - written);
        if (count >= 0) {
            written += (size_t)count;
        } else if (errno == EAGAIN) {
            struct pollfd descriptors[] = {{.fd = child->input, .events = POLLOUT},
                                           {.fd = child->is_over ? -1 : child->output, .events = POLLIN}};
            if (poll(descriptors, 2, -1) > 0 && descriptors[1].revents != 0)
                read_some(child);
        } else if (errno != EINTR) {
            is_open = false;
        }
    }
    text_free(&line);
    napi_get_boolean(env, is_open, &result);
    return result;
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* (child, timeout): a line; undefined: none in time; null: the child has ended. */
napi_value child_read(napi_env env, napi_callback_info info) {
    napi_value arguments[2], result = NULL;
    child *child;
    int64_t timeout;
    if (!arguments_read(env, info, 2, arguments) || (child = read_child(env, arguments[0])) == NULL ||
        !integer_read(env, arguments[1], &timeout))
        return NULL;
    int64_t end = milliseconds() + timeout;
    for (;;) {
        char *feed = child->end > child->searched
                         ? memchr(child->buffer + child->searched, '\n', child->end - child->searched)
                         : NULL;
        if (feed != NULL) {
            char *begin = child->buffer + child->begin;
            child->begin = child->searched = (size_t)(feed + 1 - child->buffer);
            return string_of(env, begin, (size_t)(feed - begin));
        }
        child->searched = child->end;
        if (child->is_over || child->output < 0) {
            napi_get_null(env, &result);
            return result;
        }
        int64_t left = timeout < 0 ? -1 : end - milliseconds();
        struct pollfd descriptor = {.fd = child->output, .events = POLLIN};
        int count = poll(&descriptor, 1, timeout < 0 ? -1 : (int)(left > 0 ? left : 0));
        if (count > 0)
            read_some(child);
        else if (count == 0)
            return undefined_of(env);
    }
}

/* (child, function) */
napi_value child_watch(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    child *child;
    if (arguments_read(env, info, 2, arguments) && (child = read_child(env, arguments[0])) != NULL &&
        child->watcher == NULL && child->output >= 0)
        child->watcher = watcher_start(env, child->output, arguments[1]);
    return NULL;
}

/* (child, whether it keeps the loop alive) */
napi_value child_set_referenced(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    child *child;
    bool is_referenced = false;
    if (arguments_read(env, info, 2, arguments) && (child = read_child(env, arguments[0])) != NULL &&
        child->watcher != NULL && napi_get_value_bool(env, arguments[1], &is_referenced) == napi_ok)
        watcher_set_referenced(child->watcher, is_referenced);
    return NULL;
}

/* (child): ends its input, waits until it has ended, and returns its status, as of waitpid. */
napi_value child_end(napi_env env, napi_callback_info info) {
    napi_value argument;
    child *child;
    int status = 0;
    if (!arguments_read(env, info, 1, &argument) || (child = read_child(env, argument)) == NULL)
        return NULL;
    watcher_close(&child->watcher);
    if (child->input >= 0)
        close(child->input);
    child->input = -1;
    while (!child->is_over && child->output >= 0)
        read_some(child);
    while (child->pid > 0 && waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    child->pid = 0;
    child_discard(child);
    return number_of(env, status);
}
