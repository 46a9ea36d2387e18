#define _POSIX_C_SOURCE 200809L
#include "listener.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 64 };

/* Removes a socket that nobody listens at. False where somebody does, or where it is none. */
static bool remove_abandoned(const struct sockaddr_un *address) {
    struct stat file;
    if (lstat(address->sun_path, &file) != 0)
        return true;
    int fd = S_ISSOCK(file.st_mode) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
    bool refused =
        fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    errno = EADDRINUSE;
    return refused && unlink(address->sun_path) == 0;
}

int listener_open(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (!remove_abandoned(&address))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    mode_t mask = umask(0177);
    bool good = fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 && listen(fd, BACKLOG) == 0;
    int cause = errno;
    umask(mask);
    if (good)
        return fd;
    if (fd >= 0)
        close(fd);
    errno = cause;
    return -1;
}
