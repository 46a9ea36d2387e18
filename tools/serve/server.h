/*
 * server.h: the process that clients speak to. It opens no library.
 *
 *     server.c    the loop
 *     clients.c   clients come, are read, and go
 *     line.c      messages for cores
 *     request.c   requests to the server itself
 *     host.c      cores whose host is a client
 *     open.c      cores are opened, and opened again
 *     output.c    the frames of children
 *     route.c     who receives the messages of cores
 *     crash.c     children that have ended
 *     answer.c    the server's own lines
 */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "core.h"
#include "listener.h"

#include <jansson.h>

/** A core of the command line. */
typedef struct core_option {
    const char *name, *app;
    char *config; /**< JSON */
} core_option;

typedef struct server {
    const char *path; /**< of the socket, for `--unix` */
    bool is_stdio;    /**< the parent is the one client, by standard input and output */
    bool is_passed;   /**< the parent passes connections over standard input */
    bool trusts;      /**< clients of the socket have the authority of a host */
    bool broadcasts;
    size_t longest_line, most_output; /**< bytes */
    unsigned most_crashes;
    int64_t longest_silence; /**< milliseconds in which a child has to answer; 0 without a limit */
    core_option *options;
    size_t option_count;

    child *children;
    size_t child_count;
    core **cores; /**< by their numbers; NULL where a number is free */
    size_t core_count;
    json_t *core_names;   /**< their numbers */
    json_t *client_names; /**< their positions in `clients` */
    client **clients;
    size_t client_count, most_clients;
    int listener;       /**< -1 without one */
    int watch;          /**< an epoll of the connections of clients */
    listener_file file; /**< of the socket, for `--unix` */
    bool is_ready;      /**< the children have begun, and the cores of the command line are open */
    bool is_ending;     /**< no more lines are read */
    bool has_failed;
    int64_t deadline; /**< when clients that do not read are left, once all children have ended; 0 before */
} server;

/** Serves until the end. Returns the exit code. */
int server_run(server *server);

/** Begins to end: closes the cores after what has been read. */
void server_end(server *server);

/** Ends with a message on standard error before the server is ready. */
void server_fail(server *server, const char *what, const char *why);

/** Goes on if everything has begun: opens the cores of the command line, and then says so. */
void server_advance(server *server);

/* -- clients.c -- */

void server_add_client(server *server, client *client);

void server_accept_client(server *server);

/** Whether lines of a client are read. */
bool server_reads(const server *server, const client *client);

/** Reads from a client, and handles its lines, as long as it reads what they cause. */
void server_serve_client(server *server, client *client);

/** Handles the lines of clients that have read meanwhile. */
void server_serve_waiting(server *server);

/** Handles all lines that were read. */
void server_handle_rest(server *server);

/** Removes clients that are gone, and drops those that do not read. */
void server_sweep_clients(server *server);

/* -- line.c -- */

void server_handle_line(server *server, client *client, span line);

/** A copy of the JSON of an `@id`; NULL if it is none. */
char *id_copy(span value);

/** Adds a message to those that its child has to handle; returns its number. */
uint64_t add_to_flight(child *child, message message);

/* -- request.c -- */

/** Answers or refuses an object without `@core`. */
void server_handle_request(server *server, client *client, span line, const json_t *object, const char *id);

/* -- host.c -- */

/** Whether a line is a call of a host; handles it then. */
bool server_handle_host(server *server, client *client, span line);

/** Opens a hosted core again. */
void server_reopen_hosted(core *core);

/** Handles FRAME_CALLED. */
void server_handle_called(server *server, child *child, const frame *head, span name, span text);

/** Passes a hosted core's output on. */
void server_route_hosted(const core *core, span text);

/** Tells its host that a core has work. */
void server_tell_ready(const core *core);

/** Closes a core whose host is gone. */
void server_abandon(server *server, core *core);

/* -- open.c -- */

/** What can be said against a config, and what is needed of it. */
bool server_open(server *server, client *opener, const char *name, const char *app, span config, const char *id,
                 long config_shift);

/** Makes a core with a free number. The texts are copied. */
core *server_make_core(server *server, const char *name, const char *app, const char *config, child *child);

/** Requests a core of its child. */
void server_request_open(core *core);

/** Whether a text can be a core's name: it needs no escapes. */
bool is_core_name(span name);

core *server_core(const server *server, span name);

/** The same, but for hosted cores, which are their hosts' alone. */
core *server_shared_core(const server *server, span name);

void server_remove_core(server *server, core *core);

/** The child that has an app; NULL if none has. */
child *server_child_of(const server *server, const char *app);

/* -- output.c -- */

/** The core that a message was for; NULL if it is not there any more, or the message was for none. */
core *core_of_message(const server *server, const message *message);

/** Handles the frames that were read from a child. */
void server_handle_frames(server *server, child *child);

/* -- route.c -- */

/** Passes a message of a core to the clients that it is for. */
void server_route(server *server, core *core, span text);

/** Sends the waiting requests of a core's gateways to clients that have come. */
void server_ask_again(server *server, core *core);

client *server_client(const server *server, span name);

/* -- crash.c -- */

/** Handles the end of a child. */
void server_handle_end(server *server, child *child);

/** Starts a child again. */
void server_restart(server *server, child *child);

/* -- answer.c -- */

/** Why something is refused. */
typedef struct refusal {
    const char *code;
    const char *message;
    long offset;      /**< in the line; -1 if unknown */
    const char *core; /**< its name; NULL if unknown */
    const char *id;   /**< JSON; NULL if unknown */
} refusal;

void say_refused(client *client, refusal refusal);

/** Says `{KEY: body}`, with an `@id` and a core's name beside it unless they are NULL; frees the body. */
void say(client *client, const char *key, json_t *body, const char *id, const char *core);

/** Says it to all clients that use a core. */
void say_to_users(const server *server, const core *core, const char *key, json_t *body);

void say_ready(const server *server, client *client);

/** Says the catalog of an app, which is JSON. */
void say_catalog(client *client, const char *app, const char *catalog, const char *id);

/** Adds a member to an object. */
void set_text(json_t *object, const char *key, const char *text);

#endif
