/*
 * library.c: loads a library of apps while the program runs.
 */
#include "adit_node.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function's name, and where its pointer is kept. */
static const struct function {
    const char *name;
    size_t offset;
} functions[] = {
    {"adit_abi_version", offsetof(library, abi_version)},
    {"adit_version", offsetof(library, version)},
    {"adit_strerror", offsetof(library, strerror)},
    {"adit_catalog", offsetof(library, catalog)},
    {"adit_catalog_compare", offsetof(library, catalog_compare)},
    {"adit_open", offsetof(library, open)},
    {"adit_send", offsetof(library, send)},
    {"adit_submit", offsetof(library, submit)},
    {"adit_process", offsetof(library, process)},
    {"adit_receive", offsetof(library, receive)},
    {"adit_receive_all", offsetof(library, receive_all)},
    {"adit_call", offsetof(library, call)},
    {"adit_fd", offsetof(library, fd)},
    {"adit_wakeup", offsetof(library, wakeup)},
    {"adit_close", offsetof(library, close)},
    {"adit_free", offsetof(library, free)},
};

/* Returns false after it has thrown. */
static bool find_functions(napi_env env, library *library, const char *path) {
    char message[512];
    for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
        void *symbol = dlsym(library->handle, functions[index].name);
        if (symbol == NULL) {
            snprintf(message, sizeof message, "%s: there is no %s in it; an Adit library is expected", path,
                     functions[index].name);
            throw_error(env, ADIT_EABI, ADIT_NO_OFFSET, message);
            return false;
        }
        /* POSIX has it that a pointer to a function fits; C has no conversion for it. */
        memcpy((char *)library + functions[index].offset, &symbol, sizeof symbol);
    }
    uint32_t version = library->abi_version();
    if (version == ADIT_ABI_VERSION)
        return true;
    snprintf(message, sizeof message, "%s: its interface is of version %u; %d is expected", path, (unsigned)version,
             ADIT_ABI_VERSION);
    throw_error(env, ADIT_EABI, ADIT_NO_OFFSET, message);
    return false;
}

static void finalize(napi_env env, void *data, void *hint) {
    (void)env;
    (void)hint;
    free(data);
}

napi_value library_load(napi_env env, napi_callback_info info) {
    napi_value argument, value = NULL;
    text path;
    if (!arguments_read(env, info, 1, &argument) || !text_read(env, argument, &path))
        return NULL;
    library *library = calloc(1, sizeof *library);
    if (library == NULL)
        napi_throw_error(env, NULL, "adit: no memory is left");
    else if ((library->handle = dlopen(path.bytes, RTLD_NOW | RTLD_LOCAL)) == NULL)
        throw_error(env, ADIT_EINVAL, ADIT_NO_OFFSET, dlerror());
    else if (!find_functions(env, library, path.bytes))
        dlclose(library->handle);
    else
        napi_create_external(env, library, finalize, NULL, &value);
    if (value == NULL)
        free(library);
    text_free(&path);
    return value;
}

library *library_read(napi_env env, napi_value value) {
    void *data = NULL;
    if (napi_get_value_external(env, value, &data) != napi_ok)
        napi_throw_type_error(env, NULL, "adit: a library is expected");
    return data;
}

napi_value library_version(napi_env env, napi_callback_info info) {
    napi_value argument;
    library *library;
    if (!arguments_read(env, info, 1, &argument) || (library = library_read(env, argument)) == NULL)
        return NULL;
    return string_of(env, library->version(), NAPI_AUTO_LENGTH);
}

/* (library, app): NULL of adit.h is undefined. */
napi_value library_catalog(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    library *library;
    napi_valuetype type;
    text app = {0};
    if (!arguments_read(env, info, 2, arguments) || (library = library_read(env, arguments[0])) == NULL)
        return NULL;
    napi_typeof(env, arguments[1], &type);
    if (type != napi_undefined && !text_read(env, arguments[1], &app))
        return NULL;
    char *out = NULL;
    size_t length = 0;
    int32_t code = library->catalog(app.bytes, &out, &length);
    if (code != ADIT_OK)
        throw_code(env, library, code);
    text_free(&app);
    return out != NULL ? string_taken(env, library, out, length) : NULL;
}

/* (library, old, new) */
napi_value library_compare(napi_env env, napi_callback_info info) {
    napi_value arguments[3];
    library *library;
    text old, new;
    if (!arguments_read(env, info, 3, arguments) || (library = library_read(env, arguments[0])) == NULL ||
        !text_read(env, arguments[1], &old))
        return NULL;
    char *out = NULL;
    size_t length = 0;
    adit_error error;
    if (text_read(env, arguments[2], &new)) {
        int32_t code = library->catalog_compare(old.bytes, old.length, new.bytes, new.length, &out, &length, &error);
        throw_adit(env, library, code, &error);
        text_free(&new);
    }
    text_free(&old);
    return out != NULL ? string_taken(env, library, out, length) : NULL;
}
