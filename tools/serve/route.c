/*
 * Who receives the messages of cores.
 */
#include "server.h"

#include <string.h>

client *server_client(const server *server, span name) {
    const json_t *position = name.at != NULL ? json_object_getn(server->client_names, name.at, name.length) : NULL;
    return position != NULL ? server->clients[json_integer_value(position)] : NULL;
}

/* -- Messages of cores. -- */

/* What is looked for in a message of a core. */
typedef struct output {
    span text, key; /* the whole, and the first key */
    span value;     /* of the first key */
    member client, id;
} output;

static output output_of(span text) {
    output output = {.text = text};
    scanner scanner = scan_object(text);
    member member;
    while (scan_next(&scanner, &member)) {
        if (output.key.at == NULL) {
            output.key = member.key;
            output.value = member.value;
        } else if (span_is(member.key, "@client")) {
            output.client = member;
        } else if (span_is(member.key, "@id")) {
            output.id = member;
        }
    }
    return output;
}

static bool is_of_app(const output *output) {
    return output->key.length > 0 && output->key.at[0] != '@';
}

/* Adds the message to a buffer, without `@client`, perhaps without `@id`, and with the core's name at its end. */
static void add_line(buffer *out, const output *output, const core *core, bool keeps_id) {
    static const char beside[] = ",\"@core\":\"";
    size_t from = 0;
    const member *cuts[2] = {NULL, NULL};
    bool cuts_client = output->client.key.at != NULL, cuts_id = !keeps_id && output->id.key.at != NULL;
    bool client_first = cuts_client && (!cuts_id || output->client.cut_start < output->id.cut_start);
    cuts[0] = client_first ? &output->client : cuts_id ? &output->id : NULL;
    cuts[1] = client_first ? (cuts_id ? &output->id : NULL) : (cuts_client ? &output->client : NULL);
    buffer_reserve(out, output->text.length + sizeof beside + strlen(core->name) + 3);
    for (size_t i = 0; i < 2; i++) {
        if (cuts[i] == NULL)
            continue;
        buffer_add(out, output->text.at + from, cuts[i]->cut_start - from);
        from = cuts[i]->cut_end;
    }
    buffer_add(out, output->text.at + from, output->text.length - 1 - from);
    buffer_add(out, beside, sizeof beside - 1);
    buffer_add(out, core->name, strlen(core->name));
    buffer_add(out, "\"}\n", 3);
}

static void deliver(client *client, const output *output, const core *core, bool keeps_id) {
    if (!client->is_dropped && output->text.length > 0)
        add_line(&client->output, output, core, keeps_id);
}

/* An `@effect`: asks the client that serves its gateway, or the one that caused it, and remembers it until it is answered. */
static void ask(server *server, core *core, const output *output, client *cause) {
    span gateway = scan_member(output->value, "gateway");
    client *asked = core_server(core, gateway);
    asked = asked != NULL ? asked : cause;
    if (span_is(scan_member(output->value, "reply"), "false")) {
        if (asked != NULL)
            deliver(asked, output, core, true);
    } else {
        span name = span_string(output->client.value);
        pending *pending = core_add_pending(core, scan_member(output->value, "id"), gateway, name);
        if (pending == NULL)
            return; /* what only a child says whose memory is damaged */
        pending->is_source = span_is(scan_member(output->value, "reply"), "\"many\"");
        buffer line = {0};
        add_line(&line, output, core, true);
        pending->line = span_copy((span){buffer_bytes(&line), buffer_length(&line) - 1});
        buffer_destroy(&line);
        pending->asked = asked;
        if (asked != NULL)
            deliver(asked, output, core, true);
    }
    /* Nobody in particular: all that use the core may answer it. */
    if (asked == NULL && server->trusts && output->client.key.at == NULL) {
        for (size_t i = 0; i < server->client_count; i++) {
            if (client_uses(server->clients[i], core->number))
                deliver(server->clients[i], output, core, true);
        }
    }
}

static void cancel(core *core, const output *output, client *cause) {
    pending *pending = core_find_pending(core, scan_member(output->value, "effect"));
    client *asked = pending != NULL ? pending->asked : cause;
    if (pending != NULL)
        core_drop_pending(core, pending);
    if (asked != NULL)
        deliver(asked, output, core, true);
}

void server_ask_again(server *server, core *core) {
    for (pending *pending = core->pending; pending != NULL; pending = pending->next) {
        if (pending->asked != NULL || pending->answer != 0)
            continue;
        client *client = core_server(core, (span){pending->gateway, strlen(pending->gateway)});
        if (client == NULL && pending->client != NULL)
            client = server_client(server, (span){pending->client, strlen(pending->client)});
        if (client == NULL)
            continue;
        pending->asked = client;
        client_set_use(client, core->number, true);
        client_say(client, pending->line, strlen(pending->line));
    }
}

void server_route(server *server, core *core, span text) {
    if (core->is_hosted) {
        server_route_hosted(core, text);
        return;
    }
    output output = output_of(text);
    client *cause = NULL;
    if (server->is_stdio) {
        cause = server->client_count > 0 ? server->clients[0] : NULL;
        if (cause != NULL)
            deliver(cause, &output, core, true);
    } else {
        bool has_client = output.client.key.at != NULL;
        cause = has_client ? server_client(server, span_string(output.client.value)) : NULL;
        if (span_is(output.key, "@effect")) {
            ask(server, core, &output, cause);
        } else if (span_is(output.key, "@cancel")) {
            cancel(core, &output, cause);
        } else {
            if (cause != NULL)
                deliver(cause, &output, core, true);
            bool is_for_all = span_is(output.key, "@closed") || (!has_client && server->trusts) ||
                              (server->broadcasts && is_of_app(&output));
            for (size_t i = 0; is_for_all && i < server->client_count; i++) {
                if (server->clients[i] != cause && client_uses(server->clients[i], core->number))
                    deliver(server->clients[i], &output, core, !has_client);
            }
        }
    }
    if (output.id.key.at != NULL && cause != NULL)
        flight_answer(&core->child->flight, cause, core->number, output.id.value);
}
