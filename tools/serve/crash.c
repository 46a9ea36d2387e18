/*
 * Children that have ended, and are started again.
 */
#define _GNU_SOURCE /* sigabbrev_np */
#include "server.h"

#include "serve/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* How a process has ended: `{"signal": "SIGILL"}` or `{"status": 1}`. */
static void add_end(json_t *body, int status) {
    char name[32];
    if (!WIFSIGNALED(status)) {
        json_object_set_new(body, "status", json_integer(WIFEXITED(status) ? WEXITSTATUS(status) : status));
        return;
    }
    const char *signal = sigabbrev_np(WTERMSIG(status));
    snprintf(name, sizeof name, signal != NULL ? "SIG%s" : "%.0s%d", signal != NULL ? signal : "", WTERMSIG(status));
    set_text(body, "signal", name);
}

/* Refuses the messages that are not known to be handled. */
static void refuse_flight(server *server, child *child) {
    for (message *message; (message = flight_first(&child->flight)) != NULL; flight_drop_first(&child->flight)) {
        if (message->client == NULL)
            continue;
        message->client->in_flight--;
        if (message->is_answered || (message->id == NULL && message->kind == MESSAGE_OF_CORE))
            continue;
        const core *core = core_of_message(server, message);
        say_refused(message->client,
                    (refusal){.code = "ecrashed",
                              .offset = -1,
                              .core = core != NULL ? core->name : NULL,
                              .id = message->id,
                              .message = "the process of the core ended before it was known to be handled"});
    }
}

/* A core whose process ended before it was open. */
static void refuse_open(server *server, core *core) {
    if (core->is_hosted)
        ; /* its call is refused with the others */
    else if (core->opener == NULL)
        server_fail(server, core->name, "the process of the library ended while the core was opened");
    else
        say_refused(core->opener, (refusal){.code = "ecrashed",
                                            .offset = -1,
                                            .core = core->name,
                                            .id = core->open_id,
                                            .message = "the process of the library ended while the core was opened"});
    server_remove_core(server, core);
}

static void report(const child *child, bool is_again) {
    char *json;
    json_t *body = need(json_object());
    add_end(body, child->status);
    json = json_text(body);
    fprintf(stderr, "adit-serve: %s: the process has ended: %s; %s\n", child->library, json,
            is_again ? "it is started again" : "it is not started again");
    free(json);
    json_decref(body);
}

static void tell_cores(server *server, child *child, bool is_again) {
    for (size_t i = 0; i < server->core_count; i++) {
        core *core = server->cores[i];
        if (core == NULL || core->child != child)
            continue;
        if (core->state == CORE_OPENING) {
            refuse_open(server, core);
            continue;
        }
        if (core->is_hosted && core->host == NULL) {
            server_remove_core(server, core);
            continue;
        }
        core_drop_requests(core);
        core->state = CORE_CRASHED;
        json_t *body = json_pack("{s:s}", "core", core->name);
        add_end(body, child->status);
        json_object_set_new(body, "again", json_boolean(is_again));
        say_to_users(server, core, "@crashed", body);
        if (is_again)
            continue;
        say_to_users(server, core, "@gone",
                     json_pack("{s:s, s:s, s:s}", "core", core->name, "code", "ecrashed", "message",
                               "the process of the core has crashed too often"));
        server_remove_core(server, core);
    }
}

void server_handle_end(server *server, child *child) {
    child_reap(child);
    if (!server->is_ready && !server->has_failed)
        server_fail(server, child->library, "its process has ended");
    bool was_ordered = server->is_ending && WIFEXITED(child->status) && WEXITSTATUS(child->status) == 0;
    bool is_again = !server->is_ending && child_schedule(child, server->most_crashes);
    if (!is_again)
        child->state = CHILD_GONE;
    if (was_ordered || server->has_failed)
        return;
    report(child, is_again);
    tell_cores(server, child, is_again);
    refuse_flight(server, child);
}

void server_restart(server *server, child *child) {
    if (child_start(child))
        return;
    fprintf(stderr, "adit-serve: %s: %s\n", child->library, strerror(errno));
    bool is_again = child_schedule(child, server->most_crashes);
    if (!is_again)
        tell_cores(server, child, false);
}
