/*
 * adit_node.h: the parts of the addon. It needs Node-API 8 and libuv's uv_poll, both of which are stable across
 * versions of Node.
 */
#ifndef ADIT_NODE_H
#define ADIT_NODE_H

#define NAPI_VERSION 8

#include <adit.h>
#include <node_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

/** The functions of a library, named as in adit.h. It is never unloaded: the Swift runtime cannot be. */
typedef struct library {
    void *handle;
    uint32_t (*abi_version)(void);
    const char *(*version)(void);
    const char *(*strerror)(int32_t);
    int32_t (*catalog)(const char *, char **, size_t *);
    int32_t (*catalog_compare)(const char *, size_t, const char *, size_t, char **, size_t *, adit_error *);
    int32_t (*open)(uint32_t, const char *, const char *, size_t, adit_message_fn, void *, adit_release_fn, adit_core *,
                    adit_error *);
    int32_t (*send)(adit_core, const char *, size_t, adit_error *);
    int32_t (*submit)(adit_core, const char *, const char *, size_t, adit_error *);
    int32_t (*process)(adit_core, int32_t);
    int32_t (*receive)(adit_core, int32_t, char **, size_t *);
    int32_t (*receive_all)(adit_core, int32_t, size_t, char **, size_t *);
    int32_t (*call)(adit_core, const char *, size_t, int32_t, char **, size_t *, adit_error *);
    int32_t (*fd)(adit_core);
    int32_t (*wakeup)(adit_core);
    int32_t (*close)(adit_core, int32_t);
    void (*free)(void *);
} library;

typedef struct core core;
typedef struct watcher watcher;

/** What one environment of Node has: the main thread, or a worker. */
typedef struct environment {
    napi_env env;
    napi_ref make_error; /**< the function of JavaScript that makes an AditError */
    core *cores;         /**< those that are open */
    size_t watchers;     /**< those that libuv has not let go yet */
    bool is_ending;
    napi_async_cleanup_hook_handle hook;
} environment;

environment *environment_of(napi_env env);

/* arguments.c */

enum { TEXT_ROOM = 4096 };

/** A text of JavaScript as bytes: a string, or a Uint8Array, whose bytes are taken as they are. */
typedef struct text {
    const char *bytes;
    size_t length;
    char *allocated;
    char room[TEXT_ROOM];
} text;

/** Reads the arguments of a call; false after it has thrown. */
bool arguments_read(napi_env env, napi_callback_info info, size_t count, napi_value *values);
bool text_read(napi_env env, napi_value value, text *text);
void text_free(text *text);
bool integer_read(napi_env env, napi_value value, int64_t *integer);
bool timeout_read(napi_env env, napi_value value, int32_t *timeout);

/** Throws an AditError. */
void throw_error(napi_env env, int32_t code, uint32_t offset, const char *message);
/** Throws the error of a call that has no adit_error. Nothing for ADIT_OK and numbers above. */
void throw_code(napi_env env, const library *library, int32_t code);
/** Throws the error of a call. Nothing for ADIT_OK. */
void throw_adit(napi_env env, const library *library, int32_t code, const adit_error *error);

napi_value undefined_of(napi_env env);
napi_value number_of(napi_env env, double number);
napi_value string_of(napi_env env, const char *text, size_t length);
/** The same for a text that the library made; frees it. */
napi_value string_taken(napi_env env, const library *library, char *text, size_t length);

/* library.c */

/** The library behind a value that `load` returned; NULL after it has thrown. */
library *library_read(napi_env env, napi_value value);
napi_value library_load(napi_env env, napi_callback_info info);
napi_value library_version(napi_env env, napi_callback_info info);
napi_value library_catalog(napi_env env, napi_callback_info info);
napi_value library_compare(napi_env env, napi_callback_info info);

/* core.c: cores of this environment */

struct core {
    environment *environment;
    library *library;
    adit_core id;      /**< 0: closed */
    napi_ref callback; /**< weak: the object of JavaScript that owns the core keeps it */
    napi_ref thrown;   /**< the first exception that left the callback; NULL: none */
    watcher *watcher;  /**< NULL: the loop does not drive it */
    bool is_muted;     /**< nothing is delivered any more */
    core *next, **link;
};

napi_value core_open(napi_env env, napi_callback_info info);
napi_value core_process(napi_env env, napi_callback_info info);
napi_value core_call(napi_env env, napi_callback_info info);
napi_value core_close(napi_env env, napi_callback_info info);
core *core_read(napi_env env, napi_value value);
/** Closes a core that nobody refers to, or whose environment ends. Nothing is called. */
void core_discard(core *core);

/* calls.c: by the number of a core, from any environment */

napi_value call_send(napi_env env, napi_callback_info info);
napi_value call_submit(napi_env env, napi_callback_info info);
napi_value call_receive(napi_env env, napi_callback_info info);
napi_value call_receive_all(napi_env env, napi_callback_info info);
napi_value call_wakeup(napi_env env, napi_callback_info info);
napi_value call_is_ready(napi_env env, napi_callback_info info);

napi_value core_watch(napi_env env, napi_callback_info info);
napi_value core_set_referenced(napi_env env, napi_callback_info info);

/* watcher.c: uv_poll on a descriptor */

/** Calls a function of JavaScript whenever the descriptor is readable; it keeps the loop alive. NULL after it has thrown. */
watcher *watcher_start(napi_env env, int descriptor, napi_value function);
/** Whether it keeps the loop alive, and refers to the function. */
void watcher_set_referenced(watcher *watcher, bool is_referenced);
/** Stops it, if there is one; libuv frees it later. */
void watcher_close(watcher **watcher);

#endif
