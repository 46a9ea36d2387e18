/*
 * session.h: an open core of the app `todo`, with messages as jansson values.
 *
 * Each message that is sent gets a number as its `@id`; Adit sets the same `@id` beside everything the message causes,
 * and so an answer finds its question.
 */
#ifndef TODO_SESSION_H
#define TODO_SESSION_H

#include <adit.h>
#include <jansson.h>
#include <stdbool.h>

/** What the core answered: a response of the app, or Adit's own `@value` or `@error`. */
typedef struct answer {
    json_int_t id;    /**< the `@id` of the message that it answers */
    const char *name; /**< "wasAdded", "wasNotAdded", "@value", "@error", … */
    json_t *body;     /**< what stands behind that name */
    json_t *message;  /**< the whole message, of which `name` and `body` are parts */
} answer;

/** Hears the answers while the core is driven. `answer` is borrowed for the call. */
typedef void (*answer_fn)(void *context, const answer *answer);

typedef struct session {
    adit_core core;
    json_int_t last_id; /**< the `@id` of the message sent last */
    answer_fn hear;     /**< NULL while nobody listens */
    void *hear_context;
    bool is_virtual;   /**< the core's clock moves only when it is told to */
    bool wants_review; /**< the core asked, through its gateway, for a review */
    bool deaf;         /**< a message of the core could not be read */
} session;

/** Opens a core of `todo`. `config` is JSON text. Close what was opened; where it returns false there is nothing to. */
bool session_open(session *session, const char *config, adit_error *error);

/** Closes the core. False where Adit complains, with the reason in `error`. */
bool session_close(session *session, adit_error *error);

/** `{FEATURE: {"request": {NAME: BODY}}}`. Takes `body`; NULL where that is NULL or memory is short. */
json_t *session_request(const char *feature, const char *name, json_t *body);

/**
 * Queues a message under the next `@id`, and drives the core first where its queue is full. Takes `message`; NULL
 * counts as memory having been short. The `@id` is spent also on a message that is refused: the n-th call from here
 * gets `last_id + n`.
 */
bool session_send(session *session, json_t *message, adit_error *error);

/** Drives the core until all that was queued is handled. */
bool session_process(session *session, adit_error *error);

/** Lets time pass, and the core do what becomes due: a virtual clock is moved on, the real one is waited for. */
bool session_wait(session *session, int32_t milliseconds, adit_error *error);

/**
 * Lets the core go on with what it waits for until there is something to read from `fd`, be it the end.
 *
 * @param went_on called whenever it has done so
 */
bool session_await(session *session, int fd, void (*went_on)(void *context), void *context, adit_error *error);

/** Has `hear` told the answers from now on; NULL for nobody. */
void session_listen(session *session, answer_fn hear, void *context);

/** Sends a message and waits for its answer, which the caller clears. Takes `message`, as session_send does. */
bool session_ask(session *session, json_t *message, answer *out, adit_error *error);

/** Lets go of what session_ask gave. */
void answer_clear(answer *answer);

#endif
