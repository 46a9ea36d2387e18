/*
 * peer.h: a core under measurement, todo list and counter, whatever it is written in. peer.c drives it.
 */
#ifndef ADIT_BENCHMARKS_PEER_H
#define ADIT_BENCHMARKS_PEER_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the core of an app, "todo" or "counter". `option` is the last argument of the command line, or NULL. */
void peer_open(const char *app, const char *option);

/* Handles a message, and passes each answer to peer_hear. False if the message is refused. */
bool peer_message(const char *json, size_t length);

/* Frees what it can. */
void peer_close(void);

/* The driver's: receives an answer. */
void peer_hear(const char *json, size_t length);

#endif /* ADIT_BENCHMARKS_PEER_H */
