#define _XOPEN_SOURCE 700 /* tsearch */
#include "core.h"

#include "serve/text.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL)
        end_without_memory();
    return memory;
}

char *span_copy(span span) {
    char *copy = allocate(span.length + 1);
    if (span.length > 0)
        memcpy(copy, span.at, span.length);
    return copy;
}

char *string_copy(span value) {
    span plain = span_string(value);
    if (plain.at != NULL)
        return span_copy(plain);
    json_t *string =
        value.length >= 2 && value.at[0] == '"' ? json_loadb(value.at, value.length, JSON_DECODE_ANY, NULL) : NULL;
    char *copy = string != NULL ? span_copy((span){json_string_value(string), json_string_length(string)}) : NULL;
    json_decref(string);
    return copy;
}

bool has_key(const member *member, const char *key) {
    if (memchr(member->key.at, '\\', member->key.length) == NULL)
        return span_is(member->key, key);
    /* Its quotes are around it. */
    char *decoded = string_copy((span){member->key.at - 1, member->key.length + 2});
    bool is_it = decoded != NULL && strcmp(decoded, key) == 0;
    free(decoded);
    return is_it;
}

static char *copy_of(const char *text) {
    return span_copy((span){text, strlen(text)});
}

core *core_make(uint32_t number, const char *name, const char *app, const char *config, child *child) {
    core *core = allocate(sizeof *core);
    static uint64_t serials;
    core->number = number;
    core->serial = ++serials;
    core->name = copy_of(name);
    core->app = copy_of(app);
    core->config = copy_of(config);
    core->child = child;
    return core;
}

void core_count_opening(core *core) {
    if (!core->has_store || core->openings == 0)
        core->openings++;
}

/* -- Requests. In the order in which they were made, and by their ids: a client may leave very many unanswered. -- */

static int compare(const void *one, const void *other) {
    return strcmp(((const pending *)one)->effect, ((const pending *)other)->effect);
}

static pending *find(const core *core, char *effect) {
    const pending key = {.effect = effect};
    pending *const *found = tfind(&key, &core->pending_by_effect, compare);
    return found != NULL ? *found : NULL;
}

pending *core_find_pending(const core *core, span effect) {
    char *name = string_copy(effect);
    pending *found = name != NULL ? find(core, name) : NULL;
    free(name);
    return found;
}

pending *core_add_pending(core *core, span effect, span gateway, span client) {
    char *name = string_copy(effect);
    if (name == NULL)
        return NULL;
    pending *earlier = find(core, name);
    if (earlier != NULL)
        core_drop_pending(core, earlier); /* a durable request that is asked again */
    pending *pending = allocate(sizeof *pending);
    pending->effect = name;
    pending->gateway = span_copy(gateway);
    pending->client = client.at != NULL ? span_copy(client) : NULL;
    pending->previous = core->last_pending;
    *(core->last_pending != NULL ? &core->last_pending->next : &core->pending) = pending;
    core->last_pending = pending;
    if (tsearch(pending, &core->pending_by_effect, compare) == NULL)
        end_without_memory();
    return pending;
}

void core_drop_pending(core *core, pending *pending) {
    tdelete(pending, &core->pending_by_effect, compare);
    *(pending->previous != NULL ? &pending->previous->next : &core->pending) = pending->next;
    *(pending->next != NULL ? &pending->next->previous : &core->last_pending) = pending->previous;
    free(pending->effect);
    free(pending->gateway);
    free(pending->client);
    free(pending->line);
    free(pending);
}

void core_end_answered(core *core, const char *effect, uint64_t answer, bool is_taken) {
    pending *pending = find(core, (char *)effect);
    /* A durable request may have been asked again meanwhile, by the same id. */
    if (pending == NULL || pending->answer != answer)
        return;
    if (is_taken)
        core_drop_pending(core, pending);
    else
        pending->answer = 0;
}

client *core_server(const core *core, span gateway) {
    for (const service *service = core->services; service != NULL; service = service->next) {
        if (span_is(gateway, service->gateway))
            return service->client;
    }
    return NULL;
}

void core_add_service(core *core, span gateway, client *client) {
    service *service = allocate(sizeof *service);
    service->gateway = span_copy(gateway);
    service->client = client;
    service->next = core->services;
    core->services = service;
}

static void drop_service(service **link) {
    service *service = *link;
    *link = service->next;
    free(service->gateway);
    free(service);
}

void core_forget_client(core *core, const client *client) {
    if (core->opener == client)
        core->opener = NULL;
    if (core->host == client)
        core->host = NULL;
    for (pending *pending = core->pending; pending != NULL; pending = pending->next) {
        if (pending->asked == client)
            pending->asked = NULL;
    }
    for (service **link = &core->services; *link != NULL;) {
        if ((*link)->client == client)
            drop_service(link);
        else
            link = &(*link)->next;
    }
}

void core_drop_requests(core *core) {
    while (core->pending != NULL)
        core_drop_pending(core, core->pending);
}

void core_destroy(core *core) {
    core_drop_requests(core);
    while (core->services != NULL)
        drop_service(&core->services);
    free(core->name);
    free(core->app);
    free(core->config);
    free(core->open_id);
    free(core->opening);
    free(core);
}
