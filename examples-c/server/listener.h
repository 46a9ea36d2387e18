/*
 * listener.h: the Unix socket of a server.
 */
#ifndef SERVER_LISTENER_H
#define SERVER_LISTENER_H

/** Listens at a path, for its owner only. A socket that nobody serves any more is replaced. -1, with `errno`. */
int listener_open(const char *path);

#endif
