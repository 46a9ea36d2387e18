/*
 * The gateway `notifications`, by the notification server of the user's session
 * (https://specifications.freedesktop.org/notification-spec). They are sent one after another, as the next may stand
 * in place of one whose number is not known yet.
 */
#define _GNU_SOURCE /* asprintf, strdup */
#include "bus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVICE "org.freedesktop.Notifications"
static const char path[] = "/org/freedesktop/Notifications";

static void next_notification(adit_gateways *gateways);

static void clean(bus_call *call) {
    free(call->id);
}

/* The number that the server has given a notification; 0 if it has none. */
static uint32_t number_of_shown(const bus_call *call) {
    return (uint32_t)json_integer_value(json_object_get(call->gateways->shown, call->id));
}

/* -- Showing. -- */

static int on_shown(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    uint32_t number = 0;
    (void)unused;
    if (bus_has_failed(call, reply))
        return 0;
    if (sd.bus_message_read(reply, "u", &number) < 0) {
        bus_fail(call, "storage", SERVICE ": the reply is not one of a notification server");
        return 0;
    }
    json_object_set_new(call->gateways->shown, call->id, json_integer(number));
    bus_end(call, json_object());
    return 0;
}

/* A text as the server's markup has it; to be freed, NULL without memory. */
static char *escape(const char *text) {
    static const char special[] = "&<>", *const names[] = {"&amp;", "&lt;", "&gt;"};
    char *escaped = malloc(strlen(text) * 5 + 1), *end = escaped;
    for (; escaped != NULL && *text != '\0'; text++) {
        const char *found = strchr(special, *text);
        if (found != NULL)
            end = stpcpy(end, names[found - special]);
        else
            *end++ = *text;
    }
    if (escaped != NULL)
        *end = '\0';
    return escaped;
}

static void show(bus_call *call) {
    const json_t *arguments = json_object_get(call->request->body, "show");
    const char *text = text_of(arguments, "text");
    char *body = call->gateways->has_markup ? escape(text != NULL ? text : "") : strdup(text != NULL ? text : "");
    sd_bus_message *message = bus_method(call, path, SERVICE, "Notify");
    if (message != NULL) /* no icon, actions or hints; it stays as long as the server wants */
        bus_send(call, message,
                 sd.bus_message_append(message, "susssasa{sv}i", call->gateways->notifications_of,
                                       number_of_shown(call), "", text_of(arguments, "title"), body != NULL ? body : "",
                                       0, 0, -1),
                 on_shown);
    free(body);
}

/* -- Withdrawing. -- */

static int on_closed(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    (void)unused;
    if (!bus_has_failed(context, reply))
        bus_end(context, json_object());
    return 0;
}

static void withdraw(bus_call *call) {
    uint32_t number = number_of_shown(call);
    if (number == 0) {
        bus_end(call, json_object());
        return;
    }
    json_object_del(call->gateways->shown, call->id);
    sd_bus_message *message = bus_method(call, path, SERVICE, "CloseNotification");
    if (message != NULL)
        bus_send(call, message, sd.bus_message_append(message, "u", number), on_closed);
}

/* -- One after another. -- */

static void start(bus_call *call) {
    if (json_object_get(call->request->body, "show") != NULL)
        show(call);
    else
        withdraw(call);
}

/* What the server can do: whether a text has to be escaped. */
static int on_capabilities(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    const char *name;
    (void)unused;
    if (bus_has_failed(call, reply))
        return 0;
    call->gateways->has_capabilities = true;
    call->gateways->has_markup = false;
    if (sd.bus_message_enter_container(reply, 'a', "s") >= 0) {
        while (sd.bus_message_read(reply, "s", &name) > 0)
            call->gateways->has_markup |= strcmp(name, "body-markup") == 0;
    }
    start(call);
    return 0;
}

static void next_notification(adit_gateways *gateways) {
    bus_call *call = gateways->calls;
    while (call != NULL && call->then != next_notification)
        call = call->next;
    if (call == NULL || call->slot != NULL)
        return;
    if (gateways->has_capabilities) {
        start(call);
        return;
    }
    sd_bus_message *message = bus_method(call, path, SERVICE, "GetCapabilities");
    if (message != NULL)
        bus_send(call, message, 0, on_capabilities);
}

void notifications_serve(adit_gateways *gateways, request *request) {
    const json_t *show = json_object_get(request->body, "show"),
                 *arguments = show != NULL ? show : json_object_get(request->body, "withdraw");
    const char *id = text_of(arguments, "id");
    if (id == NULL || json_object_size(request->body) != 1 || (show != NULL && text_of(show, "title") == NULL) ||
        (json_object_get(show, "text") != NULL && text_of(show, "text") == NULL)) {
        answer_error(gateways, request, "invalid", "one of show {id, title, text}, withdraw {id} is expected");
        return;
    }
    char *whole;
    if (asprintf(&whole, "%llu %s", (unsigned long long)request->core, id) < 0) {
        answer_error(gateways, request, "storage", "no memory is left");
        return;
    }
    bus_call *call = bus_begin(gateways, request, SERVICE, gateways->notifications_timeout);
    if (call == NULL) {
        free(whole);
        return;
    }
    call->id = whole;
    call->clean = clean;
    call->then = next_notification;
    next_notification(gateways);
}
