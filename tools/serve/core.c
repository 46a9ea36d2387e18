/* SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include "scenario/text.h"

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

pending *core_add_pending(core *core, span effect, span gateway, span client) {
    pending **link = core_find_pending(core, effect);
    if (*link != NULL)
        core_drop_pending(link); /* a durable request that is asked again */
    for (link = &core->pending; *link != NULL;)
        link = &(*link)->next;
    pending *pending = allocate(sizeof *pending);
    pending->effect = span_copy(effect);
    pending->gateway = span_copy(gateway);
    pending->client = client.at != NULL ? span_copy(client) : NULL;
    return *link = pending;
}

pending **core_find_pending(core *core, span effect) {
    pending **link = &core->pending;
    while (*link != NULL && !span_is(effect, (*link)->effect))
        link = &(*link)->next;
    return link;
}

void core_drop_pending(pending **link) {
    pending *pending = *link;
    *link = pending->next;
    free(pending->effect);
    free(pending->gateway);
    free(pending->client);
    free(pending->line);
    free(pending);
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
        core_drop_pending(&core->pending);
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
