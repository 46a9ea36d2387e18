/*
 * CServe.h: what Swift's system module leaves out, and `adit serve` needs.
 */
#ifndef CSERVE_H
#define CSERVE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/** How a program is started. */
typedef struct serve_spawning {
    bool has_input;      /**< it has this program's standard input and output; otherwise none, and standard error */
    int kept;            /**< its descriptor 3; -1 for none */
    bool is_detached;    /**< it has a session of its own */
    bool blocks_signals; /**< SIGINT, SIGTERM and SIGHUP are blocked in it */
} serve_spawning;

/**
 * Starts this program again. It has no other descriptors than those of `spawning`, and no other signal handling than the
 * default.
 *
 * @param id gets the process
 * @return 0, or the number of an error
 */
int serve_spawn_self(serve_spawning spawning, char *const *arguments, char *const *environment, pid_t *id);

/** Makes a pipe that no other program inherits; `blocks` says whether its ends block. -1 on an error, with errno. */
int serve_pipe(int ends[2], bool blocks);

/** The name of a signal without SIG; NULL if it has none. */
const char *serve_signal_name(int number);

/** Waits for a descriptor that is passed over a socket. -1 at the end. */
int serve_receive_descriptor(int socket);

/** Whether the other end of a Unix socket is a process of this user. */
bool serve_is_own_peer(int socket);

/** Makes an epoll. -1 on an error, with errno. */
int serve_watch_open(void);

/** Watches a descriptor until it is readable: the first time, or again. -1 on an error, with errno. */
int serve_watch(int watch, int descriptor, uint32_t number, bool is_again);

/** Gets the numbers of descriptors that have become readable, at most `most`. Returns how many. */
int serve_watch_next(int watch, uint32_t *numbers, int most);

#endif
