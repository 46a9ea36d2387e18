/*
 * uv: a core in a loop of libuv.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L /* uv.h needs it */
#include "host.h"

#include <stdio.h>
#include <uv.h>

/* The core's descriptor is readable. */
static void on_core(uv_poll_t *poll, int status, int events) {
    const host *host = poll->data;
    (void)status, (void)events;
    adit_process(host->core, 0);
}

static void on_input(uv_poll_t *poll, int status, int events) {
    (void)events;
    if (status < 0 || !host_read(poll->data))
        uv_stop(poll->loop);
}

static bool watch(uv_loop_t *loop, uv_poll_t *poll, int fd, host *host, uv_poll_cb callback) {
    poll->data = host;
    int code = uv_poll_init(loop, poll, fd);
    if (code == 0)
        code = uv_poll_start(poll, UV_READABLE, callback);
    if (code != 0)
        fprintf(stderr, "uv: %s\n", uv_strerror(code));
    return code == 0;
}

int main(int argc, char **argv) {
    host host;
    uv_loop_t loop;
    uv_poll_t core, input;
    if (!host_open(&host, argc, argv))
        return 1;
    uv_loop_init(&loop);
    if (!watch(&loop, &core, adit_fd(host.core), &host, on_core) ||
        !watch(&loop, &input, host.input.fd, &host, on_input))
        return 1;
    uv_run(&loop, UV_RUN_DEFAULT);
    /* The watchers end before the core, to which one of the descriptors belongs. */
    uv_close((uv_handle_t *)&core, NULL);
    uv_close((uv_handle_t *)&input, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return host_close(&host);
}
