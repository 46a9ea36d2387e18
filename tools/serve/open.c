#include "server.h"

#include "serve/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What a trusted client may send: everything that a host may. */
static const char clients[] = "\"clients\":[\"@get\",\"@subscribe\",\"@window\",\"@unsubscribe\",\"@reply\",\"@heard\","
                              "\"@advance\",\"@stats\",\"@trace\",\"@pause\",\"@resume\",\"@close\",\"@export\","
                              "\"@import\",\"@undo\",\"@redo\",\"@with\"]";

child *server_child_of(const server *server, const char *app) {
    for (size_t i = 0; i < server->child_count; i++) {
        if (json_object_get(server->children[i].apps, app) != NULL)
            return &server->children[i];
    }
    return NULL;
}

core *server_core(const server *server, span name) {
    const json_t *number = name.at != NULL ? json_object_getn(server->core_names, name.at, name.length) : NULL;
    return number != NULL ? server->cores[json_integer_value(number)] : NULL;
}

core *server_shared_core(const server *server, span name) {
    core *core = server_core(server, name);
    return core != NULL && core->is_hosted ? NULL : core;
}

void server_remove_core(server *server, core *core) {
    json_object_del(server->core_names, core->name);
    for (size_t i = 0; i < server->client_count; i++)
        client_set_use(server->clients[i], core->number, false);
    server->cores[core->number] = NULL;
    core_destroy(core);
}

static uint32_t free_number(server *server) {
    for (uint32_t i = 0; i < server->core_count; i++) {
        if (server->cores[i] == NULL)
            return i;
    }
    size_t count = 2 * server->core_count + 16;
    server->cores = realloc(server->cores, count * sizeof *server->cores);
    if (server->cores == NULL)
        end_without_memory();
    memset(server->cores + server->core_count, 0, (count - server->core_count) * sizeof *server->cores);
    uint32_t number = (uint32_t)server->core_count;
    server->core_count = count;
    return number;
}

core *server_make_core(server *server, const char *name, const char *app, const char *config, child *child) {
    core *core = core_make(free_number(server), name, app, config, child);
    server->cores[core->number] = core;
    json_object_set_new(server->core_names, name, json_integer(core->number));
    return core;
}

bool is_core_name(span name) {
    for (size_t i = 0; i < name.length; i++) {
        if ((unsigned char)name.at[i] < 0x20 || name.at[i] == 0x7F || name.at[i] == '"' || name.at[i] == '\\')
            return false;
    }
    json_t *text = name.length >= 1 && name.length <= 255 ? json_stringn(name.at, name.length) : NULL;
    json_decref(text);
    return text != NULL; /* it is UTF-8 */
}

void server_request_open(core *core) {
    core_count_opening(core);
    if (core->is_hosted) {
        server_reopen_hosted(core);
        return;
    }
    frame_add(&core->child->out, (frame){.kind = FRAME_OPEN, .core = core->number, .flags = core->openings},
              (span){core->app, strlen(core->app)}, (span){core->config, strlen(core->config)});
}

static bool refuse(server *server, client *opener, refusal refusal) {
    if (opener == NULL)
        server_fail(server, refusal.core, refusal.message);
    else
        say_refused(opener, refusal);
    return false;
}

/* The config with what trusted clients may send; moves `shift` by what was put in. */
static char *with_clients(span config, long *shift) {
    text text = {0};
    size_t brace = (size_t)((const char *)memchr(config.at, '{', config.length) - config.at);
    scanner scanner = scan_object(config);
    member first;
    bool has_members = scan_next(&scanner, &first);
    text_add_bytes(&text, config.at, brace + 1);
    text_add(&text, "%s%s", clients, has_members ? "," : "");
    *shift -= (long)(text.length - brace - 1);
    text_add_bytes(&text, config.at + brace + 1, config.length - brace - 1);
    return text.bytes;
}

bool server_open(server *server, client *opener, const char *name, const char *app, span config, const char *id,
                 long config_shift) {
    refusal refusal = {.code = "emessage", .offset = -1, .core = name, .id = id};
    if (!is_core_name((span){name, strlen(name)})) {
        refusal.core = NULL;
        refusal.message = "the name of a core has 1 to 255 bytes, without quotes, backslashes and control characters";
        return refuse(server, opener, refusal);
    }
    if (server_core(server, (span){name, strlen(name)}) != NULL) {
        refusal.code = "ebusy";
        refusal.message = "there is a core of that name; it is free after @closed";
        return refuse(server, opener, refusal);
    }
    child *child = server_child_of(server, app);
    if (child == NULL) {
        refusal.code = "eapp";
        refusal.message = "no library has an app of that name; @ready lists them";
        return refuse(server, opener, refusal);
    }
    if (child->state != CHILD_RUNNING) {
        refusal.code = "ecrashed";
        refusal.message = child->state == CHILD_GONE ? "the process of this library has crashed too often"
                                                     : "the process of this library is being started again";
        return refuse(server, opener, refusal);
    }
    if (scan_member(config, "delivery").at != NULL) {
        refusal.code = "econfig";
        refusal.message = "delivery: the server sets it; leave it out";
        return refuse(server, opener, refusal);
    }
    bool adds_clients = server->trusts && config.at[0] == '{' && scan_member(config, "clients").at == NULL;
    char *text = adds_clients ? with_clients(config, &config_shift) : span_copy(config);
    core *core = server_make_core(server, name, app, text, child);
    free(text);
    core->has_store = scan_member(config, "store").at != NULL;
    core->opener = opener;
    core->open_id = id != NULL ? span_copy((span){id, strlen(id)}) : NULL;
    core->config_shift = config_shift;
    if (opener != NULL)
        client_set_use(opener, core->number, true);
    server_request_open(core);
    return true;
}
