#define _GNU_SOURCE /* strdup */
#include "gateways.h"

#include <stdlib.h>
#include <string.h>

enum { PATIENCE_MS = 2000, RETRY_MS = 10 };

int32_t keyvalue_open(adit_gateways *gateways, const json_t *path, adit_error *error) {
    static const char schema[] =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE IF NOT EXISTS keyValue (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(json_string_value(path), &gateways->store, flags, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(gateways->store, PATIENCE_MS) != SQLITE_OK ||
        sqlite3_exec(gateways->store, schema, NULL, NULL, NULL) != SQLITE_OK)
        return fail_value(error, ADIT_ESTORE, "keyValue.path", path, sqlite3_errmsg(gateways->store),
                          "a file of SQLite, or room for one,");
    sqlite3_busy_timeout(gateways->store, 0); /* from now on the loop waits */
    return ADIT_OK;
}

/* -- Requests that wait for another process, which is writing to the file. -- */

/* Puts a request that was not done back in front of the others. False if it has waited long enough, or need not wait. */
static bool has_put_back(adit_gateways *gateways, request *request) {
    int64_t now = now_ms();
    if ((sqlite3_errcode(gateways->store) & 0xff) != SQLITE_BUSY || now >= request->due)
        return false;
    request->next = gateways->stalled;
    gateways->stalled = request;
    gateways->retry_stalled = now + RETRY_MS;
    return true;
}

void keyvalue_cancel(adit_gateways *gateways, const char *key, adit_core core) {
    for (request **place = &gateways->stalled; *place != NULL;) {
        request *request = *place;
        if (key != NULL ? strcmp(request->key, key) != 0 : request->core != core) {
            place = &request->next;
            continue;
        }
        *place = request->next;
        answer_nothing(gateways, request);
    }
}

int64_t keyvalue_due(const adit_gateways *gateways) {
    return gateways->stalled != NULL ? gateways->retry_stalled : -1;
}

void keyvalue_close(adit_gateways *gateways) {
    while (gateways->stalled != NULL) {
        request *request = gateways->stalled;
        gateways->stalled = request->next;
        request_free(request);
    }
    sqlite3_close(gateways->store);
}

/* -- Requests. -- */

/* Prepares a statement with a key; NULL if that fails. */
static sqlite3_stmt *prepare(adit_gateways *gateways, const char *sql, const json_t *key) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(gateways->store, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_blob64(statement, 1, json_string_value(key), json_string_length(key), SQLITE_STATIC) == SQLITE_OK)
        return statement;
    sqlite3_finalize(statement);
    return NULL;
}

/* Ends a statement, and answers. */
static void finish(adit_gateways *gateways, request *request, sqlite3_stmt *statement, int code, json_t *result) {
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        if (!has_put_back(gateways, request))
            answer_error(gateways, request, "storage", "the store failed: %s", sqlite3_errmsg(gateways->store));
        json_decref(result);
    } else {
        answer_result(gateways, request, result);
    }
    sqlite3_finalize(statement);
}

static void get(adit_gateways *gateways, request *request, const json_t *key) {
    sqlite3_stmt *statement = prepare(gateways, "SELECT value FROM keyValue WHERE key = ?1", key);
    int code = statement != NULL ? sqlite3_step(statement) : SQLITE_ERROR;
    json_t *result = json_object();
    if (code == SQLITE_ROW) {
        json_t *value = json_loadb(sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0),
                                   JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        if (value == NULL) {
            sqlite3_finalize(statement);
            json_decref(result);
            answer_error(gateways, request, "storage", "the value of this key is damaged");
            return;
        }
        json_object_set_new(result, "value", value);
    }
    finish(gateways, request, statement, code, result);
}

static void put(adit_gateways *gateways, request *request, const json_t *key, const json_t *value) {
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : strdup("null");
    sqlite3_stmt *statement = prepare(gateways, "INSERT OR REPLACE INTO keyValue VALUES (?1, ?2)", key);
    int code = SQLITE_ERROR;
    if (text != NULL && statement != NULL &&
        sqlite3_bind_blob64(statement, 2, text, strlen(text), SQLITE_STATIC) == SQLITE_OK)
        code = sqlite3_step(statement);
    finish(gateways, request, statement, code, json_object());
    free(text);
}

static void list(adit_gateways *gateways, request *request, const json_t *arguments) {
    const json_t *prefix = json_object_get(arguments, "prefix"), *after = json_object_get(arguments, "after");
    json_int_t limit = number_of(arguments, "limit", 1, 1000, 100);
    if ((prefix != NULL && !json_is_string(prefix)) || (after != NULL && !json_is_string(after)) || limit < 0) {
        answer_error(gateways, request, "invalid",
                     "list {prefix, after, limit}: two texts, and 1 to 1000, are expected");
        return;
    }
    /* No key has a byte 0xff, as it is UTF-8: the prefix with one is behind all keys with the prefix. */
    sqlite3_stmt *statement = prepare(gateways,
                                      "SELECT key FROM keyValue WHERE key >= ?1 AND key < CAST(?1 || x'ff' AS BLOB)"
                                      " AND (?2 IS NULL OR key > ?2) ORDER BY key LIMIT ?3",
                                      prefix);
    json_t *keys = json_array();
    int code = SQLITE_ERROR;
    if (statement != NULL) {
        if (json_string_length(prefix) == 0)
            sqlite3_bind_zeroblob(statement, 1, 0);
        if (json_is_string(after))
            sqlite3_bind_blob64(statement, 2, json_string_value(after), json_string_length(after), SQLITE_STATIC);
        sqlite3_bind_int64(statement, 3, limit);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW)
            json_array_append_new(
                keys, json_stringn(sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0)));
    }
    finish(gateways, request, statement, code, json_pack("{s:o}", "keys", keys));
}

static void attempt(adit_gateways *gateways, request *request) {
    static const char *const kinds[] = {"get", "put", "remove", "list", NULL};
    const json_t *arguments;
    int kind = kind_of(request->body, kinds, &arguments);
    if (kind == 3) {
        list(gateways, request, arguments);
        return;
    }
    const json_t *key = json_object_get(arguments, "key");
    if (kind < 0 || !json_is_string(key) || json_string_length(key) == 0) {
        answer_error(gateways, request, "invalid",
                     "one of get, remove {key}, put {key, value}, list is expected, and a key of one byte or more");
    } else if (kind == 0) {
        get(gateways, request, key);
    } else if (kind == 1) {
        put(gateways, request, key, json_object_get(arguments, "value"));
    } else {
        sqlite3_stmt *statement = prepare(gateways, "DELETE FROM keyValue WHERE key = ?1", key);
        finish(gateways, request, statement, statement != NULL ? sqlite3_step(statement) : SQLITE_ERROR, json_object());
    }
}

void keyvalue_serve(adit_gateways *gateways, request *request) {
    struct request **end = &gateways->stalled;
    request->due = now_ms() + PATIENCE_MS;
    request->next = NULL;
    while (*end != NULL)
        end = &(*end)->next;
    if (end == &gateways->stalled)
        attempt(gateways, request);
    else
        *end = request; /* in their order */
}

void keyvalue_work(adit_gateways *gateways) {
    while (gateways->stalled != NULL && gateways->retry_stalled <= now_ms()) {
        request *request = gateways->stalled;
        gateways->stalled = request->next;
        attempt(gateways, request); /* it may be the first again, for later */
    }
}
