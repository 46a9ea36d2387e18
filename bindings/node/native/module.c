/*
 * module.c: the addon's functions, and its state for each environment.
 */
#include "adit_node.h"

#include <stdlib.h>

environment *environment_of(napi_env env) {
    void *data = NULL;
    napi_get_instance_data(env, &data);
    return data;
}

/* Closes the cores that are left when a worker or the process ends. Node runs the loop until the hook is removed. */
static void end(napi_async_cleanup_hook_handle handle, void *data) {
    environment *environment = data;
    (void)handle;
    environment->is_ending = true;
    while (environment->cores != NULL)
        core_discard(environment->cores);
    if (environment->watchers == 0)
        napi_remove_async_cleanup_hook(environment->hook);
}

/* (function): makes an AditError of a code, an offset and a text. */
static napi_value set_make_error(napi_env env, napi_callback_info info) {
    napi_value argument;
    if (arguments_read(env, info, 1, &argument))
        napi_create_reference(env, argument, 1, &environment_of(env)->make_error);
    return NULL;
}

static void finalize(napi_env env, void *data, void *hint) {
    (void)env;
    (void)hint;
    free(data);
}

static const struct {
    const char *name;
    napi_callback function;
} functions[] = {
    {"setMakeError", set_make_error},
    {"load", library_load},
    {"version", library_version},
    {"catalog", library_catalog},
    {"compare", library_compare},
    {"open", core_open},
    {"process", core_process},
    {"call", core_call},
    {"close", core_close},
    {"send", call_send},
    {"submit", call_submit},
    {"receive", call_receive},
    {"receiveAll", call_receive_all},
    {"wakeup", call_wakeup},
    {"isReady", call_is_ready},
    {"watch", core_watch},
    {"setReferenced", core_set_referenced},
};

NAPI_MODULE_INIT() {
    environment *environment = calloc(1, sizeof *environment);
    if (environment == NULL)
        return NULL;
    environment->env = env;
    if (napi_set_instance_data(env, environment, finalize, NULL) != napi_ok ||
        napi_add_async_cleanup_hook(env, end, environment, &environment->hook) != napi_ok)
        return NULL;
    for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
        napi_value function;
        if (napi_create_function(env, functions[index].name, NAPI_AUTO_LENGTH, functions[index].function, NULL,
                                 &function) != napi_ok ||
            napi_set_named_property(env, exports, functions[index].name, function) != napi_ok)
            return NULL;
    }
    return exports;
}
