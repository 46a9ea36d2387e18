/*
 * core.h: a core of a child, as the server sees it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SERVE_CORE_H
#define SERVE_CORE_H

#include "child.h"
#include "client.h"

typedef enum core_state {
    CORE_OPENING,
    CORE_OPEN,
    CORE_CRASHED, /**< it is opened again once its child has started */
} core_state;

/** An `@effect` that is not answered. */
typedef struct pending {
    char *effect, *gateway; /**< its id, and its gateway: the JSON of both */
    char *client;           /**< whose message caused it; NULL for the host */
    char *line;             /**< what is sent to the client that answers it */
    client *asked;          /**< NULL while nobody is */
    struct pending *next;
} pending;

/** A gateway that a client serves for all. */
typedef struct service {
    char *gateway; /**< the JSON of its name */
    client *client;
    struct service *next;
} service;

typedef struct core {
    uint32_t number;
    uint64_t serial; /**< never used again, as the number may be */
    char *name, *app;
    char *config;         /**< JSON, but of a hosted core any text */
    size_t config_length; /**< of a hosted core */
    child *child;
    core_state state;
    bool has_store;
    bool is_hosted;    /**< its host is a client, which drives it */
    client *host;      /**< of a hosted core; NULL once it is gone */
    char *opening;     /**< of a hosted core: the call that opened it, as JSON */
    client *opener;    /**< NULL for the command line, or once it is gone */
    char *open_id;     /**< the JSON of the `@id` of its `@open`; NULL without one */
    long config_shift; /**< from an offset in the config to one in the line */
    pending *pending;  /**< the oldest first */
    service *services; /**< the latest first */
} core;

/** What is known of a new core. The texts are copied. */
core *core_make(uint32_t number, const char *name, const char *app, const char *config, child *child);

/** Remembers an unanswered request of the core. */
pending *core_add_pending(core *core, span effect, span gateway, span client);

/** The link to a request; it points to NULL if there is none. */
pending **core_find_pending(core *core, span effect);

void core_drop_pending(pending **link);

/** The client that serves a gateway for all; NULL if none does. */
client *core_server(const core *core, span gateway);

void core_add_service(core *core, span gateway, client *client);

/** Forgets a client that is gone; its requests wait for another one. */
void core_forget_client(core *core, const client *client);

/** Forgets the requests, which end with the process of the core. */
void core_drop_requests(core *core);

void core_destroy(core *core);

/** A copy of a part of a text. */
char *span_copy(span span);

#endif
