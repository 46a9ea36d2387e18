/*
 * Lines of clients: messages for cores are passed on.
 */
#include "server.h"

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

char *id_copy(span value) {
    return value.at != NULL && is_id(value) ? span_copy(value) : NULL;
}

uint64_t add_to_flight(child *child, message message) {
    if (message.client != NULL)
        message.client->in_flight++;
    return flight_add(&child->flight, message);
}

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
        if (member.key.length == 0 || (member.key.at[0] != '@' && member.key.at[0] != '\\'))
            continue;
        if (span_is(member.key, "@core")) {
            parts.is_doubled = parts.core.at != NULL;
            parts.core = member.value;
            parts.cut_start = member.cut_start;
            parts.cut_end = member.cut_end;
        } else if (has_key(&member, "@id")) {
            parts.id = member.value;
        } else if (has_key(&member, "@reply")) {
            parts.reply = member.value;
        }
    }
    parts.is_complete = scanner.has_ended;
    return parts;
}

/* The request of a gateway that a message answers, unless it is a source that goes on; NULL if there is none. */
static pending *answered_by(const core *core, const client *client, span reply) {
    span effect = {0}, more = {0};
    scanner scanner = scan_object(reply);
    member member;
    while (scan_next(&scanner, &member)) {
        if (has_key(&member, "effect"))
            effect = member.value;
        else if (has_key(&member, "more"))
            more = member.value;
    }
    pending *pending = core_find_pending(core, effect);
    bool goes_on = pending != NULL && pending->is_source && span_is(more, "true");
    /* An untrusted client's answer to a request of another one is refused by the core. */
    return pending != NULL && (client->is_trusted || pending->asked == client) && !goes_on ? pending : NULL;
}

static void pass_on(core *core, client *client, span line, const line_parts *parts, char *id) {
    bool is_reply = parts->reply.at != NULL && !client->is_parent;
    pending *answered = is_reply ? answered_by(core, client, parts->reply) : NULL;
    message message = {.kind = MESSAGE_OF_CORE,
                       .client = client,
                       .core = core->number,
                       .serial = core->serial,
                       .cut_start = parts->cut_start,
                       .cut_length = parts->cut_end - parts->cut_start,
                       .id = id,
                       .effect =
                           answered != NULL ? span_copy((span){answered->effect, strlen(answered->effect)}) : NULL};
    frame frame = {.kind = FRAME_SEND, .core = core->number, .number = add_to_flight(core->child, message)};
    /* A trusted client answers requests of any sender, as the host. */
    bool is_host = client->is_parent || (client->is_trusted && parts->reply.at != NULL);
    span name = {client->name, is_host ? 0 : strlen(client->name)};
    frame_add_parts(&core->child->out, frame, name, (span){line.at, parts->cut_start},
                    (span){line.at + parts->cut_end, line.length - parts->cut_end});
    client_set_use(client, core->number, true);
    if (answered != NULL)
        answered->answer = frame.number;
}

static void handle_message(server *server, client *client, span line, const line_parts *parts) {
    refusal refusal = {.code = "ecore", .message = "there is no core of that name", .offset = -1};
    char *id = id_copy(parts->id);
    refusal.id = id;
    char *decoded = string_copy(parts->core);
    span name = {decoded, decoded != NULL ? strlen(decoded) : 0};
    char *echo = is_core_name(name) ? span_copy(name) : NULL;
    refusal.core = echo;
    core *core = server_shared_core(server, name);
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
    free(decoded);
    free(echo);
    free(id);
}

void server_handle_line(server *server, client *client, span line) {
    size_t spaces = 0;
    while (spaces < line.length && (line.at[spaces] == ' ' || line.at[spaces] == '\t'))
        spaces++;
    if (spaces == line.length)
        return;
    if (server_handle_host(server, client, line))
        return;
    line_parts parts = parts_of(line);
    if (parts.core.at != NULL) {
        /* A text that is not JSON is refused by the core. */
        handle_message(server, client, line, &parts);
        return;
    }
    json_error_t error;
    json_t *object =
        json_loadb(line.at, line.length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
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
