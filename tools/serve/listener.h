/*
 * listener.h: a Unix socket that clients connect to.
 */
#ifndef SERVE_LISTENER_H
#define SERVE_LISTENER_H

#include <stdbool.h>
#include <sys/types.h>

/** Which file a socket is: another one may be at its path later. */
typedef struct listener_file {
    dev_t device;
    ino_t number;
} listener_file;

/**
 * Opens a socket at a path, for this user only. A socket there without a server is replaced.
 *
 * @param file gets which file it is
 * @return the descriptor; -1 on an error, with errno: EADDRINUSE if a server listens there or another file is there
 */
int listener_open(const char *path, listener_file *file);

/** Closes the socket, and removes its file, unless another one is at the path. */
void listener_close(int listener, const char *path, listener_file file);

/**
 * Accepts a client.
 *
 * @param own_only refuses clients of other users
 * @return the descriptor; -1 if there is none
 */
int listener_accept(int listener, bool own_only);

/**
 * Receives a connection that the parent passes over a socket.
 *
 * @param has_ended gets whether there will be no more
 * @return the descriptor; -1 if there is none
 */
int listener_receive(int passing, bool *has_ended);

#endif
