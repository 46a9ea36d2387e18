/*
 * client.h: a peer that sends and receives lines: the parent process, or a connection of the socket.
 */
#ifndef SERVE_CLIENT_H
#define SERVE_CLIENT_H

#include "buffer.h"
#include "scan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The size of a client's name, with its NUL: "c-" and 32 hexadecimal digits. */
enum { CLIENT_NAME_SIZE = 2 + 32 + 1 };

typedef struct client {
    int in, out;                 /**< descriptors; one and the same for a socket */
    char name[CLIENT_NAME_SIZE]; /**< for adit_submit; empty for the parent */
    bool is_parent;
    bool is_trusted;
    bool sends;       /**< `out` is a socket */
    bool input_ended; /**< there is no more input */
    bool skips;       /**< the rest of a line is skipped that was too long */
    bool has_lines;   /**< lines that were read wait until its output has been written */
    bool is_gone;     /**< to be removed */
    bool is_dropped;  /**< gets nothing more than what waits, and is removed once that is written */
    bool is_within;   /**< the last byte that was written is not the end of a line */
    uint32_t watched; /**< what of its connection the server waits for: events of epoll */
    buffer input, output;
    size_t searched;  /**< so many bytes of the input have no line feed */
    size_t in_flight; /**< messages that are not known to be handled */
    bool *uses;       /**< by the number of a core */
    size_t uses_count;
    bool has_used;
} client;

/** A client of a connection, with a new name; it owns the descriptor. */
client *client_make(int fd, bool is_trusted);

/** The parent process. */
client *client_make_parent(void);

/** Reads once; marks the end of the input, and a client that is gone. */
void client_read(client *client);

/** Writes what waits, as far as the peer reads. */
void client_write(client *client);

/**
 * Takes the next line, without its end; at the end of the input also one without.
 *
 * @param longest the most bytes of a line
 * @param line borrowed until the next call
 * @param is_long gets whether a line is too long: `line` is empty then, and all of it is skipped
 */
bool client_line(client *client, size_t longest, span *line, bool *is_long);

/** Leaves out the lines that wait, but for one that has begun to be written, and adds a last one. */
void client_drop(client *client, const char *last, size_t length);

/** Adds a line to its output. */
void client_say(client *client, const char *line, size_t length);

bool client_uses(const client *client, uint32_t core);

void client_set_use(client *client, uint32_t core, bool uses);

/** Whether a text has the form of a client's name. */
bool is_client_name(span name);

void client_destroy(client *client);

#endif
