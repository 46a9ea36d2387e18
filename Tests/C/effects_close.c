/*
 * Closing with effects in flight and messages queued.
 */
#include "effects.h"
#include "messages.h"
#include "threads.h"

#define OPEN(url, id) "{\"page\":{\"request\":{\"open\":{\"url\":\"" url "\"}}},\"@id\":" id "}"

/* A core with two effects in flight, of which one waits for its second answer. */
static adit_core busy_core(struct heard *heard) {
    adit_core core = open_core("reader", READER, heard);
    send_text(core, OPEN("/a", "1"));
    send_text(core, OPEN("/b", "2"));
    CHECK_INT(adit_process(core, 0), 2);
    CHECK_HAS(heard_text(heard, 0), "{\"@effect\":{\"id\":\"e1-1\",\"gateway\":\"keyValue\"");
    CHECK_HAS(heard_text(heard, 0), "\"@id\":1}");
    reply(core, 2, "\"result\":{}");
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_HAS(heard_text(heard, 2), "{\"@effect\":{\"id\":\"e1-3\",\"gateway\":\"http\"");
    return core;
}

/* What is heard behind the first three messages, whichever way the core is closed. */
static void check_closed(const struct heard *heard) {
    CHECK_INT(heard->count, 8);
    CHECK_TEXT(heard_text(heard, 3), "{\"@cancel\":{\"effect\":\"e1-1\"},\"@id\":1}");
    CHECK_TEXT(heard_text(heard, 4), "{\"@cancel\":{\"effect\":\"e1-3\"},\"@id\":2}");
    CHECK_HAS(heard_text(heard, 5), "{\"@error\":{\"code\":\"eclosed\"");
    CHECK_HAS(heard_text(heard, 5), "\"path\":\"page.request.open\"},\"@id\":3}");
    CHECK_HAS(heard_text(heard, 6), "{\"@error\":{\"code\":\"eclosed\"");
    CHECK_TEXT(heard_text(heard, 7), CLOSED);
    CHECK_INT(heard->released, 1);
}

static void given_effects_and_messages_when_closed_then_each_is_answered_and_closed_comes_last(void) {
    struct heard heard = {0};
    adit_core core = busy_core(&heard);
    send_text(core, OPEN("/c", "3"));
    reply(core, 1, "\"result\":{}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    check_closed(&heard);
    heard_forget(&heard);
}

static void given_effects_when_a_message_closes_then_it_is_the_same(void) {
    struct heard heard = {0};
    adit_core core = busy_core(&heard);
    send_text(core, CLOSE);
    send_text(core, OPEN("/c", "3"));
    send_text(core, GET(""));
    CHECK_INT(adit_process(core, 0), 5);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    check_closed(&heard);
    heard_forget(&heard);
}

static void given_a_limit_when_more_effects_are_asked_for_then_their_message_fails(void) {
    struct heard heard = {0};
    adit_core core = open_core("reader", "{\"gateways\":[\"http\",\"keyValue\"],\"limits\":{\"effects\":1}}", &heard);
    send_text(core, OPEN("/a", "1"));
    send_text(core, OPEN("/b", "2"));
    CHECK_INT(adit_process(core, 0), 2);
    CHECK_TEXT(heard_text(&heard, 1),
               "{\"@error\":{\"code\":\"efull\",\"message\":\"an effect is in flight; limits.effects allows no more\","
               "\"path\":\"page.request.open\"},\"@id\":2}");
    /* It has left no trace. */
    char *state;
    CHECK_INT(adit_call(core, GET("/openings/ids"), ADIT_NTS, 0, &state, NULL, NULL), ADIT_OK);
    CHECK_HAS(state, "\"value\":[\"/a\"]");
    adit_free(state);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_effects_in_pull_mode_when_closed_then_nothing_is_left(void) {
    adit_core core = open_core("reader", READER, NULL);
    send_text(core, OPEN("/a", "1"));
    char *text;
    CHECK_INT(adit_receive(core, 0, &text, NULL), ADIT_OK);
    CHECK_HAS(text, "@effect");
    adit_free(text);
    CHECK_INT(adit_receive(core, 0, &text, NULL), ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_sources_when_closed_then_they_end(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{\"gateways\":[\"inbox\"]}", &heard);
    send_text(core, "{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"attic\"}}},\"@id\":\"x\"}");
    CHECK_INT(adit_process(core, 0), 2);
    CHECK_HAS(heard_text(&heard, 1), "\"reply\":\"many\"}}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.count, 4);
    CHECK_TEXT(heard_text(&heard, 2), "{\"@cancel\":{\"effect\":\"e1-1\"}}");
    CHECK_TEXT(heard_text(&heard, 3), CLOSED);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static void given_a_driver_that_waits_when_another_thread_closes_then_the_effects_end_there(void) {
    struct heard heard = {0};
    adit_core core = busy_core(&heard);
    struct driver driver = {.core = core};
    CHECK_INT(pthread_create(&driver.thread, NULL, drive, &driver), 0);
    CHECK_INT(adit_close(core, -1), ADIT_OK);
    CHECK_INT(pthread_join(driver.thread, NULL), 0);
    CHECK_TEXT(heard_last(&heard), CLOSED);
    CHECK_TEXT(heard_text(&heard, heard.count - 2), "{\"@cancel\":{\"effect\":\"e1-3\"},\"@id\":2}");
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

int main(void) {
    given_effects_and_messages_when_closed_then_each_is_answered_and_closed_comes_last();
    given_effects_when_a_message_closes_then_it_is_the_same();
    given_a_limit_when_more_effects_are_asked_for_then_their_message_fails();
    given_effects_in_pull_mode_when_closed_then_nothing_is_left();
    given_sources_when_closed_then_they_end();
    given_a_driver_that_waits_when_another_thread_closes_then_the_effects_end_there();
    return check_result();
}
