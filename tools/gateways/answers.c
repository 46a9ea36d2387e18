#define _GNU_SOURCE /* strdup */
#include "gateways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 10 };

/* The request is answered: another may have its id. */
static void finish(adit_gateways *gateways, const char *key) {
    pthread_mutex_lock(&gateways->lock);
    json_object_del(gateways->taken, key);
    pthread_mutex_unlock(&gateways->lock);
}

/* -- Sending. -- */

static void answer_free(answer *answer) {
    free(answer->key);
    free(answer->text);
    free(answer);
}

/* Whether the core has taken an answer, or never will. An answer that is too large becomes an error. */
static bool has_sent(adit_gateways *gateways, adit_core core, const char *effect, const char *text) {
    int32_t code = gateways->send(core, text, ADIT_NTS, NULL);
    if (code == ADIT_ESIZE && effect != NULL) {
        json_t *error = json_pack("{s:{s:s,s:{s:s,s:s}}}", "@reply", "effect", effect, "error", "code", "tooLarge",
                                  "message", "the answer is larger than limits.message of the core allows");
        char *shorter = error != NULL ? json_dumps(error, JSON_COMPACT) : NULL;
        if (shorter != NULL)
            code = gateways->send(core, shorter, ADIT_NTS, NULL);
        free(shorter);
        json_decref(error);
    }
    return code != ADIT_EFULL;
}

static void wait_with(adit_gateways *gateways, const request *request, char *text, bool is_last) {
    answer *answer = malloc(sizeof *answer);
    char *key = strdup(request->key);
    if (answer == NULL || key == NULL) { /* the core waits until its time is up */
        free(answer);
        free(key);
        free(text);
        return;
    }
    *answer = (struct answer){.core = request->core, .key = key, .text = text, .is_last = is_last};
    *gateways->waiting_end = answer;
    gateways->waiting_end = &answer->next;
    if (gateways->retry_answers == 0)
        gateways->retry_answers = now_ms() + RETRY_MS;
}

bool answers_has(const adit_gateways *gateways, const request *request) {
    for (const answer *answer = gateways->waiting; answer != NULL; answer = answer->next) {
        if (strcmp(answer->key, request->key) == 0)
            return true;
    }
    return false;
}

/* Whether an answer to this core waits, before `end`: its answers arrive in their order. */
static bool has_waiting(const adit_gateways *gateways, adit_core core, const answer *end) {
    const answer *answer = gateways->waiting;
    while (answer != end && answer->core != core)
        answer = answer->next;
    return answer != end;
}

void answers_send(adit_gateways *gateways) {
    answer **place = &gateways->waiting;
    while (*place != NULL) {
        answer *answer = *place;
        if (has_waiting(gateways, answer->core, answer) || !has_sent(gateways, answer->core, NULL, answer->text)) {
            place = &answer->next; /* a core whose queue is full keeps no other waiting */
            continue;
        }
        *place = answer->next;
        if (answer->is_last)
            finish(gateways, answer->key);
        answer_free(answer);
    }
    gateways->waiting_end = place;
    gateways->retry_answers = gateways->waiting != NULL ? now_ms() + RETRY_MS : 0;
}

/* Sends `{"@reply": {"effect", …}}`; `reply` is consumed. */
static void send_reply(adit_gateways *gateways, const request *request, json_t *reply, bool is_last) {
    if (request->is_silent) {
        json_decref(reply);
        if (is_last)
            finish(gateways, request->key);
        return;
    }
    if (reply == NULL || json_object_set_new(reply, "effect", json_string(request->effect)) != 0) {
        json_decref(reply);
        reply = json_pack("{s:s,s:{s:s,s:s}}", "effect", request->effect, "error", "code", "storage", "message",
                          "no memory is left");
    }
    json_t *message = json_pack("{s:o}", "@reply", reply);
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    if (text == NULL) {
        if (is_last)
            finish(gateways, request->key);
        return;
    }
    if (has_waiting(gateways, request->core, NULL) || !has_sent(gateways, request->core, request->effect, text)) {
        wait_with(gateways, request, text, is_last);
        return;
    }
    free(text);
    if (is_last)
        finish(gateways, request->key);
}

void answer_result(adit_gateways *gateways, request *request, json_t *result) {
    send_reply(gateways, request, result != NULL ? json_pack("{s:o}", "result", result) : NULL, true);
    request_free(request);
}

void answer_item(adit_gateways *gateways, const request *request, json_t *item) {
    send_reply(gateways, request, item != NULL ? json_pack("{s:o,s:b}", "result", item, "more", 1) : NULL, false);
}

void answer_end(adit_gateways *gateways, request *request) {
    send_reply(gateways, request, json_object(), true);
    request_free(request);
}

void answer_nothing(adit_gateways *gateways, request *request) {
    finish(gateways, request->key);
    request_free(request);
}

void answer_error(adit_gateways *gateways, request *request, const char *code, const char *format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    write_text(text, sizeof text, format, values);
    va_end(values);
    json_t *message = json_string(text);
    if (message == NULL) { /* a server may say what is no UTF-8, or a text was cut within a character */
        for (char *next = text; *next != '\0'; next++)
            *next = (unsigned char)*next >= 0x80 ? '?' : *next;
        message = json_string(text);
    }
    send_reply(gateways, request, json_pack("{s:{s:s,s:o}}", "error", "code", code, "message", message), true);
    request_free(request);
}

/* -- The end. -- */

void answers_forget(adit_gateways *gateways, adit_core core) {
    for (answer **place = &gateways->waiting; *place != NULL;) {
        answer *answer = *place;
        if (answer->core != core) {
            place = &answer->next;
            continue;
        }
        *place = answer->next;
        if (answer->is_last)
            finish(gateways, answer->key);
        answer_free(answer);
    }
    gateways->waiting_end = &gateways->waiting;
    while (*gateways->waiting_end != NULL)
        gateways->waiting_end = &(*gateways->waiting_end)->next;
}

void answers_free(adit_gateways *gateways) {
    while (gateways->waiting != NULL) {
        answer *answer = gateways->waiting;
        gateways->waiting = answer->next;
        answer_free(answer);
    }
}
