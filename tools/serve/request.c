/*
 * Requests to the server itself.
 */
#include "server.h"

#include "serve/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse_form(client *client, const char *message, const char *id) {
    say_refused(client, (refusal){.code = "emessage", .message = message, .offset = -1, .id = id});
}

static void handle_open(server *server, client *client, span line, const json_t *body, const char *id) {
    const char *name = json_string_value(json_object_get(body, "core")),
               *app = json_string_value(json_object_get(body, "app"));
    const char *key;
    json_t *value;
    bool is_known = true;
    json_object_foreach((json_t *)body, key, value) is_known =
        is_known && (strcmp(key, "core") == 0 || strcmp(key, "app") == 0 || strcmp(key, "config") == 0);
    if (!client->is_trusted) {
        say_refused(client,
                    (refusal){.code = "edenied",
                              .offset = -1,
                              .id = id,
                              .message = "@open: only trusted clients open cores; @ready lists those that are open"});
        return;
    }
    if (name == NULL || app == NULL || !is_known) {
        refuse_form(client, "@open: an object with core, app and config is expected, the first two strings", id);
        return;
    }
    const char *none = "{}";
    span config = scan_member(scan_member(line, "@open"), "config");
    bool has_config = config.at != NULL && !span_is(config, "null");
    long shift = has_config ? (long)(config.at - line.at) : 0;
    server_open(server, client, name, app, has_config ? config : (span){none, 2}, id, shift);
}

static void handle_catalog(server *server, client *client, const json_t *body, const char *id) {
    const char *app = json_string_value(json_object_get(body, "app"));
    child *child = app != NULL ? server_child_of(server, app) : NULL;
    json_t *catalog = child != NULL ? json_object_get(child->catalogs, app) : NULL;
    if (app == NULL) {
        refuse_form(client, "@catalog: an object with app, a string, is expected", id);
    } else if (child == NULL || child->state != CHILD_RUNNING) {
        say_refused(client, (refusal){.code = child == NULL ? "eapp" : "ecrashed",
                                      .offset = -1,
                                      .id = id,
                                      .message = child == NULL ? "no library has an app of that name; @ready lists them"
                                                               : "the process of this library has crashed"});
    } else if (catalog == NULL) {
        say_refused(
            client,
            (refusal){.code = "einternal", .offset = -1, .id = id, .message = "there is no catalog of that app"});
    } else {
        say_catalog(client, app, json_string_value(catalog), id);
    }
}

/* The core that a request names; NULL if it was refused. */
static core *core_of(server *server, client *client, const json_t *body, const char *id) {
    const char *name = json_string_value(json_object_get(body, "core"));
    core *core = name != NULL ? server_shared_core(server, (span){name, strlen(name)}) : NULL;
    if (core != NULL && core->state != CORE_CRASHED)
        return core;
    say_refused(client, (refusal){.code = core != NULL ? "ecrashed" : "ecore",
                                  .offset = -1,
                                  .id = id,
                                  .core = core != NULL ? core->name : NULL,
                                  .message = core != NULL ? "the process of the core is being started again"
                                                          : "core: the name of a core is expected"});
    return NULL;
}

static void handle_sync(server *server, client *client, const json_t *body, const char *id) {
    core *core = core_of(server, client, body, id);
    if (core == NULL)
        return;
    message message = {.kind = MESSAGE_SYNC,
                       .client = client,
                       .core = core->number,
                       .serial = core->serial,
                       .name = span_copy((span){core->name, strlen(core->name)}),
                       .id = id != NULL ? span_copy((span){id, strlen(id)}) : NULL};
    frame_add(&core->child->out, (frame){.kind = FRAME_MARK, .number = add_to_flight(core->child, message)}, (span){0},
              (span){0});
}

static void handle_hello(server *server, client *client, const json_t *body, const char *id) {
    const char *name = json_string_value(json_object_get(body, "client"));
    if (client->is_parent || name == NULL || !is_client_name((span){name, strlen(name)})) {
        refuse_form(client,
                    "@hello: an object with client, a name that @ready gave, is expected from a client of a socket",
                    id);
        return;
    }
    if (client->has_used || server_client(server, (span){name, strlen(name)}) != NULL) {
        say_refused(client, (refusal){.code = "ebusy",
                                      .offset = -1,
                                      .id = id,
                                      .message = client->has_used ? "@hello comes before the first message to a core"
                                                                  : "a client of that name is connected"});
        return;
    }
    json_t *position = json_incref(json_object_get(server->client_names, client->name));
    json_object_del(server->client_names, client->name);
    snprintf(client->name, sizeof client->name, "%s", name);
    json_object_set_new(server->client_names, client->name, position);
    json_t *answer = need(json_object());
    set_text(answer, "client", client->name);
    say(client, "@hello", answer, id, NULL);
    for (size_t i = 0; i < server->core_count; i++) {
        if (server->cores[i] != NULL)
            server_ask_again(server, server->cores[i]);
    }
}

static void handle_gateways(server *server, client *client, const json_t *body, const char *id) {
    const json_t *names = json_object_get(body, "serves");
    size_t index;
    json_t *name;
    bool good = json_is_array(names) && !client->is_parent;
    json_array_foreach(names, index, name) good = good && json_is_string(name);
    if (!client->is_trusted) {
        say_refused(client, (refusal){.code = "edenied",
                                      .offset = -1,
                                      .id = id,
                                      .message = "@gateways: only trusted clients serve gateways"});
        return;
    }
    if (!good) {
        refuse_form(
            client,
            "@gateways: an object with core and serves, an array of strings, is expected from a client of a socket",
            id);
        return;
    }
    core *core = core_of(server, client, body, id);
    if (core == NULL)
        return;
    client_set_use(client, core->number, true);
    json_array_foreach(names, index, name) {
        char *json = json_text(name);
        core_add_service(core, (span){json, strlen(json)}, client);
        free(json);
    }
    say(client, "@gateways", json_deep_copy(body), id, NULL);
    server_ask_again(server, core);
}

void server_handle_request(server *server, client *client, span line, const json_t *object, const char *id) {
    const json_t *body;
    if ((body = json_object_get(object, "@open")) != NULL)
        handle_open(server, client, line, body, id);
    else if ((body = json_object_get(object, "@catalog")) != NULL)
        handle_catalog(server, client, body, id);
    else if ((body = json_object_get(object, "@sync")) != NULL)
        handle_sync(server, client, body, id);
    else if ((body = json_object_get(object, "@hello")) != NULL)
        handle_hello(server, client, body, id);
    else if ((body = json_object_get(object, "@gateways")) != NULL)
        handle_gateways(server, client, body, id);
    else
        refuse_form(client,
                    "there is no \"@core\"; a message for a core has the core's name there, and a line to the "
                    "server is one of @open, @catalog, @sync, @hello, @gateways, @host",
                    id);
}
