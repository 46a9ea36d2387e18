/*
 * Versions, error texts and catalogs. Each function is documented in adit.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t adit_abi_version(void) {
    return ADIT_ABI_VERSION;
}

const char *adit_version(void) {
    return ADIT_VERSION;
}

const char *adit_strerror(int32_t code) {
    return words_of_code(code);
}

void adit_free(void *pointer) {
    free(pointer);
}

static void reset(char **out, size_t *length) {
    if (out != NULL)
        *out = NULL;
    if (length != NULL)
        *length = 0;
}

static void take(const request *request, char **out, size_t *length) {
    *out = request->out;
    if (length != NULL)
        *length = request->length;
}

int32_t adit_catalog(const char *app, char **out, size_t *length) {
    adit_error error = {.code = ADIT_EINTERNAL};
    request request = {0};
    reset(out, length);
    if (out == NULL)
        return ADIT_EINVAL;
    if (app != NULL && !is_utf8(app, strlen(app)))
        return ADIT_EAPP;
    core *core = core_connect(&error);
    if (core == NULL) {
        /* The one function without an adit_error whose failure is not in its arguments. */
        fprintf(stderr, "libadit_served.so: %s\n", error.text);
        return error.code;
    }
    pthread_mutex_lock(&core->lock);
    if (app == NULL) {
        span ready = {buffer_bytes(&core->ready), buffer_length(&core->ready)};
        span apps = find_member(find_member(ready, "@ready"), "apps");
        request.code = hand_over(apps.at, apps.length, &request.out, &request.length);
    } else {
        add_text(&core->out, "{\"@host\":{\"call\":\"catalog\",\"app\":");
        add_string(&core->out, app, strlen(app));
        call_end(core, &request, NULL, 0, NULL, 0);
        core_await(core, &request);
    }
    pthread_mutex_unlock(&core->lock);
    take(&request, out, length);
    core_disconnect(core);
    return request.code;
}

int32_t adit_catalog_compare(const char *old_catalog, size_t old_length, const char *new_catalog, size_t new_length,
                             char **out, size_t *length, adit_error *error) {
    adit_error fault = {.code = ADIT_EINTERNAL};
    request request = {0};
    reset(out, length);
    if (out == NULL || old_catalog == NULL || new_catalog == NULL)
        return fail(error, ADIT_EINVAL, "%s is NULL",
                    out == NULL           ? "out"
                    : old_catalog == NULL ? "old_catalog"
                                          : "new_catalog");
    old_length = old_length == ADIT_NTS ? strlen(old_catalog) : old_length;
    new_length = new_length == ADIT_NTS ? strlen(new_catalog) : new_length;
    if (old_length > (size_t)-1 / 4 || new_length > (size_t)-1 / 4)
        return fail(error, ADIT_EINVAL, "the length of %s is over SSIZE_MAX",
                    old_length > (size_t)-1 / 4 ? "old_catalog" : "new_catalog");
    core *core = core_connect(&fault);
    if (core == NULL)
        return fail_text(error, fault.code, fault.offset, fault.text, strlen(fault.text));
    pthread_mutex_lock(&core->lock);
    add_format(&core->out, "{\"@host\":{\"call\":\"compare\",\"old\":%zu", old_length);
    call_end(core, &request, old_catalog, old_length, new_catalog, new_length);
    core_await(core, &request);
    pthread_mutex_unlock(&core->lock);
    take(&request, out, length);
    if (error != NULL)
        *error = request.error;
    core_disconnect(core);
    return request.code;
}
