/*
 * A core's connection to the server, and what ends with it.
 */
#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Why a server did not say `@ready`. */
static void explain(const core *core, adit_error *error) {
    if (core->has_begun)
        fail(error, ADIT_EDENIED, "the server trusts its clients not; adit serve --unix PATH --trust is expected");
    else if (core->is_refused)
        fail(error, ADIT_ECRASHED, "adit serve has as many cores as its descriptors allow, 4096 at most");
    else
        fail(error, ADIT_ECRASHED, "adit serve has ended before it was ready, and its standard error says why");
}

static core *make(int socket, adit_error *error) {
    core *core = calloc(1, sizeof *core);
    if (core == NULL)
        end_without_memory();
    pthread_condattr_t attributes;
    pthread_mutex_init(&core->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&core->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    core->socket = socket;
    core->wake = above_streams(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    core->fd = core->work_fd = -1;
    core->last = &core->first;
    core->last_unhandled = &core->unhandled;
    if (core->wake >= 0)
        return core;
    fail(error, ADIT_ENOMEM, "eventfd: %s", strerror(errno));
    core_disconnect(core);
    return NULL;
}

core *core_connect(adit_error *error) {
    table_generation(); /* forks are watched from now on */
    while (true) {
        unsigned former;
        int socket = target_connect(&former, error);
        core *core = socket >= 0 ? make(socket, error) : NULL;
        if (core == NULL)
            return NULL;
        pthread_mutex_lock(&core->lock);
        while (!core->has_begun && !core->is_lost)
            core_wait(core, INT64_MAX);
        bool has_ended = !core->has_begun && !core->is_refused;
        span ready = {buffer_bytes(&core->ready), buffer_length(&core->ready)};
        bool is_trusted = core->has_begun && span_is(find_member(find_member(ready, "@ready"), "trusted"), "true");
        pthread_mutex_unlock(&core->lock);
        if (is_trusted && core->name[0] != '\0')
            return core;
        explain(core, error);
        core_disconnect(core);
        if (former == 0 || !has_ended)
            return NULL;
        target_leave(former); /* it was ending, and did not take the connection any more */
    }
}

static void close_file(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void core_shut(core *core) {
    close_file(&core->fd);
    close_file(&core->work_fd);
    close_file(&core->wake);
    close_file(&core->socket);
}

void core_disconnect(core *core) {
    core_shut(core);
    core_forget_sent(core);
    core_drop_messages(core);
    buffer_destroy(&core->in);
    buffer_destroy(&core->out);
    buffer_destroy(&core->ready);
    pthread_cond_destroy(&core->changed);
    pthread_mutex_destroy(&core->lock);
    free(core->name);
    free(core);
}
