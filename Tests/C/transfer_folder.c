/*
 * The files of exports and imports lie in the folder of the config, and nowhere else.
 */
#define _GNU_SOURCE
#include "files.h"
#include "messages.h"

#include <fcntl.h>

static int32_t send_path(adit_core core, const char *key, const char *path, adit_error *error) {
    char text[2000];
    snprintf(text, sizeof text, "{\"%s\":{\"path\":\"%s\"},\"@id\":\"x\"}", key, path);
    return adit_send(core, text, ADIT_NTS, error);
}

static void drive_until(adit_core core, struct heard *heard, const char *part) {
    for (int calls = 0; calls < 100000; calls++) {
        if (heard->count > 0 && strstr(heard_last(heard), part) != NULL)
            return;
        CHECK(adit_process(core, 0) >= 0);
    }
    CHECK_HAS(heard_last(heard), part);
}

static void given_no_folder_when_files_are_named_then_that_is_denied(void) {
    struct folder folder = make_folder();
    adit_core core = open_core("todo", "{}", NULL);
    adit_error error;
    const char *const keys[] = {"@export", "@import"};
    for (size_t index = 0; index < 2; index++) {
        char text[200];
        snprintf(text, sizeof text, "%s: the config names no folder; \"files\": {\"folder\": PATH} is expected", keys[index]);
        CHECK_INT(send_path(core, keys[index], in_folder(&folder, "a"), &error), ADIT_EDENIED);
        CHECK_TEXT(error.text, text);
        CHECK_INT(send_path(core, keys[index], "a", &error), ADIT_EDENIED);
    }
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(count_in_folder(&folder), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    remove_folder(&folder);
}

static void given_paths_that_lead_elsewhere_when_sent_then_they_are_denied(void) {
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, NULL);
    const char *const paths[] = {"/etc/passwd", "..",   "../a", "a/../../b", "a/..", "./a", ".", "a/./b",
                                 "a//b",        "/a/b", "a/",   "//",        "/"};
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
        adit_error error;
        char text[300];
        snprintf(text, sizeof text,
                 "@export.path: found \"%s\"; a path below the folder of the config is expected, such as \"a/b.json\"",
                 paths[index]);
        CHECK_INT(send_path(core, "@export", paths[index], &error), ADIT_EDENIED);
        CHECK_TEXT(error.text, text);
        CHECK_INT(send_path(core, "@import", paths[index], &error), ADIT_EDENIED);
    }
    char *out = NULL;
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_ETIMEDOUT);
    CHECK_INT(count_in_folder(&folder), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    remove_folder(&folder);
}

/* Exports or imports, and checks what is heard. */
static void check_path(adit_core core, struct heard *heard, const char *key, const char *path, const char *expected) {
    CHECK_INT(send_path(core, key, path, NULL), ADIT_OK);
    drive_until(core, heard, "\"@id\":\"x\"}");
    CHECK_HAS(heard_last(heard), expected);
    heard_forget(heard);
}

static void given_a_folder_when_files_are_named_then_they_are_in_it_and_below(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    adit_core core = open_in(&folder, &heard);
    CHECK_INT(mkdir(in_folder(&folder, "sub"), 0700), 0);
    CHECK_INT(mkdir(in_folder(&folder, "sub/sub"), 0700), 0);
    check_path(core, &heard, "@export", "a..b.json", "{\"@exported\":{\"path\":\"a..b.json\",\"revision\":0");
    check_path(core, &heard, "@export", "sub/sub/a", "{\"@exported\":{\"path\":\"sub/sub/a\",\"revision\":0");
    CHECK(is_there(in_folder(&folder, "a..b.json")));
    CHECK(is_there(in_folder(&folder, "sub/sub/a")));
    check_path(core, &heard, "@import", "sub/sub/a", "{\"@imported\":{\"path\":\"sub/sub/a\"");
    check_path(core, &heard, "@export", "gone/a", "gone/a could not be opened: No such file or directory");
    check_path(core, &heard, "@export", "sub/sub/a/b", "could not be opened: Not a directory");
    check_path(core, &heard, "@import", "sub", "found a directory");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    unlink(in_folder(&folder, "sub/sub/a"));
    rmdir(in_folder(&folder, "sub/sub"));
    rmdir(in_folder(&folder, "sub"));
    remove_folder(&folder);
}

/* Each link leads to what is there, so that following it would work. */
static void given_links_when_they_are_on_the_way_then_they_are_denied_and_nothing_is_said_of_what_is_behind(void) {
    struct folder folder = make_folder(), outside = make_folder();
    struct heard heard = {0};
    write_text(in_folder(&outside, "secret"), "root:x:0:0", 0600);
    CHECK_INT(symlink(in_folder(&outside, "secret"), in_folder(&folder, "file")), 0);
    CHECK_INT(symlink(outside.path, in_folder(&folder, "out")), 0);
    CHECK_INT(symlink(".", in_folder(&folder, "in")), 0);
    CHECK_INT(symlink("/nowhere", in_folder(&folder, "broken")), 0);
    adit_core core = open_in(&folder, &heard);
    const char *const paths[] = {"file", "out/secret", "out/new", "in/new", "broken", "broken/a"};
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
        char expected[300];
        snprintf(expected, sizeof expected,
                 "{\"@error\":{\"code\":\"edenied\",\"message\":\"%s: found a symbolic link; a path below the folder of "
                 "the config without any is expected\"},\"@id\":\"x\"}",
                 paths[index]);
        check_path(core, &heard, "@import", paths[index], expected);
        check_path(core, &heard, "@export", paths[index], expected);
    }
    char *secret = read_text(in_folder(&outside, "secret"));
    CHECK_TEXT(secret, "root:x:0:0");
    free(secret);
    CHECK_INT(count_in_folder(&outside), 1);
    CHECK_INT(count_in_folder(&folder), 4);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
    remove_folder(&outside);
}

/* The folder is the one that was opened, whatever has its name later. */
static void given_a_folder_that_is_moved_when_exported_then_the_file_is_in_it(void) {
    struct folder folder = make_folder(), outside = make_folder();
    struct heard heard = {0};
    CHECK_INT(mkdir(in_folder(&folder, "files"), 0700), 0);
    struct folder files = folder;
    strcat(files.path, "/files");
    adit_core core = open_in(&files, &heard);
    CHECK_INT(rename(in_folder(&folder, "files"), in_folder(&folder, "moved")), 0);
    CHECK_INT(symlink(outside.path, in_folder(&folder, "files")), 0);
    check_path(core, &heard, "@export", "a", "@exported");
    CHECK(is_there(in_folder(&folder, "moved/a")));
    CHECK_INT(count_in_folder(&outside), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    unlink(in_folder(&folder, "moved/a"));
    rmdir(in_folder(&folder, "moved"));
    remove_folder(&folder);
    remove_folder(&outside);
}

/* A core that is closed has no descriptor left. */
static void given_a_folder_when_closed_then_its_descriptor_is_gone(void) {
    struct folder folder = make_folder();
    int before = open("/dev/null", O_RDONLY);
    close(before);
    for (int round = 0; round < 20; round++) {
        struct heard heard = {0};
        adit_core core = open_in(&folder, &heard);
        check_path(core, &heard, "@export", "gone/a", "@error");
        check_path(core, &heard, "@import", "gone", "@error");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
    }
    int after = open("/dev/null", O_RDONLY);
    CHECK_INT(after, before);
    close(after);
    remove_folder(&folder);
}

int main(void) {
    given_no_folder_when_files_are_named_then_that_is_denied();
    given_paths_that_lead_elsewhere_when_sent_then_they_are_denied();
    given_a_folder_when_files_are_named_then_they_are_in_it_and_below();
    given_links_when_they_are_on_the_way_then_they_are_denied_and_nothing_is_said_of_what_is_behind();
    given_a_folder_that_is_moved_when_exported_then_the_file_is_in_it();
    given_a_folder_when_closed_then_its_descriptor_is_gone();
    return check_result();
}
