/* SQLite's C interface, and what the store's file needs of Linux that Swift's Glibc module leaves out. */
#ifndef ADIT_CSQLITE_SHIM_H
#define ADIT_CSQLITE_SHIM_H

#include <fcntl.h>
#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3040000
#error "Adit needs SQLite 3.40 or newer"
#endif

/* Swift cannot call functions with a variable number of arguments. */
static inline int adit_sqlite_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

/* Part of <stdio.h> and <fcntl.h> only where _GNU_SOURCE is defined. */
extern int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
enum { ADIT_RENAME_NOREPLACE = 1 };
#ifdef F_OFD_SETLK
enum { ADIT_OFD_SETLK = F_OFD_SETLK };
#else
enum { ADIT_OFD_SETLK = 37 };
#endif

#endif
