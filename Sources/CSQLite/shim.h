/*
 * SQLite's C interface.
 */
#ifndef ADIT_CSQLITE_H
#define ADIT_CSQLITE_H

#include <stddef.h>

#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3040000
#error "Adit needs SQLite 3.40 or newer"
#endif

/* Those calls of sqlite3_db_config that have a number; Swift cannot call a function with a variable number of arguments. */
static inline int adit_sqlite_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)NULL);
}

#endif
