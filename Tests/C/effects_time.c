/*
 * Time: a virtual clock that runs a week in an instant, and the real one on the core's one descriptor.
 */
#include "effects.h"
#include "messages.h"

#include <poll.h>

#define ONLINE "{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"attic\"}}}}"
#define BEAT(at) "{\"heartbeat\":{\"beats\":{\"at\":\"" at "\"}}}"

static void given_a_virtual_clock_when_a_week_passes_then_each_beat_comes_when_it_is_due(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{\"clock\":\"virtual\",\"with\":{\"date\":\"2026-11-21T00:00:00Z\"}}", &heard);
    send_text(core, "{\"presence\":{\"request\":{\"setHeartbeat\":{\"seconds\":3600}}}}");
    send_text(core, ONLINE);
    CHECK_HAS((adit_process(core, 0), heard_last(&heard)), "wasLost"); /* no host serves the inbox */
    size_t before = heard.count;
    send_text(core, "{\"@advance\":{\"by\":604800000}}");
    CHECK_INT(adit_process(core, 0), 7 * 24);
    CHECK_TEXT(heard_text(&heard, before), BEAT("2026-11-21T01:00:00Z"));
    CHECK_TEXT(heard_last(&heard), BEAT("2026-11-28T00:00:00Z"));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_call_when_it_advances_then_it_returns_what_became_due(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{\"clock\":\"virtual\"}", &heard);
    send_text(core, ONLINE);
    adit_process(core, 0);
    char *text;
    CHECK_INT(adit_call(core, "{\"@advance\":{\"by\":60000}}", ADIT_NTS, 0, &text, NULL, NULL), ADIT_OK);
    CHECK_TEXT(text, "[" BEAT("2000-01-01T00:00:30Z") "," BEAT("2000-01-01T00:01:00Z") "]");
    adit_free(text);
    CHECK_INT(adit_call(core, "{\"@advance\":{\"by\":29999}}", ADIT_NTS, 0, &text, NULL, NULL), ADIT_OK);
    CHECK_TEXT(text, "[]");
    adit_free(text);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_virtual_clock_when_it_is_advanced_beyond_its_numbers_then_it_stays_at_their_end(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{\"clock\":\"virtual\"}", &heard);
    for (int century = 0; century < 4; century++) {
        send_text(core, "{\"@advance\":{\"by\":3155760000000}}");
        CHECK_INT(adit_process(core, 0), 0);
    }
    send_text(core, ONLINE);
    CHECK_INT(adit_process(core, 0), 2);
    char *text;
    CHECK_INT(adit_call(core, "{\"@advance\":{\"by\":3155760000000}}", ADIT_NTS, 0, &text, NULL, NULL), ADIT_OK);
    CHECK_TEXT(text, "[]");
    adit_free(text);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_real_clock_when_it_is_advanced_then_that_is_refused(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{}", &heard);
    adit_error error;
    CHECK_INT(adit_send(core, "{\"@advance\":{\"by\":1}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_HAS(error.text, "@advance: the clock is real");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_real_timer_when_the_descriptor_is_polled_then_it_is_readable_once_it_is_due(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{}", &heard);
    struct pollfd request = {adit_fd(core), POLLIN, 0};
    send_text(core, "{\"presence\":{\"request\":{\"setHeartbeat\":{\"seconds\":1}}}}");
    send_text(core, ONLINE);
    CHECK_INT(poll(&request, 1, 0), 1);
    adit_process(core, 0);
    size_t before = heard.count;
    /* Nothing is due yet, and then something is. */
    CHECK_INT(poll(&request, 1, 0), 0);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(poll(&request, 1, 60000), 1);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_INT(heard.count, before + 1);
    CHECK_HAS(heard_last(&heard), "{\"heartbeat\":{\"beats\":");
    CHECK_INT(poll(&request, 1, 0), 0);
    /* A driver that waits is woken by it, too. */
    CHECK_INT(adit_process(core, -1), 1);
    CHECK_INT(heard.count, before + 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_a_virtual_clock_when_a_week_passes_then_each_beat_comes_when_it_is_due();
    given_a_call_when_it_advances_then_it_returns_what_became_due();
    given_a_virtual_clock_when_it_is_advanced_beyond_its_numbers_then_it_stays_at_their_end();
    given_a_real_clock_when_it_is_advanced_then_that_is_refused();
    given_a_real_timer_when_the_descriptor_is_polled_then_it_is_readable_once_it_is_due();
    return check_result();
}
