/*
 * Frames of children.
 */
#include "server.h"

#include "serve/library.h"
#include "serve/text.h"

#include <stdlib.h>
#include <string.h>

core *core_of_message(const server *server, const message *message) {
    core *core = message->core < server->core_count ? server->cores[message->core] : NULL;
    return core != NULL && core->serial == message->serial ? core : NULL;
}

static void handle_opened(server *server, core *core, const frame *head, const char *text) {
    const char *code = head->code != 0 ? code_name(head->code) : NULL;
    bool is_again = core->state == CORE_CRASHED;
    core->state = CORE_OPEN;
    if (code != NULL && is_again) {
        json_t *body = json_pack("{s:s, s:s, s:s}", "core", core->name, "code", code, "message", text);
        say_to_users(server, core, "@gone", body);
    } else if (code != NULL && core->opener != NULL) {
        long offset = head->offset != ADIT_NO_OFFSET ? (long)head->offset + core->config_shift : -1;
        say_refused(
            core->opener,
            (refusal){.code = code, .message = text, .offset = offset, .core = core->name, .id = core->open_id});
    } else if (code != NULL) {
        server_fail(server, core->name, text);
    } else if (is_again) {
        say_to_users(server, core, "@reopened", json_pack("{s:s, s:b}", "core", core->name, "kept", core->has_store));
    } else if (core->opener != NULL) {
        json_t *body = json_pack("{s:s, s:s}", "core", core->name, "app", core->app);
        if ((head->flags & FRAME_NO_CORE) != 0)
            set_text(body, "verdict", text);
        say(core->opener, "@opened", body, core->open_id, NULL);
    } else if ((head->flags & FRAME_NO_CORE) != 0) {
        server_fail(server, core->name, text);
    }
    if (code != NULL || (head->flags & FRAME_NO_CORE) != 0)
        server_remove_core(server, core);
    server_advance(server);
}

static void handle_refused(server *server, child *child, const frame *head, const char *text) {
    message *message = flight_find(&child->flight, head->number);
    if (message == NULL)
        return;
    message->is_answered = true;
    core *core = core_of_message(server, message);
    if (core != NULL && message->effect != NULL)
        core_end_answered(core, message->effect, head->number, false);
    if (message->client == NULL)
        return;
    long offset = -1;
    if (head->offset != ADIT_NO_OFFSET) {
        offset = (long)head->offset;
        /* The parser's offset is that behind what it does not accept. */
        offset += head->offset > message->cut_start ? (long)message->cut_length : 0;
    }
    say_refused(message->client, (refusal){.code = code_name(head->code),
                                           .message = text,
                                           .offset = offset,
                                           .core = core != NULL ? core->name : NULL,
                                           .id = message->id});
}

static void handle_done(server *server, child *child, uint64_t number) {
    for (message *message; (message = flight_first(&child->flight)) != NULL && child->flight.first < number;) {
        core *core = core_of_message(server, message);
        if (message->effect != NULL && core != NULL)
            core_end_answered(core, message->effect, child->flight.first + 1, true);
        if (message->client != NULL) {
            message->client->in_flight--;
            if (message->kind == MESSAGE_SYNC)
                say(message->client, "@synced", json_pack("{s:s}", "core", message->name), message->id, NULL);
        }
        flight_drop_first(&child->flight);
    }
}

/* A catalog is parsed once, so that no line can have anything else in it. */
static void handle_catalog(child *child, span app, span text) {
    json_t *catalog = json_loadb(text.at, text.length, JSON_ALLOW_NUL, NULL);
    if (catalog == NULL)
        return; /* what only a child says whose memory is damaged */
    char *line = json_text(catalog);
    if (child->catalogs == NULL)
        child->catalogs = need(json_object());
    json_object_setn_new(child->catalogs, app.at, app.length, json_string(line));
    free(line);
    json_decref(catalog);
}

static void handle_hello(server *server, child *child, span version, span apps) {
    child->state = CHILD_RUNNING;
    free(child->version);
    child->version = span_copy(version);
    json_decref(child->apps);
    child->apps = json_loadb(apps.at, apps.length, 0, NULL);
    for (size_t i = 0; i < server->core_count; i++) {
        if (server->cores[i] != NULL && server->cores[i]->child == child)
            server_request_open(server->cores[i]);
    }
    server_advance(server);
}

static void handle(server *server, child *child, const frame *head, span name, span text) {
    core *core = head->core < server->core_count ? server->cores[head->core] : NULL;
    bool is_of_core = head->kind == FRAME_OPENED || head->kind == FRAME_OUTPUT || head->kind == FRAME_CLOSED ||
                      head->kind == FRAME_READY;
    if (is_of_core && (core == NULL || core->child != child))
        return; /* what only a child says whose memory is damaged */
    char *copy = head->kind == FRAME_OUTPUT || head->kind == FRAME_CALLED ? NULL : span_copy(text);
    switch (head->kind) {
    case FRAME_HELLO:
        handle_hello(server, child, name, text);
        break;
    case FRAME_FAULT:
        server_fail(server, copy, NULL);
        break;
    case FRAME_OPENED:
        handle_opened(server, core, head, copy);
        break;
    case FRAME_REFUSED:
        handle_refused(server, child, head, copy);
        break;
    case FRAME_OUTPUT:
        server_route(server, core, text);
        break;
    case FRAME_CLOSED:
        server_remove_core(server, core);
        break;
    case FRAME_DONE:
        handle_done(server, child, head->number);
        break;
    case FRAME_CATALOG:
        handle_catalog(child, name, text);
        break;
    case FRAME_CALLED:
        server_handle_called(server, child, head, name, text);
        break;
    case FRAME_READY:
        server_tell_ready(core);
        break;
    default:
        break;
    }
    free(copy);
}

void server_handle_frames(server *server, child *child) {
    frame head;
    span name, text;
    size_t size;
    while (frame_next(&child->in, &head, &name, &text, &size)) {
        handle(server, child, &head, name, text);
        buffer_take(&child->in, size);
    }
    if (buffer_length(&child->in) >= sizeof head && !frame_is_sound(&head))
        child_kill(child);
}
