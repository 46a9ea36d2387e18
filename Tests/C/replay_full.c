/*
 * A recording that cannot be written any more, and a batch that cannot be stored while all is recorded.
 */
#define _GNU_SOURCE
#include "recorded.h"

#include <signal.h>
#include <sys/resource.h>

static void given_a_recording_that_cannot_be_written_then_the_host_is_told_and_the_core_goes_on(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    struct rlimit old, limit;
    char config[1000];
    snprintf(config, sizeof config, "{\"record\":\"%s\"," VIRTUAL "}", in_folder(&folder, "a"));
    adit_core core = open_core("todo", config, &heard);
    run(core, 1, 2);
    // WHEN a file may not be longer
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    limit = (struct rlimit){.rlim_cur = 12000, .rlim_max = old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    run(core, 3, 6);
    setrlimit(RLIMIT_FSIZE, &old);
    // THEN that is told once
    size_t told = 0;
    for (size_t index = 0; index < heard.count; index++)
        told += strstr(heard.texts[index], "could not be written: File too large; the recording ends before") != NULL;
    CHECK_INT(told, 1);
    run(core, 9, 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_REPLAYED("todo", in_folder(&folder, "a"), "\"equal\":true,\"complete\":false}");
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_batches_that_cannot_be_stored_when_replayed_then_they_are_lost_again(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    char config[1000], path[200], aside[200];
    snprintf(path, sizeof path, "%s", in_folder(&folder, "store"));
    snprintf(aside, sizeof aside, "%s", in_folder(&folder, "aside"));
    snprintf(config, sizeof config,
             "{\"store\":{\"path\":\"%s\",\"durability\":\"normal\"},\"record\":\"%s\"," VIRTUAL "}", path,
             in_folder(&folder, "a"));
    adit_core core = open_core("todo", config, &heard);
    run(core, 1, 2);
    // WHEN the file is elsewhere for a while
    CHECK_INT(rename(path, aside), 0);
    run(core, 3, 3);
    size_t lost = 0;
    for (size_t index = 0; index < heard.count; index++)
        lost += strstr(heard.texts[index], "\"code\":\"estore\"") != NULL;
    CHECK(lost > 3);
    CHECK_INT(rename(aside, path), 0);
    run(core, 6, 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    // THEN both come out as they were
    CHECK_REPLAYED("todo", in_folder(&folder, "a"), "\"equal\":true,\"complete\":true}");
    CHECK_REPLAYED("todo", path, "\"equal\":true,\"complete\":true}");
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_an_import_when_replayed_then_the_state_is_that_of_the_recording(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    char config[1000];
    snprintf(config, sizeof config, "{\"record\":\"%s\",\"files\":{\"folder\":\"%s\"}," VIRTUAL "}",
             in_folder(&folder, "a"), folder.path);
    adit_core core = open_core("todo", config, &heard);
    run(core, 1, 3);
    send_format(core, "{\"@export\":{\"path\":\"state\"}}");
    for (int calls = 0; calls < 1000 && !is_there(in_folder(&folder, "state")); calls++)
        (void)adit_process(core, 0);
    run(core, 4, 1);
    send_format(core, "{\"@import\":{\"path\":\"state\"}}");
    for (int calls = 0; calls < 1000 && strstr(heard_last(&heard), "@imported") == NULL; calls++)
        (void)adit_process(core, 0);
    run(core, 5, 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    // WHEN the file is gone
    CHECK_INT(remove(in_folder(&folder, "state")), 0);
    CHECK_REPLAYED("todo", in_folder(&folder, "a"), "\"equal\":true,\"complete\":true}");
    heard_forget(&heard);
    remove_folder(&folder);
}

int main(void) {
    given_a_recording_that_cannot_be_written_then_the_host_is_told_and_the_core_goes_on();
    given_batches_that_cannot_be_stored_when_replayed_then_they_are_lost_again();
    given_an_import_when_replayed_then_the_state_is_that_of_the_recording();
    return check_result();
}
