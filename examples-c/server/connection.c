#define _POSIX_C_SOURCE 200809L /* send */
#include "connection.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static size_t waiting(const connection *connection) {
    return connection->length - connection->sent;
}

short connection_events(const connection *connection) {
    bool reads = waiting(connection) < CONNECTION_RESPONSES && !connection->input.ended;
    return (short)((reads ? POLLIN : 0) | (waiting(connection) > 0 ? POLLOUT : 0));
}

/* Adds a response and its newline to what waits. */
static bool add(connection *connection, const char *text) {
    size_t length = strlen(text), needed = connection->length + length + 1;
    if (needed > connection->size) {
        char *bytes = realloc(connection->bytes, 2 * needed);
        if (bytes == NULL)
            return false;
        connection->bytes = bytes;
        connection->size = 2 * needed;
    }
    memcpy(connection->bytes + connection->length, text, length);
    connection->bytes[needed - 1] = '\n';
    connection->length = needed;
    return true;
}

static bool flush(connection *connection) {
    while (waiting(connection) > 0) {
        ssize_t count = send(connection->input.fd, connection->bytes + connection->sent, waiting(connection),
                             MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        connection->sent += (size_t)count;
    }
    connection->length = connection->sent = 0;
    return true;
}

/* Handles the requests that are there as whole lines, as long as their responses have room. */
static bool handle_lines(connection *connection, adit_core core, const json_t *with) {
    size_t length;
    char *line;
    while (waiting(connection) < CONNECTION_RESPONSES && (line = input_line(&connection->input, &length)) != NULL) {
        bool passes = length == 0 || connection->skips;
        connection->skips = false;
        char *response = passes ? NULL : request_handle(core, with, line, length);
        bool good = passes || (response != NULL && add(connection, response));
        free(response);
        if (!good)
            return false;
    }
    return true;
}

/* Refuses a request that is too long, as soon as it is, and passes over the rest of its line. */
static bool refuse_long(connection *connection) {
    static const char format[] = "{\"error\":{\"code\":%d,\"message\":\"a request of at most %d bytes is expected\"}}";
    input *input = &connection->input;
    char text[sizeof format + 32];
    if (waiting(connection) >= CONNECTION_RESPONSES || input->end - input->start <= CONNECTION_REQUEST)
        return true;
    input->start = input->end;
    if (connection->skips)
        return true;
    connection->skips = true;
    snprintf(text, sizeof text, format, ADIT_ESIZE, CONNECTION_REQUEST);
    return add(connection, text);
}

bool connection_serve(connection *connection, short events, adit_core core, const json_t *with) {
    input *input = &connection->input;
    if ((events & POLLIN) != 0 && !input_read(input))
        return false;
    if ((events & (POLLERR | POLLNVAL)) != 0)
        return false;
    size_t start;
    do {
        start = input->start;
        if (!handle_lines(connection, core, with) || !refuse_long(connection) || !flush(connection))
            return false;
    } while (waiting(connection) == 0 && input->start != start);
    if ((events & (POLLIN | POLLHUP)) == POLLHUP)
        return false;
    return !input->ended || waiting(connection) > 0 || input->start < input->end;
}

void connection_close(connection *connection) {
    close(connection->input.fd);
    input_destroy(&connection->input);
    free(connection->bytes);
    *connection = (struct connection){.input.fd = -1};
}
