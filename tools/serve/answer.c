#include "server.h"

#include "serve/text.h"

#include <adit.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** The version of the lines. */
enum { PROTOCOL = 1 };

void set_text(json_t *object, const char *key, const char *text) {
    /* A text of another encoding, such as a path, is left out. */
    json_object_set_new(object, key, json_string(text));
}

static void say_text(client *client, const char *key, const char *body, const char *id, const char *core) {
    text line = {0};
    text_add(&line, "{\"%s\":", key);
    text_add_bytes(&line, body, strlen(body));
    if (id != NULL)
        text_add(&line, ",\"@id\":%s", id);
    if (core != NULL)
        text_add(&line, ",\"@core\":\"%s\"", core);
    text_add(&line, "}");
    client_say(client, line.bytes, line.length);
    text_destroy(&line);
}

void say(client *client, const char *key, json_t *body, const char *id, const char *core) {
    char *json = json_text(need(body));
    say_text(client, key, json, id, core);
    free(json);
    json_decref(body);
}

void say_to_users(const server *server, const core *core, const char *key, json_t *body) {
    char *json = json_text(need(body));
    for (size_t i = 0; i < server->client_count; i++) {
        client *client = server->clients[i];
        if (client->is_parent || client_uses(client, core->number))
            say_text(client, key, json, NULL, core->name);
    }
    free(json);
    json_decref(body);
}

void say_refused(client *client, refusal refusal) {
    if (client == NULL)
        return;
    json_t *body = need(json_object());
    set_text(body, "code", refusal.code);
    set_text(body, "message", refusal.message);
    if (refusal.offset >= 0)
        json_object_set_new(body, "offset", json_integer(refusal.offset));
    say(client, "@refused", body, refusal.id, refusal.core);
}

void say_catalog(client *client, const char *app, const char *catalog, const char *id) {
    text body = {0};
    json_t *name = need(json_string(app));
    text_add(&body, "{\"app\":");
    text_add_json(&body, name, SIZE_MAX);
    text_add(&body, ",\"catalog\":");
    text_add_bytes(&body, catalog, strlen(catalog));
    text_add(&body, "}");
    say_text(client, "@catalog", body.bytes, id, NULL);
    json_decref(name);
    text_destroy(&body);
}

void say_ready(const server *server, client *client) {
    json_t *body = need(json_object()), *apps = need(json_object()), *cores = need(json_object());
    json_object_set_new(body, "protocol", json_integer(PROTOCOL));
    set_text(body, "adit", server->children[0].version);
    json_object_set_new(body, "trusted", json_boolean(client->is_trusted));
    if (!client->is_parent)
        set_text(body, "client", client->name);
    for (size_t i = 0; i < server->child_count; i++)
        json_object_update(apps, server->children[i].apps);
    for (size_t i = 0; i < server->core_count; i++) {
        if (server->cores[i] != NULL && !server->cores[i]->is_hosted)
            set_text(cores, server->cores[i]->name, server->cores[i]->app);
    }
    json_object_set_new(body, "apps", apps);
    json_object_set_new(body, "cores", cores);
    say(client, "@ready", body, NULL, NULL);
}
