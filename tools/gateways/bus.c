#define _GNU_SOURCE
#include "bus.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { MOST_AT_ONCE = 64 }; /* messages, before other gateways have their turn */

/* -- libsystemd. -- */

bus_functions sd;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int32_t bus_load(const char *place, adit_error *error) {
    static void *library;
    int32_t code = ADIT_OK;
    pthread_mutex_lock(&lock);
    if (library == NULL)
        library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        code = fail(error, ADIT_ECONFIG, "%s: %s", place, dlerror());
#define BUS_FIND(result, name, parameters)                                                                             \
    if (code == ADIT_OK && (*(void **)&sd.name = dlsym(library, "sd_" #name)) == NULL)                                 \
        code = fail(error, ADIT_ECONFIG, "%s: libsystemd.so.0 has no sd_" #name, place);
    BUS_FUNCTIONS(BUS_FIND)
#undef BUS_FIND
    pthread_mutex_unlock(&lock);
    return code;
}

/* -- The connection. It is made when it is needed, and again if it was lost. -- */

/* Waits for what the connection waits for. */
static void watch(adit_gateways *gateways) {
    int file = gateways->bus != NULL ? sd.bus_get_fd(gateways->bus) : -1;
    if (gateways->bus_file >= 0 && gateways->bus_file != file)
        epoll_ctl(gateways->epoll, EPOLL_CTL_DEL, gateways->bus_file, NULL);
    if (file >= 0) {
        struct epoll_event event = {.events = (uint32_t)sd.bus_get_events(gateways->bus),
                                    .data.fd = file}; /* as poll has them */
        epoll_ctl(gateways->epoll, gateways->bus_file == file ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, file, &event);
    }
    gateways->bus_file = file;
    uint64_t until = UINT64_MAX; /* in microseconds of the same clock */
    if (gateways->bus != NULL && sd.bus_get_timeout(gateways->bus, &until) >= 0 && until != UINT64_MAX)
        gateways->bus_due = (int64_t)(until / 1000 + 1);
    else
        gateways->bus_due = -1;
}

/* Ends the connection, with all that waits for it. */
static void lose(adit_gateways *gateways, int reason) {
    for (bus_call *call = gateways->calls; call != NULL; call = call->next)
        call->then = NULL; /* nothing begins in between */
    while (gateways->calls != NULL)
        bus_fail(gateways->calls, "unreachable", "the session bus has ended the connection: %s", strerror(-reason));
    sd_bus *bus = gateways->bus;
    gateways->bus = NULL;
    gateways->has_capabilities = false;
    watch(gateways);
    sd.bus_close_unref(bus);
}

void bus_work(adit_gateways *gateways) {
    if (gateways->bus == NULL)
        return;
    int code = 1;
    for (int count = 0; count < MOST_AT_ONCE && code > 0; count++)
        code = sd.bus_process(gateways->bus, NULL);
    int64_t now = now_ms();
    for (bus_call *call = gateways->calls; call != NULL;) {
        bus_call *next = call->next;
        if (call->due <= now) {
            bus_fail(call, "timedOut", "%s %s", call->service, call->late != NULL ? call->late : "takes too long");
            next = gateways->calls; /* others may have ended with it */
        }
        call = next;
    }
    if (code < 0)
        lose(gateways, code);
    else
        watch(gateways);
    if (code > 0)
        gateways->bus_due = 0;
}

int64_t bus_due(const adit_gateways *gateways) {
    int64_t due = gateways->bus_due;
    for (const bus_call *call = gateways->calls; call != NULL; call = call->next)
        due = due < 0 || call->due < due ? call->due : due;
    return due;
}

/* -- Calls. -- */

bus_call *bus_begin(adit_gateways *gateways, request *request, const char *service, int64_t timeout_ms) {
    bus_call *call = calloc(1, sizeof *call), **end = &gateways->calls;
    if (call == NULL) {
        answer_error(gateways, request, "storage", "no memory is left");
        return NULL;
    }
    *call = (bus_call){.gateways = gateways, .request = request, .service = service, .due = now_ms() + timeout_ms};
    while (*end != NULL)
        end = &(*end)->next;
    *end = call;
    return call;
}

/* Ends a call. Its request, which is to be answered. */
static request *take_apart(bus_call *call) {
    bus_call **place = &call->gateways->calls;
    while (*place != call)
        place = &(*place)->next;
    *place = call->next;
    sd.bus_slot_unref(call->slot); /* its handler is not called any more */
    bus_unwatch(call);
    if (call->clean != NULL)
        call->clean(call);
    request *request = call->request;
    free(call);
    return request;
}

void bus_end(bus_call *call, json_t *result) {
    adit_gateways *gateways = call->gateways;
    void (*then)(adit_gateways *) = call->then;
    answer_result(gateways, take_apart(call), result);
    if (then != NULL)
        then(gateways);
}

void bus_fail(bus_call *call, const char *code, const char *format, ...) {
    adit_gateways *gateways = call->gateways;
    void (*then)(adit_gateways *) = call->then;
    char text[400];
    va_list values;
    va_start(values, format);
    write_text(text, sizeof text, format, values);
    va_end(values);
    answer_error(gateways, take_apart(call), code, "%s", text);
    if (then != NULL)
        then(gateways);
}

void bus_cancel(adit_gateways *gateways, const char *key, adit_core core) {
    for (bus_call *call = gateways->calls; call != NULL;) {
        bus_call *next = call->next;
        request *request = call->request;
        if (key != NULL ? strcmp(request->key, key) == 0 : request->core == core && !request->is_silent) {
            void (*then)(adit_gateways *) = call->then;
            take_apart(call);
            answer_nothing(gateways, request);
            if (then != NULL)
                then(gateways);
            next = gateways->calls; /* others may have ended with it */
        }
        call = next;
    }
}

/* -- Methods. -- */

static bool is_connected(bus_call *call) {
    adit_gateways *gateways = call->gateways;
    int code = 0;
    if (gateways->bus == NULL && (code = sd.bus_open_user(&gateways->bus)) >= 0)
        watch(gateways);
    if (code >= 0 && sd.bus_is_open(gateways->bus) > 0)
        return true;
    if (code == -ENOMEDIUM)
        bus_fail(call, "unreachable",
                 "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set");
    else
        bus_fail(call, "unreachable", "the session bus cannot be reached: %s", strerror(code < 0 ? -code : ECONNRESET));
    return false;
}

sd_bus_message *bus_method(bus_call *call, const char *path, const char *interface, const char *member) {
    sd_bus_message *message = NULL;
    if (!is_connected(call))
        return NULL;
    int code = sd.bus_message_new_method_call(call->gateways->bus, &message, call->service, path, interface, member);
    if (code < 0)
        bus_fail(call, "storage", "%s: %s", member, strerror(-code));
    return message;
}

void bus_send(bus_call *call, sd_bus_message *message, int filled, sd_bus_handler handler) {
    int code = filled;
    if (code >= 0) /* its time is that of the request */
        code = sd.bus_call_async(call->gateways->bus, &call->slot, message, handler, call, UINT64_MAX);
    sd.bus_message_unref(message);
    if (code < 0)
        bus_fail(call, filled < 0 ? "invalid" : "unreachable", "%s: %s", call->service, strerror(-code));
}

static int on_watched(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    (void)unused;
    const sd_bus_error *error = sd.bus_message_get_error(reply);
    if (error != NULL)
        bus_fail(context, "storage", "the session bus: %s", error->message != NULL ? error->message : error->name);
    return 0;
}

/* A name on the bus has another owner, or none. */
static int on_owner_changed(sd_bus_message *signal, void *context, sd_bus_error *unused) {
    bus_call *call = context;
    const char *name;
    (void)unused;
    if (sd.bus_message_read(signal, "s", &name) >= 0 && strcmp(name, call->service) == 0)
        bus_fail(call, "unreachable", "%s has ended", call->service);
    return 0;
}

bool bus_watch(bus_call *call, const char *path, const char *interface, const char *member, sd_bus_handler handler) {
    sd_bus *bus = call->gateways->bus;
    int code = sd.bus_match_signal_async(bus, &call->owner_watch, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                         "org.freedesktop.DBus", "NameOwnerChanged", on_owner_changed, on_watched,
                                         call);
    if (code >= 0)
        code = sd.bus_match_signal_async(bus, &call->watch, call->service, path, interface, member, handler, on_watched,
                                         call);
    if (code < 0)
        bus_fail(call, "unreachable", "%s: %s", call->service, strerror(-code));
    return code >= 0;
}

void bus_unwatch(bus_call *call) {
    call->watch = sd.bus_slot_unref(call->watch);
    call->owner_watch = sd.bus_slot_unref(call->owner_watch);
}

void bus_tell(adit_gateways *gateways, const char *service, const char *path, const char *interface,
              const char *member) {
    sd_bus_message *message = NULL;
    if (gateways->bus != NULL &&
        sd.bus_message_new_method_call(gateways->bus, &message, service, path, interface, member) >= 0 &&
        sd.bus_message_set_expect_reply(message, 0) >= 0 && sd.bus_message_set_auto_start(message, 0) >= 0)
        sd.bus_send(gateways->bus, message, NULL);
    sd.bus_message_unref(message);
}

/* The code of docs/gateways.md for an error of D-Bus or of the Secret Service. */
static const char *code_of(const char *name) {
    static const char *const codes[][2] = {
        {"org.freedesktop.DBus.Error.ServiceUnknown", "unreachable"},
        {"org.freedesktop.DBus.Error.NameHasNoOwner", "unreachable"},
        {"org.freedesktop.DBus.Error.NoServer", "unreachable"},
        {"org.freedesktop.DBus.Error.Disconnected", "unreachable"},
        {"org.freedesktop.DBus.Error.NoReply", "unreachable"},
        {"org.freedesktop.DBus.Error.Timeout", "timedOut"},
        {"org.freedesktop.DBus.Error.TimedOut", "timedOut"},
        {"org.freedesktop.DBus.Error.AccessDenied", "denied"},
        {"org.freedesktop.Secret.Error.IsLocked", "denied"},
        {"org.freedesktop.DBus.Error.LimitsExceeded", "tooLarge"},
    };
    for (size_t index = 0; index < sizeof codes / sizeof *codes; index++) {
        if (strcmp(name, codes[index][0]) == 0)
            return codes[index][1];
    }
    return strncmp(name, "org.freedesktop.DBus.Error.Spawn.", 33) == 0 ? "unreachable" : "storage";
}

bool bus_is_error(sd_bus_message *reply, const char *name) {
    const sd_bus_error *error = sd.bus_message_get_error(reply);
    return error != NULL && strcmp(error->name, name) == 0;
}

bool bus_has_failed(bus_call *call, sd_bus_message *reply) {
    call->slot = sd.bus_slot_unref(call->slot);
    const sd_bus_error *error = sd.bus_message_get_error(reply);
    if (error != NULL)
        bus_fail(call, code_of(error->name), "%s: %s", call->service,
                 error->message != NULL ? error->message : error->name);
    return error != NULL;
}

/* -- The end. -- */

void bus_close(adit_gateways *gateways) {
    while (gateways->calls != NULL)
        request_free(take_apart(gateways->calls));
    if (gateways->bus != NULL)
        sd.bus_close_unref(gateways->bus);
    json_decref(gateways->shown);
    free(gateways->secrets_of);
    free(gateways->notifications_of);
}
