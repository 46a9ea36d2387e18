#define _GNU_SOURCE /* accept4, struct ucred */
#include "listener.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 128 };

/* Removes a socket at which nobody listens. False if somebody does, or if it is another file. */
static bool remove_stale(const struct sockaddr_un *address) {
    struct stat file;
    if (lstat(address->sun_path, &file) != 0)
        return true;
    /* A server whose queue is full is one as well: connecting to it would wait. */
    int fd = S_ISSOCK(file.st_mode) ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
    bool is_stale =
        fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    errno = EADDRINUSE;
    return is_stale && unlink(address->sun_path) == 0;
}

int listener_open(const char *path, listener_file *file) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat found;
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (!remove_stale(&address))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    bool good = fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
                lstat(path, &found) == 0 && listen(fd, BACKLOG) == 0;
    int cause = errno;
    umask(mask);
    if (good) {
        *file = (listener_file){found.st_dev, found.st_ino};
        return fd;
    }
    if (fd >= 0)
        close(fd);
    errno = cause;
    return -1;
}

void listener_close(int listener, const char *path, listener_file file) {
    struct stat found;
    /* Removed while it still listens, so that no server takes it for one that has been left. */
    if (lstat(path, &found) == 0 && found.st_dev == file.device && found.st_ino == file.number)
        unlink(path);
    close(listener);
}

int listener_accept(int listener, bool own_only) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0 || !own_only)
        return fd;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid())
        return fd;
    close(fd);
    return -1;
}

int listener_receive(int passing, bool *has_ended) {
    char byte;
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count = recvmsg(passing, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    *has_ended = count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
    const struct cmsghdr *head = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    int fd = -1;
    if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
        memcpy(&fd, CMSG_DATA(head), sizeof fd);
    return fd;
}
