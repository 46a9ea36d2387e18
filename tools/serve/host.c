/*
 * Hosted cores: cores whose host is a client. A call of it is passed to the child as it is, and so is the answer.
 */
#include "server.h"

#include "serve/text.h"

#include <stdlib.h>
#include <string.h>

/* The parts of `{"@host":CALL,"@id":ID,"@text":TEXT}`, in this order; the last two may be left out. */
typedef struct host_line {
    span call, id, text;
    bool is_sound;
} host_line;

static bool begins_with(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0;
}

/* False if it is another line. The text can be anything: it reaches to the line's last brace. */
static bool parts_of(span line, host_line *parts) {
    static const char first[] = "{\"@host\":", text[] = "\"@text\":";
    const char *end = line.at + line.length;
    *parts = (host_line){0};
    if (!begins_with(line.at, end, first))
        return false;
    scanner scanner = scan_object(line);
    member member;
    if (!scan_next(&scanner, &member))
        return true;
    parts->call = member.value;
    if (!begins_with(scanner.at, end, text) && scan_next(&scanner, &member) && span_is(member.key, "@id"))
        parts->id = member.value;
    if (begins_with(scanner.at, end, text) && end[-1] == '}') {
        const char *start = scanner.at + sizeof text - 1;
        parts->text = (span){start, (size_t)(end - 1 - start)};
        parts->is_sound = true;
        return true;
    }
    parts->is_sound = !scan_next(&scanner, &member) && scanner.has_ended;
    return true;
}

/* Refuses a call; `core` may be NULL. */
static void refuse(client *client, const char *code, const char *message, const char *core, const char *id) {
    say_refused(client, (refusal){.code = code, .message = message, .offset = -1, .core = core, .id = id});
}

/* Passes a call on, with a new reference to its id. */
static void pass_on(child *child, client *client, const core *core, span call, span text, const char *id) {
    message message = {.kind = client != NULL ? MESSAGE_HOST : MESSAGE_OWN,
                       .client = client,
                       .core = core != NULL ? core->number : 0,
                       .serial = core != NULL ? core->serial : 0,
                       .id = id != NULL ? span_copy((span){id, strlen(id)}) : NULL};
    frame frame = {.kind = FRAME_CALL,
                   .core = core != NULL ? core->number : FRAME_OF_NO_CORE,
                   .flags = core != NULL ? core->openings : 0,
                   .number = add_to_flight(child, message)};
    frame_add(&child->out, frame, call, text);
}

/* The child of an app; the first child, which says what it has, if none has it. NULL after a refusal. */
static child *child_for(server *server, client *client, const char *app, const char *id) {
    child *child = app != NULL ? server_child_of(server, app) : NULL;
    child = child != NULL ? child : &server->children[0];
    if (child->state == CHILD_RUNNING)
        return child;
    refuse(client, "ecrashed",
           child->state == CHILD_GONE ? "the process of this library has crashed too often"
                                      : "the process of this library is being started again",
           NULL, id);
    return NULL;
}

static void open_core(server *server, client *client, const json_t *call, const host_line *parts, const char *id) {
    const char *name = json_string_value(json_object_get(call, "core")),
               *app = json_string_value(json_object_get(call, "app"));
    if (name == NULL || app == NULL || !is_core_name((span){name, strlen(name)})) {
        refuse(client, "emessage", "@host: open: a core's name and an app's are expected, in core and app", NULL, id);
        return;
    }
    if (server_core(server, (span){name, strlen(name)}) != NULL) {
        refuse(client, "ebusy", "there is a core of that name; it is free after it was closed", name, id);
        return;
    }
    child *child = child_for(server, client, app, id);
    if (child == NULL)
        return;
    core *core = server_make_core(server, name, app, "", child);
    free(core->config);
    core->config = span_copy(parts->text); /* a NUL may be in it */
    core->config_length = parts->text.length;
    core->has_store = scan_member(parts->text, "store").at != NULL;
    core->is_hosted = true;
    core->host = client;
    core->opening = span_copy(parts->call);
    client_set_use(client, core->number, true);
    core_count_opening(core);
    pass_on(child, client, core, parts->call, parts->text, id);
}

static void call_core(server *server, client *client, const json_t *call, const host_line *parts, const char *id) {
    const char *name = json_string_value(json_object_get(call, "core"));
    core *core = name != NULL ? server_core(server, (span){name, strlen(name)}) : NULL;
    if (core == NULL || !core->is_hosted || core->host != client)
        refuse(client, "ecore", "@host: this client has opened no core of that name", NULL, id);
    else if (core->state == CORE_CRASHED)
        refuse(client, "ecrashed",
               "the process of the core is being started again; @reopened says when the core is there", name, id);
    else
        pass_on(core->child, client, core, parts->call, parts->text, id);
}

bool server_handle_host(server *server, client *client, span line) {
    host_line parts;
    if (!parts_of(line, &parts))
        return false;
    char *id = id_copy(parts.id);
    json_t *call = parts.call.at != NULL ? json_loadb(parts.call.at, parts.call.length, 0, NULL) : NULL;
    const char *which = json_string_value(json_object_get(call, "call"));
    if (!client->is_trusted) {
        refuse(client, "edenied", "@host: only trusted clients are hosts of cores", NULL, id);
    } else if (!parts.is_sound || which == NULL) {
        refuse(client, "emessage", "@host: an object with call is expected, then @id, and @text as the last member",
               NULL, id);
    } else if (strcmp(which, "open") == 0) {
        open_core(server, client, call, &parts, id);
    } else if (json_object_get(call, "core") != NULL) {
        call_core(server, client, call, &parts, id);
    } else {
        child *child = child_for(server, client, json_string_value(json_object_get(call, "app")), id);
        if (child != NULL)
            pass_on(child, client, NULL, parts.call, parts.text, id);
    }
    json_decref(call);
    free(id);
    return true;
}

void server_reopen_hosted(core *core) {
    pass_on(core->child, NULL, core, (span){core->opening, strlen(core->opening)},
            (span){core->config, core->config_length}, NULL);
}

void server_abandon(server *server, core *core) {
    static const char close[] = "{\"call\":\"close\",\"timeout\":0}";
    if (core->state == CORE_CRASHED)
        server_remove_core(server, core);
    else
        pass_on(core->child, NULL, core, (span){close, sizeof close - 1}, (span){0}, NULL);
}

/* -- Answers. -- */

static void finish_reopening(server *server, core *core, span name, bool is_open) {
    if (is_open) {
        core->state = CORE_OPEN;
        say_to_users(server, core, "@reopened", json_pack("{s:s, s:b}", "core", core->name, "kept", core->has_store));
        return;
    }
    json_t *answer = need(json_loadb(name.at, name.length, 0, NULL)), *body = need(json_object());
    set_text(body, "core", core->name);
    json_object_set(body, "code", json_object_get(answer, "code"));
    json_object_set(body, "message", json_object_get(answer, "message"));
    say_to_users(server, core, "@gone", body);
    json_decref(answer);
    server_remove_core(server, core);
}

/* Adds a line of a head and a text, which goes to the client as it is. */
static void say_raw(client *client, const text *head, bool has_text, span raw) {
    static const char key[] = ",\"@text\":";
    if (client->is_dropped)
        return;
    buffer *out = &client->output;
    buffer_reserve(out, head->length + sizeof key + raw.length + 2);
    buffer_add(out, head->bytes, head->length);
    if (has_text) {
        buffer_add(out, key, sizeof key - 1);
        buffer_add(out, raw.at, raw.length);
    }
    buffer_add(out, "}\n", 2);
}

void server_handle_called(server *server, child *child, const frame *head, span name, span text) {
    core *core = head->core < server->core_count ? server->cores[head->core] : NULL;
    core = core != NULL && core->is_hosted && core->child == child ? core : NULL;
    bool is_open = (head->flags & FRAME_NO_CORE) == 0;
    if (core != NULL && core->state == CORE_CRASHED) {
        finish_reopening(server, core, name, is_open);
        return;
    }
    message *message = flight_find(&child->flight, head->number);
    if (message != NULL && message->client != NULL && message->kind == MESSAGE_HOST) {
        struct text line = {0};
        text_add(&line, "{\"@hosted\":");
        text_add_bytes(&line, name.at, name.length);
        if (message->id != NULL)
            text_add(&line, ",\"@id\":%s", message->id);
        say_raw(message->client, &line, (head->flags & FRAME_TEXT) != 0, text);
        text_destroy(&line);
        message->is_answered = true;
    }
    if (core != NULL && is_open)
        core->state = CORE_OPEN;
    else if (core != NULL)
        server_remove_core(server, core);
}

void server_route_hosted(const core *core, span message) {
    text line = {0};
    if (core->host == NULL)
        return;
    text_add(&line, "{\"@output\":{\"core\":\"%s\"}", core->name);
    say_raw(core->host, &line, true, message);
    text_destroy(&line);
}

void server_tell_ready(const core *core) {
    if (core->is_hosted && core->host != NULL)
        say(core->host, "@work", json_pack("{s:s}", "core", core->name), NULL, NULL);
}
