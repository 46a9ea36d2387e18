/*
 * watcher.c: libuv's loop calls a function of JavaScript when a core has work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "adit_node.h"

#include <stdlib.h>

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

/* (core, function): the function is referenced as long as the core keeps the loop alive. */
napi_value watcher_start(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    core *core;
    struct uv_loop_s *loop;
    if (!arguments_read(env, info, 2, arguments) || (core = core_read(env, arguments[0])) == NULL)
        return NULL;
    int32_t descriptor = core->library->fd(core->id);
    if (descriptor < 0) {
        throw_code(env, core->library, descriptor);
        return NULL;
    }
    watcher *watcher = calloc(1, sizeof *watcher);
    if (watcher == NULL || core->watcher != NULL || napi_get_uv_event_loop(env, &loop) != napi_ok ||
        uv_poll_init(loop, &watcher->poll, descriptor) != 0) {
        free(watcher);
        napi_throw_error(env, NULL, "adit: the loop cannot watch the core");
        return NULL;
    }
    watcher->environment = core->environment;
    watcher->poll.data = watcher;
    core->environment->watchers++;
    core->watcher = watcher;
    napi_create_reference(env, arguments[1], 1, &watcher->function);
    uv_poll_start(&watcher->poll, UV_READABLE, on_readable);
    return undefined_of(env);
}

/* (core, whether it keeps the loop alive) */
napi_value watcher_set_referenced(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    core *core;
    bool is_referenced = false;
    if (!arguments_read(env, info, 2, arguments) || (core = core_read(env, arguments[0])) == NULL ||
        core->watcher == NULL || napi_get_value_bool(env, arguments[1], &is_referenced) != napi_ok)
        return NULL;
    uv_handle_t *handle = (uv_handle_t *)&core->watcher->poll;
    if (is_referenced && !uv_has_ref(handle)) {
        uv_ref(handle);
        napi_reference_ref(env, core->watcher->function, NULL);
    } else if (!is_referenced && uv_has_ref(handle)) {
        uv_unref(handle);
        napi_reference_unref(env, core->watcher->function, NULL);
    }
    return undefined_of(env);
}

static void on_closed(uv_handle_t *handle) {
    watcher *watcher = (struct watcher *)(void *)handle;
    environment *environment = watcher->environment;
    free(watcher);
    if (--environment->watchers == 0 && environment->is_ending)
        napi_remove_async_cleanup_hook(environment->hook);
}

/* (core) */
napi_value watcher_stop(napi_env env, napi_callback_info info) {
    napi_value argument;
    core *core;
    if (arguments_read(env, info, 1, &argument) && (core = core_read(env, argument)) != NULL)
        watcher_close(core);
    return NULL;
}

void watcher_close(core *core) {
    watcher *watcher = core->watcher;
    if (watcher == NULL)
        return;
    core->watcher = NULL;
    watcher->is_closing = true;
    napi_delete_reference(watcher->environment->env, watcher->function);
    uv_close((uv_handle_t *)&watcher->poll, on_closed);
}
