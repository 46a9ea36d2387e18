/*
 * Opening and closing a core. Each function is documented in adit.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <stdlib.h>
#include <string.h>

/* The call of an open core at a new connection. */
static int32_t open_core(const char *app, const char *config, size_t length, bool is_pulled, core **opened,
                         adit_error *error) {
    if (!is_utf8(app, strlen(app)))
        return fail_plainly(error, ADIT_EAPP);
    int32_t code = check_text("config", config, &length, error);
    if (code != ADIT_OK)
        return code;
    adit_error fault = {.code = ADIT_EINTERNAL};
    core *core = core_connect(&fault);
    if (core == NULL)
        return fail_text(error, fault.code, fault.offset, fault.text, strlen(fault.text));
    request request = {.is_drive = true};
    pthread_mutex_lock(&core->lock);
    call_begin(core, "open");
    add_text(&core->out, ",\"app\":");
    add_string(&core->out, app, strlen(app));
    if (is_pulled)
        add_text(&core->out, ",\"pull\":true");
    span text = {config, length};
    buffer absolute = {0};
    if (add_absolute_paths(&absolute, text))
        text = (span){buffer_bytes(&absolute), buffer_length(&absolute)};
    call_end(core, &request, text.at, text.length, NULL, 0);
    buffer_destroy(&absolute);
    core_await(core, &request);
    pthread_mutex_unlock(&core->lock);
    if (error != NULL)
        *error = request.error;
    if (request.code == ADIT_OK && request.error.text[0] == '\0')
        *opened = core;
    else
        core_disconnect(core); /* with a text, it is the verdict on a store */
    return request.code;
}

int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn release, adit_core *out, adit_error *error) {
    core *opened = NULL;
    int32_t code;
    if (out != NULL)
        *out = 0;
    if (out == NULL)
        code = fail(error, ADIT_EINVAL, "out is NULL");
    else if (abi != ADIT_ABI_VERSION)
        code =
            fail(error, ADIT_EABI, "the header's ABI is version %u, the library's %d", (unsigned)abi, ADIT_ABI_VERSION);
    else if (app == NULL)
        code = fail(error, ADIT_EINVAL, "app is NULL");
    else
        code = open_core(app, config != NULL ? config : "{}", config != NULL ? length : 2, fn == NULL, &opened, error);
    if (opened == NULL) {
        if (release != NULL)
            release(context);
        return code;
    }
    opened->fn = fn;
    opened->context = context;
    opened->release = release;
    table_add(opened);
    *out = opened->id;
    return ADIT_OK;
}

/* -- Closing. -- */

/* Becomes the last driver. */
static int32_t become_last(core *core, int64_t deadline, uintptr_t frame, bool *is_left) {
    if (driver_is_here(core)) {
        int32_t code = driver_take_over(core, frame);
        if (code != ADIT_OK)
            return code;
        *is_left = true;
    }
    core->closers++;
    core_nudge(core);
    while (core->is_driven && !core->is_gone) {
        if (deadline <= deadline_after(0) || !core_wait(core, deadline)) {
            if (!core->is_driven || core->is_gone)
                break;
            if (deadline > deadline_after(0))
                continue; /* a signal */
            driver_end_closing(core);
            return ADIT_EBUSY;
        }
    }
    if (core->is_gone) {
        driver_end_closing(core);
        return ADIT_ECORE;
    }
    core->is_ending = true;
    driver_become(core);
    return ADIT_OK;
}

/* Has the server close it. After a crash there is nothing to close, and the host receives that it is closed. */
static void close_at_server(core *core, int32_t timeout_ms) {
    static const char closed[] = "{\"@closed\":{}}";
    request request = {.code = ADIT_ECRASHED};
    if (core->was_closed)
        return;
    if (!core->is_lost && !core->is_down) {
        call_begin(core, "close");
        add_format(&core->out, ",\"timeout\":%d", timeout_ms);
        call_end(core, &request, NULL, 0, NULL, 0);
        core_await(core, &request);
    }
    core->was_closed = true;
    core->closing_code = request.code == ADIT_ETIMEDOUT ? ADIT_ETIMEDOUT : ADIT_OK;
    if (!core->is_closed && request.code == ADIT_ECRASHED)
        core_add_message(core, closed, sizeof closed - 1);
    core->is_closed = core->is_lost = true;
}

int32_t adit_close(adit_core id, int32_t timeout_ms) {
    int32_t code;
    bool is_left = false;
    if (timeout_ms < -1)
        return ADIT_EINVAL;
    core *core = table_find(id, &code);
    if (core == NULL)
        return code;
    pthread_mutex_lock(&core->lock);
    code = become_last(core, deadline_after(timeout_ms), (uintptr_t)__builtin_frame_address(0), &is_left);
    if (code != ADIT_OK) {
        pthread_mutex_unlock(&core->lock);
        table_release(core);
        return code;
    }
    close_at_server(core, timeout_ms);
    if (!is_left)
        driver_deliver(core);
    core_drop_messages(core);
    code = core->closing_code;
    core->is_gone = true;
    core_fail_requests(core, ADIT_ECORE, words_of_code(ADIT_ECORE));
    core_nudge(core);
    while (core->is_reading)
        core_wait(core, INT64_MAX);
    core_shut(core);
    adit_release_fn release = core->release;
    void *context = core->context;
    pthread_mutex_unlock(&core->lock);
    table_remove(core);
    table_release(core);
    if (release != NULL)
        release(context);
    return code;
}
