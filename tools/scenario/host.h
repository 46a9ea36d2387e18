/*
 * host.h: one open core, what it has told, and what it waits for.
 */
#ifndef SCENARIO_HOST_H
#define SCENARIO_HOST_H

#include "library.h"

/** `host_open` fills it in; `host_close` frees what it holds. */
typedef struct host {
    const library *library;
    adit_core core;  /**< 0: none is open */
    json_t *heard;   /**< the messages that it told, in order; whoever has looked at them clears it */
    json_t *waiting; /**< what is in the `@effect`s that an answer is expected to, the oldest first */
    bool is_closed;  /**< `@closed` was heard */
} host;

/** Opens a core. It is told by `fault` why it could not; there is nothing to close then. */
bool host_open(host *host, const library *library, const char *app, const json_t *config, text *fault);

/** Queues a message, as adit_send does; with a client, as adit_submit does. */
int32_t host_send(host *host, const char *client, const char *json, size_t length, adit_error *error);

/** Drives the core until there is nothing more to do. False where that fails, as `fault` says. */
bool host_drive(host *host, text *fault);

/**
 * Reads a part of the state.
 *
 * @param value gets it, the caller's; NULL where the pointer leads nowhere
 */
bool host_read(host *host, const char *pointer, json_t **value, text *fault);

/** Counts the effects in flight. */
bool host_count_effects(host *host, json_int_t *count, text *fault);

/** Where in `waiting` the effect of that id is; SIZE_MAX: nowhere. */
size_t host_find_waiting(const host *host, const char *effect);

/** Closes the core; what it tells then is not kept. False where that fails, as `fault` says; it is gone all the same. */
bool host_close(host *host, text *fault);

#endif
