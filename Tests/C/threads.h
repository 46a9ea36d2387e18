/*
 * threads.h: a thread that drives a core, and a callback that holds it.
 */
#ifndef ADIT_TESTS_THREADS_H
#define ADIT_TESTS_THREADS_H

#include "messages.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

struct driver {
    pthread_t thread;
    adit_core core;
    atomic_bool ends;
    atomic_int last; /* what the last adit_process returned */
};

static inline void *drive(void *context) {
    struct driver *driver = context;
    while (!atomic_load(&driver->ends)) {
        int32_t code = adit_process(driver->core, -1);
        atomic_store(&driver->last, code);
        if (code < 0 && code != ADIT_EBUSY)
            break;
    }
    return NULL;
}

/* A host whose callback, at its first message, lets the test know and waits for it. */
struct gate {
    struct heard heard;
    sem_t inside, go_on;
    atomic_bool open;
};

static inline void wait_at_gate(void *context, adit_core core, const char *json, size_t length) {
    struct gate *gate = context;
    hear(&gate->heard, core, json, length);
    if (atomic_exchange(&gate->open, true))
        return;
    sem_post(&gate->inside);
    while (sem_wait(&gate->go_on) != 0) {
    }
}

static inline void gate_release(void *context) {
    heard_release(&((struct gate *)context)->heard);
}

static inline void open_gate(struct gate *gate, struct driver *driver) {
    sem_init(&gate->inside, 0, 0);
    sem_init(&gate->go_on, 0, 0);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, wait_at_gate, gate, gate_release, &driver->core, NULL),
              ADIT_OK);
    CHECK_INT(adit_send(driver->core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(pthread_create(&driver->thread, NULL, drive, driver), 0);
    while (sem_wait(&gate->inside) != 0) {
    }
}

#endif /* ADIT_TESTS_THREADS_H */
