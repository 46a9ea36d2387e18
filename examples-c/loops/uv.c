/*
 * uv: a core in a loop of libuv.
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

static void on_file(uv_idle_t *idle) {
    if (!host_read(idle->data))
        uv_stop(idle->loop);
}

static int watch(uv_loop_t *loop, uv_poll_t *poll, int fd, host *host, uv_poll_cb callback) {
    poll->data = host;
    int code = uv_poll_init(loop, poll, fd);
    return code == 0 ? uv_poll_start(poll, UV_READABLE, callback) : code;
}

/* What is not polled, a file such as /dev/null, is always readable: it is read in each turn of the loop. */
static int watch_input(uv_loop_t *loop, union uv_any_handle *input, host *host) {
    int code = watch(loop, &input->poll, host->input.fd, host, on_input);
    if (code != UV_EPERM)
        return code;
    uv_idle_init(loop, &input->idle);
    input->idle.data = host;
    return uv_idle_start(&input->idle, on_file);
}

int main(int argc, char **argv) {
    host host;
    uv_loop_t loop;
    uv_poll_t core;
    union uv_any_handle input;
    if (!host_open(&host, argc, argv))
        return 1;
    uv_loop_init(&loop);
    int code = watch(&loop, &core, adit_fd(host.core), &host, on_core);
    if (code == 0)
        code = watch_input(&loop, &input, &host);
    if (code != 0) {
        fprintf(stderr, "uv: %s\n", uv_strerror(code));
        return 1;
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    /* The watchers end before the core, to which one of the descriptors belongs. */
    uv_close((uv_handle_t *)&core, NULL);
    uv_close(&input.handle, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return host_close(&host);
}
