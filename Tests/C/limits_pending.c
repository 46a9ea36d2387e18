/*
 * Many durable requests that wait for their answers: in every place where a core looks for one of them, that must not
 * take long. The test's time-out is a small part of what it would take to look at each of them.
 */
#include "effects.h"

enum { COUNT = 60000, LIMIT = 3, MARKS = 1000000 };

#define IMPORT(list, id) "{\"todo\":{\"request\":{\"import\":{\"from\":\"" list "\"}}},\"@id\":" id "}"

static void given_many_requests_when_they_are_made_and_cancelled_then_each_is_found_at_once(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"gateways\":[\"lists\"]}", &heard);
    char text[128];
    for (int number = 0; number < COUNT; number++) {
        snprintf(text, sizeof text, IMPORT("%d", "%d"), number, number);
        send_text(core, text);
    }
    CHECK_INT(adit_process(core, 0), COUNT);
    CHECK_INT(heard.count, COUNT);
    check_effects(core, COUNT);
    for (int number = 0; number < COUNT; number++) {
        /* By the app, and by the host. */
        if (number % 2 == 0)
            snprintf(text, sizeof text, "{\"todo\":{\"request\":{\"cancelImport\":{\"from\":\"%d\"}}}}", number);
        else
            snprintf(text, sizeof text, "{\"@cancel\":{\"effect\":\"e1-%d\"}}", number + 1);
        send_text(core, text);
    }
    CHECK(adit_process(core, 0) >= COUNT);
    check_effects(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_request_when_a_text_of_marks_is_cancelled_then_it_is_compared_at_once(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"gateways\":[\"lists\"]}", &heard);
    send_text(core, IMPORT("a", "1"));
    CHECK_INT(adit_process(core, 0), 1);
    static char text[sizeof "{\"@cancel\":{\"effect\":\"e\"}}" + 2 * MARKS];
    char *end = text + sprintf(text, "{\"@cancel\":{\"effect\":\"e");
    /* Marks that come in the wrong order. */
    for (int mark = 0; mark < MARKS; mark++, end += 2)
        memcpy(end, mark % 2 == 0 ? "\xCC\x81" : "\xCC\xA7", 2);
    memcpy(end, "\"}}", sizeof "\"}}");
    send_text(core, text);
    CHECK(adit_process(core, 0) >= 0);
    check_effects(core, 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_limit_when_more_requests_are_made_then_their_messages_fail(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"gateways\":[\"lists\"],\"limits\":{\"effects\":3}}", &heard);
    send_text(core, IMPORT("a", "1"));
    send_text(core, IMPORT("b", "2"));
    send_text(core, IMPORT("c", "3"));
    send_text(core, IMPORT("d", "4"));
    CHECK_INT(adit_process(core, 0), 4);
    CHECK_INT(heard.count, 4);
    CHECK_TEXT(heard_text(&heard, 3),
               "{\"@error\":{\"code\":\"efull\",\"message\":\"3 effects are in flight; limits.effects allows no more\","
               "\"path\":\"todo.request.import\"},\"@id\":4}");
    check_effects(core, LIMIT);
    /* One that replaces another takes its place. */
    send_text(core, IMPORT("a", "5"));
    CHECK(adit_process(core, 0) > 0);
    CHECK_INT(heard.count, 6);
    CHECK_TEXT(heard_text(&heard, 4), "{\"@cancel\":{\"effect\":\"e1-1\"},\"@id\":1}");
    CHECK_HAS(heard_text(&heard, 5), "{\"@effect\":{\"id\":\"e1-5\",\"gateway\":\"lists\"");
    check_effects(core, LIMIT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_a_limit_when_more_requests_are_made_then_their_messages_fail();
    given_a_request_when_a_text_of_marks_is_cancelled_then_it_is_compared_at_once();
    given_many_requests_when_they_are_made_and_cancelled_then_each_is_found_at_once();
    return check_result();
}
