/*
 * host.h: what the examples of event loops have in common: a core of the app `counter`, and standard input, whose lines
 * are messages for it. Each example is one loop that watches the descriptors of both.
 */
#ifndef LOOPS_HOST_H
#define LOOPS_HOST_H

#include "../todo/input.h"

#include <adit.h>

typedef struct host {
    adit_core core;
    input input; /**< its descriptor is standard input */
} host;

/** Prints a message of a core, as a line. */
void host_print(void *context, adit_core core, const char *json, size_t length);

/** Opens the core, with the config in the first argument of the command line. False after a message on standard error. */
bool host_open(host *host, int argc, char **argv);

/** Sends a message to the core; one that is refused is printed. */
void host_send(adit_core core, const char *text, size_t length);

/** Reads what there is, and sends the messages of whole lines. False at the end of the input. */
bool host_read(host *host);

/** Closes the core; it prints what is left. Returns the exit code. */
int host_close(host *host);

/** Says on standard error what failed, by errno. Returns the exit code. */
int host_fail(const char *what);

#endif
