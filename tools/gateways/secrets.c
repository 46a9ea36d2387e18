/*
 * The gateway `secrets`, by the Secret Service of the user's session, a keyring
 * (https://specifications.freedesktop.org/secret-service). A secret is the item with the attributes `application`, of
 * the config, and `name`, of the request.
 */
#define _GNU_SOURCE /* strdup */
#include "bus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVICE "org.freedesktop.secrets"
#define INTERFACE(name) "org.freedesktop.Secret." name
static const char service_path[] = "/org/freedesktop/secrets",
                  collection_path[] = "/org/freedesktop/secrets/aliases/default";

static const char *name_of(const bus_call *call) {
    const json_t *arguments;
    const char *kind;
    json_object_foreach((json_t *)call->request->body, kind, arguments) return text_of(arguments, "name");
    return NULL;
}

static void fail_as_unknown(bus_call *call) {
    bus_fail(call, "storage", SERVICE ": the reply is not one of the Secret Service");
}

/* -- Unlocking: the service asks the user by a prompt, in a window, and reports the answer by a signal. -- */

/* The prompt is not seen any more. */
static void end_prompt(bus_call *call) {
    bus_unwatch(call);
    free(call->prompt);
    call->prompt = NULL;
    call->late = NULL;
    call->due = now_ms() + call->gateways->secrets_timeout;
}

static int on_completed(sd_bus_message *signal, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    int is_dismissed = 1, code = sd.bus_message_read(signal, "b", &is_dismissed);
    (void)unused;
    end_prompt(call);
    call->slot = sd.bus_slot_unref(call->slot); /* the signal may arrive before the reply of Prompt */
    if (code < 0)
        fail_as_unknown(call);
    else if (is_dismissed)
        bus_fail(call, "denied", "the secret \"%.100s\": the prompt of the keyring was dismissed", name_of(call));
    else
        call->resume(call);
    return 0;
}

static int on_prompted(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    (void)unused;
    bus_has_failed(context, reply); /* else the signal follows */
    return 0;
}

/* Has the user asked, and goes on by `resume`. */
static void ask_user(bus_call *call, const char *prompt) {
    adit_gateways *gateways = call->gateways;
    if ((call->prompt = strdup(prompt)) == NULL) {
        bus_fail(call, "storage", "no memory is left");
        return;
    }
    if (gateways->prompt_timeout == 0) {
        bus_fail(call, "denied", "the secret \"%.100s\" is locked, and the config does not let the user be asked",
                 name_of(call));
        return;
    }
    call->due = now_ms() + gateways->prompt_timeout;
    call->late = "has a prompt that was not answered in time";
    if (!bus_watch(call, call->prompt, INTERFACE("Prompt"), "Completed", on_completed))
        return;
    sd_bus_message *message = bus_method(call, call->prompt, INTERFACE("Prompt"), "Prompt");
    if (message != NULL)
        bus_send(call, message, sd.bus_message_append(message, "s", ""), on_prompted); /* it has no window as parent */
}

static int on_unlocked(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    const char *prompt;
    (void)unused;
    if (bus_has_failed(call, reply))
        return 0;
    if (sd.bus_message_skip(reply, "ao") < 0 || sd.bus_message_read(reply, "o", &prompt) < 0)
        fail_as_unknown(call);
    else if (strcmp(prompt, "/") != 0)
        ask_user(call, prompt);
    else
        call->resume(call);
    return 0;
}

/* Unlocks what has these paths, and goes on by `resume`. */
static void unlock(bus_call *call, const json_t *paths) {
    sd_bus_message *message = bus_method(call, service_path, INTERFACE("Service"), "Unlock");
    if (message == NULL)
        return;
    int code = sd.bus_message_open_container(message, 'a', "o");
    for (size_t index = 0; index < json_array_size(paths) && code >= 0; index++)
        code = sd.bus_message_append(message, "o", json_string_value(json_array_get(paths, index)));
    call->has_unlocked = true;
    bus_send(call, message, code < 0 ? code : sd.bus_message_close_container(message), on_unlocked);
}

/* -- Sessions: secrets travel in one; plainly, as the bus does not leave the machine. -- */

static void clean(bus_call *call) {
    if (call->prompt != NULL)
        bus_tell(call->gateways, SERVICE, call->prompt, INTERFACE("Prompt"), "Dismiss");
    if (call->session != NULL)
        bus_tell(call->gateways, SERVICE, call->session, INTERFACE("Session"), "Close");
    free(call->prompt);
    free(call->session);
    json_decref(call->items);
}

static void open_session(bus_call *call, sd_bus_handler handler) {
    sd_bus_message *message = bus_method(call, service_path, INTERFACE("Service"), "OpenSession");
    if (message != NULL)
        bus_send(call, message, sd.bus_message_append(message, "sv", "plain", "s", ""), handler);
}

/* Reads the reply of OpenSession. False if there is no session, which has been answered. */
static bool read_session(bus_call *call, sd_bus_message *reply) {
    const char *path;
    if (bus_has_failed(call, reply))
        return false;
    if (sd.bus_message_skip(reply, "v") >= 0 && sd.bus_message_read(reply, "o", &path) >= 0)
        call->session = strdup(path);
    if (call->session == NULL)
        fail_as_unknown(call);
    return call->session != NULL;
}

/* -- Searching. -- */

static void search(bus_call *call, sd_bus_handler handler) {
    sd_bus_message *message = bus_method(call, service_path, INTERFACE("Service"), "SearchItems");
    if (message != NULL)
        bus_send(call, message,
                 sd.bus_message_append(message, "a{ss}", 2, "application", call->gateways->secrets_of, "name",
                                       name_of(call)),
                 handler);
}

static json_t *read_paths(sd_bus_message *reply) {
    json_t *paths = json_array();
    const char *path;
    if (sd.bus_message_enter_container(reply, 'a', "o") < 0)
        return paths;
    while (sd.bus_message_read(reply, "o", &path) > 0)
        json_array_append_new(paths, json_string(path));
    sd.bus_message_exit_container(reply);
    return paths;
}

/* Reads the reply of SearchItems: `call->items` has what is not locked, and `locked`, which the caller frees, the rest.
 * False if there is neither, which has been answered. */
static bool read_items(bus_call *call, sd_bus_message *reply, json_t **locked) {
    *locked = NULL;
    if (bus_has_failed(call, reply))
        return false;
    call->items = read_paths(reply);
    *locked = read_paths(reply);
    if (json_array_size(call->items) + json_array_size(*locked) > 0)
        return true;
    bus_end(call, json_object());
    return false;
}

/* -- get: SearchItems, perhaps Unlock, OpenSession, GetSecret. -- */

static int on_secret(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    const void *parameters, *value;
    size_t size, length;
    (void)unused;
    if (bus_has_failed(call, reply))
        return 0;
    if (sd.bus_message_enter_container(reply, 'r', "oayays") < 0 || sd.bus_message_skip(reply, "o") < 0 ||
        sd.bus_message_read_array(reply, 'y', &parameters, &size) < 0 ||
        sd.bus_message_read_array(reply, 'y', &value, &length) < 0) {
        fail_as_unknown(call);
        return 0;
    }
    json_t *text = json_stringn(length > 0 ? value : "", length);
    if (text != NULL)
        bus_end(call, json_pack("{s:o}", "value", text));
    else
        bus_fail(call, "storage", "the secret \"%.100s\" is not UTF-8 text", name_of(call));
    return 0;
}

static int on_session_to_get(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    (void)unused;
    sd_bus_message *message = NULL;
    if (read_session(call, reply))
        message = bus_method(call, json_string_value(json_array_get(call->items, 0)), INTERFACE("Item"), "GetSecret");
    if (message != NULL)
        bus_send(call, message, sd.bus_message_append(message, "o", call->session), on_secret);
    return 0;
}

static void open_session_to_get(bus_call *call) {
    open_session(call, on_session_to_get);
}

static int on_found_to_get(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    json_t *locked;
    (void)unused;
    if (read_items(call, reply, &locked)) {
        if (json_array_size(call->items) > 0) {
            open_session_to_get(call);
        } else {
            json_array_extend(call->items, locked);
            call->resume = open_session_to_get;
            unlock(call, locked);
        }
    }
    json_decref(locked);
    return 0;
}

/* -- put: OpenSession, CreateItem; perhaps Unlock, and once more. -- */

static void create(bus_call *call);

static void end_put(bus_call *call) {
    bus_end(call, json_object());
}

static void unlock_collection(bus_call *call) {
    json_t *paths = json_pack("[s]", collection_path);
    call->resume = create;
    unlock(call, paths);
    json_decref(paths);
}

static int on_created(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    const char *item, *prompt;
    (void)unused;
    if (!call->has_unlocked && bus_is_error(reply, INTERFACE("Error.IsLocked"))) {
        call->slot = sd.bus_slot_unref(call->slot);
        unlock_collection(call);
        return 0;
    }
    if (bus_has_failed(call, reply))
        return 0;
    call->resume = end_put;
    if (sd.bus_message_read(reply, "oo", &item, &prompt) < 0)
        fail_as_unknown(call);
    else if (strcmp(item, "/") == 0)
        ask_user(call, prompt);
    else
        end_put(call);
    return 0;
}

static int fill_item(sd_bus_message *message, const bus_call *call, const json_t *value) {
    const char *application = call->gateways->secrets_of, *name = name_of(call);
    char label[200];
    snprintf(label, sizeof label, "%.90s: %.90s", application, name);
    label[whole_characters(label, strlen(label))] = '\0';
    int code =
        sd.bus_message_append(message, "a{sv}", 2, INTERFACE("Item.Label"), "s", label, INTERFACE("Item.Attributes"),
                              "a{ss}", 2, "application", application, "name", name);
    if (code >= 0 && (code = sd.bus_message_open_container(message, 'r', "oayays")) >= 0 &&
        (code = sd.bus_message_append(message, "o", call->session)) >= 0 &&
        (code = sd.bus_message_append_array(message, 'y', NULL, 0)) >= 0 &&
        (code = sd.bus_message_append_array(message, 'y', json_string_value(value), json_string_length(value))) >= 0 &&
        (code = sd.bus_message_append(message, "s", "text/plain; charset=utf8")) >= 0)
        code = sd.bus_message_close_container(message);
    return code >= 0 ? sd.bus_message_append(message, "b", 1) : code; /* in place of the one with these attributes */
}

static void create(bus_call *call) {
    const json_t *value = json_object_get(json_object_get(call->request->body, "put"), "value");
    sd_bus_message *message = bus_method(call, collection_path, INTERFACE("Collection"), "CreateItem");
    if (message != NULL)
        bus_send(call, message, fill_item(message, call, value), on_created);
}

static int on_session_to_put(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    (void)unused;
    if (read_session(context, reply))
        create(context);
    return 0;
}

/* -- remove: SearchItems, perhaps Unlock, and Delete for each. -- */

static int on_deleted(sd_bus_message *reply, void *context, sd_bus_error *unused);

static void delete_next(bus_call *call) {
    size_t count = json_array_size(call->items);
    if (count == 0) {
        bus_end(call, json_object());
        return;
    }
    sd_bus_message *message =
        bus_method(call, json_string_value(json_array_get(call->items, count - 1)), INTERFACE("Item"), "Delete");
    if (message == NULL)
        return;
    json_array_remove(call->items, count - 1);
    bus_send(call, message, 0, on_deleted);
}

static int on_deleted(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    const char *prompt;
    (void)unused;
    if (bus_has_failed(call, reply))
        return 0;
    call->resume = delete_next;
    if (sd.bus_message_read(reply, "o", &prompt) < 0)
        fail_as_unknown(call);
    else if (strcmp(prompt, "/") != 0)
        ask_user(call, prompt);
    else
        delete_next(call);
    return 0;
}

static int on_found_to_remove(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    json_t *locked;
    (void)unused;
    if (read_items(call, reply, &locked)) {
        json_array_extend(call->items, locked);
        call->resume = delete_next;
        if (json_array_size(locked) > 0)
            unlock(call, locked);
        else
            delete_next(call);
    }
    json_decref(locked);
    return 0;
}

/* -- The gateway. -- */

void secrets_serve(adit_gateways *gateways, request *request) {
    const json_t *put = json_object_get(request->body, "put"), *get = json_object_get(request->body, "get"),
                 *arguments = put != NULL   ? put
                              : get != NULL ? get
                                            : json_object_get(request->body, "remove");
    const char *name = text_of(arguments, "name");
    if (name == NULL || *name == '\0' || json_object_size(request->body) != 1 ||
        (put != NULL && !json_is_string(json_object_get(put, "value")))) {
        answer_error(gateways, request, "invalid",
                     "one of get, remove {name}, put {name, value} is expected, and a name of one byte or more");
        return;
    }
    bus_call *call = bus_begin(gateways, request, SERVICE, gateways->secrets_timeout);
    if (call == NULL)
        return;
    call->clean = clean;
    if (put != NULL)
        open_session(call, on_session_to_put);
    else
        search(call, get != NULL ? on_found_to_get : on_found_to_remove);
}
