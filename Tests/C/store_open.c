/*
 * What adit_open says of stores, and what a core on one remembers: verdicts, codes, names of effects, earlier revisions.
 */
#define _GNU_SOURCE
#include "check.h"
#include "files.h"
#include "messages.h"

static char config[700];

/* A config with the store `state.adit` in a folder, and more members of the store and of the config. */
static const char *store_in(struct folder *folder, const char *of_store, const char *of_config) {
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"%s}%s}", in_folder(folder, "state.adit"), of_store,
             of_config);
    return config;
}

static void count_release(void *context) {
    *(int *)context += 1;
}

/* Asks for a verdict, which opens nothing and lets go of the context. */
static int32_t verdict(struct folder *folder, const char *app, adit_error *error) {
    int released = 0;
    adit_core core = 7;
    int32_t code = adit_open(ADIT_ABI_VERSION, app, store_in(folder, ",\"check\":true", ""), ADIT_NTS, NULL, &released,
                             count_release, &core, error);
    CHECK_INT(core, 0);
    CHECK_INT(released, 1);
    CHECK_INT(error->code, code);
    return code;
}

static adit_core open_store(struct folder *folder, const char *app, const char *of_config) {
    adit_core core = 0;
    adit_error error;
    CHECK_INT(
        adit_open(ADIT_ABI_VERSION, app, store_in(folder, "", of_config), ADIT_NTS, NULL, NULL, NULL, &core, &error),
        ADIT_OK);
    return core;
}

/* What a call of the core brings. */
static char *call(adit_core core, const char *message) {
    char *answer = NULL;
    CHECK_INT(adit_call(core, message, ADIT_NTS, 0, &answer, NULL, NULL), ADIT_OK);
    return answer;
}

static void check_call(adit_core core, const char *message, const char *expected) {
    char *answer = call(core, message);
    CHECK_TEXT(answer, expected);
    adit_free(answer);
}

static void given_files_when_checked_then_the_verdict_is_told_and_nothing_is_opened(void) {
    struct folder folder = make_folder();
    adit_error error;
    // GIVEN nothing
    CHECK_INT(verdict(&folder, "counter", &error), ADIT_OK);
    CHECK_HAS(error.text, "new: ");
    CHECK_INT(count_files(&folder, false), 0);
    // GIVEN a store that is open
    adit_core core = open_store(&folder, "counter", "");
    CHECK_INT(verdict(&folder, "counter", &error), ADIT_ELOCKED);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    // GIVEN one that is closed
    CHECK_INT(verdict(&folder, "counter", &error), ADIT_OK);
    CHECK_TEXT(error.text, "fine: version 1");
    // GIVEN that of another app
    CHECK_INT(verdict(&folder, "todo", &error), ADIT_ESCHEMA);
    // GIVEN a file that is none
    write_text(in_folder(&folder, "state.adit"), "Dear diary", 0600);
    CHECK_INT(verdict(&folder, "counter", &error), ADIT_ESCHEMA);
    remove_folder(&folder);
}

static void given_a_store_that_is_open_when_opened_again_then_it_is_locked(void) {
    struct folder folder = make_folder();
    adit_core core = open_store(&folder, "counter", ""), other = 7;
    adit_error error;
    CHECK_INT(
        adit_open(ADIT_ABI_VERSION, "counter", store_in(&folder, "", ""), ADIT_NTS, NULL, NULL, NULL, &other, &error),
        ADIT_ELOCKED);
    CHECK_INT(other, 0);
    // WHEN it closes in order, THEN the file is free
    adit_free(call(core, "{\"@close\":{}}"));
    other = open_store(&folder, "counter", "");
    CHECK_INT(adit_close(other, 0), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    remove_folder(&folder);
}

static void given_bad_configs_then_they_are_refused(void) {
    static const char *const stores[][2] = {
        {"{\"store\":{}}", "store: missing key \"path\""},
        {"{\"store\":{\"path\":\"\"}}", "store.path: found \"\"; the path of a file is expected"},
        {"{\"store\":{\"path\":\"/x\",\"durability\":\"some\"}}", "store.durability: found \"some\"; one of "},
        {"{\"store\":{\"path\":\"/x\",\"retention\":{\"bytes\":-1}}}",
         "store.retention.bytes: found -1; a number from 0"},
        {"{\"store\":{\"path\":\"/x\",\"speed\":1}}", "speed"},
        {"{\"store\":{\"path\":\"/x\"},\"state\":{\"value\":1}}", "state: found beside \"store\""},
    };
    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++) {
        adit_core core = 7;
        adit_error error;
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", stores[i][0], ADIT_NTS, NULL, NULL, NULL, &core, &error),
                  ADIT_ECONFIG);
        CHECK_HAS(error.text, stores[i][1]);
    }
}

static void given_a_journal_then_earlier_revisions_can_be_asked_for(void) {
    struct folder folder = make_folder();
    adit_core core = open_store(&folder, "counter", "");
    for (int i = 0; i < 3; i++)
        adit_free(call(core, INCREMENT(2)));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    // WHEN it is opened again
    core = open_store(&folder, "counter", "");
    check_call(core, "{\"@get\":{\"path\":\"/value\"}}",
               "[{\"@value\":{\"path\":\"/value\",\"revision\":3,\"value\":6}}]");
    check_call(core, "{\"@get\":{\"path\":\"/value\",\"revision\":1}}",
               "[{\"@value\":{\"path\":\"/value\",\"revision\":1,\"value\":2}}]");
    check_call(core, "{\"@get\":{\"revision\":0}}",
               "[{\"@value\":{\"path\":\"\",\"revision\":0,\"value\":{\"value\":0}}}]");
    char *answer = call(core, "{\"@get\":{\"revision\":4},\"@id\":1}");
    CHECK_HAS(answer, "found 4; one up to 3 is expected");
    adit_free(answer);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    // GIVEN a batch of two messages
    core = open_store(&folder, "counter", "");
    CHECK_INT(adit_send(core, INCREMENT(2), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(2), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 2);
    answer = call(core, "{\"@get\":{\"revision\":4}}");
    CHECK_HAS(answer, "found 4, which lies within a batch; 3 or 5 is expected");
    adit_free(answer);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    remove_folder(&folder);
}

static void given_a_core_in_memory_then_it_knows_the_present_alone(void) {
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, NULL, NULL, NULL, &core, NULL), ADIT_OK);
    adit_free(call(core, INCREMENT(2)));
    char *answer = call(core, "{\"@get\":{\"revision\":0}}");
    CHECK_HAS(answer, "found 0; a core without a store knows 1 alone");
    adit_free(answer);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    given_files_when_checked_then_the_verdict_is_told_and_nothing_is_opened();
    given_a_store_that_is_open_when_opened_again_then_it_is_locked();
    given_bad_configs_then_they_are_refused();
    given_a_journal_then_earlier_revisions_can_be_asked_for();
    given_a_core_in_memory_then_it_knows_the_present_alone();
    return check_result();
}
