#define _POSIX_C_SOURCE 200809L /* strdup, clock_gettime */
#include "session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** How long an answer may take. All that `todo` does is done at once; this is for a core that does not answer. */
enum { PATIENCE_MS = 5000 };

static bool fail(adit_error *error, int32_t code, const char *text) {
    error->code = code;
    error->offset = ADIT_NO_OFFSET;
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

/* Finds what is in `{FEATURE: {"response": {NAME: BODY}}}`, or in `{"@value": BODY}` and `{"@error": BODY}`. */
static bool answer_read(json_t *message, answer *out) {
    const char *key;
    json_t *inner;
    json_object_foreach(message, key, inner) {
        if (strcmp(key, "@value") == 0 || strcmp(key, "@error") == 0) {
            out->name = key;
            out->body = inner;
            break;
        }
        void *response = json_object_iter(json_object_get(inner, "response"));
        if (response != NULL) {
            out->name = json_object_iter_key(response);
            out->body = json_object_iter_value(response);
            break;
        }
    }
    out->id = json_integer_value(json_object_get(message, "@id"));
    out->message = message;
    return out->name != NULL;
}

/* `{"@effect": {"gateway": "review", "request": {"show": {}}, "reply": false, …}}`: fire and forget, so no answer. */
static bool asks_for_review(const json_t *message) {
    const char *gateway = json_string_value(json_object_get(json_object_get(message, "@effect"), "gateway"));
    return gateway != NULL && strcmp(gateway, "review") == 0;
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    session *session = context;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    if (message == NULL)
        session->deaf = true;
    answer answer = {0};
    if (asks_for_review(message))
        session->wants_review = true;
    else if (session->hear != NULL && answer_read(message, &answer))
        session->hear(session->hear_context, &answer);
    json_decref(message);
}

/* The config with the gateway that a session serves, to be freed. What is no object is left for Adit to refuse. */
static char *complete(const char *config, bool *is_virtual) {
    json_t *object = json_loads(config, JSON_REJECT_DUPLICATES, NULL);
    char *text = NULL;
    if (json_is_object(object)) {
        const char *clock = json_string_value(json_object_get(object, "clock"));
        *is_virtual = clock != NULL && strcmp(clock, "virtual") == 0;
        if (json_object_get(object, "gateways") == NULL)
            json_object_set_new(object, "gateways", json_pack("[s]", "review"));
        text = json_dumps(object, JSON_COMPACT);
    }
    json_decref(object);
    return text != NULL ? text : strdup(config);
}

bool session_open(session *session, const char *config, adit_error *error) {
    *session = (struct session){0};
    char *text = complete(config, &session->is_virtual);
    if (text == NULL)
        return fail(error, ADIT_ENOMEM, adit_strerror(ADIT_ENOMEM));
    int32_t code =
        adit_open(ADIT_ABI_VERSION, "todo", text, ADIT_NTS, on_message, session, NULL, &session->core, error);
    free(text);
    return code == ADIT_OK;
}

bool session_close(session *session, adit_error *error) {
    session_listen(session, NULL, NULL);
    int32_t code = adit_close(session->core, PATIENCE_MS);
    return code == ADIT_OK || fail(error, code, adit_strerror(code));
}

json_t *session_request(const char *feature, const char *name, json_t *body) {
    return body == NULL ? NULL : json_pack("{s:{s:{s:o}}}", feature, "request", name, body);
}

/* A full queue is no failure: what waits is handled, and then there is room. */
static int32_t send_text(session *session, const char *text, adit_error *error) {
    int32_t code = adit_send(session->core, text, ADIT_NTS, error);
    if (code != ADIT_EFULL || !session_process(session, error))
        return code;
    return adit_send(session->core, text, ADIT_NTS, error);
}

bool session_send(session *session, json_t *message, adit_error *error) {
    session->last_id += 1;
    char *text = NULL;
    if (message != NULL && json_object_set_new(message, "@id", json_integer(session->last_id)) == 0)
        text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text == NULL)
        return fail(error, ADIT_ENOMEM, adit_strerror(ADIT_ENOMEM));
    int32_t code = send_text(session, text, error);
    free(text);
    return code == ADIT_OK;
}

bool session_process(session *session, adit_error *error) {
    int32_t code = adit_process(session->core, 0);
    if (code < 0)
        return fail(error, code, adit_strerror(code));
    return session->deaf ? fail(error, ADIT_ENOMEM, "a message of the core could not be read") : true;
}

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bool session_wait(session *session, int32_t milliseconds, adit_error *error) {
    if (session->is_virtual)
        return session_send(session, json_pack("{s:{s:i}}", "@advance", "by", milliseconds), error) &&
               session_process(session, error);
    int64_t end = now_ms() + milliseconds;
    for (int64_t left = milliseconds; left > 0; left = end - now_ms()) {
        int32_t code = adit_process(session->core, (int32_t)left);
        if (code < 0)
            return fail(error, code, adit_strerror(code));
    }
    return session_process(session, error);
}

bool session_await(session *session, int fd, void (*went_on)(void *context), void *context, adit_error *error) {
    struct pollfd ready[] = {{.fd = fd, .events = POLLIN}, {.fd = adit_fd(session->core), .events = POLLIN}};
    if (ready[1].fd < 0)
        return fail(error, ready[1].fd, adit_strerror(ready[1].fd));
    while (true) {
        if (poll(ready, 2, -1) < 0 && errno != EINTR)
            return fail(error, ADIT_EINTERNAL, strerror(errno));
        if (ready[0].revents != 0)
            return true;
        if (ready[1].revents == 0)
            continue;
        if (!session_process(session, error))
            return false;
        went_on(context);
    }
}

void session_listen(session *session, answer_fn hear, void *context) {
    session->hear = hear;
    session->hear_context = context;
}

/* Keeps the answer to the message sent last, and overhears all others. */
typedef struct question {
    json_int_t id;
    answer *answer;
} question;

static void hear_answer(void *context, const answer *heard) {
    question *question = context;
    if (heard->id != question->id || question->answer->message != NULL)
        return;
    *question->answer = *heard;
    json_incref(heard->message);
}

bool session_ask(session *session, json_t *message, answer *out, adit_error *error) {
    *out = (answer){0};
    question question = {session->last_id + 1, out};
    session_listen(session, hear_answer, &question);
    bool sent = session_send(session, message, error);
    int32_t heard = 0;
    /* 0 is no answer yet: something else was done, or the store does not know yet whether the message is written. */
    int64_t end = now_ms() + PATIENCE_MS;
    for (int64_t left = PATIENCE_MS; sent && out->message == NULL && heard >= 0 && left > 0; left = end - now_ms())
        heard = adit_process(session->core, (int32_t)left);
    session_listen(session, NULL, NULL);
    if (!sent || out->message != NULL)
        return sent;
    return fail(error, heard, heard < 0 ? adit_strerror(heard) : "the core gave no answer");
}

void answer_clear(answer *answer) {
    json_decref(answer->message);
    *answer = (struct answer){0};
}
