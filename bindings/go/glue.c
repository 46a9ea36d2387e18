/*
 * glue.c: calls through the functions that were found, as cgo calls no function pointer.
 */
#define _GNU_SOURCE
#include "glue.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In Go: callbacks.go. */
extern uintptr_t aditGoMessage(uintptr_t handle, char *json, size_t length);
extern void aditGoRelease(uintptr_t handle);

/* The first panic of a callback during the innermost call that drives on this thread. A goroutine stays on its thread during a call of C. */
static _Thread_local uintptr_t caught;

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    uintptr_t panic = aditGoMessage((uintptr_t)context, (char *)json, length);
    if (caught == 0)
        caught = panic;
    else if (panic != 0)
        aditGoRelease(panic);
}

static void on_release(void *context) {
    aditGoRelease((uintptr_t)context);
}

/* Keeps the panic of an outer call, and takes the own one. */
#define DRIVE(call)                                                                                                    \
    uintptr_t outer = caught;                                                                                          \
    caught = 0;                                                                                                        \
    int32_t code = (call);                                                                                             \
    *panic = caught;                                                                                                   \
    caught = outer;                                                                                                    \
    return code

static char *text_of(const char *path, const char *words, const char *name) {
    char *text = NULL;
    return asprintf(&text, "%s%s%s", path, words, name) < 0 ? NULL : text;
}

adit_library *glue_load(const char *path, char **fault, int *is_abi) {
    adit_library *library = calloc(1, sizeof *library);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *is_abi = 0;
    if (library == NULL || handle == NULL) {
        *fault = text_of(library == NULL ? "no memory" : dlerror(), "", "");
        free(library);
        return NULL;
    }
    const struct {
        const char *name;
        void *place;
    } functions[] = {
        {"adit_abi_version", &library->abi_version},
        {"adit_version", &library->version},
        {"adit_strerror", &library->strerror},
        {"adit_catalog", &library->catalog},
        {"adit_catalog_compare", &library->catalog_compare},
        {"adit_open", &library->open},
        {"adit_send", &library->send},
        {"adit_submit", &library->submit},
        {"adit_process", &library->process},
        {"adit_receive", &library->receive},
        {"adit_receive_all", &library->receive_all},
        {"adit_call", &library->call},
        {"adit_fd", &library->fd},
        {"adit_wakeup", &library->wakeup},
        {"adit_close", &library->close},
        {"adit_group_open", &library->group_open},
        {"adit_group_add", &library->group_add},
        {"adit_group_process", &library->group_process},
        {"adit_group_fd", &library->group_fd},
        {"adit_group_close", &library->group_close},
        {"adit_free", &library->free},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *function = dlsym(handle, functions[index].name);
        if (function == NULL) {
            *fault = text_of(path, " is no Adit library: it has no function ", functions[index].name);
            free(library);
            return NULL;
        }
        memcpy(functions[index].place, &function, sizeof function);
        if (index == 0 && library->abi_version() != ADIT_ABI_VERSION) {
            *fault = text_of(path, " has another version of the interface than this binding", "");
            *is_abi = 1;
            free(library);
            return NULL;
        }
    }
    return library;
}

const char *glue_version(const adit_library *library) {
    return library->version();
}

const char *glue_strerror(const adit_library *library, int32_t code) {
    return library->strerror(code);
}

int32_t glue_catalog(const adit_library *library, const char *app, char **out, size_t *length) {
    return library->catalog(app, out, length);
}

int32_t glue_compare(const adit_library *library, const char *old_catalog, size_t old_length, const char *new_catalog,
                     size_t new_length, char **out, size_t *length, adit_error *error) {
    return library->catalog_compare(old_catalog, old_length, new_catalog, new_length, out, length, error);
}

int32_t glue_open(const adit_library *library, const char *app, const char *config, size_t length, uintptr_t handle,
                  adit_core *out, adit_error *error) {
    /* The handle is a number; Adit only passes it back. */
    return library->open(ADIT_ABI_VERSION, app, config, length, handle != 0 ? on_message : NULL, (void *)handle,
                         handle != 0 ? on_release : NULL, out, error);
}

int32_t glue_send(const adit_library *library, adit_core core, const char *json, size_t length, adit_error *error) {
    return library->send(core, json, length, error);
}

int32_t glue_submit(const adit_library *library, adit_core core, const char *client, const char *json, size_t length,
                    adit_error *error) {
    return library->submit(core, client, json, length, error);
}

int32_t glue_process(const adit_library *library, adit_core core, int32_t timeout, uintptr_t *panic) {
    DRIVE(library->process(core, timeout));
}

int32_t glue_receive(const adit_library *library, adit_core core, int32_t timeout, int all, char **out, size_t *length,
                     uintptr_t *panic) {
    DRIVE(all ? library->receive_all(core, timeout, 0, out, length) : library->receive(core, timeout, out, length));
}

int32_t glue_call(const adit_library *library, adit_core core, const char *json, size_t length, int32_t timeout,
                  char **out, size_t *out_length, adit_error *error, uintptr_t *panic) {
    DRIVE(library->call(core, json, length, timeout, out, out_length, error));
}

int32_t glue_fd(const adit_library *library, adit_core core) {
    return library->fd(core);
}

int32_t glue_wakeup(const adit_library *library, adit_core core) {
    return library->wakeup(core);
}

int32_t glue_close(const adit_library *library, adit_core core, int32_t timeout, uintptr_t *panic) {
    DRIVE(library->close(core, timeout));
}

int32_t glue_group_open(const adit_library *library, adit_group *out) {
    return library->group_open(out);
}

int32_t glue_group_add(const adit_library *library, adit_group group, adit_core core) {
    return library->group_add(group, core);
}

int32_t glue_group_process(const adit_library *library, adit_group group, int32_t timeout, uintptr_t *panic) {
    DRIVE(library->group_process(group, timeout));
}

int32_t glue_group_fd(const adit_library *library, adit_group group) {
    return library->group_fd(group);
}

int32_t glue_group_close(const adit_library *library, adit_group group) {
    return library->group_close(group);
}

void glue_free(const adit_library *library, char *text) {
    library->free(text);
}

int glue_is_readable(int file) {
    struct pollfd polled = {.fd = file, .events = POLLIN};
    return poll(&polled, 1, 0) > 0;
}
