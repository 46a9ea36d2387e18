/*
 * watcher.c: libuv's loop calls a function of JavaScript when a descriptor is readable.
 */
#include "adit_node.h"

#include <stdlib.h>

struct watcher {
    uv_poll_t poll; /* first: the handle's address is the watcher's */
    environment *environment;
    napi_ref function; /* weak while the watcher is unreferenced */
    bool is_closing;
};

static void on_readable(uv_poll_t *poll, int status, int events) {
    watcher *watcher = poll->data;
    napi_env env = watcher->environment->env;
    napi_handle_scope scope;
    napi_value function = NULL, receiver, exception;
    (void)status;
    (void)events;
    if (watcher->is_closing || napi_open_handle_scope(env, &scope) != napi_ok)
        return;
    napi_get_global(env, &receiver);
    if (napi_get_reference_value(env, watcher->function, &function) == napi_ok && function != NULL &&
        napi_make_callback(env, NULL, receiver, function, 0, NULL, NULL) == napi_pending_exception &&
        napi_get_and_clear_last_exception(env, &exception) == napi_ok)
        napi_fatal_exception(env, exception); /* 'uncaughtException' */
    napi_close_handle_scope(env, scope);
}

watcher *watcher_start(napi_env env, int descriptor, napi_value function) {
    environment *environment = environment_of(env);
    watcher *watcher = calloc(1, sizeof *watcher);
    struct uv_loop_s *loop;
    if (watcher == NULL || napi_get_uv_event_loop(env, &loop) != napi_ok ||
        uv_poll_init(loop, &watcher->poll, descriptor) != 0) {
        free(watcher);
        napi_throw_error(env, NULL, "adit: the loop cannot watch the descriptor");
        return NULL;
    }
    watcher->environment = environment;
    watcher->poll.data = watcher;
    environment->watchers++;
    napi_create_reference(env, function, 1, &watcher->function);
    uv_poll_start(&watcher->poll, UV_READABLE, on_readable);
    return watcher;
}

void watcher_set_referenced(watcher *watcher, bool is_referenced) {
    uv_handle_t *handle = (uv_handle_t *)&watcher->poll;
    if (is_referenced && !uv_has_ref(handle)) {
        uv_ref(handle);
        napi_reference_ref(watcher->environment->env, watcher->function, NULL);
    } else if (!is_referenced && uv_has_ref(handle)) {
        uv_unref(handle);
        napi_reference_unref(watcher->environment->env, watcher->function, NULL);
    }
}

static void on_closed(uv_handle_t *handle) {
    watcher *watcher = (struct watcher *)(void *)handle;
    environment *environment = watcher->environment;
    free(watcher);
    if (--environment->watchers == 0 && environment->is_ending)
        napi_remove_async_cleanup_hook(environment->hook);
}

void watcher_close(watcher **slot) {
    watcher *watcher = *slot;
    if (watcher == NULL)
        return;
    *slot = NULL;
    watcher->is_closing = true;
    napi_delete_reference(watcher->environment->env, watcher->function);
    uv_close((uv_handle_t *)&watcher->poll, on_closed);
}
