/*
 * SQLite's functions, which are looked up in its library when the first store opens.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

typedef void (*sql_function)(sqlite3_context *, int, sqlite3_value **);
typedef int (*row_callback)(void *, int, char **, char **);

/* The functions that have a result: its type, the name, the parameters, the arguments. The list is that of CSQLite.h. */
#define FUNCTIONS(F)                                                                                                   \
    F(int, backup_finish, (sqlite3_backup * a), (a))                                                                   \
    F(sqlite3_backup *, backup_init, (sqlite3 * a, const char *b, sqlite3 *c, const char *d), (a, b, c, d))            \
    F(int, backup_step, (sqlite3_backup * a, int b), (a, b))                                                           \
    F(int, bind_int64, (sqlite3_stmt * a, int b, sqlite3_int64 c), (a, b, c))                                          \
    F(int, bind_text64,                                                                                                \
      (sqlite3_stmt * a, int b, const char *c, sqlite3_uint64 d, void (*e)(void *), unsigned char f),                  \
      (a, b, c, d, e, f))                                                                                              \
    F(int, busy_timeout, (sqlite3 * a, int b), (a, b))                                                                 \
    F(int, changes, (sqlite3 * a), (a))                                                                                \
    F(int, close, (sqlite3 * a), (a))                                                                                  \
    F(int, close_v2, (sqlite3 * a), (a))                                                                               \
    F(const void *, column_blob, (sqlite3_stmt * a, int b), (a, b))                                                    \
    F(int, column_bytes, (sqlite3_stmt * a, int b), (a, b))                                                            \
    F(sqlite3_int64, column_int64, (sqlite3_stmt * a, int b), (a, b))                                                  \
    F(int, column_type, (sqlite3_stmt * a, int b), (a, b))                                                             \
    F(int, create_function_v2,                                                                                         \
      (sqlite3 * a, const char *b, int c, int d, void *e, sql_function f, sql_function g,                              \
       void (*h)(sqlite3_context *), void (*i)(void *)),                                                               \
      (a, b, c, d, e, f, g, h, i))                                                                                     \
    F(int, db_readonly, (sqlite3 * a, const char *b), (a, b))                                                          \
    F(int, errcode, (sqlite3 * a), (a))                                                                                \
    F(const char *, errmsg, (sqlite3 * a), (a))                                                                        \
    F(const char *, errstr, (int a), (a))                                                                              \
    F(int, exec, (sqlite3 * a, const char *b, row_callback c, void *d, char **e), (a, b, c, d, e))                     \
    F(int, finalize, (sqlite3_stmt * a), (a))                                                                          \
    F(int, get_autocommit, (sqlite3 * a), (a))                                                                         \
    F(sqlite3_stmt *, next_stmt, (sqlite3 * a, sqlite3_stmt * b), (a, b))                                              \
    F(int, open_v2, (const char *a, sqlite3 **b, int c, const char *d), (a, b, c, d))                                  \
    F(int, prepare_v3, (sqlite3 * a, const char *b, int c, unsigned int d, sqlite3_stmt **e, const char **f),          \
      (a, b, c, d, e, f))                                                                                              \
    F(int, reset, (sqlite3_stmt * a), (a))                                                                             \
    F(unsigned char *, serialize, (sqlite3 * a, const char *b, sqlite3_int64 *c, unsigned int d), (a, b, c, d))        \
    F(int, step, (sqlite3_stmt * a), (a))                                                                              \
    F(int, system_errno, (sqlite3 * a), (a))                                                                           \
    F(void *, user_data, (sqlite3_context * a), (a))                                                                   \
    F(const void *, value_blob, (sqlite3_value * a), (a))                                                              \
    F(int, value_bytes, (sqlite3_value * a), (a))                                                                      \
    F(sqlite3_int64, value_int64, (sqlite3_value * a), (a))                                                            \
    F(int, wal_checkpoint_v2, (sqlite3 * a, const char *b, int c, int *d, int *e), (a, b, c, d, e))

/* Those that have none. */
#define PROCEDURES(F)                                                                                                  \
    F(void, free, (void *a), (a))                                                                                      \
    F(void, result_int, (sqlite3_context * a, int b), (a, b))                                                          \
    F(void, result_int64, (sqlite3_context * a, sqlite3_int64 b), (a, b))

/* Each calls that of SQLite's library, as a call of a shared library's function does. */
#define FUNCTION(result, name, parameters, arguments)                                                                  \
    static __typeof__(sqlite3_##name) *library_##name;                                                                 \
    result sqlite3_##name parameters {                                                                                 \
        return library_##name arguments;                                                                               \
    }
#define PROCEDURE(result, name, parameters, arguments)                                                                 \
    static __typeof__(sqlite3_##name) *library_##name;                                                                 \
    result sqlite3_##name parameters {                                                                                 \
        library_##name arguments;                                                                                      \
    }
FUNCTIONS(FUNCTION)
PROCEDURES(PROCEDURE)

static __typeof__(sqlite3_db_config) *library_db_config;
int adit_sqlite_config(sqlite3 *database, int option, int value) {
    return library_db_config(database, option, value, (int *)NULL);
}

/* Looks all of them up; returns whether they are there. */
static bool find_functions(void *library) {
#define FIND(result, name, parameters, arguments)                                                                      \
    &&(*(void **)&library_##name = dlsym(library, "sqlite3_" #name)) != NULL
    return true FUNCTIONS(FIND) PROCEDURES(FIND) FIND(int, db_config, , );
}

bool adit_sqlite_load(char *reason, size_t size) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool loaded;
    pthread_mutex_lock(&lock);
    if (!loaded) {
        void *library = dlopen(ADIT_SQLITE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
        loaded = library != NULL && find_functions(library);
        if (!loaded)
            snprintf(reason, size, "%s", dlerror());
        if (!loaded && library != NULL)
            dlclose(library);
    }
    bool result = loaded;
    pthread_mutex_unlock(&lock);
    return result;
}

/*
 * What makes packages of libraries sees by this note, as it does by NEEDED, what is loaded:
 * https://uapi-group.org/specifications/specs/elf_dlopen_metadata/
 */
#define NEEDS                                                                                                          \
    "[{\"soname\":[\"" ADIT_SQLITE_LIBRARY "\"],\"feature\":\"store\","                                                \
    "\"description\":\"Keeps the state of a core in a file\",\"priority\":\"recommended\"}]"
__attribute__((used, section(".note.dlopen"), aligned(4))) static const struct {
    uint32_t name_size, size, type;
    char name[4];
    _Alignas(4) char text[sizeof NEEDS];
} needs = {sizeof "FDO", sizeof NEEDS, 0x407c0c0a, "FDO", NEEDS};
