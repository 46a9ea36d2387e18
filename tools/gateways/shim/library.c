#define _GNU_SOURCE /* dladdr */
#include "shim.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static library functions;
static bool is_loaded;
static char reason[512];
static const char mark[] = "-gateways";

/* NAME.so of this file, which is NAME-gateways.so. False if it has another name. */
static bool path_of_library(char path[PATH_MAX]) {
    Dl_info info;
    if (dladdr((void *)(uintptr_t)&shim_library, &info) == 0 || info.dli_fname == NULL ||
        strlen(info.dli_fname) >= PATH_MAX)
        return false;
    strcpy(path, info.dli_fname);
    char *name = strrchr(path, '/');
    char *found = strstr(name != NULL ? name : path, mark);
    if (found == NULL)
        return false;
    memmove(found, found + sizeof mark - 1, strlen(found + sizeof mark - 1) + 1);
    return true;
}

static bool find(void *handle, const char *name, void *function) {
    void *found = dlsym(handle, name);
    memcpy(function, &found, sizeof found); /* POSIX has functions as pointers to objects, C has not */
    if (found == NULL)
        snprintf(reason, sizeof reason, "%s", dlerror());
    return found != NULL;
}

static void load(void) {
    char path[PATH_MAX];
    if (!path_of_library(path)) {
        snprintf(reason, sizeof reason,
                 "nothing says what is served: a copy of this library that is named NAME-gateways.so, beside "
                 "NAME.so, is expected");
        return;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(reason, sizeof reason, "%s", dlerror());
        return;
    }
#define FIND(name) find(handle, "adit_" #name, &functions.name)
    is_loaded = FIND(abi_version) && FIND(version) && FIND(strerror) && FIND(catalog) && FIND(catalog_compare) &&
                FIND(open) && FIND(send) && FIND(submit) && FIND(process) && FIND(receive) && FIND(receive_all) &&
                FIND(call) && FIND(fd) && FIND(wakeup) && FIND(close) && FIND(group_open) && FIND(group_add) &&
                FIND(group_process) && FIND(group_receive) && FIND(group_fd) && FIND(group_close) && FIND(free);
}

const library *shim_library(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}

const char *shim_reason(void) {
    return reason;
}

/* -- What is passed on as it is. -- */

uint32_t adit_abi_version(void) {
    return shim_library() != NULL ? functions.abi_version() : ADIT_ABI_VERSION;
}

const char *adit_version(void) {
    return shim_library() != NULL ? functions.version() : ADIT_VERSION;
}

const char *adit_strerror(int32_t code) {
    return shim_library() != NULL ? functions.strerror(code) : reason;
}

int32_t adit_catalog(const char *app, char **out, size_t *length) {
    if (shim_library() != NULL)
        return functions.catalog(app, out, length);
    fprintf(stderr, "libadit_gateways_shim.so: %s\n", reason);
    return ADIT_EAPP;
}

int32_t adit_catalog_compare(const char *old_catalog, size_t old_length, const char *new_catalog, size_t new_length,
                             char **out, size_t *length, adit_error *error) {
    return shim_library() != NULL
               ? functions.catalog_compare(old_catalog, old_length, new_catalog, new_length, out, length, error)
               : ADIT_EINVAL;
}

int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error) {
    return SHIM_CALL(send, core, json, length, error);
}

int32_t adit_submit(adit_core core, const char *client, const char *json, size_t length, adit_error *error) {
    return SHIM_CALL(submit, core, client, json, length, error);
}

int32_t adit_fd(adit_core core) {
    return SHIM_CALL(fd, core);
}

int32_t adit_wakeup(adit_core core) {
    return SHIM_CALL(wakeup, core);
}

int32_t adit_group_open(adit_group *out) {
    return SHIM_CALL(group_open, out);
}

int32_t adit_group_add(adit_group group, adit_core core) {
    return SHIM_CALL(group_add, group, core);
}

int32_t adit_group_process(adit_group group, int32_t timeout_ms) {
    return SHIM_CALL(group_process, group, timeout_ms);
}

int32_t adit_group_fd(adit_group group) {
    return SHIM_CALL(group_fd, group);
}

int32_t adit_group_close(adit_group group) {
    return SHIM_CALL(group_close, group);
}

void adit_free(void *pointer) {
    if (shim_library() != NULL)
        functions.free(pointer);
}
