#define _GNU_SOURCE /* asprintf */
#include "gateways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 10, MOST_TIMEOUT_S = 86400 };

/* -- The inbox. -- */

static char *make_key(adit_core core, const char *effect) {
    char *key;
    return asprintf(&key, "%llu %s", (unsigned long long)core, effect) < 0 ? NULL : key;
}

void request_free(request *request) {
    if (request == NULL)
        return;
    json_decref(request->message);
    free(request->effect);
    free(request->key);
    free(request);
}

/* Adit writes its own key first. */
static bool begins_with(const char *json, size_t length, const char *beginning) {
    return length > strlen(beginning) && memcmp(json, beginning, strlen(beginning)) == 0;
}

/* The service of a name that is served; NULL if there is none. */
static const service *find_service(const adit_gateways *gateways, const char *name) {
    for (int index = 0; index < SERVICES; index++) {
        if (gateways->serves[index] && strcmp(name, services[index].name) == 0)
            return &services[index];
    }
    return NULL;
}

/* Adds an entry; the lock is held. False if the request is under way already, or not, if it is to be cancelled. */
static int32_t add(adit_gateways *gateways, request *entry) {
    if (entry->is_cancelled) {
        if (json_object_get(gateways->taken, entry->key) == NULL)
            return 0;
    } else if (!entry->is_closed && json_object_set_new(gateways->taken, entry->key, json_true()) != 0) {
        return ADIT_ENOMEM;
    }
    *gateways->last = entry;
    gateways->last = &entry->next;
    return entry->is_closed ? 2 : 1;
}

int32_t requests_take(adit_gateways *gateways, adit_core core, const char *json, size_t length) {
    bool asks = begins_with(json, length, "{\"@effect\":"), cancels = begins_with(json, length, "{\"@cancel\":"),
         is_closed = begins_with(json, length, "{\"@closed\":");
    if (!asks && !cancels && !is_closed)
        return 0;
    request *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return ADIT_ENOMEM;
    *entry = (request){.core = core, .is_cancelled = cancels, .is_closed = is_closed};
    if (!is_closed) {
        entry->message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
        const json_t *effect = json_object_get(entry->message, asks ? "@effect" : "@cancel");
        const char *id = text_of(effect, asks ? "id" : "effect");
        entry->gateway = asks ? text_of(effect, "gateway") : NULL;
        entry->body = json_object_get(effect, "request");
        entry->is_silent = json_is_false(json_object_get(effect, "reply"));
        if (entry->message == NULL || (asks && (entry->gateway == NULL || find_service(gateways, entry->gateway) == NULL)) || id == NULL) {
            int32_t code = entry->message == NULL ? ADIT_EINVAL : 0;
            request_free(entry);
            return code;
        }
        entry->effect = strdup(id);
        entry->key = make_key(core, id);
    }
    int32_t code = ADIT_ENOMEM;
    if (is_closed || (entry->effect != NULL && entry->key != NULL)) {
        pthread_mutex_lock(&gateways->lock);
        code = add(gateways, entry);
        pthread_mutex_unlock(&gateways->lock);
    }
    if (code <= 0)
        request_free(entry);
    return code;
}

static void finish(adit_gateways *gateways, const char *key) {
    pthread_mutex_lock(&gateways->lock);
    json_object_del(gateways->taken, key);
    pthread_mutex_unlock(&gateways->lock);
}

/* Forgets the requests of a core that has closed, and those answers that it has not taken. */
static void forget_core(adit_gateways *gateways, adit_core core) {
    http_cancel(gateways, NULL, core);
    bus_cancel(gateways, NULL, core);
    for (answer **place = &gateways->waiting; *place != NULL;) {
        answer *answer = *place;
        if (answer->core != core) {
            place = &answer->next;
            continue;
        }
        *place = answer->next;
        if (answer->is_last)
            finish(gateways, answer->key);
        free(answer->key);
        free(answer->text);
        free(answer);
    }
    gateways->waiting_end = &gateways->waiting;
    while (*gateways->waiting_end != NULL)
        gateways->waiting_end = &(*gateways->waiting_end)->next;
}

static void start(adit_gateways *gateways, request *request) {
    if (request->is_closed) {
        forget_core(gateways, request->core);
        request_free(request);
        return;
    }
    http_cancel(gateways, request->key, request->core); /* or a durable request is asked again by the same id */
    bus_cancel(gateways, request->key, request->core);
    if (request->is_cancelled) {
        request_free(request);
        return;
    }
    pthread_mutex_lock(&gateways->lock);
    json_object_set_new(gateways->taken, request->key, json_true());
    pthread_mutex_unlock(&gateways->lock);
    find_service(gateways, request->gateway)->serve(gateways, request);
}

void requests_start(adit_gateways *gateways) {
    pthread_mutex_lock(&gateways->lock);
    request *next = gateways->first;
    gateways->first = NULL;
    gateways->last = &gateways->first;
    pthread_mutex_unlock(&gateways->lock);
    while (next != NULL) {
        request *request = next;
        next = request->next;
        start(gateways, request);
    }
}

/* -- The answers. -- */

/* Whether the core has taken an answer, or never will. An answer that is too large becomes an error. */
static bool has_sent(adit_gateways *gateways, adit_core core, const char *effect, const char *text) {
    int32_t code = gateways->send(core, text, ADIT_NTS, NULL);
    if (code == ADIT_ESIZE && effect != NULL) {
        json_t *error = json_pack("{s:{s:s,s:{s:s,s:s}}}", "@reply", "effect", effect, "error", "code", "tooLarge", "message",
                                  "the answer is larger than limits.message of the core allows");
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

bool requests_has_waiting(const adit_gateways *gateways, const request *request) {
    for (const answer *answer = gateways->waiting; answer != NULL; answer = answer->next) {
        if (strcmp(answer->key, request->key) == 0)
            return true;
    }
    return false;
}

void requests_send_waiting(adit_gateways *gateways) {
    gateways->retry_answers = 0;
    while (gateways->waiting != NULL) {
        answer *answer = gateways->waiting;
        if (!has_sent(gateways, answer->core, NULL, answer->text)) {
            gateways->retry_answers = now_ms() + RETRY_MS;
            return;
        }
        gateways->waiting = answer->next;
        if (gateways->waiting == NULL)
            gateways->waiting_end = &gateways->waiting;
        if (answer->is_last)
            finish(gateways, answer->key);
        free(answer->key);
        free(answer->text);
        free(answer);
    }
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
    if (gateways->waiting != NULL || !has_sent(gateways, request->core, request->effect, text)) {
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
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (length >= (int)sizeof text)
        text[whole_characters(text, sizeof text - 1)] = '\0';
    json_t *message = json_string(text);
    if (message == NULL) /* a server may say what is no UTF-8 */
        message = json_string(code);
    send_reply(gateways, request, json_pack("{s:{s:s,s:o}}", "error", "code", code, "message", message), true);
    request_free(request);
}

void requests_free(adit_gateways *gateways) {
    while (gateways->first != NULL) {
        request *request = gateways->first;
        gateways->first = request->next;
        request_free(request);
    }
    while (gateways->waiting != NULL) {
        answer *answer = gateways->waiting;
        gateways->waiting = answer->next;
        free(answer->key);
        free(answer->text);
        free(answer);
    }
    json_decref(gateways->taken);
}

/* -- Reading requests. -- */

const char *text_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : NULL;
}

json_int_t number_of(const json_t *object, const char *key, json_int_t least, json_int_t most, json_int_t otherwise) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL || json_is_null(value))
        return otherwise;
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= least && number <= most ? number : -1;
}

int64_t timeout_of(const json_t *object, int64_t otherwise) {
    if (json_object_get(object, "timeout") == NULL)
        return otherwise;
    const char *text = text_of(object, "timeout");
    if (text == NULL || strncmp(text, "PT", 2) != 0 || text[2] < '0' || text[2] > '9')
        return -1;
    char *rest;
    long long seconds = strtoll(text + 2, &rest, 10);
    int64_t rest_ms = 0, unit = 100;
    if (*rest == '.') {
        for (rest++; *rest >= '0' && *rest <= '9'; rest++, unit /= 10)
            rest_ms += (*rest - '0') * unit;
    }
    if (strcmp(rest, "S") != 0)
        return -1;
    return seconds >= MOST_TIMEOUT_S ? INT64_C(1000) * MOST_TIMEOUT_S : seconds * 1000 + rest_ms;
}
