/*
 * calls.c: the part of libadit_faults.so that stands before the functions of the C library that change files. SQLite and
 * Swift call these through the dynamic linker, so they find the ones here first.
 */
#define _GNU_SOURCE /* renameat2 */
#include "point.h"
#include "power.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MADE(point, type, result)                                                                                      \
    type made = (result);                                                                                              \
    point_leave(&point);                                                                                               \
    return made

ssize_t write(int file, const void *bytes, size_t length) {
    struct point point = point_at_file("write", file, length);
    if (point_fails(&point))
        return -1;
    if (point_tears(&point)) {
        POINT_OWN(write)(file, bytes, length / 2);
        point_die();
    }
    MADE(point, ssize_t, POINT_OWN(write)(file, bytes, length));
}

static ssize_t write_at(int file, const void *bytes, size_t length, off_t offset) {
    struct point point = point_at_file("pwrite", file, length);
    if (point_fails(&point))
        return -1;
    if (point_tears(&point)) {
        POINT_OWN(pwrite)(file, bytes, length / 2, offset);
        point_die();
    }
    MADE(point, ssize_t, POINT_OWN(pwrite)(file, bytes, length, offset));
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return write_at(file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return write_at(file, bytes, length, offset);
}

ssize_t writev(int file, const struct iovec *pieces, int number) {
    size_t length = 0;
    for (int index = 0; index < number; index++)
        length += pieces[index].iov_len;
    struct point point = point_at_file("writev", file, length);
    if (point_fails(&point))
        return -1;
    if (point_tears(&point)) {
        POINT_OWN(writev)(file, pieces, number / 2);
        point_die();
    }
    MADE(point, ssize_t, POINT_OWN(writev)(file, pieces, number));
}

static int cut(int file, off_t length) {
    struct point point = point_at_file("ftruncate", file, (size_t)length);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(ftruncate)(file, length));
}

int ftruncate(int file, off_t length) {
    return cut(file, length);
}

int ftruncate64(int file, off64_t length) {
    return cut(file, length);
}

static int reserve(int file, int mode, off_t offset, off_t length) {
    struct point point = point_at_file("fallocate", file, (size_t)length);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(fallocate)(file, mode, offset, length));
}

int fallocate(int file, int mode, off_t offset, off_t length) {
    return reserve(file, mode, offset, length);
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) {
    return reserve(file, mode, offset, length);
}

static int reserve_posix(int file, off_t offset, off_t length) {
    struct point point = point_at_file("posix_fallocate", file, (size_t)length);
    if (point_fails(&point))
        return errno;
    MADE(point, int, POINT_OWN(posix_fallocate)(file, offset, length));
}

int posix_fallocate(int file, off_t offset, off_t length) {
    return reserve_posix(file, offset, length);
}

int posix_fallocate64(int file, off64_t offset, off64_t length) {
    return reserve_posix(file, offset, length);
}

static int synced(const char *call, int (*sync)(int), int file) {
    struct point point = point_at_file(call, file, 0);
    if (point_fails(&point))
        return -1;
    int made = sync(file);
    if (point.counted && made == 0 && point_power())
        power_synced(file);
    point_leave(&point);
    return made;
}

int fsync(int file) {
    return synced("fsync", POINT_OWN(fsync), file);
}

int fdatasync(int file) {
    return synced("fdatasync", POINT_OWN(fdatasync), file);
}

int rename(const char *from, const char *to) {
    struct point point = point_at_name("rename", AT_FDCWD, to);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(rename)(from, to));
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    struct point point = point_at_name("renameat", to_folder, to);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(renameat)(from_folder, from, to_folder, to));
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    struct point point = point_at_name("renameat2", to_folder, to);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(renameat2)(from_folder, from, to_folder, to, flags));
}

int unlink(const char *path) {
    struct point point = point_at_name("unlink", AT_FDCWD, path);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(unlink)(path));
}

int unlinkat(int folder, const char *path, int flags) {
    struct point point = point_at_name("unlinkat", folder, path);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(unlinkat)(folder, path, flags));
}

int link(const char *from, const char *to) {
    struct point point = point_at_name("link", AT_FDCWD, to);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(link)(from, to));
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    struct point point = point_at_name("linkat", to_folder, to);
    if (point_fails(&point))
        return -1;
    MADE(point, int, POINT_OWN(linkat)(from_folder, from, to_folder, to, flags));
}

/* Only an open that creates a file changes anything. */
static int open_at(int folder, const char *path, int flags, mode_t mode) {
    int before = errno;
    bool creates = (flags & O_CREAT) != 0 && faccessat(folder, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
    errno = before;
    if (!creates)
        return POINT_OWN(openat)(folder, path, flags, mode);
    struct point point = point_at_name("open", folder, path);
    if (point_fails(&point))
        return -1;
    int file = POINT_OWN(openat)(folder, path, flags, mode);
    if (point.counted && file >= 0 && point_power())
        power_created(file);
    point_leave(&point);
    return file;
}

/* Opens have a mode only where they may create a file. */
#define WITH_MODE(folder)                                                                                              \
    mode_t mode = 0;                                                                                                   \
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }                                                                                                                  \
    return open_at(folder, path, flags, mode)

int open(const char *path, int flags, ...) {
    WITH_MODE(AT_FDCWD);
}

int open64(const char *path, int flags, ...) {
    WITH_MODE(AT_FDCWD);
}

int openat(int folder, const char *path, int flags, ...) {
    WITH_MODE(folder);
}

int openat64(int folder, const char *path, int flags, ...) {
    WITH_MODE(folder);
}
