#define _GNU_SOURCE /* asprintf */
#include "gateways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        if (entry->message == NULL ||
            (asks && (entry->gateway == NULL || find_service(gateways, entry->gateway) == NULL)) || id == NULL) {
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

static void start(adit_gateways *gateways, request *request) {
    /* The request that is cancelled, or a durable one that is asked again by the same id; all of a core that has closed. */
    http_cancel(gateways, request->key, request->core);
    keyvalue_cancel(gateways, request->key, request->core);
    bus_cancel(gateways, request->key, request->core);
    if (request->is_closed)
        answers_forget(gateways, request->core);
    if (request->is_closed || request->is_cancelled) {
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

void requests_free(adit_gateways *gateways) {
    while (gateways->first != NULL) {
        request *request = gateways->first;
        gateways->first = request->next;
        request_free(request);
    }
    json_decref(gateways->taken);
}
