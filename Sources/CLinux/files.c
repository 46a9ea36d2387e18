#define _GNU_SOURCE /* statx */
#include "CLinux.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

/*
 * Unlike stat(), it does not read the times of the file. Since Linux 6.13, the first write after a program has read
 * them gets a new timestamp, and the inode is written with it: a call of stat() for each commit would have each commit write
 * the log's inode (Documentation/filesystems/multigrain-ts.rst of Linux).
 */
int adit_identify(const char *path, int flags, uint64_t *device, uint64_t *number) {
    struct statx status;
    if (statx(AT_FDCWD, path, flags, STATX_INO, &status) != 0)
        return -1;
    *device = makedev(status.stx_dev_major, status.stx_dev_minor);
    *number = status.stx_ino;
    return 0;
}

uint32_t adit_file_system(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 ? (uint32_t)status.f_type : 0;
}
