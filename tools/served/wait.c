/*
 * Waiting for lines. The first thread that waits reads for all; the others wait for it. A core's descriptor is an epoll of
 * its socket and of an eventfd that is readable while there is work.
 */
#define _GNU_SOURCE
#include "served.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/** How much is read at a time, in bytes. */
enum { PIECE = 1 << 16 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t deadline_after(int32_t timeout_ms) {
    return timeout_ms < 0 ? INT64_MAX : now() + timeout_ms;
}

int milliseconds_until(int64_t deadline) {
    int64_t left = deadline - now();
    return deadline == INT64_MAX ? -1 : left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

/* -- Reading and writing. -- */

void core_flush(core *core) {
    while (buffer_length(&core->out) > 0 && !core->is_lost) {
        ssize_t count =
            send(core->socket, buffer_bytes(&core->out), buffer_length(&core->out), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0) {
            buffer_take(&core->out, (size_t)count);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (core->is_reading)
                core_nudge(core); /* so that it waits for room as well */
            return;
        } else if (errno != EINTR) {
            return; /* that it is gone is seen by reading */
        }
    }
}

static void read_lines(core *core) {
    bool has_ended = false;
    while (!has_ended) {
        ssize_t count = recv(core->socket, buffer_reserve(&core->in, PIECE), PIECE, MSG_DONTWAIT);
        if (count > 0)
            buffer_grown(&core->in, (size_t)count);
        else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
            has_ended = true;
        if (count < PIECE)
            break;
    }
    core_take_lines(core);
    if (has_ended)
        core_lose(core);
}

static void ring(int fd) {
    uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

static void silence(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR)
        ;
}

void core_nudge(core *core) {
    if (core->is_reading)
        ring(core->wake);
    pthread_cond_broadcast(&core->changed);
}

static bool wait_for_reader(core *core, int64_t deadline) {
    struct timespec time = {.tv_sec = deadline / 1000, .tv_nsec = deadline % 1000 * 1000000};
    if (deadline == INT64_MAX)
        return pthread_cond_wait(&core->changed, &core->lock) == 0;
    return pthread_cond_timedwait(&core->changed, &core->lock, &time) == 0;
}

bool core_wait(core *core, int64_t deadline) {
    if (core->is_reading || core->is_lost || core->is_gone)
        return wait_for_reader(core, deadline);
    short wanted = buffer_length(&core->out) > 0 ? POLLIN | POLLOUT : POLLIN;
    struct pollfd files[] = {{.fd = core->socket, .events = wanted}, {.fd = core->wake, .events = POLLIN}};
    core->is_reading = true;
    pthread_mutex_unlock(&core->lock);
    int count = poll(files, 2, milliseconds_until(deadline));
    pthread_mutex_lock(&core->lock);
    core->is_reading = false;
    if (count > 0) {
        if (files[1].revents != 0)
            silence(core->wake);
        if (files[0].revents & POLLOUT)
            core_flush(core);
        if (files[0].revents & (POLLIN | POLLHUP | POLLERR))
            read_lines(core);
        core_show(core);
    }
    pthread_cond_broadcast(&core->changed);
    return count > 0;
}

void core_await(core *core, const request *request) {
    while (!request->is_done)
        core_wait(core, INT64_MAX);
    core_show(core);
}

/* -- The descriptor. -- */

void core_show(core *core) {
    if (core->fd < 0)
        return;
    bool has_work = !core->is_driven && (core->is_ready || core->first != NULL || core->was_woken);
    bool has_socket = !core->is_driven && !core->is_lost;
    if (has_work != core->shows_work) {
        core->shows_work = has_work;
        if (has_work)
            ring(core->work_fd);
        else
            silence(core->work_fd);
    }
    if (has_socket != core->shows_socket) {
        struct epoll_event event = {.events = has_socket ? EPOLLIN : 0};
        core->shows_socket = has_socket;
        /* An end of the connection is reported in any case, unless it is not watched at all. */
        epoll_ctl(core->fd, has_socket ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, core->socket, &event);
    }
}

int32_t core_fd(core *core) {
    struct epoll_event event = {.events = EPOLLIN};
    if (core->fd >= 0)
        return core->fd;
    int fd = above_streams(epoll_create1(EPOLL_CLOEXEC));
    int work_fd = above_streams(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (fd < 0 || work_fd < 0 || epoll_ctl(fd, EPOLL_CTL_ADD, work_fd, &event) != 0) {
        if (fd >= 0)
            close(fd);
        if (work_fd >= 0)
            close(work_fd);
        return ADIT_ENOMEM;
    }
    core->fd = fd;
    core->work_fd = work_fd;
    core_show(core);
    return fd;
}
