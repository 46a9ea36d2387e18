/*
 * A host is stopped inside each call by which it changes a file of its store, one after the other: before the call, after
 * it, and, of a write, when half of its bytes are written; and before the call with a failing power, by which all that was
 * not synced is lost, or some of it.
 *
 *     test_store_stop HOST LIBRARY [SCRIPT [NUMBER WAY]]     all points of all scripts by default
 *
 * LIBRARY is libadit_faults.so, which the host is started with.
 *
 * After each: what SQLite says of the file, and what a core says that opens it and goes on (sound.h). Prints how many
 * points there were.
 */
#define _GNU_SOURCE
#include "hosting.h"

/* So little of the journal is kept that a script deletes some of it. */
#define STORE_SHORT_JOURNAL ",\"retention\":{\"bytes\":4000}"

/* With a history of undo, each message is a transaction, and those of a batch are synced together. The store's object ends here. */
#define STORE_UNDO STORE_SHORT_JOURNAL "},\"undo\":{\"bytes\":1000000"

enum way { BEFORE, AFTER, TORN, LOST, MIXED, WAYS };

static const char *const ways[WAYS] = {"before", "after", "torn", "lost", "mixed"};

/* A call that a host makes. */
struct call {
    char text[96]; /* its line in the log */
    bool writes;
};

static struct hosting hosting;
static const char *library;

/* Sets the store's folder to how a script finds it. */
static void set_out(bool grown) {
    char from[PATH_MAX];
    clear_folder(hosting.folder);
    if (!grown)
        return;
    joined(from, hosting.base, "/grown");
    copy_store(from, hosting.path);
}

/* Starts a host that ends at a call; 0: that goes on to its end. */
static pid_t start(char *const schedule[], enum way way, long number) {
    char preload[PATH_MAX + 32], directory[PATH_MAX + 32], log[PATH_MAX + 32], action[40], first[40], seed[40];
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", library);
    snprintf(directory, sizeof directory, "FAULTS_DIRECTORY=%s", hosting.folder);
    snprintf(log, sizeof log, "FAULTS_LOG=%s", hosting.trace);
    snprintf(action, sizeof action, "FAULTS_ACTION=%s", number > 0 ? ways[way] : "");
    snprintf(first, sizeof first, "FAULTS_FIRST=%ld", number);
    snprintf(seed, sizeof seed, "FAULTS_SEED=%ld", number);
    return hosting_start(&hosting, schedule, (char *[]){preload, directory, log, action, first, seed, NULL});
}

/* Whether a line of a trace tells a call that writes to a file. */
static bool is_write(const char *line) {
    const char *call = strchr(line, ' ');
    return call != NULL && (strncmp(call, " write", 6) == 0 || strncmp(call, " pwrite", 7) == 0);
}

/* Reads the calls that the last host made; the caller frees them. */
static struct call *read_calls(size_t *count) {
    struct call *calls = NULL;
    size_t capacity = 0;
    FILE *file = fopen(hosting.trace, "r");
    need(file != NULL, hosting.trace);
    *count = 0;
    for (char line[PATH_MAX]; fgets(line, sizeof line, file) != NULL;) {
        if (strtol(line, NULL, 10) != (long)*count + 1)
            continue;
        if (*count == capacity)
            calls = realloc(calls, (capacity = capacity * 2 + 64) * sizeof *calls);
        if (calls == NULL)
            abort();
        struct call *call = &calls[(*count)++];
        snprintf(call->text, sizeof call->text, "%.*s", (int)strcspn(line, "\n"), line);
        call->writes = is_write(line);
    }
    fclose(file);
    return calls;
}

/* Stops a host at a call, and checks what it left. False: it did not get there. */
static bool stop(char *const schedule[], bool grown, long revision, enum way way, long number) {
    set_out(grown);
    bool stopped = hosting_killed(start(schedule, way, number));
    struct trace trace = trace_read(hosting.trace, revision);
    struct twin twin;
    if (!grown || way == MIXED) { /* the file as it is, without Adit; copies of large ones take long */
        copy_store(hosting.path, hosting.aside);
        if (is_there(hosting.aside, ""))
            check_integrity(hosting.aside);
    }
    twin_open(&twin, hosting.seed);
    CHECK(trace.refused == 0 && !trace.refusing);
    check_left(hosting.path, hosting.options, &trace, &twin, true);
    twin_close(&twin);
    trace_forget(&trace);
    return stopped;
}

/* Whether the store that the last host left has had more of a journal than it has. */
static bool has_forgotten(void) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    bool forgotten =
        sqlite3_open_v2(hosting.path, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "SELECT min(number) > 1 FROM journal", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 1;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return forgotten;
}

/* Stops hosts at all calls that a script makes. */
static void stop_everywhere(const char *name, char *const schedule[], bool grown, long revision, long only,
                            enum way how) {
    size_t count;
    set_out(grown);
    CHECK(!hosting_killed(start(schedule, BEFORE, 0)));
    struct call *calls = read_calls(&count);
    struct trace trace = trace_read(hosting.trace, revision);
    CHECK_INT(trace.phase, PHASE_ENDED);
    CHECK(count > 50);
    CHECK(has_forgotten());
    trace_forget(&trace);
    long points[WAYS] = {0};
    for (enum way way = 0; way < WAYS; way++) {
        for (size_t index = 0; index < count; index++) {
            /* After a call is before the next one; with the large files of a store that has grown, once is enough. */
            bool again = grown && (way == AFTER || way == LOST);
            if (again || (way == TORN && !calls[index].writes) || (only > 0 && ((long)index + 1 != only || way != how)))
                continue;
            int before = atomic_load(&check_failures);
            points[way] += stop(schedule, grown, revision, way, (long)index + 1);
            if (atomic_load(&check_failures) != before)
                fprintf(stderr, "    with the script \"%s\" stopped %s call %s\n", name, ways[way], calls[index].text);
            if (atomic_load(&check_failures) > 40)
                exit(EXIT_FAILURE); /* more would tell nothing new */
        }
    }
    free(calls);
    printf("%s: %zu calls; stopped before each %ld times, after %ld, in the middle of writes %ld; power lost %ld + %ld "
           "times\n",
           name, count, points[BEFORE], points[AFTER], points[TORN], points[LOST], points[MIXED]);
}

/* The first message of the last host that had the log of the database written back into it; 0: none had. */
static long first_checkpointed(void) {
    long number = 0, found = 0;
    FILE *file = fopen(hosting.trace, "r");
    need(file != NULL, hosting.trace);
    for (char line[PATH_MAX]; found == 0 && fgets(line, sizeof line, file) != NULL;) {
        if (strncmp(line, "send ", 5) == 0)
            number = strtol(line + 5, NULL, 10);
        if (number > 0 && is_write(line) && strstr(line, " x.adit ") != NULL)
            found = number;
    }
    fclose(file);
    return found;
}

/* Keeps a store aside, as a host leaves it that is killed just before its log is so long that it is written back. Returns
 * the store's revision. */
static long grow(void) {
    char singles[24], grown[PATH_MAX];
    set_out(false);
    CHECK(hosting_killed(start((char *[]){"4000x1", "kill", NULL}, BEFORE, 0)));
    long revision = first_checkpointed() - 3;
    if (!CHECK(revision > 0))
        return 0;
    snprintf(singles, sizeof singles, "%ldx1", revision);
    set_out(false);
    CHECK(hosting_killed(start((char *[]){singles, "kill", NULL}, BEFORE, 0)));
    joined(grown, hosting.base, "/grown");
    copy_store(hosting.path, grown);
    return revision;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    library = argv[2];
    const char *script = argc > 3 ? argv[3] : "";
    long only = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
    enum way way = BEFORE;
    while (argc > 5 && way < MIXED && strcmp(ways[way], argv[5]) != 0)
        way++;
    hosting_begin(&hosting, argv[1], true);
    /* Made, closed and opened again, with small batches and larger ones; the oldest of its journal is deleted. */
    hosting.options = STORE_SHORT_JOURNAL;
    if (script[0] == 0 || strcmp(script, "life") == 0)
        stop_everywhere("life", (char *[]){"1", "1", "6", "1", "25", "close", "1", "12", "1", NULL}, false, 0, only,
                        way);
    hosting.options = STORE_UNDO;
    if (script[0] == 0 || strcmp(script, "undo") == 0)
        stop_everywhere("undo", (char *[]){"1", "6", "1", "12", "close", "9", NULL}, false, 0, only, way);
    hosting.options = STORE_SHORT_JOURNAL;
    if (script[0] == 0 || strcmp(script, "grown") == 0) {
        long revision = grow();
        stop_everywhere("grown", (char *[]){"5x1", NULL}, true, revision, only, way);
    }
    hosting_end(&hosting);
    return check_result();
}
