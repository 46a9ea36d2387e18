/*
 * worker.h: the child process, which opens a library and drives its cores.
 *
 *     worker.c    the process; the cores that it drives itself
 *     hosted.c    the cores that are driven by calls of their hosts
 */
#ifndef SERVE_WORKER_H
#define SERVE_WORKER_H

#include "frame.h"
#include "serve/library.h"

/** The descriptor of the child's end of the sockets. */
enum { WORKER_FD = 3 };

/** How long the cores' own work may take to end, in milliseconds. */
enum { PATIENCE_MS = 5000 };

/** A core, by the server's number of it. */
typedef struct entry {
    adit_core core;  /**< 0: none */
    bool is_closed;  /**< `@closed` was delivered; not of a hosted core */
    bool is_limited; /**< adit_process may leave messages: see `drive` */
    bool is_hosted;
    uint32_t openings; /**< how often the core was opened, if it has no store */
    int fd;            /**< of a hosted core: adit_fd */
    bool is_armed;     /**< it is watched */
    bool is_told;      /**< the host knows that there is work */
} entry;

typedef struct worker {
    library library;
    adit_group group; /**< of the cores that are not hosted */
    int group_fd;
    int watch; /**< an epoll of the hosted cores; -1 before there are any */
    entry *entries;
    size_t count, open, limited; /**< `open`: without the hosted cores */
    buffer in, out;
    buffer scratch;              /**< a message with other ids */
    uint64_t received, reported; /**< numbers of messages */
    bool has_closed;             /**< some core has */
    bool ends, is_alone;         /**< the server said so; the server is gone */
} worker;

/** Runs the child until the server says so or is gone; returns the exit code. */
int worker_run(const char *library);

/** Adds a frame to what is written. */
void worker_report(worker *worker, frame frame, span name, span text);

/** Adds a message of a core, by its number. */
void worker_report_output(worker *worker, uint32_t core, span text);

/** Makes room for the core of a number. */
void worker_make_entry(worker *worker, uint32_t number);

/** Handles FRAME_CALL. */
void hosted_call(worker *worker, const frame *head, span call, span text);

/** Reports the hosted cores that have work. */
void hosted_look(worker *worker);

#endif
