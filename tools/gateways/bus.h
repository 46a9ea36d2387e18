/*
 * bus.h: calls of the user's session bus, shared by secrets.c and notifications.c.
 *
 * They are made by sd-bus, asynchronously. libsystemd is loaded when a config asks for one of these gateways, so that
 * other hosts do not need it; what is used of it is declared here.
 */
#ifndef BUS_H
#define BUS_H

#include "gateways.h"

typedef struct sd_bus sd_bus;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_error {
    const char *name, *message;
    int need_free;
} sd_bus_error;
typedef int (*sd_bus_handler)(sd_bus_message *reply, void *context, sd_bus_error *error);

/* The functions of libsystemd, without their prefix `sd_`. */
#define BUS_FUNCTIONS(X)                                                                                               \
    X(int, bus_open_user, (sd_bus **))                                                                                 \
    X(int, bus_is_open, (sd_bus *))                                                                                    \
    X(int, bus_get_fd, (sd_bus *))                                                                                     \
    X(int, bus_get_events, (sd_bus *))                                                                                 \
    X(int, bus_get_timeout, (sd_bus *, uint64_t *))                                                                    \
    X(int, bus_process, (sd_bus *, sd_bus_message **))                                                                 \
    X(sd_bus *, bus_close_unref, (sd_bus *))                                                                           \
    X(int, bus_send, (sd_bus *, sd_bus_message *, uint64_t *))                                                         \
    X(int, bus_call_async, (sd_bus *, sd_bus_slot **, sd_bus_message *, sd_bus_handler, void *, uint64_t))             \
    X(int, bus_match_signal_async,                                                                                     \
      (sd_bus *, sd_bus_slot **, const char *, const char *, const char *, const char *, sd_bus_handler,               \
       sd_bus_handler, void *))                                                                                        \
    X(sd_bus_slot *, bus_slot_unref, (sd_bus_slot *))                                                                  \
    X(int, bus_message_new_method_call,                                                                                \
      (sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *))                           \
    X(int, bus_message_set_expect_reply, (sd_bus_message *, int))                                                      \
    X(int, bus_message_set_auto_start, (sd_bus_message *, int))                                                        \
    X(int, bus_message_append, (sd_bus_message *, const char *, ...))                                                  \
    X(int, bus_message_append_array, (sd_bus_message *, char, const void *, size_t))                                   \
    X(int, bus_message_open_container, (sd_bus_message *, char, const char *))                                         \
    X(int, bus_message_close_container, (sd_bus_message *))                                                            \
    X(int, bus_message_enter_container, (sd_bus_message *, char, const char *))                                        \
    X(int, bus_message_exit_container, (sd_bus_message *))                                                             \
    X(int, bus_message_read, (sd_bus_message *, const char *, ...))                                                    \
    X(int, bus_message_read_array, (sd_bus_message *, char, const void **, size_t *))                                  \
    X(int, bus_message_skip, (sd_bus_message *, const char *))                                                         \
    X(const sd_bus_error *, bus_message_get_error, (sd_bus_message *))                                                 \
    X(sd_bus_message *, bus_message_unref, (sd_bus_message *))

#define BUS_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct bus_functions {
    BUS_FUNCTIONS(BUS_MEMBER)
} bus_functions;
#undef BUS_MEMBER

/** Those of libsystemd, once bus_load has succeeded. */
extern bus_functions sd;

/** A request that calls of methods answer, one after another. */
struct bus_call {
    bus_call *next;
    adit_gateways *gateways;
    request *request;
    const char *service;                   /* the name on the bus */
    sd_bus_slot *slot;                     /* of the method that has not returned; NULL if none is under way */
    sd_bus_slot *watch;                    /* of the signal that is waited for; NULL for none */
    sd_bus_slot *owner_watch;              /* of the signal that the service has ended, beside that */
    int64_t due;                           /* when its time is up */
    const char *late;                      /* what is said then; NULL for that the service takes too long */
    void (*clean)(bus_call *call);         /* called when it ends; may be NULL */
    void (*then)(adit_gateways *gateways); /* called once it has ended; may be NULL */
    json_t *items;                         /* of secrets.c: the paths of the secrets that were found */
    char *prompt;                          /* of secrets.c: the path of the prompt that the user sees */
    void (*resume)(bus_call *call);        /* of secrets.c: goes on once the user has unlocked the keyring */
    bool has_unlocked;                     /* of secrets.c: it was asked for */
    char *session;                         /* of secrets.c: the path of the session that is open */
    char *id;                              /* of notifications.c: which one it is */
};

/** Begins to answer a request, which is consumed; NULL without memory, which has been answered. */
bus_call *bus_begin(adit_gateways *gateways, request *request, const char *service, int64_t timeout_ms);
/** A call of a method, to be filled; NULL if that fails, which has been answered. */
sd_bus_message *bus_method(bus_call *call, const char *path, const char *interface, const char *member);
/** Sends it, if it was filled with success. The handler is called with the reply, unless the request has ended. */
void bus_send(bus_call *call, sd_bus_message *message, int filled, sd_bus_handler handler);
/**
 * Waits for a signal as well, from now on; if the service ends before, the request ends as well, as the signal does not
 * come any more. False if that fails, which has been answered.
 */
bool bus_watch(bus_call *call, const char *path, const char *interface, const char *member, sd_bus_handler handler);
/** Waits for no signal any more. */
void bus_unwatch(bus_call *call);
/** Whether a reply is an error of this name. */
bool bus_is_error(sd_bus_message *reply, const char *name);
/** Calls a method without arguments and without a reply, unless the service has ended. */
void bus_tell(adit_gateways *gateways, const char *service, const char *path, const char *interface,
              const char *member);
/** Whether a reply is an error, which has been answered. The method has returned in either case. */
bool bus_has_failed(bus_call *call, sd_bus_message *reply);
/** Answers with a result, which is consumed. */
void bus_end(bus_call *call, json_t *result);
/** Answers with an error of docs/gateways.md. */
void bus_fail(bus_call *call, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
