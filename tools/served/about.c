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

int32_t adit_catalog(const char *app, char **out, size_t *length) {
    adit_error error = {.code = ADIT_EINTERNAL};
    request request = {0};
    clear_output(out, length);
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
    call_output(&request, out, length);
    core_disconnect(core);
    return request.code;
}

int32_t adit_catalog_compare(const char *old_catalog, size_t old_length, const char *new_catalog, size_t new_length,
                             char **out, size_t *length, adit_error *error) {
    adit_error fault = {.code = ADIT_EINTERNAL};
    request request = {0};
    clear_output(out, length);
    int32_t code = out == NULL ? fail(error, ADIT_EINVAL, "out is NULL") : ADIT_OK;
    if (code == ADIT_OK)
        code = check_text("old_catalog", old_catalog, &old_length, error);
    if (code == ADIT_OK)
        code = check_text("new_catalog", new_catalog, &new_length, error);
    if (code != ADIT_OK)
        return code;
    core *core = core_connect(&fault);
    if (core == NULL)
        return fail_text(error, fault.code, fault.offset, fault.text, strlen(fault.text));
    pthread_mutex_lock(&core->lock);
    add_format(&core->out, "{\"@host\":{\"call\":\"compare\",\"old\":%zu", old_length);
    call_end(core, &request, old_catalog, old_length, new_catalog, new_length);
    core_await(core, &request);
    pthread_mutex_unlock(&core->lock);
    call_output(&request, out, length);
    if (error != NULL)
        *error = request.error;
    core_disconnect(core);
    return request.code;
}
