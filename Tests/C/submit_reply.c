/*
 * A client answers an effect: one that it was asked for, and others.
 */
#define _GNU_SOURCE
#include "effects.h"
#include "recorded.h"

#define OPEN(url, id) "{\"page\":{\"request\":{\"open\":{\"url\":\"" url "\"}}},\"@id\":" id "}"
#define REPLY(effect) "{\"@reply\":{\"effect\":\"" effect "\",\"result\":{}},\"@id\":\"r\"}"

static void submit(adit_core core, const char *client, const char *json) {
    adit_error error;
    if (!CHECK_INT(adit_submit(core, client, json, ADIT_NTS, &error), ADIT_OK))
        fprintf(stderr, "%s: %s\n", json, error.text);
}

/* Checks that a client was told that an effect was not asked of it. */
static void check_denied(const char *text, const char *effect, const char *client) {
    char expected[400];
    snprintf(expected, sizeof expected,
             "{\"@error\":{\"code\":\"edenied\",\"message\":\"@reply: effect \\\"%s\\\" was not asked of the client "
             "\\\"%s\\\"; one with its @client is expected\"},\"@id\":\"r\",\"@client\":\"%s\"}",
             effect, client, client);
    CHECK_TEXT(text, expected);
}

static void given_an_effect_of_one_client_when_another_answers_it_then_that_is_denied(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    char config[1000];
    snprintf(config, sizeof config,
             "{\"clock\":\"virtual\",\"gateways\":[\"http\",\"keyValue\"],\"clients\":[\"@reply\"],\"record\":\"%s\"}",
             in_folder(&folder, "a"));
    adit_core core = open_core("reader", config, &heard);
    submit(core, "a", OPEN("/a", "1"));
    send_text(core, OPEN("/b", "2"));
    CHECK_INT(adit_process(core, 0), 2);
    CHECK_HAS(heard_text(&heard, 0), "{\"@effect\":{\"id\":\"e1-1\",\"gateway\":\"keyValue\"");
    CHECK_HAS(heard_text(&heard, 0), "},\"@id\":1,\"@client\":\"a\"}");
    CHECK_HAS(heard_text(&heard, 1), "{\"@effect\":{\"id\":\"e1-2\",\"gateway\":\"keyValue\"");
    /* WHEN others answer what was not asked of them, THEN nothing happens. */
    submit(core, "b", REPLY("e1-1"));
    submit(core, "a", REPLY("e1-2"));
    CHECK_INT(adit_process(core, 0), 2);
    check_denied(heard_text(&heard, 2), "e1-1", "b");
    check_denied(heard_text(&heard, 3), "e1-2", "a");
    /* WHEN nobody waits for it, THEN it is ignored, whoever sends it. */
    submit(core, "b", REPLY("e1-99"));
    CHECK_INT(adit_process(core, 0), 0);
    /* WHEN it is the client's own, THEN it goes on; the host may answer everything. */
    submit(core, "a", REPLY("e1-1"));
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_HAS(heard_text(&heard, 4), "{\"@effect\":{\"id\":\"e1-3\",\"gateway\":\"http\"");
    CHECK_HAS(heard_text(&heard, 4), "},\"@id\":1,\"@client\":\"a\"}");
    reply(core, 3, "\"result\":{\"status\":404}");
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_HAS(heard_text(&heard, 5), "\"wasNotOpened\"");
    CHECK_HAS(heard_text(&heard, 5), "},\"@id\":1,\"@client\":\"a\"}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    /* THEN it is the same when it is replayed. */
    CHECK_REPLAYED("reader", in_folder(&folder, "a"), "\"equal\":true,\"complete\":true}");
    heard_forget(&heard);
    remove_folder(&folder);
}

int main(void) {
    given_an_effect_of_one_client_when_another_answers_it_then_that_is_denied();
    return check_result();
}
