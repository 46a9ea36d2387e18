#include "CLinux.h"

/* Of the Swift runtime's Concurrency.h: called for each job that is given to the global executor. */
typedef __attribute__((swiftcall)) void (*enqueue_original)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook;

/* The function that is notified of a job, and the previous hook. */
static void (*listener)(void);
static enqueue_hook next;

static __attribute__((swiftcall)) void see_enqueued(void *job, enqueue_original original) {
    listener();
    if (next != NULL)
        next(job, original);
    else
        original(job);
}

void adit_watch_enqueued(void (*told)(void)) {
    listener = told;
    next = swift_task_enqueueGlobal_hook;
    swift_task_enqueueGlobal_hook = see_enqueued;
}
