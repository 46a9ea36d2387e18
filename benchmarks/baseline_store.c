/*
 * baseline_store: adds of items to a SQLite database, written by hand in C: the line that Adit's store is measured against.
 *
 *     baseline_store PATH sql|core|checked BATCH COUNT JOURNAL
 *
 * For each batch of BATCH adds one transaction, by prepared statements: a row for each item, with a unique index of their
 * ids; a row of a journal, of JOURNAL bytes a message; the revision. The database is as Adit's: a write-ahead log, and
 * synchronous=FULL. With "sql" that is all, and what is written is made beforehand. With "core" it is the end of a core by
 * hand on jansson (baseline_todo.h), which parses each message, keeps the list, and lets its response be heard when the
 * transaction is through. "checked" is "core" that finds out, as Adit does, whether the file and its log are still where they
 * were: the log before and after each transaction, the file before. Prints microseconds a message, of the clock and of the processor.
 */
#define _GNU_SOURCE
#include "baseline_item.h"
#include "measuring.h"
#include "workload.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

/* The database, and its statements. */
struct database {
    sqlite3 *connection;
    sqlite3_stmt *begin, *commit, *insert, *journal, *revision;
};

static sqlite3_stmt *prepared(sqlite3 *connection, const char *text) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(connection, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        expect(false, sqlite3_errmsg(connection));
    return statement;
}

static void step(sqlite3_stmt *statement) {
    expect(sqlite3_step(statement) == SQLITE_DONE, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

static struct database database_made(const char *path) {
    struct database database;
    expect(sqlite3_open(path, &database.connection) == SQLITE_OK, path);
    const char *schema =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE items(place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, value TEXT NOT NULL);"
        "CREATE TABLE journal(number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, time INTEGER NOT NULL,"
        " entries TEXT NOT NULL);"
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
        "INSERT INTO meta VALUES('revision', 0)";
    expect(sqlite3_exec(database.connection, schema, NULL, NULL, NULL) == SQLITE_OK, "the schema");
    database.begin = prepared(database.connection, "BEGIN IMMEDIATE");
    database.commit = prepared(database.connection, "COMMIT");
    database.insert = prepared(database.connection, "INSERT INTO items VALUES(?, ?, ?)");
    database.journal = prepared(database.connection, "INSERT INTO journal(revision, time, entries) VALUES(?, ?, ?)");
    database.revision = prepared(database.connection, "UPDATE meta SET value = ? WHERE key = 'revision'");
    return database;
}

static void database_insert(struct database *database, size_t place, struct uuid id, const char *value, size_t length) {
    char text[37];
    uuid_print(id, text);
    sqlite3_bind_int64(database->insert, 1, (sqlite3_int64)place << 20);
    sqlite3_bind_text(database->insert, 2, text, 36, SQLITE_STATIC);
    sqlite3_bind_text(database->insert, 3, value, (int)length, SQLITE_STATIC);
    step(database->insert);
}

static void database_commit(struct database *database, size_t revision, const char *entries, size_t length) {
    sqlite3_bind_int64(database->journal, 1, (sqlite3_int64)revision);
    sqlite3_bind_int64(database->journal, 2, (sqlite3_int64)time_now().tv_sec);
    sqlite3_bind_text(database->journal, 3, entries, (int)length, SQLITE_STATIC);
    step(database->journal);
    sqlite3_bind_int64(database->revision, 1, (sqlite3_int64)revision);
    step(database->revision);
    step(database->commit);
}

static void database_close(struct database *database) {
    sqlite3_stmt *statements[] = {database->begin, database->commit, database->insert, database->journal,
                                  database->revision};
    for (size_t index = 0; index < sizeof statements / sizeof *statements; index++)
        sqlite3_finalize(statements[index]);
    expect(sqlite3_close(database->connection) == SQLITE_OK, "sqlite3_close");
}

/* The core by hand: the list, and what is to be heard after the transaction, each message with a NUL behind it. */
struct core {
    struct list list;
    struct buffer value, said;
    size_t heard;
};

/* {"todo":{"request":{"add":{"item":{…}}}}}: the item is kept, written, and told. */
static void core_add(struct core *core, struct database *database, const struct message *message) {
    json_t *root = json_loadb(message->text, message->length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    json_t *todo = json_object_get(root, "todo"), *request = json_object_get(todo, "request");
    json_t *add = json_object_get(request, "add"), *value = json_object_get(add, "item");
    struct item item;
    expect(json_object_size(root) == 1 && json_object_size(todo) == 1 && json_object_size(request) == 1 &&
               json_object_size(add) == 1 && json_is_object(value) && item_read(&item, value),
           message->text);
    json_decref(root);
    expect(!item_is_blank(&item) && list_find(&core->list, item.id) == NULL, "an item");
    const struct item *kept = list_add(&core->list, item);
    core->value.length = 0;
    buffer_item(&core->value, kept);
    database_insert(database, core->list.count, kept->id, core->value.bytes, core->value.length);
    buffer_text(&core->said, "{\"todo\":{\"response\":{\"wasAdded\":");
    buffer_add(&core->said, core->value.bytes, core->value.length);
    buffer_add(&core->said, "}}}", sizeof "}}}");
    buffer_add(&core->said, "{\"appReview\":{\"requestReview\":{}}}", sizeof "{\"appReview\":{\"requestReview\":{}}}");
}

static void hear(struct core *core, const char *json, size_t length) {
    core->heard += length > 0 && json[length] == 0;
}

static void core_tell(struct core *core) {
    for (size_t place = 0; place < core->said.length;) {
        size_t length = strlen(core->said.bytes + place);
        hear(core, core->said.bytes + place, length);
        place += length + 1;
    }
    core->said.length = 0;
}

/* The number of the file that a path leads to, by a call that does not read its times. */
static unsigned long long number_of(const char *path) {
    struct statx status;
    expect(statx(AT_FDCWD, path, 0, STATX_INO, &status) == 0, path);
    return status.stx_ino;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: baseline_store PATH sql|core|checked BATCH COUNT JOURNAL\n");
        return 2;
    }
    bool is_checked = strcmp(argv[2], "checked") == 0, has_core = is_checked || strcmp(argv[2], "core") == 0;
    size_t batch = strtoul(argv[3], NULL, 10), count = strtoul(argv[4], NULL, 10), bytes = strtoul(argv[5], NULL, 10);
    struct database database = database_made(argv[1]);
    struct core core = {0};
    char log[4096];
    expect(snprintf(log, sizeof log, "%s-wal", argv[1]) < (int)sizeof log, argv[1]);
    unsigned long long file_number = number_of(argv[1]), log_number = number_of(log);
    struct message *messages = malloc(count * sizeof *messages);
    char *entries = malloc(batch * bytes + 1);
    expect(messages != NULL && entries != NULL, "malloc");
    memset(entries, 'x', batch * bytes);
    for (size_t index = 0; index < count; index++)
        messages[index] = workload_filler(index);
    static const char value[] =
        "{\"id\":\"00000000-0000-4000-8000-000000000000\",\"text\":\"Buy milk\",\"completed\":false,"
        "\"created\":\"2026-11-22T02:00:00.123456789Z\"}";
    double clock = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t index = 0; index < count;) {
        size_t start = index, end = index + batch < count ? index + batch : count;
        expect(!is_checked || (number_of(argv[1]) == file_number && number_of(log) == log_number), "the file's place");
        step(database.begin);
        for (; index < end; index++) {
            if (has_core) {
                core_add(&core, &database, &messages[index]);
            } else {
                struct uuid id = {{[6] = 0x40, [8] = 0x80}};
                for (size_t place = 0; place < 6; place++) /* ascending, as the messages' ids are */
                    id.bytes[15 - place] = (uint8_t)(index >> 8 * place);
                database_insert(&database, index + 1, id, value, sizeof value - 1);
            }
        }
        database_commit(&database, end, entries, (end - start) * bytes);
        expect(!is_checked || number_of(log) == log_number, "the log's place");
        core_tell(&core);
    }
    processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
    clock = now(CLOCK_MONOTONIC) - clock;
    printf("%.3f %.3f\n", clock / (double)count, processor / (double)count);
    expect(!has_core || core.heard == 2 * count, "hearing");
    for (size_t index = 0; index < count; index++)
        free(messages[index].text);
    free(messages);
    free(entries);
    free(core.value.bytes);
    free(core.said.bytes);
    list_free(&core.list);
    database_close(&database);
    return EXIT_SUCCESS;
}
