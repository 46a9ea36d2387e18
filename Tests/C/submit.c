/*
 * adit_submit: what a host passes on for others, and what they may say.
 */
#define _GNU_SOURCE
#include "errors.h"
#include "recorded.h"

/* Submits a message that is accepted. */
static void submit(adit_core core, const char *client, const char *json) {
    adit_error error;
    if (!CHECK_INT(adit_submit(core, client, json, ADIT_NTS, &error), ADIT_OK))
        fprintf(stderr, "%s: %s\n", json, error.text);
}

/* Checks that a message is refused, with that text. */
#define CHECK_REFUSED(core, client, json, code, text) \
    check_refused(__FILE__, __LINE__, (core), (client), (json), (code), (text))

static void check_refused(const char *file, int line, adit_core core, const char *client, const char *json,
                          int32_t code, const char *text) {
    adit_error error = rubbish_error();
    check_int(file, line, json, adit_submit(core, client, json, ADIT_NTS, &error), code);
    check_int(file, line, "error.code", error.code, code);
    check_text(file, line, json, error.text, text);
    check_int(file, line, json, adit_submit(core, client, json, ADIT_NTS, NULL), code);
}

static void given_messages_of_clients_when_processed_then_what_comes_of_them_names_them(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    submit(core, "web-12", INCREMENT_WITH(1, "7"));
    submit(core, "web-13", INCREMENT_WITH(1, "7"));
    submit(core, "ann \"é\"", INCREMENT(1));
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "7"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 4);
    CHECK_TEXT(heard_text(&heard, 0),
               "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":1}}},\"@id\":7,\"@client\":\"web-12\"}");
    CHECK_TEXT(heard_text(&heard, 1),
               "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":2}}},\"@id\":7,\"@client\":\"web-13\"}");
    CHECK_TEXT(heard_text(&heard, 2),
               "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":3}}},\"@client\":\"ann \\\"é\\\"\"}");
    CHECK_TEXT(heard_text(&heard, 3), WAS_INCREMENTED_WITH(4, "7"));
    /* What is not handled any more is answered to whom it was from. */
    submit(core, "web-12", INCREMENT_WITH(1, "8"));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_HAS(heard_text(&heard, 4), "{\"@error\":{\"code\":\"eclosed\"");
    CHECK_HAS(heard_text(&heard, 4), ",\"@id\":8,\"@client\":\"web-12\"}");
    CHECK_TEXT(heard_last(&heard), CLOSED);
    CHECK_INT(adit_submit(core, "web-12", INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
    heard_forget(&heard);
}

static void given_no_list_when_clients_send_control_messages_then_each_is_denied(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    const char *const keys[] = {"@get",     "@subscribe", "@unsubscribe", "@reply",  "@advance",
                                "@stats",   "@trace",     "@pending",     "@cancel", "@close",  "@export", "@import", "@undo", "@redo"};
    for (size_t index = 0; index < sizeof keys / sizeof *keys; index++) {
        char json[100], text[200];
        /* Whether it would have been one is not looked at. */
        snprintf(json, sizeof json, "{\"%s\":%s}", keys[index], index % 2 == 0 ? "{}" : "7");
        snprintf(text, sizeof text, "%s: found in a message of the client \"web\"; a message of the app is expected",
                 keys[index]);
        CHECK_REFUSED(core, "web", json, ADIT_EDENIED, text);
    }
    CHECK_REFUSED(core, "web", "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@with\":{}}", ADIT_EDENIED,
                  "@with: found in a message of the client \"web\"; a message of the app is expected");
    CHECK_REFUSED(core, "web", "{\"@with\":{},\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}", ADIT_EDENIED,
                  "@with: found in a message of the client \"web\"; a message of the app is expected");
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_COUNTS(core, 0);
    /* What is no message of Adit's is what it is for everybody. */
    adit_error error;
    CHECK_INT(adit_submit(core, "web", "{\"@got\":{}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_INT(adit_submit(core, "web", "{\"@get\":", ADIT_NTS, &error), ADIT_EJSON);
    CHECK_INT(adit_submit(core, "web", "7", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_list_when_clients_send_then_what_it_lists_is_taken(void) {
    const char *const configs[] = {"{\"clients\":[\"@get\",\"@with\"]}",
                                   "{\"clients\":{\"messages\":[\"@with\",\"@get\",\"@get\"]}}"};
    for (size_t index = 0; index < 2; index++) {
        struct heard heard = {0};
        adit_core core = open_core("todo", configs[index], &heard);
        submit(core, "web",
               "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}},\"@with\":{\"uuid\":{\"counting\":{}}}}");
        submit(core, "web", "{\"@get\":{\"path\":\"/items/ids/0\"},\"@id\":\"g\"}");
        CHECK_REFUSED(core, "web", CLOSE, ADIT_EDENIED,
                      "@close: found in a message of the client \"web\"; a message of the app, or one of @get, @with is "
                      "expected");
        CHECK_INT(adit_process(core, 0), 3); /* what was added, what that led to, and the value */
        CHECK_TEXT(heard_last(&heard),
                   "{\"@value\":{\"path\":\"/items/ids/0\",\"revision\":1,\"value\":"
                   "\"00000000-0000-0000-0000-000000000000\"},\"@id\":\"g\",\"@client\":\"web\"}");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
    }
}

static void given_patterns_when_clients_send_then_what_they_do_not_name_is_denied(void) {
    static const char config[] = "{\"clients\":{\"messages\":[\"@get\",\"@subscribe\"],\"cases\":[\"todo.request.add\",\"todo.*.im\"],"
                                 "\"state\":[\"/items/ids\",\"/items/*/7\"],\"trusted\":\"t-\"}}";
    static const char add[] = "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}}}",
                      add_with_id[] = "{\"\\u0074odo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}},\"@id\":1}",
                      import[] = "{\"@id\":1,\"todo\":{\"request\":{\"import\":{\"from\":\"x\"}}}}";
    struct heard heard = {0};
    adit_core core = open_core("todo", config, &heard);
    submit(core, "web", add);
    submit(core, "web", add_with_id);
    submit(core, "web", "{\"@get\":{\"path\":\"/items/ids\"}}");
    submit(core, "web", "{\"@get\":{\"path\":\"/items/ids/0\"}}");
    submit(core, "web", "{\"@subscribe\":{\"path\":\"/items/ids\"}}");
    CHECK_REFUSED(core, "web", import, ADIT_EDENIED,
                  "todo.request.import: found in a message of the client \"web\"; one of todo.request.add, todo.*.im is "
                  "expected");
    static const char denied[] = "path: found in a message of the client \"web\"; one of /items/ids, /items/*/7, or a part "
                                 "of it, is expected";
    char text[200];
    snprintf(text, sizeof text, "@get.%s", denied);
    CHECK_REFUSED(core, "web", "{\"@get\":{\"path\":\"\"}}", ADIT_EDENIED, text);
    CHECK_REFUSED(core, "web", "{\"@get\":{}}", ADIT_EDENIED, text);
    CHECK_REFUSED(core, "web", "{\"@get\":{\"path\":\"/items/entities\"}}", ADIT_EDENIED, text);
    snprintf(text, sizeof text, "@subscribe.%s", denied);
    CHECK_REFUSED(core, "web", "{\"@subscribe\":{\"path\":\"/items\"}}", ADIT_EDENIED, text);
    /* A trusted client, and the host, may send everything. */
    submit(core, "t-1", import);
    submit(core, "t-1", "{\"@get\":{\"path\":\"\"}}");
    submit(core, "t-1", "{\"@stats\":{}}");
    CHECK_INT(adit_send(core, import, ADIT_NTS, NULL), ADIT_OK);
    CHECK_REFUSED(core, "T-1", "{\"@stats\":{}}", ADIT_EDENIED,
                  "@stats: found in a message of the client \"T-1\"; a message of the app, or one of @get, @subscribe is "
                  "expected");
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
    /* An empty list names nothing. */
    heard = (struct heard){0};
    core = open_core("counter", "{\"clients\":{\"cases\":[],\"state\":[],\"messages\":[\"@get\"]}}", &heard);
    CHECK_REFUSED(core, "web", "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}", ADIT_EDENIED,
                  "a message: found in a message of the client \"web\"; no message is expected");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_list_of_what_there_is_not_when_opened_then_econfig(void) {
    const struct {
        const char *config, *text;
    } wrong[] = {
        {"{\"clients\":[\"@got\"]}",
         "found \"@got\"; one of @get, @subscribe, @window, @unsubscribe, @reply, @heard, @advance, @stats, @trace, @pending, @cancel, @pause, @resume, @close, "
         "@export, @import, @undo, @redo, @with is expected"},
        {"{\"clients\":[\"counter\"]}", "found \"counter\"; one of @get"},
        {"{\"clients\":{\"message\":[]}}", "messages"},
        {"{\"clients\":[7]}", "clients"},
        {"{\"clients\":{\"messages\":\"@get\"}}", "messages"},
        {"{\"clients\":true}", "clients"},
        {"{\"clients\":{\"cases\":[\"a..b\"]}}", "found \"a..b\"; cases with points between them"},
        {"{\"clients\":{\"state\":[\"items\"]}}", "found \"items\"; a JSON Pointer is expected"},
        {"{\"clients\":{\"trusted\":\"\"}}", "clients.trusted: found 0 bytes; 1 to 255 are expected"},
        {"{\"files\":{}}", "folder"},
        {"{\"files\":{\"folder\":\"\"}}", "files.folder"},
        {"{\"files\":{\"folder\":\"/nowhere/at all\"}}",
         "files.folder: found \"/nowhere/at all\", which could not be opened: No such file or directory"},
    };
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        adit_core core = 0;
        adit_error error;
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", wrong[index].config, ADIT_NTS, NULL, NULL, NULL, &core, &error),
                  ADIT_ECONFIG);
        CHECK_HAS(error.text, wrong[index].text);
        CHECK_INT(core, 0);
    }
}

static void given_names_that_are_none_when_submitted_then_einval(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char name[300];
    memset(name, 'x', sizeof name);
    name[256] = '\0';
    CHECK_REFUSED(core, NULL, INCREMENT(1), ADIT_EINVAL, "client is NULL");
    CHECK_REFUSED(core, "", INCREMENT(1), ADIT_EINVAL, "client is empty; a name of 1 to 255 bytes is expected");
    CHECK_REFUSED(core, name, INCREMENT(1), ADIT_EINVAL, "client has over 255 bytes; a name of 1 to 255 bytes is expected");
    CHECK_REFUSED(core, "\xC3", INCREMENT(1), ADIT_EINVAL, "client is not UTF-8");
    CHECK_REFUSED(core, "web", NULL, ADIT_EINVAL, "json is NULL");
    name[255] = '\0';
    submit(core, name, INCREMENT(1));
    CHECK_INT(adit_submit(0, "web", INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

/* Who sends something is not for the text to say. */
static void given_a_text_that_names_a_client_when_sent_then_it_is_refused(void) {
    adit_core core = open_core("counter", "{}", NULL);
    const char *json = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@client\":\"ann\"}";
    adit_error error;
    CHECK_INT(adit_send(core, json, ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "@client: found in a message; the client is named by adit_submit");
    CHECK_REFUSED(core, "web", json, ADIT_EMESSAGE, "@client: found in a message; the client is named by adit_submit");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

#define SUBSCRIBE(path) "{\"@subscribe\":{\"subscription\":\"list\",\"path\":\"" path "\"}}"
#define UNSUBSCRIBE "{\"@unsubscribe\":{\"subscription\":\"list\"},\"@id\":\"u\"}"
#define VALUE(path, client) \
    "{\"@value\":{\"subscription\":\"list\",\"path\":\"" path "\",\"revision\":0,\"value\":[]}" client "}"

/* How many of the messages from one on have both parts. */
static int count_with(const struct heard *heard, size_t from, const char *part, const char *other) {
    int found = 0;
    for (size_t index = from; index < heard->count; index++)
        found += strstr(heard->texts[index], part) != NULL && strstr(heard->texts[index], other) != NULL;
    return found;
}

static void given_two_clients_and_the_host_when_they_follow_by_one_name_then_each_has_its_own(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"clients\":[\"@subscribe\",\"@unsubscribe\"]}", &heard);
    submit(core, "a", SUBSCRIBE("/items/ids"));
    submit(core, "b", SUBSCRIBE("/tags/ids"));
    CHECK_INT(adit_send(core, SUBSCRIBE("/journal/ids"), ADIT_NTS, NULL), ADIT_OK);
    submit(core, "a", SUBSCRIBE("/journal/ids"));
    drive(core);
    CHECK_TEXT(heard_text(&heard, 0), VALUE("/items/ids", ",\"@client\":\"a\""));
    CHECK_TEXT(heard_text(&heard, 1), VALUE("/tags/ids", ",\"@client\":\"b\""));
    CHECK_TEXT(heard_text(&heard, 2), VALUE("/journal/ids", ""));
    CHECK_HAS(heard_text(&heard, 3), "\"list\\\" is a subscription already; another name is expected\"},\"@client\":\"a\"}");
    CHECK_INT(heard.count, 4);
    /* WHEN something changes, THEN whoever follows it is told, and by whose name it is. */
    submit(core, "c", ADD("milk"));
    drive(core);
    CHECK_INT(heard.count, 7);
    CHECK_HAS(heard_text(&heard, 4), "\"wasAdded\"");
    CHECK_TEXT(heard_text(&heard, 5), "{\"appReview\":{\"requestReview\":{}},\"@client\":\"c\"}");
    CHECK_HAS(heard_text(&heard, 6), "{\"@patch\":{\"subscription\":\"list\",\"from\":0,\"revision\":1,\"ops\":[");
    CHECK_HAS(heard_text(&heard, 6), "]},\"@client\":\"a\"}");
    /* WHEN a client ends its own, THEN those of others go on. */
    submit(core, "b", UNSUBSCRIBE);
    submit(core, "c", UNSUBSCRIBE);
    drive(core);
    CHECK_INT(heard.count, 8);
    CHECK_HAS(heard_text(&heard, 7), "the name of a subscription is expected\"},\"@id\":\"u\",\"@client\":\"c\"}");
    submit(core, "c", ADD("bread"));
    drive(core);
    CHECK_INT(count_with(&heard, 8, "@patch", "\"@client\":\"a\""), 1);
    /* WHEN a client names another one, THEN that is not for it to say; the host may. */
    CHECK_REFUSED(core, "c", "{\"@unsubscribe\":{\"subscription\":\"list\",\"client\":\"a\"}}", ADIT_EDENIED,
                  "@unsubscribe.client: found in a message of a client; the host may name one");
    CHECK_REFUSED(core, "a", "{\"@unsubscribe\":{\"client\":\"a\"}}", ADIT_EDENIED,
                  "@unsubscribe.client: found in a message of a client; the host may name one");
    submit(core, "a", "{\"@subscribe\":{\"path\":\"/items/ids/0\"}}");
    submit(core, "b", "{\"@subscribe\":{\"path\":\"/items/ids/0\"}}");
    CHECK_INT(adit_send(core, "{\"@unsubscribe\":{\"client\":\"a\"}}", ADIT_NTS, NULL), ADIT_OK);
    drive(core);
    size_t before = heard.count;
    CHECK_INT(adit_send(core, "{\"todo\":{\"request\":{\"import\":{\"from\":\"x\"}}}}", ADIT_NTS, NULL), ADIT_OK);
    submit(core, "c", ADD("salt"));
    drive(core);
    CHECK_INT(count_with(&heard, before, "@patch", "\"@client\":\"a\""), 0);
    CHECK_INT(adit_send(core, "{\"@unsubscribe\":{\"subscription\":\"/items/ids/0\",\"client\":\"b\"}}", ADIT_NTS, NULL),
              ADIT_OK);
    submit(core, "b", "{\"@unsubscribe\":{\"subscription\":\"/items/ids/0\"}}");
    drive(core);
    CHECK_HAS(heard_last(&heard), "the name of a subscription is expected\"},\"@client\":\"b\"}");
    adit_error error;
    CHECK_INT(adit_send(core, "{\"@unsubscribe\":{}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "@unsubscribe: missing key \"subscription\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* What happened is recorded with who said it, and comes out so again. */
static void given_clients_when_recorded_then_the_replay_is_the_same_and_the_trace_names_them(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    char config[1000];
    snprintf(config, sizeof config, "{\"record\":\"%s\",\"trace\":100,\"clients\":[\"@advance\",\"@with\"]," VIRTUAL "}",
             in_folder(&folder, "a"));
    adit_core core = open_core("todo", config, &heard);
    submit(core, "ann \"é\"", "{\"todo\":{\"request\":{\"import\":{\"from\":\"x\"}}},\"@id\":1}");
    submit(core, "ben", "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}},\"@with\":{\"random\":7}}");
    submit(core, "ben", "{\"@advance\":{\"by\":40000}}");
    drive(core);
    CHECK_INT(count_with(&heard, 0, "{\"@effect\":{", "\"@id\":1,\"@client\":\"ann \\\"é\\\"\"}"), 1);
    CHECK_INT(count_with(&heard, 0, "{\"@cancel\":{", "\"@id\":1,\"@client\":\"ann \\\"é\\\"\"}"), 1);
    CHECK_INT(count_with(&heard, 0, "\"wereNotImported\"", "\"@id\":1,\"@client\":\"ann \\\"é\\\"\"}"), 1);
    CHECK_INT(count_with(&heard, 0, "\"wasAdded\"", ",\"@client\":\"ben\"}"), 1);
    char *out = NULL;
    CHECK_INT(adit_call(core, "{\"@trace\":{}}", ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_HAS(out, "\"message\":\"todo.request.import\",\"id\":1,\"client\":\"ann \\\"é\\\"\"");
    CHECK_HAS(out, ", from ann \\\"é\\\" as 1");
    CHECK_HAS(out, ", from ben");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_REPLAYED("todo", in_folder(&folder, "a"), "\"equal\":true,\"complete\":true}");
    /* A recording that says another one said it is another recording. */
    size_t length;
    char *recording = read_file(in_folder(&folder, "a"), &length);
    CHECK_HAS(recording, ",\"client\":\"ann \\\"é\\\"\",\"time\":");
    free(recording);
    /* THEN a scenario is made of it, which says who says what. */
    heard_forget(&heard);
    adit_error error;
    char more[500];
    snprintf(more, sizeof more, ",\"scenario\":\"%s\"", in_folder(&folder, "b"));
    CHECK_INT(replay("todo", in_folder(&folder, "a"), more, &heard, &core, &error), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    char *scenario = read_file(in_folder(&folder, "b"), &length);
    CHECK_HAS(scenario, "\"clients\":[\"@advance\",\"@with\"]");
    CHECK_HAS(scenario, "{\"client\":\"ann \\\"é\\\"\",\"when\":{\"todo\":");
    CHECK_HAS(scenario, "{\"client\":\"ben\",\"advance\":40000");
    free(scenario);
    heard_forget(&heard);
    remove_folder(&folder);
}

int main(void) {
    given_messages_of_clients_when_processed_then_what_comes_of_them_names_them();
    given_no_list_when_clients_send_control_messages_then_each_is_denied();
    given_a_list_when_clients_send_then_what_it_lists_is_taken();
    given_patterns_when_clients_send_then_what_they_do_not_name_is_denied();
    given_a_list_of_what_there_is_not_when_opened_then_econfig();
    given_names_that_are_none_when_submitted_then_einval();
    given_a_text_that_names_a_client_when_sent_then_it_is_refused();
    given_two_clients_and_the_host_when_they_follow_by_one_name_then_each_has_its_own();
    given_clients_when_recorded_then_the_replay_is_the_same_and_the_trace_names_them();
    return check_result();
}
