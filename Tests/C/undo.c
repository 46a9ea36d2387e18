/*
 * Undo and redo, as a host sees them: in memory, in a store that is opened again, and where the journal does not go back
 * far enough.
 */
#define _GNU_SOURCE
#include "files.h"
#include "messages.h"
#include "recorded.h"

#include <signal.h>
#include <sys/wait.h>

#define UNDO "{\"@undo\":{},\"@id\":\"u\"}"
#define REDO "{\"@redo\":{},\"@id\":\"r\"}"

/* Sends a message, and returns its answer, which is valid until the next one. */
static const char *ask(adit_core core, struct heard *heard, const char *json) {
    adit_error error;
    if (!CHECK_INT(adit_send(core, json, ADIT_NTS, &error), ADIT_OK))
        fprintf(stderr, "%s: %s\n", json, error.text);
    drive(core);
    return heard_last(heard);
}

/* The state as one text, to be freed. */
static char *state_of(adit_core core) {
    char *out = NULL;
    CHECK_INT(adit_call(core, GET("/items"), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    char *value = out == NULL ? NULL : strstr(out, "\"value\":");
    char *copy = strdup(value == NULL ? "" : value);
    adit_free(out);
    return copy;
}

static void given_messages_when_undone_and_redone_then_the_state_is_what_it_was(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"undo\":true}", &heard);
    char *empty = state_of(core);
    ask(core, &heard, ADD("milk"));
    char *one = state_of(core);
    /* Several wait at once. */
    CHECK_INT(adit_send(core, ADD("bread"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, CHECK_UNKNOWN, ADIT_NTS, NULL), ADIT_OK);
    ask(core, &heard, ADD("butter"));
    char *all = state_of(core);
    // WHEN
    const char *answer = ask(core, &heard, UNDO);
    // THEN
    CHECK_HAS(answer, "{\"@undone\":{\"revision\":");
    CHECK_HAS(answer, "\"messages\":[\"todo.request.add\"],\"effects\":[],\"canUndo\":true,\"canRedo\":true},\"@id\":\"u\"}");
    ask(core, &heard, UNDO);
    char *now = state_of(core);
    CHECK_TEXT(now, one);
    free(now);
    CHECK_HAS(ask(core, &heard, "{\"@stats\":{}}"), "\"undo\":1,\"redo\":2");
    CHECK_HAS(ask(core, &heard, UNDO), "\"canUndo\":false");
    now = state_of(core);
    CHECK_TEXT(now, empty);
    free(now);
    CHECK_HAS(ask(core, &heard, UNDO), "\"code\":\"emessage\",\"message\":\"@undo: found nothing to undo; ");
    for (int round = 0; round < 3; round++)
        CHECK_HAS(ask(core, &heard, REDO), round < 2 ? "\"canRedo\":true},\"@id\":\"r\"}" : "\"canRedo\":false");
    now = state_of(core);
    CHECK_TEXT(now, all);
    free(now);
    CHECK_HAS(ask(core, &heard, REDO), "@redo: found nothing to redo");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    free(empty), free(one), free(all);
}

static void given_a_group_when_undone_then_all_of_it_is(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"undo\":true,\"clients\":[\"@redo\"]}", &heard);
    char *empty = state_of(core);
    for (int number = 0; number < 300; number++) {
        CHECK_INT(adit_send(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}},\"@group\":\"paste\"}",
                            ADIT_NTS, NULL),
                  ADIT_OK);
        if (number % 100 == 7)
            drive(core);
    }
    CHECK_HAS(ask(core, &heard, UNDO), "\"undid\":{\"from\":0,");
    char *now = state_of(core);
    CHECK_TEXT(now, empty);
    free(now);
    // WHEN clients want the same THEN the config decides
    adit_error error;
    CHECK_INT(adit_submit(core, "web", UNDO, ADIT_NTS, &error), ADIT_EDENIED);
    CHECK_INT(adit_submit(core, "web", REDO, ADIT_NTS, &error), ADIT_OK);
    drive(core);
    CHECK_HAS(heard_last(&heard), "{\"@redone\":");
    CHECK_HAS(heard_last(&heard), "\"@client\":\"web\"}");
    // WHEN the group is none THEN it is refused
    CHECK_INT(adit_send(core, "{\"@group\":7,\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}}}", ADIT_NTS,
                        &error),
              ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "@group: found the number 7; a string of up to 255 bytes is expected");
    CHECK_INT(adit_send(core, "{\"@undo\":{},\"@group\":\"paste\"}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "@group: found beside \"@undo\"; a message of the app is expected");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    free(empty);
}

static void given_a_store_when_it_was_killed_or_closed_then_the_history_goes_on(void) {
    for (int closes = 0; closes < 2; closes++) {
        struct folder folder = make_folder();
        char *config = NULL;
        CHECK(asprintf(&config, "{\"undo\":true,\"store\":{\"path\":\"%s\"}}", in_folder(&folder, "todo.store")) > 0);
        char *states[4] = {0};
        int pipes[2];
        CHECK_INT(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            struct heard heard = {0};
            adit_core core = open_core("todo", config, &heard);
            const char *const texts[] = {ADD("milk"), ADD("bread"), ADD("butter")};
            for (int number = 0; number < 3; number++)
                ask(core, &heard, texts[number]);
            CHECK_HAS(ask(core, &heard, UNDO), "@undone");
            if (!closes)
                kill(getpid(), SIGKILL);
            CHECK_INT(adit_close(core, 0), ADIT_OK);
            _exit(check_result());
        }
        CHECK_INT(waitpid(child, NULL, 0), child);
        close(pipes[0]), close(pipes[1]);
        // WHEN
        struct heard heard = {0};
        adit_core core = open_core("todo", config, &heard);
        states[2] = state_of(core);
        CHECK_HAS(ask(core, &heard, "{\"@stats\":{}}"), "\"undo\":2,\"redo\":1");
        CHECK_HAS(ask(core, &heard, REDO), "\"messages\":[\"todo.request.add\"]");
        states[3] = state_of(core);
        CHECK_HAS(states[3], "butter");
        // THEN it goes on over as many openings as there are
        for (int number = 2; number >= 0; number--) {
            CHECK_HAS(ask(core, &heard, UNDO), "@undone");
            char *now = state_of(core);
            if (number == 2)
                CHECK_TEXT(now, states[2]);
            CHECK(strstr(now, "butter") == NULL);
            CHECK((strstr(now, "milk") != NULL) == (number > 0));
            free(now);
            CHECK_INT(adit_close(core, 0), ADIT_OK);
            heard_forget(&heard);
            core = open_core("todo", config, &heard);
        }
        CHECK_HAS(ask(core, &heard, UNDO), "found nothing to undo; a message");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
        // THEN it is replayed
        CHECK_REPLAYED("todo", in_folder(&folder, "todo.store"), "\"equal\":true");
        free(states[2]), free(states[3]), free(config);
        remove_folder(&folder);
    }
}

static void given_a_message_that_is_sent_again_when_it_is_a_step_then_it_is_answered_again_and_done_once(void) {
    struct folder folder = make_folder();
    char *config = NULL;
    CHECK(asprintf(&config, "{\"undo\":true,\"store\":{\"path\":\"%s\",\"once\":{}}}", in_folder(&folder, "todo.store")) >
          0);
    struct heard heard = {0};
    adit_core core = open_core("todo", config, &heard);
    const char *milk = "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"milk\"}}}},\"@id\":1}";
    CHECK_HAS(ask(core, &heard, milk), "\"@id\":1}");
    CHECK_HAS(ask(core, &heard, milk), "\"@again\":true");
    CHECK_HAS(heard_last(&heard), "requestReview");
    CHECK_HAS(ask(core, &heard, UNDO), "\"canUndo\":false");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    free(config);
    remove_folder(&folder);
}

static void given_a_small_retention_when_it_is_passed_then_an_error_says_so(void) {
    struct folder folder = make_folder();
    char *config = NULL;
    CHECK(asprintf(&config, "{\"undo\":true,\"store\":{\"path\":\"%s\",\"retention\":{\"bytes\":4000}}}",
                   in_folder(&folder, "todo.store")) > 0);
    struct heard heard = {0};
    adit_core core = open_core("todo", config, &heard);
    for (int number = 0; number < 40; number++)
        ask(core, &heard, ADD("milk"));
    int count = 0;
    while (count < 40 && strstr(ask(core, &heard, UNDO), "@undone") != NULL)
        count++;
    CHECK(count > 0 && count < 39);
    CHECK_HAS(heard_last(&heard), "\"code\":\"emessage\",\"message\":\"@undo: found nothing to undo; the journal goes back to revision ");
    CHECK_HAS(ask(core, &heard, REDO), "@redone");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    free(config);
    remove_folder(&folder);
}

static void given_configs_without_a_history_when_opened_then_an_error_says_so(void) {
    const struct {
        const char *app, *config, *text;
    } cases[] = {
        {"counter", "{\"undo\":true}", "undo: found for the app \"counter\", which offers no undo"},
        {"todo", "{\"undo\":true,\"store\":{\"path\":\"/tmp/x\",\"retention\":{\"bytes\":0}}}",
         "undo: found beside a store without a journal; retention.bytes over 0 is expected"},
        {"todo", "{\"undo\":{\"bytes\":0}}", "undo: found 0 bytes; more are expected, or false"},
        {"todo", "{\"undo\":{\"bites\":1}}", "undo: unknown key \"bites\"; did you mean \"bytes\"? one of bytes"},
        {"todo", "{\"undo\":7}", "undo: found the number 7; true or false is expected"},
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        adit_core core = 0;
        adit_error error;
        CHECK_INT(adit_open(ADIT_ABI_VERSION, cases[index].app, cases[index].config, ADIT_NTS, NULL, NULL, NULL, &core,
                            &error),
                  ADIT_ECONFIG);
        CHECK_HAS(error.text, cases[index].text);
    }
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"undo\":false}", &heard);
    CHECK_HAS(ask(core, &heard, UNDO), "@undo: the core has no undo history; \\\"undo\\\": true in its config is expected");
    CHECK_HAS(ask(core, &heard, REDO), "@redo: the core has no undo history");
    CHECK(strstr(ask(core, &heard, "{\"@stats\":{}}"), "\"redo\"") == NULL);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_messages_when_undone_and_redone_then_the_state_is_what_it_was();
    given_a_group_when_undone_then_all_of_it_is();
    given_a_store_when_it_was_killed_or_closed_then_the_history_goes_on();
    given_a_message_that_is_sent_again_when_it_is_a_step_then_it_is_answered_again_and_done_once();
    given_a_small_retention_when_it_is_passed_then_an_error_says_so();
    given_configs_without_a_history_when_opened_then_an_error_says_so();
    return check_result();
}
