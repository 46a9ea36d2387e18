/*
 * core.c: cores that this environment has opened, and drives.
 */
#include "adit_node.h"

#include <stdlib.h>

/* Keeps an exception that the callback left behind, for the call that drives. Later ones are dropped. */
static void keep_exception(napi_env env, core *core) {
    bool is_pending = false;
    napi_value exception;
    napi_is_exception_pending(env, &is_pending);
    if (is_pending && napi_get_and_clear_last_exception(env, &exception) == napi_ok && core->thrown == NULL)
        napi_create_reference(env, exception, 1, &core->thrown);
}

/* The callback of Adit. It returns normally whatever the function of JavaScript does. */
static void deliver(void *context, adit_core id, const char *json, size_t length) {
    core *core = context;
    napi_env env = core->environment->env;
    napi_handle_scope scope;
    napi_value function = NULL, receiver, argument;
    (void)id;
    if (core->is_muted || napi_open_handle_scope(env, &scope) != napi_ok)
        return;
    if (napi_get_reference_value(env, core->callback, &function) == napi_ok && function != NULL &&
        napi_get_undefined(env, &receiver) == napi_ok &&
        napi_create_string_utf8(env, json, length, &argument) == napi_ok &&
        napi_call_function(env, receiver, function, 1, &argument, NULL) != napi_ok)
        keep_exception(env, core);
    napi_close_handle_scope(env, scope);
}

/* Throws what left the callback, rather than the error of the call. */
static bool throw_kept(napi_env env, core *core) {
    napi_value exception;
    if (core->thrown == NULL)
        return false;
    napi_get_reference_value(env, core->thrown, &exception);
    napi_delete_reference(env, core->thrown);
    core->thrown = NULL;
    napi_throw(env, exception);
    return true;
}

static void forget(core *core) {
    core->id = 0;
    if (core->link == NULL)
        return;
    *core->link = core->next;
    if (core->next != NULL)
        core->next->link = core->link;
    core->link = NULL;
}

void core_discard(core *core) {
    core->is_muted = true;
    watcher_close(&core->watcher);
    if (core->id != 0)
        core->library->close(core->id, 0);
    forget(core);
}

static void finalize(napi_env env, void *data, void *hint) {
    core *core = data;
    (void)hint;
    core_discard(core);
    if (core->callback != NULL)
        napi_delete_reference(env, core->callback);
    if (core->thrown != NULL)
        napi_delete_reference(env, core->thrown);
    free(core);
}

core *core_read(napi_env env, napi_value value) {
    void *data = NULL;
    if (napi_get_value_external(env, value, &data) != napi_ok)
        napi_throw_type_error(env, NULL, "adit: a core is expected");
    return data;
}

/* [core, number, text] */
static napi_value opened(napi_env env, napi_value handle, adit_core id, const adit_error *error) {
    napi_value result = NULL;
    napi_create_array_with_length(env, 3, &result);
    napi_set_element(env, result, 0, handle);
    napi_set_element(env, result, 1, number_of(env, (double)id));
    napi_set_element(env, result, 2, string_of(env, error->text, NAPI_AUTO_LENGTH));
    return result;
}

/* (library, app, config, callback): undefined for pull mode. The callback is the caller's to keep. */
napi_value core_open(napi_env env, napi_callback_info info) {
    napi_value arguments[4], handle = NULL, result = NULL;
    library *library;
    napi_valuetype type;
    text app, config;
    if (!arguments_read(env, info, 4, arguments) || (library = library_read(env, arguments[0])) == NULL ||
        !text_read(env, arguments[1], &app))
        return NULL;
    if (!text_read(env, arguments[2], &config)) {
        text_free(&app);
        return NULL;
    }
    napi_typeof(env, arguments[3], &type);
    core *core = calloc(1, sizeof *core);
    adit_error error = {.code = ADIT_OK};
    if (core == NULL) {
        napi_throw_error(env, NULL, "adit: no memory is left");
    } else if (napi_create_external(env, core, finalize, NULL, &handle) == napi_ok) {
        core->environment = environment_of(env);
        core->library = library;
        if (type == napi_function)
            napi_create_reference(env, arguments[3], 0, &core->callback);
        int32_t code = library->open(ADIT_ABI_VERSION, app.bytes, config.bytes, config.length,
                                     type == napi_function ? deliver : NULL, core, NULL, &core->id, &error);
        throw_adit(env, library, code, &error);
        if (core->id != 0) {
            core->link = &core->environment->cores;
            core->next = *core->link;
            if (core->next != NULL)
                core->next->link = &core->next;
            *core->link = core;
        }
        if (code == ADIT_OK)
            result = opened(env, handle, core->id, &error);
    }
    text_free(&app);
    text_free(&config);
    return result;
}

/* (core, timeout) */
napi_value core_process(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    core *core;
    int32_t timeout;
    if (!arguments_read(env, info, 2, arguments) || (core = core_read(env, arguments[0])) == NULL ||
        !timeout_read(env, arguments[1], &timeout))
        return NULL;
    int32_t count = core->library->process(core->id, timeout);
    if (throw_kept(env, core))
        return NULL;
    throw_code(env, core->library, count);
    return number_of(env, count);
}

/* (core, text, timeout) */
napi_value core_call(napi_env env, napi_callback_info info) {
    napi_value arguments[3];
    core *core;
    text message;
    int32_t timeout;
    if (!arguments_read(env, info, 3, arguments) || (core = core_read(env, arguments[0])) == NULL ||
        !timeout_read(env, arguments[2], &timeout) || !text_read(env, arguments[1], &message))
        return NULL;
    char *out = NULL;
    size_t length = 0;
    adit_error error = {.code = ADIT_OK};
    int32_t code =
        core->library->call(core->id, message.bytes, message.length, timeout, &out, &length, &error);
    text_free(&message);
    if (!throw_kept(env, core))
        throw_adit(env, core->library, code, &error);
    return out != NULL ? string_taken(env, core->library, out, length) : NULL;
}

/* (core, timeout). After ADIT_EBUSY the core is as before; after anything else it is closed. */
napi_value core_close(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    core *core;
    int32_t timeout;
    if (!arguments_read(env, info, 2, arguments) || (core = core_read(env, arguments[0])) == NULL ||
        !timeout_read(env, arguments[1], &timeout))
        return NULL;
    int32_t code = core->library->close(core->id, timeout);
    if (code != ADIT_EBUSY && code != ADIT_EINVAL) {
        watcher_close(&core->watcher);
        forget(core);
    }
    if (!throw_kept(env, core))
        throw_code(env, core->library, code);
    return undefined_of(env);
}

/* (core, function) */
napi_value core_watch(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    core *core;
    if (!arguments_read(env, info, 2, arguments) || (core = core_read(env, arguments[0])) == NULL)
        return NULL;
    int32_t descriptor = core->library->fd(core->id);
    if (descriptor < 0)
        throw_code(env, core->library, descriptor);
    else if (core->watcher == NULL)
        core->watcher = watcher_start(env, descriptor, arguments[1]);
    return NULL;
}

/* (core, whether it keeps the loop alive) */
napi_value core_set_referenced(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    core *core;
    bool is_referenced = false;
    if (arguments_read(env, info, 2, arguments) && (core = core_read(env, arguments[0])) != NULL &&
        core->watcher != NULL && napi_get_value_bool(env, arguments[1], &is_referenced) == napi_ok)
        watcher_set_referenced(core->watcher, is_referenced);
    return NULL;
}
