/*
 * The driver: one call of one thread at a time. It alone calls the callback.
 */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "served.h"

#include <stdlib.h>

bool is_outer_frame(uintptr_t low, uintptr_t high) {
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    bool is_known = pthread_attr_getstack(&attributes, &start, &size) == 0;
    pthread_attr_destroy(&attributes);
    return is_known && low >= (uintptr_t)start && high >= low && high - (uintptr_t)start < size;
}

bool driver_is_here(const core *core) {
    return core->is_driven && pthread_equal(core->driver, pthread_self()) != 0;
}

void driver_end_closing(core *core) {
    core->closers--;
    core_nudge(core);
}

int32_t driver_take_over(core *core, uintptr_t frame) {
    /* A call from inside the callback has a lower frame. */
    if (core->callback_frame == 0 || frame < core->callback_frame || !is_outer_frame(core->callback_frame, frame))
        return ADIT_EBUSY;
    core->callback_frame = 0;
    core->has_leftovers = core->first != NULL;
    core->is_driven = false;
    if (core->is_ending) {
        core->is_ending = false;
        driver_end_closing(core);
    }
    core_nudge(core);
    return ADIT_OK;
}

void driver_become(core *core) {
    core->is_driven = true;
    core->driver = pthread_self();
    core_show(core);
}

int32_t driver_enter(core *core, uintptr_t frame) {
    if (core->is_driven) {
        if (!driver_is_here(core))
            return core->is_ending ? ADIT_ECORE : ADIT_EBUSY;
        int32_t code = driver_take_over(core, frame);
        if (code != ADIT_OK)
            return code;
    }
    if (core->is_gone || core->closers > 0)
        return ADIT_ECORE;
    driver_become(core);
    return ADIT_OK;
}

void driver_leave(core *core) {
    core->is_driven = false;
    core_show(core);
    core_nudge(core);
}

/* Not inlined: the functions that the host calls have higher frames. */
__attribute__((noinline)) int32_t driver_deliver(core *core) {
    int32_t count = 0;
    core->has_leftovers = false;
    for (message *message; core->fn != NULL && (message = core_take_message(core)) != NULL; count++) {
        core->callback_frame = (uintptr_t)__builtin_frame_address(0);
        pthread_mutex_unlock(&core->lock);
        core->fn(core->context, core->id, message->text, message->length);
        pthread_mutex_lock(&core->lock);
        core->callback_frame = 0;
        free(message);
    }
    return count;
}
