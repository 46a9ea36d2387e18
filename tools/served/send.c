/*
 * Sending messages. Each function is documented in adit.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <string.h>

/* -- Sending. -- */

static int32_t check_client(const char *client, adit_error *error) {
    size_t length = client != NULL ? strnlen(client, 256) : 0;
    if (client == NULL)
        return fail(error, ADIT_EINVAL, "client is NULL");
    if (length < 1 || length > 255)
        return fail(error, ADIT_EINVAL, "client %s; a name of 1 to 255 bytes is expected",
                    length == 0 ? "is empty" : "has over 255 bytes");
    return is_utf8(client, length) ? ADIT_OK : fail(error, ADIT_EINVAL, "client is not UTF-8");
}

/* A call with a text. Under the lock. */
static int32_t call_with_text(core *core, const char *which, const char *client, const char *json, size_t length,
                              request *request) {
    int32_t code = core_missing(core, &request->error);
    if (code != ADIT_OK)
        return code;
    call_begin(core, which);
    if (client != NULL) {
        add_text(&core->out, ",\"client\":");
        add_string(&core->out, client, strlen(client));
    }
    call_end(core, request, json, length, NULL, 0);
    core_await(core, request);
    return request->code;
}

static int32_t send_message(core *core, const char *client, const char *json, size_t length, adit_error *error) {
    request request = {.is_send = true, .id = find_member((span){json, length}, "@id")};
    if (client != NULL)
        request.client = (span){client, strlen(client)};
    pthread_mutex_lock(&core->lock);
    int32_t code = call_with_text(core, "send", client, json, length, &request);
    if (code == ADIT_OK)
        core_nudge(core);
    pthread_mutex_unlock(&core->lock);
    if (error != NULL)
        *error = request.error;
    return code;
}

/* Sends a message of the host or, if it has one, of a client. */
static int32_t send_to(adit_core id, bool has_client, const char *client, const char *json, size_t length,
                       adit_error *error) {
    int32_t code;
    core *core = table_find(id, &code);
    if (core == NULL)
        return fail_plainly(error, code);
    code = check_text("json", json, &length, error);
    if (code == ADIT_OK && has_client)
        code = check_client(client, error);
    if (code == ADIT_OK)
        code = send_message(core, client, json, length, error);
    table_release(core);
    return code;
}

int32_t adit_submit(adit_core id, const char *client, const char *json, size_t length, adit_error *error) {
    return send_to(id, true, client, json, length, error);
}

int32_t adit_send(adit_core id, const char *json, size_t length, adit_error *error) {
    return send_to(id, false, NULL, json, length, error);
}

/* -- Calling. -- */

/* Becomes the driver, or waits until the one there is waits for work. */
static int32_t enter_call(core *core, int32_t timeout_ms, uintptr_t frame, bool *drives) {
    int64_t deadline = deadline_after(timeout_ms);
    if (driver_is_here(core)) {
        int32_t code = driver_take_over(core, frame);
        if (code != ADIT_OK)
            return code;
    }
    while (core->is_driven && !core->is_idle && !core->is_gone) {
        if (!core_wait(core, deadline) && deadline <= deadline_after(0))
            return ADIT_ETIMEDOUT;
    }
    if (core->is_gone || core->is_ending)
        return ADIT_ECORE;
    *drives = !core->is_driven;
    if (*drives)
        driver_become(core);
    return ADIT_OK;
}

static int32_t call(core *core, const char *json, size_t length, int32_t timeout_ms, uintptr_t frame,
                    request *request) {
    bool drives = false;
    int32_t code = enter_call(core, timeout_ms, frame, &drives);
    if (code != ADIT_OK)
        return fail_plainly(&request->error, code);
    code = call_with_text(core, "call", NULL, json, length, request);
    if (drives) {
        driver_deliver(core);
        driver_leave(core);
    } else {
        core_nudge(core); /* the driver delivers what else there is */
    }
    return code;
}

int32_t adit_call(adit_core id, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error) {
    int32_t code;
    clear_output(out, out_length);
    if (out == NULL)
        return fail(error, ADIT_EINVAL, "out is NULL");
    if (timeout_ms < -1)
        return fail(error, ADIT_EINVAL, "the timeout is %d ms; -1 or more is expected", timeout_ms);
    core *core = table_find(id, &code);
    if (core == NULL)
        return fail_plainly(error, code);
    code = check_text("json", json, &length, error);
    if (code == ADIT_OK) {
        request request = {.is_drive = true};
        pthread_mutex_lock(&core->lock);
        code = call(core, json, length, timeout_ms, (uintptr_t)__builtin_frame_address(0), &request);
        pthread_mutex_unlock(&core->lock);
        call_output(&request, out, out_length);
        if (error != NULL)
            *error = request.error;
    }
    table_release(core);
    return code;
}
