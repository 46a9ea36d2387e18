/*
 * A host that exports functions of SQLite, as one with an SQLite linked in does, replaces those of libsqlite3.so.0 also for Adit. An SQLite
 * that is too old for the store, or that has no mutexes, is an error, and all else goes on.
 */
#define _GNU_SOURCE
#include "../errors.h"
#include "../files.h"
#include "../messages.h"

/* What the host's SQLite says of itself, and how often Adit asked. */
static int version, threads, asked;

int sqlite3_libversion_number(void);
int sqlite3_libversion_number(void) {
    asked++;
    return version;
}

int sqlite3_threadsafe(void);
int sqlite3_threadsafe(void) {
    asked++;
    return threads;
}

static int32_t open_store(struct folder *folder, struct heard *heard, adit_core *core, adit_error *error) {
    char config[700];
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", in_folder(folder, "state.adit"));
    return adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, heard, NULL, core, error);
}

static void when_a_store_is_opened_then_the_error_says(const char *reason) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    adit_core core = 7;
    adit_error error = rubbish_error();
    char expected[1000];
    CHECK_INT(open_store(&folder, &heard, &core, &error), ADIT_ESTORE);
    CHECK_INT(core, 0);
    snprintf(expected, sizeof expected,
             "%s could not be opened: %s (a host that exports functions of SQLite replaces those of libsqlite3.so.0)",
             in_folder(&folder, "state.adit"), reason);
    CHECK_HAS(error.text, expected);
    /* THEN no file is left, and a core in memory answers. */
    CHECK_INT(count_in_folder(&folder), 0);
    check_counter();
    remove_folder(&folder);
}

static void given_an_old_sqlite_when_a_store_is_opened_then_the_error_says_which(void) {
    version = 3039004;
    threads = 1;
    when_a_store_is_opened_then_the_error_says("found SQLite 3.39.4; 3.40 or newer is expected");
}

static void given_an_sqlite_without_mutexes_when_a_store_is_opened_then_the_error_says_so(void) {
    version = 3040001;
    threads = 0;
    when_a_store_is_opened_then_the_error_says(
        "found an SQLite for one thread only (SQLITE_THREADSAFE=0); one for several threads is expected");
}

static void given_an_sqlite_that_suffices_when_a_store_is_opened_then_it_is(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    version = 3040000;
    threads = 2;
    CHECK_INT(open_store(&folder, &heard, &core, &error), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

int main(void) {
    given_an_old_sqlite_when_a_store_is_opened_then_the_error_says_which();
    given_an_sqlite_without_mutexes_when_a_store_is_opened_then_the_error_says_so();
    given_an_sqlite_that_suffices_when_a_store_is_opened_then_it_is();
    CHECK(asked >= 5);
    return check_result();
}
