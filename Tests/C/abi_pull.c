/*
 * Pull mode: a host without a callback takes the messages with adit_receive.
 */
#include "messages.h"

static void check_received(const char *file, int line, adit_core core, const char *expected) {
    char *out = NULL;
    size_t length = 0;
    check_int(file, line, "adit_receive", adit_receive(core, 0, &out, &length), ADIT_OK);
    check_text(file, line, "the message received", out, expected);
    if (out != NULL)
        check_int(file, line, "its length", (int64_t)length, (int64_t)strlen(out));
    adit_free(out);
}

#define CHECK_RECEIVED(core, expected) check_received(__FILE__, __LINE__, (core), (expected))

static void check_nothing(const char *file, int line, adit_core core, int32_t code) {
    char *out = (char *)"rubbish";
    size_t length = 1;
    check_int(file, line, "adit_receive", adit_receive(core, 0, &out, &length), code);
    check_true(file, line, "*out is NULL", out == NULL);
}

#define CHECK_NOTHING(core, code) check_nothing(__FILE__, __LINE__, (core), (code))

static void check_total(const char *file, int line, adit_core core, int value) {
    char expected[100];
    snprintf(expected, sizeof expected, "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":%d}}}}", value);
    check_received(file, line, core, expected);
}

#define CHECK_TOTAL(core, value) check_total(__FILE__, __LINE__, (core), (value))

static void given_messages_when_received_then_they_come_in_order_and_then_no_more(void) {
    adit_core core = open_core("counter", "{}", NULL);
    CHECK_NOTHING(core, ADIT_ETIMEDOUT);
    for (int count = 0; count < 1000; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    for (int count = 0; count < 1000; count++)
        CHECK_TOTAL(core, count + 1);
    CHECK_NOTHING(core, ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_messages_when_processed_first_then_they_wait_to_be_received(void) {
    adit_core core = open_core("counter", "{}", NULL);
    for (int count = 0; count < 10; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(adit_process(core, 0) >= 0);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    for (int count = 0; count < 11; count++)
        CHECK_TOTAL(core, count + 1);
    CHECK_NOTHING(core, ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_a_call_when_others_were_queued_before_then_those_wait_to_be_received(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = NULL;
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(2) "]");
    adit_free(out);
    CHECK_RECEIVED(core, WAS_INCREMENTED(1));
    CHECK_NOTHING(core, ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_a_full_queue_when_sending_then_efull_until_it_is_driven(void) {
    struct heard heard = {0};
    adit_core cores[] = {open_core("counter", "{\"limits\":{\"queue\":3}}", NULL),
                         open_core("counter", "{\"limits\":{\"queue\":3}}", &heard)};
    for (int which = 0; which < 2; which++) {
        for (int round = 0; round < 3; round++) {
            adit_error error;
            for (int count = 0; count < 3; count++)
                CHECK_INT(adit_send(cores[which], INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
            CHECK_INT(adit_send(cores[which], INCREMENT(100), ADIT_NTS, &error), ADIT_EFULL);
            CHECK_INT(error.code, ADIT_EFULL);
            CHECK_INT(adit_send(cores[which], INCREMENT(100), ADIT_NTS, NULL), ADIT_EFULL);
            CHECK(adit_process(cores[which], 0) >= 0);
        }
    }
    for (int count = 0; count < 9; count++)
        CHECK_TOTAL(cores[0], count + 1);
    CHECK_NOTHING(cores[0], ADIT_ETIMEDOUT);
    CHECK_INT(heard.count, 9);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(9));
    CHECK_INT(adit_close(cores[0], 0), ADIT_OK);
    CHECK_INT(adit_close(cores[1], 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_full_outbox_when_driven_then_handling_stops_and_goes_on_as_it_is_emptied(void) {
    adit_core core = open_core("counter", "{\"limits\":{\"outbox\":4,\"queue\":8}}", NULL);
    char *out = (char *)"rubbish";
    for (int count = 0; count < 8; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_EFULL);
    CHECK(adit_process(core, 0) >= 0);
    CHECK_INT(adit_process(core, 0), 0); /* none came of it */
    CHECK_INT(adit_process(core, 0), 0);
    /* Four were handled, so there is room for four more, and not for a fifth. */
    for (int count = 0; count < 4; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_EFULL);
    /* A call would have to handle what is queued before it. */
    CHECK_INT(adit_call(core, INCREMENT(100), ADIT_NTS, 0, &out, NULL, NULL), ADIT_EFULL);
    CHECK(out == NULL);
    for (int count = 0; count < 12; count++)
        CHECK_TOTAL(core, count + 1);
    CHECK_NOTHING(core, ADIT_ETIMEDOUT);
    CHECK_COUNTS(core, 12);
    for (int count = 0; count < 4; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(adit_process(core, 0) >= 0);
    CHECK_INT(adit_call(core, INCREMENT(100), ADIT_NTS, 0, &out, NULL, NULL), ADIT_EFULL);
    CHECK(out == NULL);
    CHECK_TOTAL(core, 13);
    CHECK_COUNTS(core, 16);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_a_close_message_when_received_until_closed_then_eclosed(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = (char *)"rubbish";
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, CLOSE, ADIT_NTS, NULL), ADIT_OK);
    CHECK_RECEIVED(core, WAS_INCREMENTED(1));
    CHECK_RECEIVED(core, CLOSED);
    CHECK_NOTHING(core, ADIT_ECLOSED);
    CHECK_INT(adit_receive(core, -1, &out, NULL), ADIT_ECLOSED);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECLOSED);
    CHECK_INT(adit_process(core, -1), ADIT_ECLOSED);
    out = (char *)"rubbish";
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_ECLOSED);
    CHECK(out == NULL);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_NOTHING(core, ADIT_ECORE);
}

static int releases;

static void count_release(void *context) {
    CHECK(context == &releases);
    releases++;
}

static void given_messages_that_wait_when_closed_then_they_are_dropped_and_release_is_told(void) {
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, NULL, &releases, count_release, &core, NULL), ADIT_OK);
    for (int count = 0; count < 100; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(adit_process(core, 0) >= 0);
    for (int count = 0; count < 100; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(releases, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(releases, 1);
}

int main(void) {
    given_messages_when_received_then_they_come_in_order_and_then_no_more();
    given_messages_when_processed_first_then_they_wait_to_be_received();
    given_a_call_when_others_were_queued_before_then_those_wait_to_be_received();
    given_a_full_queue_when_sending_then_efull_until_it_is_driven();
    given_a_full_outbox_when_driven_then_handling_stops_and_goes_on_as_it_is_emptied();
    given_a_close_message_when_received_until_closed_then_eclosed();
    given_messages_that_wait_when_closed_then_they_are_dropped_and_release_is_told();
    return check_result();
}
