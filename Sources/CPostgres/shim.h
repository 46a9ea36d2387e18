/*
 * PostgreSQL's C interface, libpq.
 */
#ifndef ADIT_CPOSTGRES_H
#define ADIT_CPOSTGRES_H

#include <errno.h>
#include <poll.h>

/* Debian's libpq-dev has it in a folder of its own. */
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#ifndef LIBPQ_HAS_PIPELINING
#error "Adit needs libpq 14 or newer"
#endif

/* Waits until a socket is readable or, if that is asked for, writable. libpq has no such function before version 17.
 * Returns 1, 0 when the time is up, or -1. A signal ends the wait early, as if the socket were ready. */
static inline int adit_pq_wait(int socket, int for_writing, int milliseconds) {
    struct pollfd wanted = {socket, (short)(POLLIN | (for_writing ? POLLOUT : 0)), 0};
    int count = poll(&wanted, 1, milliseconds);
    return count < 0 && errno == EINTR ? 1 : count;
}

#endif
