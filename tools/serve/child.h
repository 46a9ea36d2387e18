/*
 * child.h: a child process that runs the cores of a library, as the server sees it.
 */
#ifndef SERVE_CHILD_H
#define SERVE_CHILD_H

#include "flight.h"
#include "frame.h"

#include <jansson.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum child_state {
    CHILD_STARTING, /**< it has not said which apps it has */
    CHILD_RUNNING,
    CHILD_WAITING, /**< it has crashed, and is started again at `next_start` */
    CHILD_GONE,    /**< it has ended, and is not started again */
} child_state;

typedef struct child {
    const char *library; /**< the path */
    child_state state;
    pid_t pid;
    int fd; /**< -1 without a process */
    buffer in, out;
    flight flight; /**< the messages that are not known to be handled */
    char *version;
    json_t *apps;
    json_t *catalogs; /**< of the apps, by their names, each as its text */
    int status;       /**< of waitpid, once the process has ended */
    unsigned crashes; /**< in a row */
    int64_t started;  /**< in milliseconds of the monotonic clock */
    int64_t heard;    /**< when it last wrote something, or nothing was expected of it */
    int64_t next_start;
} child;

/** Milliseconds of the monotonic clock. */
int64_t now_milliseconds(void);

/** Starts the process. False if the system refuses: errno says why. */
bool child_start(child *child);

/** Writes what waits, as far as the child reads. */
void child_write(child *child);

/** Reads once. False at the end: the process has ended, or has closed its socket. */
bool child_read(child *child);

/** Waits for the end of the process, after `child_read` was false, and notes its status. */
void child_reap(child *child);

/** Says when a crashed child starts again. False after too many crashes in a row. */
bool child_schedule(child *child, unsigned most_crashes);

/** Ends the process at once. */
void child_kill(child *child);

void child_destroy(child *child);

#endif
