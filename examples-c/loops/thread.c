/*
 * thread: a core on a thread of its own. Messages are sent from another one, which never waits for the core.
 */
#define _POSIX_C_SOURCE 200809L
#include "host.h"

#include <errno.h>
#include <pthread.h>

/* Drives the core until it has closed; its messages are printed here. */
static void *drive(void *data) {
    const host *host = data;
    while (adit_process(host->core, -1) >= 0)
        ;
    return NULL;
}

int main(int argc, char **argv) {
    static const char close[] = "{\"@close\":{}}";
    host host;
    pthread_t thread;
    if (!host_open(&host, argc, argv))
        return 1;
    errno = pthread_create(&thread, NULL, drive, &host);
    if (errno != 0)
        return host_fail("pthread_create");
    while (host_read(&host))
        ;
    /* The core closes after the messages that were sent, and the thread's adit_process returns ADIT_ECLOSED. */
    host_send(host.core, close, sizeof close - 1);
    pthread_join(thread, NULL);
    return host_close(&host);
}
