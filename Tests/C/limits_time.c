/*
 * An outbox that is full while a clock is advanced.
 */
#include "check.h"

#define BEATS 10000

static adit_core open_beating(void) {
    adit_core core = open_core("chat", "{\"clock\":\"virtual\",\"gateways\":[\"inbox\"],\"limits\":{\"outbox\":10}}", NULL);
    CHECK_INT(adit_send(core, "{\"presence\":{\"request\":{\"setHeartbeat\":{\"seconds\":1}}}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"attic\"}}}}", ADIT_NTS, NULL), ADIT_OK);
    return core;
}

static int receive_all(adit_core core, const char *part) {
    char *out = NULL;
    int count = 0;
    while (adit_receive(core, 0, &out, NULL) == ADIT_OK) {
        count += strstr(out, part) != NULL;
        adit_free(out);
    }
    return count;
}

static void given_a_full_outbox_when_a_clock_is_advanced_then_it_stops_and_goes_on_as_it_is_emptied(void) {
    adit_core core = open_beating();
    CHECK_INT(receive_all(core, "\"beats\""), 0);
    CHECK_INT(adit_send(core, "{\"@advance\":{\"by\":10000000}}", ADIT_NTS, NULL), ADIT_OK);
    int32_t count = adit_process(core, 0);
    CHECK(count >= 10 && count < 12);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(receive_all(core, "\"beats\""), BEATS);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
}

static void given_a_call_when_it_advances_far_then_it_returns_as_many_as_may_wait(void) {
    adit_core core = open_beating();
    char *out = NULL;
    CHECK_INT(receive_all(core, "\"beats\""), 0);
    CHECK_INT(adit_call(core, "{\"@advance\":{\"by\":10000000}}", ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    int beats = 0;
    for (const char *at = out; at != NULL && (at = strstr(at, "\"beats\"")) != NULL; at++)
        beats++;
    CHECK(beats >= 9 && beats < 12);
    adit_free(out);
    CHECK_INT(beats + receive_all(core, "\"beats\""), BEATS);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
}

int main(void) {
    given_a_full_outbox_when_a_clock_is_advanced_then_it_stops_and_goes_on_as_it_is_emptied();
    given_a_call_when_it_advances_far_then_it_returns_as_many_as_may_wait();
    return check_result();
}
