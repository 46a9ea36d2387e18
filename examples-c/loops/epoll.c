/*
 * epoll: a core in a loop of epoll. Level-triggered: the descriptor stays readable while the core has work.
 */
#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

static bool watch(int loop, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    return epoll_ctl(loop, EPOLL_CTL_ADD, fd, &event) == 0;
}

int main(int argc, char **argv) {
    host host;
    if (!host_open(&host, argc, argv))
        return 1;
    int core_fd = adit_fd(host.core), loop = epoll_create1(EPOLL_CLOEXEC);
    if (loop < 0 || !watch(loop, core_fd))
        return host_fail("epoll");
    /* epoll refuses a file, such as /dev/null: it is always readable. */
    bool is_file = !watch(loop, host.input.fd);
    if (is_file && errno != EPERM)
        return host_fail("epoll");
    for (bool goes_on = true; goes_on;) {
        struct epoll_event events[2];
        int count = epoll_wait(loop, events, 2, is_file ? 0 : -1);
        if (count < 0 && errno != EINTR)
            return host_fail("epoll");
        if (is_file)
            goes_on = host_read(&host);
        for (int i = 0; i < count; i++) {
            if (events[i].data.fd == core_fd)
                adit_process(host.core, 0);
            else
                goes_on = host_read(&host);
        }
    }
    close(loop);
    return host_close(&host);
}
