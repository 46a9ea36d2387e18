/*
 * The code of docs/abi.md and docs/hosts.md. Tests/blocks.py compares it with the pages; what stands around it lets it
 * compile.
 */
#include <adit.h>

#include <poll.h>
#include <stddef.h>

adit_core open_core_of(size_t user);
void read_messages(adit_core core);
void drive_many(size_t users);
void drive_by_poll(adit_core core);

void drive_many(size_t users) {
    adit_group group;
    adit_group_open(&group);
    for (size_t user = 0; user < users; user++)
        adit_group_add(group, open_core_of(user));
    while (adit_group_process(group, -1) >= 0)
        ;
}

void drive_by_poll(adit_core core) {
    struct pollfd files[] = {{.fd = 0, .events = POLLIN}, {.fd = adit_fd(core), .events = POLLIN}};
    while (poll(files, 2, -1) > 0) {
        if (files[0].revents != 0)
            read_messages(core); /* adit_send */
        if (files[1].revents != 0)
            adit_process(core, 0);
    }
}
