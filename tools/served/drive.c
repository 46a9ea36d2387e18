/*
 * Driving and receiving. Each function is documented in adit.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <stdlib.h>
#include <string.h>

/* -- Driving. All under the lock, by the driver. -- */

/* Drives the server's core once. Returns the number of its messages, or a code. */
static int32_t drive_once(core *core, bool *has_worked) {
    request request = {.is_drive = true};
    call_begin(core, "process");
    call_end(core, &request, NULL, 0, NULL, 0);
    core_await(core, &request);
    *has_worked = request.has_worked;
    return request.code;
}

/* Waits for work. False if the time was up, or a signal arrived. */
static bool wait_for_work(core *core, int64_t deadline) {
    bool has_time = true;
    core->is_idle = true;
    core_nudge(core); /* an adit_call may be made meanwhile */
    while (has_time && !core->is_ready && core->first == NULL && !core->was_woken && core->closers == 0 &&
           !core->is_lost)
        has_time = core_wait(core, deadline);
    core->is_idle = false;
    return has_time;
}

static int32_t process(core *core, int32_t timeout_ms) {
    int64_t deadline = deadline_after(timeout_ms);
    bool has_worked = false, is_last = timeout_ms == 0 || core->was_woken;
    core->was_woken = false;
    if (core->is_down || core->is_closed)
        core_wait(core, 0); /* there is no call whose answer would be read */
    while (true) {
        int32_t told = driver_deliver(core), count = 0;
        if (core->is_lost)
            return told > 0 ? told : core->fn == NULL && core->first != NULL ? 0 : ADIT_ECLOSED;
        if (!core->is_down && (is_last || core->is_ready || core->is_closed || told > 0)) {
            count = drive_once(core, &has_worked);
            int32_t delivered = driver_deliver(core);
            count = count == ADIT_ECRASHED ? 0 : count;
            count = count == 0 ? delivered : count;
        }
        if (count < 0)
            return told > 0 ? told : count;
        if (told + count > 0)
            return told + count;
        if (core->closers > 0)
            return ADIT_ECORE;
        if (is_last || has_worked || (core->fn == NULL && core->first != NULL))
            return 0;
        if (!wait_for_work(core, deadline))
            return core->closers > 0 ? ADIT_ECORE : 0;
        is_last = core->was_woken;
        core->was_woken = false;
    }
}

int32_t core_process(core *core, int32_t timeout_ms, uintptr_t frame) {
    pthread_mutex_lock(&core->lock);
    int32_t result = driver_enter(core, frame);
    if (result == ADIT_OK) {
        result = core->has_leftovers ? driver_deliver(core) : process(core, timeout_ms);
        driver_leave(core);
    }
    pthread_mutex_unlock(&core->lock);
    return result;
}

int32_t adit_process(adit_core id, int32_t timeout_ms) {
    int32_t code;
    if (timeout_ms < -1)
        return ADIT_EINVAL;
    core *core = table_find(id, &code);
    if (core == NULL)
        return code;
    code = core_process(core, timeout_ms, (uintptr_t)__builtin_frame_address(0));
    table_release(core);
    return code;
}

/* -- Receiving. -- */

/* What the server has said of the core: one message, or all of them as an array. */
static int32_t receive_told(core *core, bool all, char **out, size_t *length) {
    buffer text = {0};
    if (all)
        add_text(&text, "[");
    do {
        message *message = core_take_message(core);
        buffer_add(&text, message->text, message->length);
        free(message);
        if (all)
            add_text(&text, core->first != NULL ? "," : "]");
    } while (all && core->first != NULL);
    int32_t code = hand_over(buffer_bytes(&text), buffer_length(&text), out, length);
    buffer_destroy(&text);
    return code;
}

static int32_t receive_once(core *core, bool all, size_t max_bytes, char **out, size_t *length) {
    request request = {.is_drive = true};
    call_begin(core, "receive");
    if (all)
        add_format(&core->out, ",\"all\":true,\"bytes\":%zu", max_bytes > (size_t)-1 / 2 ? 0 : max_bytes);
    call_end(core, &request, NULL, 0, NULL, 0);
    core_await(core, &request);
    call_output(&request, out, length);
    return request.code;
}

static int32_t receive(core *core, int32_t timeout_ms, bool all, size_t max_bytes, char **out, size_t *length) {
    int64_t deadline = deadline_after(timeout_ms);
    if (core->is_down)
        core_wait(core, 0); /* there is no call whose answer would be read */
    while (true) {
        if (core->first != NULL)
            return receive_told(core, all, out, length);
        if (core->is_lost)
            return ADIT_ECLOSED;
        if (core->closers > 0)
            return ADIT_ECORE;
        if (!core->is_down) {
            int32_t code = receive_once(core, all, max_bytes, out, length);
            if (code != ADIT_ETIMEDOUT && code != ADIT_ECRASHED)
                return code;
            if (core->first != NULL)
                continue;
        }
        bool was_woken = timeout_ms != 0 && core->was_woken;
        if (was_woken)
            core->was_woken = false;
        if (timeout_ms == 0 || was_woken || (core->is_ready && deadline <= deadline_after(0)))
            return ADIT_ETIMEDOUT;
        if (core->is_ready)
            continue;
        bool has_time = wait_for_work(core, deadline);
        if (!has_time || core->was_woken) {
            core->was_woken = false;
            return core->closers > 0 ? ADIT_ECORE : ADIT_ETIMEDOUT;
        }
    }
}

int32_t core_receive(core *core, int32_t timeout_ms, bool all, size_t max_bytes, uintptr_t frame, char **out,
                     size_t *length) {
    pthread_mutex_lock(&core->lock);
    int32_t code = driver_enter(core, frame);
    if (code == ADIT_OK) {
        code = core->fn != NULL ? ADIT_EINVAL : receive(core, timeout_ms, all, max_bytes, out, length);
        driver_leave(core);
    }
    pthread_mutex_unlock(&core->lock);
    return code;
}

static int32_t receive_of(adit_core id, int32_t timeout_ms, bool all, size_t max_bytes, uintptr_t frame, char **out,
                          size_t *length) {
    int32_t code;
    clear_output(out, length);
    if (out == NULL || timeout_ms < -1)
        return ADIT_EINVAL;
    core *core = table_find(id, &code);
    if (core == NULL)
        return code;
    code = core_receive(core, timeout_ms, all, max_bytes, frame, out, length);
    table_release(core);
    return code;
}

int32_t adit_receive(adit_core id, int32_t timeout_ms, char **out, size_t *length) {
    return receive_of(id, timeout_ms, false, 0, (uintptr_t)__builtin_frame_address(0), out, length);
}

int32_t adit_receive_all(adit_core id, int32_t timeout_ms, size_t max_bytes, char **out, size_t *length) {
    return receive_of(id, timeout_ms, true, max_bytes, (uintptr_t)__builtin_frame_address(0), out, length);
}

/* -- The descriptor. -- */

int32_t adit_fd(adit_core id) {
    int32_t code;
    core *core = table_find(id, &code);
    if (core == NULL)
        return code;
    pthread_mutex_lock(&core->lock);
    code = core->is_gone ? ADIT_ECORE : core_fd(core);
    pthread_mutex_unlock(&core->lock);
    table_release(core);
    return code;
}

int32_t adit_wakeup(adit_core id) {
    int32_t code;
    core *core = table_find(id, &code);
    if (core == NULL)
        return code;
    pthread_mutex_lock(&core->lock);
    core->was_woken = true;
    core_show(core);
    core_nudge(core);
    pthread_mutex_unlock(&core->lock);
    table_release(core);
    return ADIT_OK;
}
