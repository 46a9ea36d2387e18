/*
 * An export writes over nothing that is in use: not without being told to, and never over a store, a recording or what is
 * locked.
 */
#define _GNU_SOURCE
#include "recorded.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

/* The name of a file in the folder of the config. */
static const char *name_of(const char *path) { return strrchr(path, '/') + 1; }

/* Exports to a path; checks what is heard in the end, and that nothing is left beside it. */
#define CHECK_EXPORTED(core, heard, path, more, part) \
    check_exported(__FILE__, __LINE__, (core), (heard), (path), (more), (part))

static void check_exported(const char *file, int line, adit_core core, struct heard *heard, const char *path,
                           const char *more, const char *part) {
    char of_part[500];
    snprintf(of_part, sizeof of_part, "%s.part", path);
    heard_forget(heard);
    send_format(core, "{\"@export\":{\"path\":\"%s\"%s}}", name_of(path), more);
    for (int calls = 0; calls < 100000 && heard->count == 0; calls++)
        CHECK(adit_process(core, 0) >= 0);
    check_has(file, line, path, heard->count > 0 ? heard_last(heard) : "", part);
    CHECK(!is_there(of_part));
}

#define REPLACE ",\"replace\":true"

/* The bytes of a file are what they were. */
static bool is_same(const char *path, const char *old, size_t length) {
    size_t now = 0;
    char *text = read_file(path, &now);
    bool same = text != NULL && now == length && memcmp(text, old, length) == 0;
    free(text);
    return same;
}

static void given_a_file_when_nothing_says_so_then_it_is_not_replaced(void) {
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    const char *path = in_folder(&folder, "state.json");
    write_text(path, "mine", 0644);
    CHECK_EXPORTED(core, &heard, path, "", "state.json is there already; a path where nothing is, or \\\"replace\\\": true");
    CHECK_HAS(heard_last(&heard), "\"code\":\"estore\"");
    CHECK_EXPORTED(core, &heard, path, ",\"replace\":false", "is there already");
    char *text = read_text(path);
    CHECK_TEXT(text, "mine");
    free(text);
    // WHEN it says so
    CHECK_EXPORTED(core, &heard, path, REPLACE, "@exported");
    text = read_text(path);
    CHECK_HAS(text, "{\"@schema\":1,\"items\":");
    CHECK_INT(file_mode(path), 0600);
    free(text);
    CHECK_INT(count_in_folder(&folder), 1);
    // THEN it is replaced again, and what cannot be written, too
    CHECK_INT(chmod(path, 0400), 0);
    CHECK_EXPORTED(core, &heard, path, REPLACE, "@exported");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_a_file_that_comes_meanwhile_then_it_is_not_replaced(void) {
    // GIVEN an export that takes several slices
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    for (int number = 0; number < 20000; number++)
        CHECK_INT(adit_send(core, ADD("x"), ADIT_NTS, NULL), ADIT_OK);
    drive(core);
    heard_forget(&heard);
    const char *path = in_folder(&folder, "state.json");
    send_format(core, "{\"@export\":{\"path\":\"%s\"}}", name_of(path));
    CHECK(adit_process(core, 0) >= 0);
    CHECK(!is_there(path));
    // WHEN
    write_text(path, "mine", 0600);
    for (int calls = 0; calls < 100000 && (heard.count == 0 || strstr(heard_last(&heard), "@error") == NULL); calls++)
        CHECK(adit_process(core, 0) >= 0);
    // THEN
    CHECK_HAS(heard_last(&heard), "is there already");
    char *text = read_text(path);
    CHECK_TEXT(text, "mine");
    free(text);
    CHECK_INT(count_in_folder(&folder), 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

/* A child that has done something with a file and waits. */
static pid_t start(void (*body)(const char *path), const char *path) {
    int ends[2];
    char byte = 0;
    CHECK_INT(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        body(path);
        CHECK_INT(write(ends[1], "x", 1), 1);
        pause();
        _exit(0);
    }
    close(ends[1]);
    CHECK_INT(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return child;
}

static void stop(pid_t child) {
    CHECK_INT(kill(child, SIGKILL), 0);
    CHECK_INT(waitpid(child, NULL, 0), child);
}

static void open_store(const char *path) {
    char config[600];
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", path);
    static struct heard heard;
    adit_core core = open_core("todo", config, &heard);
    CHECK_INT(adit_send(core, ADD("kept"), ADIT_NTS, NULL), ADIT_OK);
    CHECK(adit_process(core, 0) > 0);
}

static void lock_by_flock(const char *path) {
    CHECK_INT(flock(open(path, O_RDONLY | O_CLOEXEC), LOCK_SH), 0);
}

static void lock_by_posix(const char *path) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 2, .l_len = 1};
    CHECK_INT(fcntl(open(path, O_RDWR | O_CLOEXEC), F_SETLK, &lock), 0);
}

static void lock_by_description(const char *path) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1 << 30, .l_len = 1};
    CHECK_INT(fcntl(open(path, O_RDWR | O_CLOEXEC), F_OFD_SETLK, &lock), 0);
}

static void given_a_file_that_is_locked_then_it_is_not_replaced(void) {
    void (*const ways[])(const char *) = {lock_by_flock, lock_by_posix, lock_by_description};
    for (int way = 0; way < 3; way++) {
        struct heard heard = {0};
        struct folder folder = make_folder();
        const char *path = in_folder(&folder, "state.json");
        write_text(path, "mine", 0600);
        pid_t child = start(ways[way], path);
        adit_core core = open_in(&folder, &heard);
        CHECK_EXPORTED(core, &heard, path, REPLACE, "state.json: another process holds a lock on it, so it was not replaced");
        CHECK_HAS(heard_last(&heard), "\"code\":\"elocked\"");
        char *text = read_text(path);
        CHECK_TEXT(text, "mine");
        free(text);
        // THEN it is, once they let it go
        stop(child);
        CHECK_EXPORTED(core, &heard, path, REPLACE, "@exported");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
        remove_folder(&folder);
    }
}

static void given_a_store_then_it_is_not_replaced(void) {
    // GIVEN one that another process has open
    struct heard heard = {0};
    struct folder folder = make_folder();
    const char *path = in_folder(&folder, "todo.store");
    char beside[500];
    snprintf(beside, sizeof beside, "%s-wal", path);
    pid_t child = start(open_store, path);
    adit_core core = open_in(&folder, &heard);
    size_t length = 0, wal_length = 0;
    char *old = read_file(path, &length), *wal = read_file(beside, &wal_length);
    CHECK(wal_length > 0);
    CHECK_EXPORTED(core, &heard, path, REPLACE, "\"code\":\"elocked\"");
    CHECK_EXPORTED(core, &heard, path, "", "is there already");
    CHECK_EXPORTED(core, &heard, beside, REPLACE, "found the place of what belongs to ");
    CHECK(is_same(path, old, length) && is_same(beside, wal, wal_length));
    // WHEN its process has been killed
    stop(child);
    CHECK_EXPORTED(core, &heard, path, REPLACE, "todo.store: found a store, which is not replaced; another path is expected");
    CHECK_EXPORTED(core, &heard, beside, REPLACE, "found the place of what belongs to ");
    CHECK(is_same(path, old, length) && is_same(beside, wal, wal_length));
    free(old), free(wal);
    // THEN what it has heard is there, also where it is another name of the file, and where this process has it open
    char *config = NULL;
    CHECK(asprintf(&config, "{\"store\":{\"path\":\"%s\"}}", path) > 0);
    struct heard other_heard = {0};
    adit_core other = open_core("todo", config, &other_heard);
    CHECK_EXPORTED(core, &heard, path, REPLACE, "found a store that is open");
    CHECK_EXPORTED(core, &heard, beside, REPLACE, "found a store that is open");
    char *out = NULL;
    CHECK_INT(adit_call(other, GET("/items"), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_HAS(out, "\"kept\"");
    adit_free(out);
    CHECK_INT(adit_close(other, 0), ADIT_OK);
    CHECK_EXPORTED(core, &heard, path, REPLACE, "found a store, which is not replaced");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    free(config);
    heard_forget(&heard), heard_forget(&other_heard);
    remove_folder(&folder);
}

static void given_a_recording_then_it_is_not_replaced(void) {
    // GIVEN the core's own
    struct heard heard = {0};
    struct folder folder = make_folder();
    const char *path = in_folder(&folder, "session");
    char other_name[400];
    snprintf(other_name, sizeof other_name, "%s", in_folder(&folder, "other"));
    char *config = NULL;
    CHECK(asprintf(&config, "{\"record\":\"%s\",\"files\":{\"folder\":\"%s\"}}", path, folder.path) > 0);
    adit_core core = open_core("todo", config, &heard);
    CHECK_INT(link(path, other_name), 0);
    CHECK_EXPORTED(core, &heard, path, REPLACE, "session: found a file that this process has open, which is not replaced");
    CHECK_EXPORTED(core, &heard, other_name, REPLACE, "found a file that this process has open");
    CHECK_INT(adit_send(core, ADD("kept"), ADIT_NTS, NULL), ADIT_OK);
    drive(core);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(unlink(other_name), 0);
    CHECK_REPLAYED("todo", path, "\"messages\":1,");
    // THEN nor is it when it is closed
    adit_core later = open_in(&folder, &heard);
    CHECK_EXPORTED(later, &heard, path, REPLACE, "session: found a recording, which is not replaced");
    CHECK_REPLAYED("todo", path, "\"messages\":1,");
    // THEN nor is it taken for what an interrupted export has left
    CHECK_INT(rename(path, in_folder(&folder, "state.part")), 0);
    send_format(later, "{\"@export\":{\"path\":\"%s\"}}", "state");
    drive(later);
    CHECK_HAS(heard_last(&heard), "state.part: found a file that the export has not made");
    CHECK_REPLAYED("todo", in_folder(&folder, "state.part"), "\"messages\":1,");
    CHECK_INT(adit_close(later, 0), ADIT_OK);
    free(config);
    heard_forget(&heard);
    remove_folder(&folder);
}

int main(void) {
    given_a_file_when_nothing_says_so_then_it_is_not_replaced();
    given_a_file_that_comes_meanwhile_then_it_is_not_replaced();
    given_a_file_that_is_locked_then_it_is_not_replaced();
    given_a_store_then_it_is_not_replaced();
    given_a_recording_then_it_is_not_replaced();
    return check_result();
}
