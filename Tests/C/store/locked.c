/*
 * A lock that another process holds on the file: the batch is answered by an @error, and the next one goes well. A process that
 * was forked while a store was open has none.
 */
#define _GNU_SOURCE
#include "../messages.h"
#include "sound.h"

#include <sys/wait.h>

static char base[PATH_MAX], path[PATH_MAX];

static adit_core opened(struct heard *heard) {
    char config[PATH_MAX + 40];
    adit_core core = 0;
    adit_error error;
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", path);
    if (!CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, heard, NULL, &core, &error), ADIT_OK))
        fprintf(stderr, "%s\n", error.text);
    return core;
}

static void given_a_lock_of_another_process_then_the_batch_is_refused_and_the_next_is_not(void) {
    struct heard heard = {0};
    adit_core core = opened(&heard);
    sqlite3 *other = NULL;
    CHECK_INT(sqlite3_open(path, &other), SQLITE_OK);
    CHECK_INT(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(2, "7"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    char expected[PATH_MAX + 300];
    snprintf(
        expected, sizeof expected,
        "{\"@error\":{\"code\":\"elocked\",\"message\":\"%s could not be written: another process holds a lock on it; "
        "try again when it is released\",\"path\":\"counter.request.increment\"},\"@id\":7}",
        path);
    CHECK_TEXT(heard_last(&heard), expected);
    CHECK_INT(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_close(other), SQLITE_OK);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_store_when_the_process_forks_then_only_the_parent_has_it(void) {
    struct heard heard = {0};
    adit_core core = opened(&heard);
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0)
        _exit(adit_send(core, INCREMENT(1), ADIT_NTS, NULL) == ADIT_EFORK && adit_process(core, 0) == ADIT_EFORK &&
                      adit_close(core, 0) == ADIT_EFORK
                  ? 0
                  : 1);
    int status = -1;
    need(waitpid(child, &status, 0) == child, "waitpid");
    CHECK_INT(status, 0);
    /* The child's end has let go of nothing. */
    adit_core second = 7;
    char config[PATH_MAX + 40];
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", path);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, &heard, NULL, &second, NULL),
              ADIT_ELOCKED);
    CHECK_INT(adit_send(core, INCREMENT(5), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(5));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    make_folder(base, true);
    joined(path, base, "/x.adit");
    given_a_lock_of_another_process_then_the_batch_is_refused_and_the_next_is_not();
    given_a_store_when_the_process_forks_then_only_the_parent_has_it();
    clear_folder(base);
    need(rmdir(base) == 0, base);
    return check_result();
}
