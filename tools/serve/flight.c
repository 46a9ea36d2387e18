#include "flight.h"

#include "serve/text.h"

#include <stdlib.h>
#include <string.h>

/** How many messages are looked at for an answer. Answers come in the order of the messages, but for late ones. */
enum { LOOKED_AT = 64 };

uint64_t flight_add(flight *flight, message message) {
    if (flight->end == flight->room) {
        size_t count = flight->end - flight->start;
        if (flight->start < flight->room / 2 || flight->room == 0) {
            flight->room = flight->room == 0 ? 64 : 2 * flight->room;
            struct message *messages = realloc(flight->messages, flight->room * sizeof *messages);
            if (messages == NULL)
                end_without_memory();
            flight->messages = messages;
        }
        memmove(flight->messages, flight->messages + flight->start, count * sizeof *flight->messages);
        flight->start = 0;
        flight->end = count;
    }
    flight->messages[flight->end++] = message;
    return flight->first + (flight->end - flight->start);
}

message *flight_find(flight *flight, uint64_t number) {
    uint64_t position = number - flight->first - 1;
    return position < flight->end - flight->start ? &flight->messages[flight->start + position] : NULL;
}

message *flight_first(flight *flight) {
    return flight_find(flight, flight->first + 1);
}

void flight_drop_first(flight *flight) {
    message *message = flight_first(flight);
    free(message->id);
    free(message->name);
    free(message->effect);
    flight->first++;
    if (++flight->start == flight->end)
        flight->start = flight->end = 0;
}

void flight_answer(flight *flight, const struct client *client, uint32_t core, span id) {
    size_t looked_at = 0;
    for (size_t i = flight->start; i < flight->end && looked_at < LOOKED_AT; i++) {
        message *message = &flight->messages[i];
        if (message->is_answered || message->id == NULL)
            continue;
        looked_at++;
        if (message->client == client && message->core == core && message->kind == MESSAGE_OF_CORE &&
            span_is(id, message->id)) {
            message->is_answered = true;
            return;
        }
    }
}

void flight_forget_client(flight *flight, const struct client *client) {
    for (size_t i = flight->start; i < flight->end; i++) {
        if (flight->messages[i].client == client)
            flight->messages[i].client = NULL;
    }
}

void flight_destroy(flight *flight) {
    while (flight_first(flight) != NULL)
        flight_drop_first(flight);
    free(flight->messages);
    *flight = (struct flight){0};
}
