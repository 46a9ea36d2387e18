/*
 * Lines of clients: messages for cores, which are passed on, and requests to the server itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "server.h"

#include "scenario/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The longest JSON of an `@id`: 255 characters, each with an escape. */
enum { LONGEST_ID = 6 * 255 + 2 };

/* Whether a text is the JSON of a string or an integer: what can stand in a line of the server. */
static bool is_id(span value) {
    if (value.length == 0 || value.length > LONGEST_ID)
        return false;
    json_t *json = json_loadb(value.at, value.length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    bool good = json_is_string(json) || json_is_integer(json);
    json_decref(json);
    return good;
}

static char *id_copy(span value) {
    return value.at != NULL && is_id(value) ? span_copy(value) : NULL;
}

/* Adds a message to those that its child has to handle; returns its number. */
static uint64_t add_to_flight(child *child, message message) {
    if (message.client != NULL)
        message.client->in_flight++;
    return flight_add(&child->flight, message);
}

/* -- Messages for cores. -- */

/* What is looked for in a line. */
typedef struct line_parts {
    span core, id, reply;
    size_t cut_start, cut_end;
    bool is_doubled, is_complete;
} line_parts;

static line_parts parts_of(span line) {
    line_parts parts = {0};
    scanner scanner = scan_object(line);
    member member;
    while (scan_next(&scanner, &member)) {
        if (member.key.length == 0 || member.key.at[0] != '@')
            continue;
        if (span_is(member.key, "@core")) {
            parts.is_doubled = parts.core.at != NULL;
            parts.core = member.value;
            parts.cut_start = member.cut_start;
            parts.cut_end = member.cut_end;
        } else if (span_is(member.key, "@id")) {
            parts.id = member.value;
        } else if (span_is(member.key, "@reply")) {
            parts.reply = member.value;
        }
    }
    parts.is_complete = scanner.has_ended;
    return parts;
}

/* An answer to a request of a gateway: the request is not pending any more, unless more answers follow. */
static void note_reply(core *core, const client *client, span reply) {
    span more = scan_member(reply, "more");
    pending **link = core_find_pending(core, scan_member(reply, "effect"));
    if (*link != NULL && (*link)->asked == client && !span_is(more, "true"))
        core_drop_pending(link);
}

static void pass_on(core *core, client *client, span line, const line_parts *parts, char *id) {
    message message = {.kind = MESSAGE_OF_CORE, .client = client, .core = core->number, .serial = core->serial,
                       .cut_start = parts->cut_start,
                       .cut_length = parts->cut_end - parts->cut_start, .id = id};
    frame frame = {.kind = FRAME_SEND, .core = core->number, .number = add_to_flight(core->child, message)};
    /* A trusted client answers requests of any sender, as the host. */
    bool is_host = client->is_parent || (client->is_trusted && parts->reply.at != NULL);
    span name = {client->name, is_host ? 0 : strlen(client->name)};
    frame_add_parts(&core->child->out, frame, name, (span){line.at, parts->cut_start},
                    (span){line.at + parts->cut_end, line.length - parts->cut_end});
    client_set_use(client, core->number, true);
    if (parts->reply.at != NULL && !client->is_parent)
        note_reply(core, client, parts->reply);
}

/* The text of `@core`, which `decoded` owns if there are escapes in it; NULL if it is no string. */
static span core_name(span value, json_t **decoded) {
    span name = span_string(value);
    if (name.at != NULL || value.length < 2 || value.at[0] != '"')
        return name;
    *decoded = json_loadb(value.at, value.length, JSON_DECODE_ANY, NULL);
    return (span){json_string_value(*decoded), json_string_length(*decoded)};
}

static void handle_message(server *server, client *client, span line, const line_parts *parts) {
    refusal refusal = {.code = "ecore", .message = "there is no core of that name", .offset = -1};
    char *id = id_copy(parts->id);
    refusal.id = id;
    json_t *decoded = NULL;
    span name = core_name(parts->core, &decoded);
    char *echo = is_core_name(name) ? span_copy(name) : NULL;
    refusal.core = echo;
    core *core = server_core(server, name);
    if (parts->is_doubled) {
        refusal.code = "emessage";
        refusal.message = "\"@core\" is there twice";
    } else if (name.at == NULL) {
        refusal.code = "emessage";
        refusal.message = "\"@core\": a string is expected";
    } else if (core != NULL && core->state == CORE_CRASHED) {
        refusal.code = "ecrashed";
        refusal.message = "the process of the core is being started again; @reopened says when the core is there";
    } else if (core != NULL) {
        pass_on(core, client, line, parts, id);
        id = NULL;
        refusal.code = NULL;
    }
    if (refusal.code != NULL)
        say_refused(client, refusal);
    json_decref(decoded);
    free(echo);
    free(id);
}

/* -- Requests to the server. -- */

static void refuse_form(client *client, const char *message, const char *id) {
    say_refused(client, (refusal){.code = "emessage", .message = message, .offset = -1, .id = id});
}

static void handle_open(server *server, client *client, span line, const json_t *body, const char *id) {
    const char *name = json_string_value(json_object_get(body, "core")), *app = json_string_value(json_object_get(body, "app"));
    const char *key;
    json_t *value;
    bool is_known = true;
    json_object_foreach((json_t *)body, key, value)
        is_known = is_known && (strcmp(key, "core") == 0 || strcmp(key, "app") == 0 || strcmp(key, "config") == 0);
    if (!client->is_trusted) {
        say_refused(client, (refusal){.code = "edenied", .offset = -1, .id = id, .message =
            "@open: only trusted clients open cores; @ready lists those that are open"});
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
    if (app == NULL) {
        refuse_form(client, "@catalog: an object with app, a string, is expected", id);
    } else if (child == NULL || child->state != CHILD_RUNNING) {
        say_refused(client, (refusal){.code = child == NULL ? "eapp" : "ecrashed", .offset = -1, .id = id,
                                      .message = child == NULL ? "no library has an app of that name; @ready lists them"
                                                               : "the process of this library has crashed"});
    } else {
        message message = {.kind = MESSAGE_CATALOG, .client = client, .name = span_copy((span){app, strlen(app)}),
                           .id = id != NULL ? span_copy((span){id, strlen(id)}) : NULL};
        frame frame = {.kind = FRAME_CATALOG, .number = add_to_flight(child, message)};
        frame_add(&child->out, frame, (span){app, strlen(app)}, (span){0});
    }
}

/* The core that a request names; NULL if it was refused. */
static core *core_of(server *server, client *client, const json_t *body, const char *id) {
    const char *name = json_string_value(json_object_get(body, "core"));
    core *core = name != NULL ? server_core(server, (span){name, strlen(name)}) : NULL;
    if (core != NULL && core->state != CORE_CRASHED)
        return core;
    say_refused(client, (refusal){.code = core != NULL ? "ecrashed" : "ecore", .offset = -1, .id = id,
                                  .core = core != NULL ? core->name : NULL,
                                  .message = core != NULL ? "the process of the core is being started again"
                                                          : "core: the name of a core is expected"});
    return NULL;
}

static void handle_sync(server *server, client *client, const json_t *body, const char *id) {
    core *core = core_of(server, client, body, id);
    if (core == NULL)
        return;
    message message = {.kind = MESSAGE_SYNC, .client = client, .core = core->number, .serial = core->serial,
                       .name = span_copy((span){core->name, strlen(core->name)}),
                       .id = id != NULL ? span_copy((span){id, strlen(id)}) : NULL};
    frame_add(&core->child->out, (frame){.kind = FRAME_MARK, .number = add_to_flight(core->child, message)}, (span){0},
              (span){0});
}

static void handle_hello(server *server, client *client, const json_t *body, const char *id) {
    const char *name = json_string_value(json_object_get(body, "client"));
    if (client->is_parent || name == NULL || !is_client_name((span){name, strlen(name)})) {
        refuse_form(client, "@hello: an object with client, a name that @ready gave, is expected from a client of a socket", id);
        return;
    }
    if (client->has_used || server_client(server, (span){name, strlen(name)}) != NULL) {
        say_refused(client, (refusal){.code = "ebusy", .offset = -1, .id = id, .message = client->has_used
            ? "@hello comes before the first message to a core" : "a client of that name is connected"});
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
    json_array_foreach(names, index, name)
        good = good && json_is_string(name);
    if (!client->is_trusted) {
        say_refused(client, (refusal){.code = "edenied", .offset = -1, .id = id,
                                      .message = "@gateways: only trusted clients serve gateways"});
        return;
    }
    if (!good) {
        refuse_form(client, "@gateways: an object with core and serves, an array of strings, is expected from a client of a socket", id);
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
        refuse_form(client, "there is no \"@core\"; a message for a core has the core's name there, and a line to the "
                            "server is one of @open, @catalog, @sync, @hello, @gateways", id);
}

void server_handle_line(server *server, client *client, span line) {
    size_t spaces = 0;
    while (spaces < line.length && (line.at[spaces] == ' ' || line.at[spaces] == '\t'))
        spaces++;
    if (spaces == line.length)
        return;
    line_parts parts = parts_of(line);
    if (parts.core.at != NULL) {
        /* A text that is not JSON is refused by the core. */
        handle_message(server, client, line, &parts);
        return;
    }
    json_error_t error;
    json_t *object = json_loadb(line.at, line.length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    char *id = object != NULL ? id_copy(parts.id) : NULL;
    if (object == NULL)
        say_refused(client, (refusal){.code = "ejson", .message = error.text, .offset = error.position});
    else if (!json_is_object(object))
        say_refused(client, (refusal){.code = "ejson", .message = "a JSON object is expected", .offset = 0});
    else
        server_handle_request(server, client, line, object, id);
    free(id);
    json_decref(object);
}
