/*
 * connection.h: a connection: lines of requests come in, lines of responses go out, in the same order.
 */
#ifndef SERVER_CONNECTION_H
#define SERVER_CONNECTION_H

#include "request.h"
#include "../todo/input.h"

enum {
    /** A request is at most so long, in bytes. A longer one is refused. */
    CONNECTION_REQUEST = 1 << 20,
    /** While so many bytes of responses wait for their reader, no more requests are read. */
    CONNECTION_RESPONSES = 1 << 20
};

/** Zero but for `input.fd`, which is not blocking. `connection_close` frees what it holds. */
typedef struct connection {
    input input;
    char *bytes; /**< the responses that wait */
    size_t length, sent, size;
    bool skips; /**< the rest of a line that was too long is passed over */
} connection;

/** The events that a connection waits for, as poll names them. */
short connection_events(const connection *connection);

/** Reads, handles and writes what there is. False at the end of the connection, with or without an error. */
bool connection_serve(connection *connection, short events, adit_core core, const json_t *with);

void connection_close(connection *connection);

#endif
