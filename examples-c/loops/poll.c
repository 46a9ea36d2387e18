/*
 * poll: a core in a loop of poll.
 */
#define _POSIX_C_SOURCE 200809L
#include "host.h"

#include <errno.h>
#include <poll.h>

int main(int argc, char **argv) {
    host host;
    if (!host_open(&host, argc, argv))
        return 1;
    struct pollfd files[] = {{.fd = host.input.fd, .events = POLLIN}, {.fd = adit_fd(host.core), .events = POLLIN}};
    for (bool goes_on = true; goes_on;) {
        if (poll(files, 2, -1) < 0) {
            if (errno == EINTR)
                continue;
            return host_fail("poll");
        }
        if (files[0].revents != 0)
            goes_on = host_read(&host);
        /* A message was sent just now, or a timer is due. */
        if (files[1].revents != 0)
            adit_process(host.core, 0);
    }
    return host_close(&host);
}
