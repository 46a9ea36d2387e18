/*
 * postgres: batches of cores whose state is in PostgreSQL, beside the same rows sent by libpq.
 *
 *     postgres ADDRESS CORES SECONDS
 *
 * Prints batches a second: of one connection that waits for each commit, by libpq and of a core; then by libpq in pipelined
 * transactions of 256, on two connections, and of CORES cores that share two connections, each with one message under way. A
 * batch of `counter` is a member, an entry of the journal and the core's row. The last two numbers are the bytes of memory a
 * core, and the milliseconds that opening one took. README.md says how to build and run it.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"

#include <libpq-fe.h>
#include <poll.h>
#include <string.h>

enum { TRANSACTION = 256, CONNECTIONS = 2 };

static const char increment[] = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}";

static const char *address;
static size_t count;
static double seconds;

static double seconds_now(void) {
    return now(CLOCK_MONOTONIC) / 1e6;
}

/* -- libpq ---------------------------------------------------------------------------------------------------------------- */

static const char *const statements[][2] = {
    {"begin", "BEGIN"},
    {"commit", "COMMIT"},
    {"fence", "SELECT 1 FROM adit.core WHERE name = $1 AND epoch = $2::text::bigint FOR NO KEY UPDATE"},
    {"put", "INSERT INTO adit.member (core, path, sum, value) VALUES ($1, '/value', 1, $2) ON CONFLICT (core, path) DO UPDATE "
            "SET sum = excluded.sum, value = excluded.value "
            "RETURNING (SELECT o.sum FROM adit.member o WHERE o.core = $1 AND o.path = '/value')"},
    {"append", "INSERT INTO adit.journal (core, number, revision, opens, time, begins, ends, sum, entries) "
               "VALUES ($1, $2::text::bigint, 1, 1, 1, 1, 1, 1, $3)"},
    {"head", "UPDATE adit.core SET revision = $2::text::bigint, opens = 1, batch = $2::text::bigint, state = 1, ends = 1, sum = 1 "
             "WHERE name = $1 AND epoch = 0"},
};

/* About what the journal has for the message. */
static const char entry[] =
    "{\"message\":{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}}\n{\"batch\":{\"revision\":1,\"from\":0},"
    "\"changes\":[{\"path\":\"/value\",\"old\":1}]}\n";

static PGconn *connected(void) {
    PGconn *connection = PQconnectdb(address);
    expect(PQstatus(connection) == CONNECTION_OK, "connecting");
    for (size_t number = 0; number < sizeof statements / sizeof *statements; number++)
        PQclear(PQprepare(connection, statements[number][0], statements[number][1], 0, NULL));
    return connection;
}

static void run(PGconn *connection, const char *statement, int parameters, const char *a, const char *b, const char *c) {
    const char *values[] = {a, b, c};
    expect(PQsendQueryPrepared(connection, statement, parameters, values, NULL, NULL, 0) == 1, statement);
}

static void batch(PGconn *connection, size_t core, size_t number) {
    char name[32], text[32];
    snprintf(name, sizeof name, "libpq-%zu", core);
    snprintf(text, sizeof text, "%zu", number);
    run(connection, "fence", 2, name, "0", NULL);
    run(connection, "put", 2, name, text, NULL);
    run(connection, "append", 3, name, text, entry);
    run(connection, "head", 2, name, text, NULL);
}

static bool is_busy(PGconn *connection) {
    expect(PQconsumeInput(connection) == 1, "reading");
    return PQisBusy(connection) == 1;
}

/* Receives the answers to a transaction of `batches`. */
static void receive(PGconn *connection, size_t batches) {
    for (size_t number = 0; number < 4 * batches + 2; number++) {
        PGresult *result = PQgetResult(connection);
        ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            fprintf(stderr, "%s", PQerrorMessage(connection));
            expect(false, "a statement");
        }
        PQclear(result);
        expect(PQgetResult(connection) == NULL, "receiving");
    }
    PGresult *sync = PQgetResult(connection);
    expect(PQresultStatus(sync) == PGRES_PIPELINE_SYNC, "the end of a transaction");
    PQclear(sync);
}

static void transaction(PGconn *connection, size_t first, size_t cores, size_t number) {
    run(connection, "begin", 0, NULL, NULL, NULL);
    for (size_t core = first; core < first + cores; core++)
        batch(connection, core, number);
    run(connection, "commit", 0, NULL, NULL, NULL);
    expect(PQpipelineSync(connection) == 1, "sending");
    while (PQflush(connection) == 1)
        is_busy(connection);
}

static void make_cores(PGconn *connection) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "DELETE FROM adit.core WHERE name LIKE 'libpq-%%'; DELETE FROM adit.member WHERE core LIKE 'libpq-%%';"
             "DELETE FROM adit.journal WHERE core LIKE 'libpq-%%';"
             "INSERT INTO adit.core (name, app, schema_version, owner, sum) "
             "SELECT 'libpq-' || n, 'counter', 1, 0, 0 FROM generate_series(0, %zu) n",
             count);
    PGresult *result = PQexec(connection, sql);
    expect(PQresultStatus(result) == PGRES_COMMAND_OK, "making cores");
    PQclear(result);
}

static double libpq_one(void) {
    PGconn *connection = connected();
    make_cores(connection);
    expect(PQenterPipelineMode(connection) == 1, "pipeline mode");
    size_t done = 0;
    double start = seconds_now();
    while (seconds_now() - start < seconds) {
        transaction(connection, 0, 1, ++done);
        receive(connection, 1);
    }
    double rate = (double)done / (seconds_now() - start);
    PQfinish(connection);
    return rate;
}

/* Each connection has a transaction under way, and half of the cores. */
static double libpq_many(void) {
    PGconn *connections[CONNECTIONS];
    size_t next[CONNECTIONS] = {0}, number[CONNECTIONS] = {0}, under_way[CONNECTIONS];
    for (size_t i = 0; i < CONNECTIONS; i++) {
        connections[i] = connected();
        if (i == 0)
            make_cores(connections[i]);
        expect(PQsetnonblocking(connections[i], 1) == 0 && PQenterPipelineMode(connections[i]) == 1, "pipeline mode");
    }
    size_t half = count / CONNECTIONS, done = 0;
    double start = seconds_now();
    bool ends = false;
    for (size_t i = 0; i < CONNECTIONS; i++)
        under_way[i] = 0;
    while (!ends) {
        ends = seconds_now() - start >= seconds;
        for (size_t i = 0; i < CONNECTIONS; i++) {
            if (under_way[i] > 0) {
                receive(connections[i], under_way[i]);
                done += under_way[i];
            }
            if (next[i] == 0)
                number[i]++;
            size_t left = half - next[i];
            under_way[i] = left < TRANSACTION ? left : TRANSACTION;
            transaction(connections[i], i * half + next[i], under_way[i], number[i]);
            next[i] = (next[i] + under_way[i]) % half;
        }
    }
    for (size_t i = 0; i < CONNECTIONS; i++)
        receive(connections[i], under_way[i]), done += under_way[i];
    double rate = (double)done / (seconds_now() - start);
    for (size_t i = 0; i < CONNECTIONS; i++)
        PQfinish(connections[i]);
    return rate;
}

/* -- Adit ----------------------------------------------------------------------------------------------------------------- */

static size_t heard;
static adit_core *again;
static size_t waiting;

/* An answer: its core gets the next message, but not from within the call. */
static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)length;
    if (strncmp(json, "{\"counter\"", 10) != 0)
        return;
    heard++;
    if (again != NULL)
        again[waiting++] = core;
}

static adit_core opened(const char *name, size_t number, const char *more) {
    char config[1000];
    snprintf(config, sizeof config, "{\"store\":{\"postgres\":\"%s\",\"core\":\"%s-%zu\"%s}}", address, name, number, more);
    adit_core core;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, NULL, NULL, &core, &error) == ADIT_OK)
        return core;
    fprintf(stderr, "postgres: %s\n", error.text);
    exit(EXIT_FAILURE);
}

/* Creates the tables of Adit, where the database has none. */
static void create_tables(void) {
    char config[1000];
    adit_core core = 0;
    adit_error said;
    snprintf(config, sizeof config, "{\"store\":{\"postgres\":\"%s\",\"create\":true}}", address);
    adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, NULL, NULL, NULL, &core, &said);
}

static void give(adit_core core) {
    expect(adit_send(core, increment, sizeof increment - 1, NULL) == ADIT_OK, "adit_send");
}

static double adit_one(void) {
    adit_core core = opened("one", 0, "");
    double start = seconds_now();
    heard = 0;
    while (seconds_now() - start < seconds) {
        give(core);
        expect(adit_process(core, 0) == 1, "adit_process");
    }
    double rate = (double)heard / (seconds_now() - start);
    expect(adit_close(core, 0) == ADIT_OK, "adit_close");
    return rate;
}

static double adit_many(double *bytes, double *opening) {
    adit_core *cores = calloc(count, sizeof *cores);
    adit_group group;
    expect(cores != NULL && adit_group_open(&group) == ADIT_OK, "adit_group_open");
    size_t before = memory();
    double start = seconds_now();
    for (size_t number = 0; number < count; number++) {
        cores[number] = opened("many", number, ",\"connections\":2");
        expect(adit_group_add(group, cores[number]) == ADIT_OK, "adit_group_add");
    }
    *opening = (seconds_now() - start) * 1e3 / (double)count;
    *bytes = (double)(memory() - before) / (double)count;
    again = calloc(count, sizeof *again);
    expect(again != NULL, "calloc");
    struct pollfd request = {.fd = adit_group_fd(group), .events = POLLIN};
    for (size_t number = 0; number < count; number++)
        give(cores[number]);
    heard = 0;
    start = seconds_now();
    while (seconds_now() - start < seconds) {
        expect(adit_group_process(group, 0) >= 0, "adit_group_process");
        for (size_t number = 0; number < waiting; number++)
            give(again[number]);
        if (waiting == 0)
            expect(poll(&request, 1, 5000) == 1, "poll");
        waiting = 0;
    }
    double rate = (double)heard / (seconds_now() - start);
    for (size_t number = 0; number < count; number++)
        expect(adit_close(cores[number], 5000) == ADIT_OK, "adit_close");
    expect(adit_group_close(group) == ADIT_OK, "adit_group_close");
    free(cores);
    free(again);
    return rate;
}

int main(int argc, char **argv) {
    address = argc > 3 ? argv[1] : NULL;
    count = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    seconds = argc > 3 ? strtod(argv[3], NULL) : 0;
    if (count < 2 || seconds <= 0) {
        fprintf(stderr, "usage: postgres ADDRESS CORES SECONDS\n");
        return 2;
    }
    double bytes = 0, opening = 0;
    create_tables();
    double c_one = libpq_one(), one = adit_one(), c_many = libpq_many(), many = adit_many(&bytes, &opening);
    printf("%.0f %.0f %.0f %.0f %.0f %.2f\n", c_one, one, c_many, many, bytes, opening);
    return EXIT_SUCCESS;
}
