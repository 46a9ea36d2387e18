/*
 * host.h: a core of the app `reader`, and what its host serves.
 */
#ifndef GATEWAYS_HOST_H
#define GATEWAYS_HOST_H

#include "jobs.h"

#include <adit_gateways.h>

typedef struct host {
    adit_core core;
    adit_gateways *gateways; /* what the library serves: keyValue */
    jobs jobs;               /* what the core waits for */
    const char *folder;      /* the pages, as files */
    const char *store;       /* the file of what the core keeps; NULL: it is in memory */
    int64_t fetch_delay;     /* how long an answer takes, in milliseconds */
    int64_t key_value_delay;
    bool is_virtual;         /* time passes only when it is told to */
    int64_t now;             /* milliseconds, from anywhere on */
    bool is_closed;          /* the core has said its last word */
    bool is_short_of_memory; /* something of the core was not heard */
} host;

/**
 * Opens a core with a config, to which the gateways are added unless it lists some itself. `folder`, `store` and
 * `is_virtual` have been set. False, with a text on stderr, where that fails.
 */
bool host_open(host *host, const char *config);

/** Sends a message. False, with a text on stderr, where it is refused. */
bool host_send(host *host, const json_t *message);

/** Answers the requests that are due, and lets the core handle all that there is. False where the core cannot go on. */
bool host_work(host *host);

/** Lets time pass: on the virtual clock, the core is told how much; on the real one, it passes by itself. */
bool host_pass(host *host, int64_t milliseconds);

/** Reads the real clock. */
void host_read_clock(host *host);

/** A descriptor that is readable when the library has something to do; host_work does it. */
int host_gateways_fd(const host *host);

/** Closes the core. False, with a text on stderr, where something did not end. */
bool host_close(host *host);

#endif
