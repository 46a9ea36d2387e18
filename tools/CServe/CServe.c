#define _GNU_SOURCE /* pipe2, posix_spawn_file_actions_addclosefrom_np, POSIX_SPAWN_SETSID, sigabbrev_np, struct ucred */
#include "CServe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEPT = STDERR_FILENO + 1 };

static int add_files(posix_spawn_file_actions_t *actions, serve_spawning spawning) {
    int code = 0;
    if (!spawning.has_input) {
        code = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
        if (code == 0)
            code = posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDOUT_FILENO);
    }
    if (code == 0 && spawning.kept >= 0)
        code = posix_spawn_file_actions_adddup2(actions, spawning.kept, KEPT);
    if (code == 0)
        code = posix_spawn_file_actions_addclosefrom_np(actions, spawning.kept >= 0 ? KEPT + 1 : KEPT);
    return code;
}

int serve_spawn_self(serve_spawning spawning, char *const *arguments, char *const *environment, pid_t *id) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, blocked;
    sigfillset(&all);
    sigemptyset(&blocked);
    if (spawning.blocks_signals) {
        sigaddset(&blocked, SIGINT);
        sigaddset(&blocked, SIGTERM);
        sigaddset(&blocked, SIGHUP);
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int code = add_files(&actions, spawning);
    if (code == 0)
        code = posix_spawnattr_setsigdefault(&attributes, &all);
    if (code == 0)
        code = posix_spawnattr_setsigmask(&attributes, &blocked);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (code == 0)
        code = posix_spawnattr_setflags(&attributes, spawning.is_detached ? flags | POSIX_SPAWN_SETSID : flags);
    if (code == 0)
        code = posix_spawn(id, "/proc/self/exe", &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int serve_pipe(int ends[2], bool blocks) {
    return pipe2(ends, O_CLOEXEC | (blocks ? 0 : O_NONBLOCK));
}

const char *serve_signal_name(int number) {
    return sigabbrev_np(number);
}

int serve_receive_descriptor(int socket) {
    char byte;
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    while (true) {
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
        ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return -1;
        const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        if (head == NULL || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
            continue;
        int descriptor;
        memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
        return descriptor;
    }
}

bool serve_is_own_peer(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

int serve_watch_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int serve_watch(int watch, int descriptor, uint32_t number, bool is_again) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u32 = number};
    return epoll_ctl(watch, is_again ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
}

int serve_watch_next(int watch, uint32_t *numbers, int most) {
    struct epoll_event events[64];
    int count = epoll_wait(watch, events, most < 64 ? most : 64, 0);
    for (int i = 0; i < count; i++)
        numbers[i] = events[i].data.u32;
    return count > 0 ? count : 0;
}
