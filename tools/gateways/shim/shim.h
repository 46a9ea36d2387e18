/*
 * shim.h: the parts of the shim.
 *
 *     shim.c     cores with gateways: opening, closing, and the messages on their way to the host
 *     library.c  the library that is served, and what is passed on to it as it is
 */
#ifndef SHIM_H
#define SHIM_H

#include <adit_gateways.h>

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>

/** The functions of the library that is served. */
typedef struct library {
    uint32_t (*abi_version)(void);
    const char *(*version)(void);
    const char *(*strerror)(int32_t code);
    int32_t (*catalog)(const char *app, char **out, size_t *length);
    int32_t (*catalog_compare)(const char *old_catalog, size_t old_length, const char *new_catalog, size_t new_length,
                               char **out, size_t *length, adit_error *error);
    int32_t (*open)(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                    adit_release_fn release, adit_core *out, adit_error *error);
    int32_t (*send)(adit_core core, const char *json, size_t length, adit_error *error);
    int32_t (*submit)(adit_core core, const char *client, const char *json, size_t length, adit_error *error);
    int32_t (*process)(adit_core core, int32_t timeout_ms);
    int32_t (*receive)(adit_core core, int32_t timeout_ms, char **out, size_t *length);
    int32_t (*receive_all)(adit_core core, int32_t timeout_ms, size_t max_bytes, char **out, size_t *length);
    int32_t (*call)(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                    adit_error *error);
    int32_t (*fd)(adit_core core);
    int32_t (*wakeup)(adit_core core);
    int32_t (*close)(adit_core core, int32_t timeout_ms);
    int32_t (*group_open)(adit_group *out);
    int32_t (*group_add)(adit_group group, adit_core core);
    int32_t (*group_process)(adit_group group, int32_t timeout_ms);
    int32_t (*group_receive)(adit_group group, int32_t timeout_ms, size_t max_bytes, adit_core *core, char **out,
                             size_t *length);
    int32_t (*group_fd)(adit_group group);
    int32_t (*group_close)(adit_group group);
    void (*free)(void *pointer);
} library;

/** A core with gateways. */
typedef struct served {
    struct served *next;
    adit_core core; /* 0 until it is open */
    adit_gateways *gateways;
    adit_message_fn fn;
    void *context;
    adit_release_fn release;
    int uses;
    bool is_released;
} served;

/** The library that is served, loaded once; NULL if it cannot be loaded. */
const library *shim_library(void);
/** Why it could not be loaded. */
const char *shim_reason(void);

/** Calls a function of the library; ADIT_ECORE without one, as no core can be open then. */
#define SHIM_CALL(name, ...) (shim_library() != NULL ? shim_library()->name(__VA_ARGS__) : ADIT_ECORE)

#endif
