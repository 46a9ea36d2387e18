/*
 * SQLite's C interface, as far as the store uses it, and what the store's file needs of Linux that Swift's Glibc module leaves out.
 *
 * SQLite's library is not linked: adit_sqlite_load loads it when the first store opens, so that a process without a store does
 * without it. Until then, no other function may be called.
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

/*
 * Calls of sqlite3_step and so on are calls of adit_sqlite3_step and so on, which are in CSQLite.c: a program may link SQLite
 * itself, as a shared or a static library, and has its names. The list is that of CSQLite.c.
 */
#pragma redefine_extname sqlite3_backup_finish adit_sqlite3_backup_finish
#pragma redefine_extname sqlite3_backup_init adit_sqlite3_backup_init
#pragma redefine_extname sqlite3_backup_step adit_sqlite3_backup_step
#pragma redefine_extname sqlite3_bind_int64 adit_sqlite3_bind_int64
#pragma redefine_extname sqlite3_bind_text64 adit_sqlite3_bind_text64
#pragma redefine_extname sqlite3_busy_timeout adit_sqlite3_busy_timeout
#pragma redefine_extname sqlite3_changes adit_sqlite3_changes
#pragma redefine_extname sqlite3_close adit_sqlite3_close
#pragma redefine_extname sqlite3_close_v2 adit_sqlite3_close_v2
#pragma redefine_extname sqlite3_column_blob adit_sqlite3_column_blob
#pragma redefine_extname sqlite3_column_bytes adit_sqlite3_column_bytes
#pragma redefine_extname sqlite3_column_int64 adit_sqlite3_column_int64
#pragma redefine_extname sqlite3_column_type adit_sqlite3_column_type
#pragma redefine_extname sqlite3_create_function_v2 adit_sqlite3_create_function_v2
#pragma redefine_extname sqlite3_db_readonly adit_sqlite3_db_readonly
#pragma redefine_extname sqlite3_errcode adit_sqlite3_errcode
#pragma redefine_extname sqlite3_errmsg adit_sqlite3_errmsg
#pragma redefine_extname sqlite3_errstr adit_sqlite3_errstr
#pragma redefine_extname sqlite3_exec adit_sqlite3_exec
#pragma redefine_extname sqlite3_finalize adit_sqlite3_finalize
#pragma redefine_extname sqlite3_free adit_sqlite3_free
#pragma redefine_extname sqlite3_get_autocommit adit_sqlite3_get_autocommit
#pragma redefine_extname sqlite3_next_stmt adit_sqlite3_next_stmt
#pragma redefine_extname sqlite3_open_v2 adit_sqlite3_open_v2
#pragma redefine_extname sqlite3_prepare_v3 adit_sqlite3_prepare_v3
#pragma redefine_extname sqlite3_reset adit_sqlite3_reset
#pragma redefine_extname sqlite3_result_int adit_sqlite3_result_int
#pragma redefine_extname sqlite3_result_int64 adit_sqlite3_result_int64
#pragma redefine_extname sqlite3_serialize adit_sqlite3_serialize
#pragma redefine_extname sqlite3_step adit_sqlite3_step
#pragma redefine_extname sqlite3_system_errno adit_sqlite3_system_errno
#pragma redefine_extname sqlite3_user_data adit_sqlite3_user_data
#pragma redefine_extname sqlite3_value_blob adit_sqlite3_value_blob
#pragma redefine_extname sqlite3_value_bytes adit_sqlite3_value_bytes
#pragma redefine_extname sqlite3_value_int64 adit_sqlite3_value_int64
#pragma redefine_extname sqlite3_wal_checkpoint_v2 adit_sqlite3_wal_checkpoint_v2

/* What is linked with them sees them, and nothing outside. */
#define SQLITE_API __attribute__((visibility("hidden")))
#include <sqlite3.h>
#undef SQLITE_API

#if SQLITE_VERSION_NUMBER < 3040000
#error "Adit needs SQLite 3.40 or newer"
#endif

/* The library that is loaded, by the name that it gives itself: where the process has it already, that copy is taken. */
#define ADIT_SQLITE_LIBRARY "libsqlite3.so.0"

/*
 * Loads SQLite, unless it is loaded. It stays so.
 *
 * Returns whether it is there. If not, `reason` is the loader's text, which says what it looked for; a later call tries again.
 * Any thread.
 */
__attribute__((visibility("hidden"))) bool adit_sqlite_load(char *reason, size_t size);

/* Of sqlite3_db_config, which has a variable number of arguments, those calls that have a number. */
__attribute__((visibility("hidden"))) int adit_sqlite_config(sqlite3 *database, int option, int value);

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
