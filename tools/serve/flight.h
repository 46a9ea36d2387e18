/*
 * flight.h: the messages to a child that are not known to be handled, in the order in which they were sent.
 *
 * Their numbers count up by one, so a number is a position.
 */
#ifndef SERVE_FLIGHT_H
#define SERVE_FLIGHT_H

#include "scan.h"

#include <stdint.h>

struct client;

typedef enum message_kind {
    MESSAGE_OF_CORE, /**< for a core */
    MESSAGE_SYNC,    /**< an `@sync` */
    MESSAGE_HOST,    /**< an `@host` */
    MESSAGE_OWN,     /**< of the server: nobody hears of it */
} message_kind;

typedef struct message {
    message_kind kind;
    struct client *client;        /**< NULL once it is gone */
    uint32_t core;                /**< its number */
    uint64_t serial;              /**< of that core: numbers are used again */
    size_t cut_start, cut_length; /**< what was cut out of the line */
    char *id;                     /**< the JSON of its `@id`; NULL without one */
    char *name;                   /**< the core of MESSAGE_SYNC */
    char *effect;                 /**< the id of the request that it answers; NULL if it is no answer */
    bool is_answered;             /**< there was output with its `@id`, or it was refused */
} message;

/** `{0}` is an empty one. */
typedef struct flight {
    message *messages;
    size_t start, end, room;
    uint64_t first; /**< the number of the first message less one */
} flight;

/** Adds a message, whose texts it owns from now on. Returns its number. */
uint64_t flight_add(flight *flight, message message);

/** The message with a number; NULL if it has gone. */
message *flight_find(flight *flight, uint64_t number);

/** The first message, for `flight_drop_first`; NULL if there is none. Its number is `flight->first + 1`. */
message *flight_first(flight *flight);

void flight_drop_first(flight *flight);

/** Notes that there is output for the message of a client with an `@id`. */
void flight_answer(flight *flight, const struct client *client, uint32_t core, span id);

/** Forgets a client. */
void flight_forget_client(flight *flight, const struct client *client);

void flight_destroy(flight *flight);

#endif
