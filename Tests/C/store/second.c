/*
 * A second copy of SQLite in the host's process, as many drivers bring one along, opens the store that a core has, reads it
 * and closes it: what the core's host has heard stays, however the process ends and whoever else opens the file meanwhile.
 *
 *     test_store_second FOLDER/libsqlite3.so.0     SQLite's library, of which a copy is loaded
 *
 * POSIX has it that by closing a descriptor a process loses all its locks on that file, those of the other copy too. Without
 * locks that outlast this, the next one to close the file takes itself for the last, and deletes the write-ahead log.
 */
#define _GNU_SOURCE
#include "../messages.h"
#include "sound.h"

#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

extern char **environ;

static char base[PATH_MAX], path[PATH_MAX];

/* The functions of a copy of SQLite. */
static struct {
    __typeof__(sqlite3_open_v2) *open;
    __typeof__(sqlite3_exec) *execute;
    __typeof__(sqlite3_close) *close;
    __typeof__(sqlite3_memory_used) *memory_used;
} second;

static void *function(void *library, const char *name) {
    void *found = dlsym(library, name);
    need(found != NULL, name);
    return found;
}

/* Loads a copy of a library, which has variables of its own. */
static void load_second(const char *library) {
    char copy[PATH_MAX];
    joined(copy, base, "/second.so");
    copy_file(library, copy, "");
    void *handle = dlopen(copy, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (handle == NULL)
        fprintf(stderr, "%s\n", dlerror());
    need(handle != NULL, copy);
    unlink(copy);
    *(void **)&second.open = function(handle, "sqlite3_open_v2");
    *(void **)&second.execute = function(handle, "sqlite3_exec");
    *(void **)&second.close = function(handle, "sqlite3_close");
    *(void **)&second.memory_used = function(handle, "sqlite3_memory_used");
    need(second.open != sqlite3_open_v2, "the copy's functions are its own");
}

static int note_count(void *context, int columns, char **values, char **names) {
    (void)columns, (void)names;
    *(long *)context = strtol(values[0], NULL, 10);
    return 0;
}

/* Reads the store by the second copy, as it is open in this process. */
static void read_by_second(int flags) {
    sqlite3 *database = NULL;
    long count = -1;
    CHECK_INT(second.open(path, &database, flags, NULL), SQLITE_OK);
    CHECK_INT(second.execute(database, "SELECT count(*) FROM member", note_count, &count, NULL), SQLITE_OK);
    CHECK(count > 0);
    CHECK_INT(second.close(database), SQLITE_OK);
}

/* Reads the store in another process, and closes it there. */
static void read_by_shell(void) {
    pid_t child;
    char *arguments[] = {"sqlite3", path, "SELECT count(*) FROM member", NULL};
    posix_spawn_file_actions_t actions;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    need(posix_spawnp(&child, "sqlite3", &actions, NULL, arguments, environ) == 0, "sqlite3");
    need(waitpid(child, &status, 0) == child, "waitpid");
    CHECK_INT(status, 0);
    posix_spawn_file_actions_destroy(&actions);
}

static adit_core opened(struct heard *heard) {
    char config[PATH_MAX + 40];
    adit_core core = 0;
    adit_error error;
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", path);
    if (!CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, heard, NULL, &core, &error), ADIT_OK))
        fprintf(stderr, "%s\n", error.text);
    return core;
}

static void increment(adit_core core, struct heard *heard, int sum) {
    char expected[128];
    snprintf(expected, sizeof expected, "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":%d}}}}", sum);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_last(heard), expected);
}

/* A host that is killed after all of that; it ends by the signal. */
static void host(int flags, int messages, bool shell_between) {
    struct heard heard = {0};
    adit_core core = opened(&heard);
    for (int number = 1; number <= messages; number++) {
        increment(core, &heard, number);
        if (number % 3 == 0) {
            read_by_second(flags);
            if (shell_between)
                read_by_shell();
        }
    }
    read_by_second(flags);
    read_by_shell();
    if (check_result() == EXIT_SUCCESS)
        raise(SIGKILL);
    _exit(EXIT_FAILURE);
}

static void given_a_second_copy_when_it_closes_the_store_then_what_was_heard_survives(int flags, bool shell_between) {
    enum { MESSAGES = 10 };
    int status = -1;
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0)
        host(flags, MESSAGES, shell_between);
    need(waitpid(child, &status, 0) == child, "waitpid");
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    struct heard heard = {0};
    adit_core core = opened(&heard);
    if (core != 0) {
        increment(core, &heard, MESSAGES + 1);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
    }
    CHECK(!is_there(path, "-wal") && !is_there(path, "-shm"));
    check_integrity(path);
    heard_forget(&heard);
    unlink(path);
}

/* As the core closes its store, all is moved to it, whatever the other copy did. */
static void given_a_second_copy_when_the_core_closes_then_nothing_is_left_beside_the_file(void) {
    struct heard heard = {0};
    adit_core core = opened(&heard);
    increment(core, &heard, 1);
    read_by_second(SQLITE_OPEN_READONLY);
    increment(core, &heard, 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK(!is_there(path, "-wal") && !is_there(path, "-shm"));
    core = opened(&heard);
    increment(core, &heard, 3);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    unlink(path);
}

/* Whoever removes the log by hand is noticed before anything else is said to be kept; and what was said stays. */
static void given_a_log_that_is_removed_then_batches_are_refused_and_what_was_heard_is_there(void) {
    struct heard heard = {0};
    adit_core core = opened(&heard);
    char log[PATH_MAX], expected[PATH_MAX * 2 + 300];
    increment(core, &heard, 1);
    need(unlink(joined(log, path, "-wal")) == 0, log);
    for (int tries = 0; tries < 2; tries++) {
        CHECK_INT(adit_send(core, INCREMENT_WITH(2, "7"), ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(adit_process(core, 0), 1);
        snprintf(expected, sizeof expected,
                 "{\"@error\":{\"code\":\"estore\",\"message\":\"%s could not be written: its log, %s, was removed by "
                 "another program; close the core and open it again\",\"path\":\"counter.request.increment\"},\"@id\":7}",
                 path, log);
        CHECK_TEXT(heard_last(&heard), expected);
    }
    /* As a process leaves it that is killed now. */
    char aside[PATH_MAX];
    copy_file(path, joined(aside, base, "/aside.adit"), "");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    for (int round = 0; round < 2; round++) {
        core = opened(&heard);
        increment(core, &heard, 2);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        need(rename(aside, path) == 0 || round == 1, aside);
    }
    heard_forget(&heard);
    unlink(path);
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    make_folder(base, true);
    joined(path, base, "/x.adit");
    load_second(argv[1]);
    for (int between = 0; between < 2; between++) {
        given_a_second_copy_when_it_closes_the_store_then_what_was_heard_survives(SQLITE_OPEN_READONLY, between);
        given_a_second_copy_when_it_closes_the_store_then_what_was_heard_survives(SQLITE_OPEN_READWRITE, between);
    }
    given_a_second_copy_when_the_core_closes_then_nothing_is_left_beside_the_file();
    given_a_log_that_is_removed_then_batches_are_refused_and_what_was_heard_is_there();
    clear_folder(base);
    need(rmdir(base) == 0, base);
    return check_result();
}
