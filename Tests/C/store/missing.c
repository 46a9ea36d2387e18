/*
 * Without SQLite's library a store cannot be opened, which is an error that says what is missing; all else goes on.
 *
 *     LD_LIBRARY_PATH=FOLDER test_store_missing TEXT     a folder with a libsqlite3.so.0 that is none, and what the loader says of it
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "../errors.h"
#include "../files.h"
#include "../messages.h"

/* Tries to open a store, in vain. */
static void check_no_store(struct folder *folder, const char *reason) {
    char config[700];
    adit_core core = 7;
    adit_error error = rubbish_error();
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", in_folder(folder, "state.adit"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_ESTORE);
    CHECK_INT(core, 0);
    CHECK_HAS(error.text, "state.adit could not be opened: SQLite 3.40 or newer is expected (on Debian: the package "
                          "libsqlite3-0): ");
    CHECK_HAS(error.text, reason);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: test_store_missing TEXT\n");
        return EXIT_FAILURE;
    }
    struct folder folder = make_folder();
    /* GIVEN no SQLite, WHEN a core keeps its state in memory THEN it answers. */
    check_counter();
    /* WHEN a store is opened, and again, THEN the error says why it is not. */
    check_no_store(&folder, arguments[1]);
    check_no_store(&folder, arguments[1]);
    /* THEN no file is left, and cores in memory go on. */
    CHECK_INT(count_in_folder(&folder), 0);
    check_counter();
    remove_folder(&folder);
    return check_result();
}
