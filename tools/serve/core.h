/*
 * core.h: a core of a child, as the server sees it.
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
    char *effect;    /**< its id */
    char *gateway;   /**< the JSON of its gateway's name */
    char *client;    /**< whose message caused it; NULL for the host */
    char *line;      /**< what is sent to the client that answers it */
    uint64_t answer; /**< the number of the message that answers it; 0: none */
    bool is_source;  /**< any number of answers is expected */
    client *asked;   /**< NULL while no client is */
    struct pending *previous, *next;
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
    uint32_t openings;               /**< how often it was opened; 1 with a store, which counts itself */
    bool is_hosted;                  /**< its host is a client, which drives it */
    client *host;                    /**< of a hosted core; NULL once it is gone */
    char *opening;                   /**< of a hosted core: the call that opened it, as JSON */
    client *opener;                  /**< NULL for the command line, or once it is gone */
    char *open_id;                   /**< the JSON of the `@id` of its `@open`; NULL without one */
    long config_shift;               /**< from an offset in the config to one in the line */
    pending *pending, *last_pending; /**< the oldest first */
    void *pending_by_effect;         /**< the same, for tfind */
    service *services;               /**< the latest first */
} core;

/** What is known of a new core. The texts are copied. */
core *core_make(uint32_t number, const char *name, const char *app, const char *config, child *child);

/** The core is opened, perhaps again. */
void core_count_opening(core *core);

/** Remembers an unanswered request of the core; `effect` is the JSON of its id. NULL if that is no string. */
pending *core_add_pending(core *core, span effect, span gateway, span client);

/** A request by the JSON of its id; NULL if there is none. */
pending *core_find_pending(const core *core, span effect);

void core_drop_pending(core *core, pending *pending);

/** Ends the request that a message has answered, as the core has taken it; a refused one leaves it pending. */
void core_end_answered(core *core, const char *effect, uint64_t answer, bool is_taken);

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

/** What a JSON string holds, escapes decoded; NULL for any other value, and for one with a NUL. The caller frees it. */
char *string_copy(span value);

/** Whether a member has a key, with escapes or without. */
bool has_key(const member *member, const char *key);

#endif
