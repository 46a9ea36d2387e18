/*
 * host.h: a core, and the mirror that follows it. What happens is printed; what is wrong is told on stderr.
 */
#ifndef WATCH_HOST_H
#define WATCH_HOST_H

#include <adit_patch.h>

#include <adit.h>

/** Zero but for `path` and `checks`. */
typedef struct host {
    const char *path; /**< of what is mirrored; borrowed */
    bool checks;      /**< whether the mirror is compared with what it mirrors, time and again */
    adit_core core;
    adit_mirror mirror;
    size_t changes, patches; /**< how many were heard */
    bool was_compared;       /**< since it was set to false */
    bool is_closed;          /**< the core has said its last word */
    bool has_failed;         /**< something was wrong */
} host;

/** Opens a core and subscribes. False where that fails; there is nothing to close then. */
bool host_open(host *host, const char *app, const char *config);

/** Lets the core handle all that there is, and sees to it that the mirror is right. False where that cannot go on. */
bool host_follow(host *host);

/** Sends a line, and lets the core handle it; a blank one is passed over. False where that cannot go on. */
bool host_run_line(host *host, size_t number, const char *text, size_t length);

/** Says what is wrong. Returns false. */
bool host_fail(host *host, const char *text);

/** Closes the core, and prints how much has changed. */
void host_close(host *host);

#endif
