/*
 * sound.h: checks of a store's file, and what the tests of stores need of the file system.
 */
#ifndef ADIT_TESTS_SOUND_H
#define ADIT_TESTS_SOUND_H

#include "trace.h"
#include "twin.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <unistd.h>

/* Ends the test where the machine, not the store, is at fault. */
static inline void need(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

/* Puts two parts of a path together. */
static inline const char *joined(char path[PATH_MAX], const char *one, const char *other) {
    need(snprintf(path, PATH_MAX, "%s%s", one, other) < PATH_MAX, one);
    return path;
}

/* Makes a folder for a test, outside of the project; its path has no links. In memory where that can be: there a sync costs
 * nothing, and a test that makes thousands has done in seconds. */
static inline void make_folder(char path[PATH_MAX], bool in_memory) {
    const char *base = getenv("TMPDIR");
    char made[PATH_MAX];
    base = in_memory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : base != NULL ? base : "/tmp";
    joined(made, base, "/adit-store-XXXXXX");
    need(mkdtemp(made) != NULL, made);
    need(realpath(made, path) != NULL, made);
}

/* Deletes the files of a folder, which has no folders in it. */
static inline void clear_folder(const char *path) {
    DIR *folder = opendir(path);
    need(folder != NULL, path);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            need(unlinkat(dirfd(folder), entry->d_name, 0) == 0, entry->d_name);
    }
    closedir(folder);
}

static inline bool is_there(const char *path, const char *ending) {
    char file[PATH_MAX];
    return access(joined(file, path, ending), F_OK) == 0;
}

static inline void copy_file(const char *from, const char *to, const char *ending) {
    char source[PATH_MAX], target[PATH_MAX], bytes[65536];
    unlink(joined(target, to, ending));
    int in = open(joined(source, from, ending), O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return;
    int out = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    need(out >= 0, target);
    for (ssize_t length; (length = read(in, bytes, sizeof bytes)) > 0;)
        need(write(out, bytes, (size_t)length) == length, target);
    close(in);
    close(out);
}

/* Copies a store as a process that is killed leaves it; what is in the place of the copy goes. */
static inline void copy_store(const char *from, const char *to) {
    char old[PATH_MAX];
    unlink(joined(old, to, "-shm"));
    copy_file(from, to, "-new");
    copy_file(from, to, "");
    copy_file(from, to, "-wal");
}

/* Checks a store's file by SQLite alone, which closes it in order. */
static inline bool check_integrity(const char *path) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    bool sound = CHECK_INT(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK) &&
                 CHECK_INT(sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL), SQLITE_OK) &&
                 CHECK_INT(sqlite3_step(statement), SQLITE_ROW) &&
                 CHECK_TEXT((const char *)sqlite3_column_text(statement, 0), "ok");
    if (!sound)
        fprintf(stderr, "    SQLite says: %s\n", sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return sound;
}

/* Opens a core on a store; 0 where that fails, and the error tells why. */
static inline adit_core try_store(const char *path, const char *options, struct heard *heard, adit_error *error) {
    char config[PATH_MAX + 256];
    adit_core core = 0;
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"%s}}", path, options);
    int32_t code = adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, hear, heard, NULL, &core, error);
    CHECK((code == ADIT_OK) == (core != 0));
    return core;
}

static inline adit_core open_store(const char *path, const char *options, struct heard *heard) {
    adit_error error = {0};
    adit_core core = try_store(path, options, heard, &error);
    if (core == 0) {
        fprintf(stderr, "adit_open: code %" PRId32 ": %s\n", error.code, error.text);
        CHECK(!"the store opens");
    }
    return core;
}

/* Checks that a message was heard as the twin heard it; where the host's end may have cut it, the first texts of it. */
static inline void check_heard_alike(const char *found, const struct heard *expected, bool cut, long id) {
    size_t start = 0, index = 0;
    bool same = true;
    for (; index < expected->count && same && !(cut && found[start] == 0); index++) {
        size_t length = strlen(expected->texts[index]);
        same = strncmp(found + start, expected->texts[index], length) == 0;
        start += length;
    }
    if (CHECK(same && found[start] == 0))
        return;
    fprintf(stderr, "    message %ld: heard %.300s\n", id, found);
    for (index = 0; index < expected->count; index++)
        fprintf(stderr, "    expected %.300s\n", expected->texts[index]);
}

/* Sends a core the message that comes next, and checks what it says and has then. */
static inline void check_another(adit_core core, struct heard *heard, struct twin *twin) {
    heard_forget(heard);
    twin_next(twin);
    CHECK_INT(adit_send(core, twin->message, ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), twin->heard.count);
    for (size_t index = 0; index < twin->heard.count; index++)
        CHECK_TEXT(heard_text(heard, index), twin->heard.texts[index]);
    check_same_state(core, twin);
}

/* Checks what a host left that was killed: its last batch is there as a whole or not at all, or with a history of
 * undo some first messages of it, and all that it heard is there; all that is there is as the twin has it, which goes on to where the store is. With `more`, the core is sent another
 * message. Returns the store's revision at the end; -1 where it does not open. */
static inline long check_left(const char *path, const char *options, struct trace *trace, struct twin *twin,
                              bool more) {
    struct heard heard = {0};
    adit_core core = open_store(path, options, &heard);
    if (core == 0)
        return -1;
    struct state state = state_of(core);
    bool whole = state.revision == trace->sent && !trace->refusing;
    trace->left = state.revision;
    /* With a history of undo, each message is a transaction. */
    bool some = strstr(options, "\"undo\"") != NULL && state.revision > trace->certain && state.revision < trace->sent;
    if (!CHECK(whole || ((some || state.revision == trace->certain) && !trace_was_heard(trace))))
        fprintf(stderr, "    revision %ld; certain were %ld, sent %ld%s\n", state.revision, trace->certain, trace->sent,
                trace->refusing          ? ", which were refused"
                : trace_was_heard(trace) ? ", which were heard"
                                         : "");
    while (twin->steps.number < state.revision) {
        twin_next(twin);
        long place = twin->steps.number - trace->first;
        const char *said = place >= 0 && place < (long)trace->count ? trace->said[place] : NULL;
        if (said != NULL)
            check_heard_alike(said, &twin->heard, trace_was_cut_at(trace, twin->steps.number), twin->steps.number);
        else if (!CHECK(place < 0 || twin->steps.number > trace->heard))
            fprintf(stderr, "    message %ld was not heard, and a later one was\n", twin->steps.number);
    }
    check_same_state(core, twin);
    if (more)
        check_another(core, &heard, twin);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK(!is_there(path, "-wal") && !is_there(path, "-shm") && !is_there(path, "-new"));
    check_integrity(path);
    heard_forget(&heard);
    free(state.text);
    return twin->steps.number;
}

#endif /* ADIT_TESTS_SOUND_H */
