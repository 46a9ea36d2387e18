/*
 * SQLite's C interface, and what the store's file needs of Linux that Swift's Glibc module leaves out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ADIT_CSQLITE_H
#define ADIT_CSQLITE_H

#include <fcntl.h>
#include <linux/stat.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/types.h>

#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3040000
#error "Adit needs SQLite 3.40 or newer"
#endif

/* Those calls of sqlite3_db_config that have a number; Swift cannot call a function with a variable number of arguments. */
static inline int adit_sqlite_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)NULL);
}

/* Part of <stdio.h>, <sys/stat.h> and <fcntl.h> only where _GNU_SOURCE is defined. */
extern int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
extern int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status);
enum { ADIT_RENAME_NOREPLACE = 1 };
#ifdef F_OFD_SETLK
enum { ADIT_OFD_SETLK = F_OFD_SETLK };
#else
enum { ADIT_OFD_SETLK = 37 };
#endif

/*
 * Finds the device and the number of the file that a path leads to. Returns 0, or -1 with errno.
 *
 * Unlike stat(), it does not read the times of the file. Since Linux 6.13, the first write after a program has read
 * them gets a new timestamp, and the inode is written with it: a call of stat() for each commit would have each commit write
 * the log's inode (Documentation/filesystems/multigrain-ts.rst of Linux).
 */
static inline int adit_identify(const char *path, int flags, dev_t *device, ino_t *number) {
    struct statx status;
    if (statx(AT_FDCWD, path, flags, STATX_INO, &status) != 0)
        return -1;
    *device = makedev(status.stx_dev_major, status.stx_dev_minor);
    *number = (ino_t)status.stx_ino;
    return 0;
}

/* The kind of the file system that a file is on (statfs(2)); 0 if unknown. */
static inline uint32_t adit_file_system(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 ? (uint32_t)status.f_type : 0;
}

#endif
