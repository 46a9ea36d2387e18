/*
 * Clients come, are read, and go.
 */
#include "server.h"

#include "listener.h"
#include "serve/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/** How much may wait for a child before lines of clients are left unread, in bytes. */
enum { MOST_FOR_CHILD = 4 << 20 };

void server_add_client(server *server, client *client) {
    server->clients = realloc(server->clients, (server->client_count + 1) * sizeof *server->clients);
    if (server->clients == NULL)
        end_without_memory();
    if (!client->is_parent)
        json_object_set_new(server->client_names, client->name, json_integer((json_int_t)server->client_count));
    server->clients[server->client_count++] = client;
    say_ready(server, client);
}

bool server_reads(const server *server, const client *client) {
    if (server->is_ending || client->input_ended || client->is_gone || client->is_dropped ||
        buffer_length(&client->output) > server->most_output / 2)
        return false;
    for (size_t i = 0; i < server->child_count; i++) {
        if (buffer_length(&server->children[i].out) > MOST_FOR_CHILD)
            return false;
    }
    return true;
}

/* Handles the lines that were read; if it is bounded, as long as the client's output does not wait for it. */
static void handle_lines(server *server, client *client, bool is_bounded) {
    span line;
    bool is_long;
    client->has_lines = false;
    while (!client->is_gone) {
        client->has_lines = is_bounded && buffer_length(&client->output) > server->most_output / 2;
        if (client->has_lines || !client_line(client, server->longest_line, &line, &is_long))
            return;
        if (is_long)
            say_refused(client, (refusal){.code = "esize",
                                          .offset = -1,
                                          .message = "the line is longer than --line allows; it is skipped"});
        else
            server_handle_line(server, client, line);
    }
}

static void handle_input(server *server, client *client) {
    handle_lines(server, client, true);
    if (client->is_parent && client->input_ended && !client->has_lines)
        server_end(server);
}

void server_serve_client(server *server, client *client) {
    client_read(client);
    handle_input(server, client);
}

void server_serve_waiting(server *server) {
    for (size_t i = 0; i < server->client_count; i++) {
        client *client = server->clients[i];
        if (client->has_lines && !client->is_dropped && !server->is_ending &&
            buffer_length(&client->output) <= server->most_output / 2)
            handle_input(server, client);
    }
}

void server_handle_rest(server *server) {
    for (size_t i = 0; i < server->client_count; i++) {
        if (server->clients[i]->has_lines && !server->clients[i]->is_dropped)
            handle_lines(server, server->clients[i], false);
    }
}

/* Refuses a connection that was passed: the parent waits for it, and not in a queue. */
static void refuse_client(int fd) {
    static const char line[] =
        "{\"@dropped\":{\"code\":\"efull\",\"message\":\"there are as many clients as the limit of "
        "descriptors allows\"}}\n";
    send(fd, line, sizeof line - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}

void server_accept_client(server *server) {
    bool has_ended = false;
    int fd = server->is_passed ? listener_receive(server->listener, &has_ended)
                               : listener_accept(server->listener, server->trusts);
    if (has_ended)
        server_end(server);
    if (fd >= 0 && server->client_count >= server->most_clients)
        refuse_client(fd);
    else if (fd >= 0)
        server_add_client(server, client_make(fd, server->trusts));
}

/* Ends the subscriptions of a client that is gone, and everything that refers to it. */
static void forget_client(server *server, const client *client) {
    json_object_del(server->client_names, client->name);
    for (size_t i = 0; i < server->core_count; i++) {
        core *core = server->cores[i];
        if (core == NULL)
            continue;
        bool is_hosted = core->is_hosted, was_host = is_hosted && core->host == client;
        core_forget_client(core, client);
        if (was_host && !server->is_ending)
            server_abandon(server, core);
        if (is_hosted)
            continue;
        if (client->is_parent || !client_uses(client, core->number) || core->state == CORE_CRASHED || server->is_ending)
            continue;
        char text[64 + CLIENT_NAME_SIZE];
        int length = snprintf(text, sizeof text, "{\"@unsubscribe\":{\"client\":\"%s\"}}", client->name);
        message message = {.kind = MESSAGE_OWN, .core = core->number, .serial = core->serial};
        frame frame = {.kind = FRAME_SEND, .core = core->number, .number = flight_add(&core->child->flight, message)};
        frame_add(&core->child->out, frame, (span){0}, (span){text, (size_t)length});
    }
    for (size_t i = 0; i < server->child_count; i++)
        flight_forget_client(&server->children[i].flight, client);
}

static void drop_slow(server *server, client *client) {
    static const char line[] = "{\"@dropped\":{\"code\":\"efull\",\"message\":\"more output than --buffer allows waits "
                               "for this client, which does not read\"}}";
    if (client->is_parent || client->is_gone || client->is_dropped ||
        buffer_length(&client->output) <= server->most_output)
        return;
    forget_client(server, client);
    client_drop(client, line, sizeof line - 1);
}

void server_sweep_clients(server *server) {
    size_t kept = 0;
    for (size_t i = 0; i < server->client_count; i++) {
        client *client = server->clients[i];
        drop_slow(server, client);
        bool is_served = (client->is_dropped || (client->input_ended && client->in_flight == 0)) &&
                         buffer_length(&client->output) == 0;
        if (client->is_parent && client->is_gone)
            server_end(server);
        if ((client->is_gone || is_served) && !client->is_parent) {
            if (!client->is_dropped)
                forget_client(server, client);
            /* Closing is not enough: another process may have the descriptor, which was passed, or is starting a child. */
            if (client->watched != 0)
                epoll_ctl(server->watch, EPOLL_CTL_DEL, client->in, NULL);
            client_destroy(client);
            continue;
        }
        if (!client->is_parent && !client->is_dropped && kept != i)
            json_object_set_new(server->client_names, client->name, json_integer((json_int_t)kept));
        server->clients[kept++] = client;
    }
    server->client_count = kept;
}
