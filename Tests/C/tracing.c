/*
 * "@trace": what led to what, of a core that keeps a trace.
 */
#include "messages.h"

static const char with[] = "\"with\":{\"date\":\"2026-01-06T08:00:00Z\",\"uuid\":{\"counting\":{}}}";

static void given_a_trace_when_asked_then_it_tells_what_caused_each_message(bool has_timer) {
    char config[300];
    struct heard heard = {0};
    snprintf(config, sizeof config, "{\"trace\":100,\"clock\":\"virtual\",\"gateways\":[\"review\"],%s}", with);
    adit_core core = open_core(
        "counter", "{\"trace\":3,\"clock\":\"virtual\",\"with\":{\"date\":\"2026-11-21T09:30:00Z\"}}", &heard);
    CHECK_INT(adit_send(core, INCREMENT_WITH(2, "\"me\""), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(3), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@trace\":{},\"@id\":9}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 3);
    CHECK_TEXT(
        heard_last(&heard),
        "{\"@trace\":{\"entries\":["
        "{\"n\":2,\"from\":1,\"output\":\"counter.response.wasIncremented\",\"value\":" WAS_INCREMENTED(
            2) ",\"at\":\"2026-11-21T09:30:00Z\"},"
               "{\"n\":3,\"message\":\"counter.request.increment\",\"value\":" INCREMENT(
                   3) ",\"at\":\"2026-11-21T09:30:00Z\"},"
                      "{\"n\":4,\"from\":3,\"output\":\"counter.response.wasIncremented\",\"value\":" WAS_INCREMENTED(
                          5) ",\"at\":\"2026-11-21T09:30:00Z\"}],"
                             "\"text\":\"2 counter.response.wasIncremented "
                             "{\\\"counter\\\":{\\\"response\\\":{\\\"wasIncremented\\\":"
                             "{\\\"to\\\":2}}}}\\n3 counter.request.increment "
                             "{\\\"counter\\\":{\\\"request\\\":{\\\"increment\\\":"
                             "{\\\"by\\\":3}}}}, from the host\\n  4 counter.response.wasIncremented "
                             "{\\\"counter\\\":{\\\"response\\\":"
                             "{\\\"wasIncremented\\\":{\\\"to\\\":5}}}}\"},\"@id\":9}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);

    /* Five seconds later a review is asked for, by an effect of the message that was caused by the item's, or by the message
     * of a durable timer. */
    heard = (struct heard){0};
    core = open_core("todo", config, &heard);
    CHECK_INT(adit_send(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\",\"completed\":true}}}}}",
                        ADIT_NTS, NULL),
              ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@advance\":{\"by\":5000}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@trace\":{}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 4);
    CHECK(strstr(heard_last(&heard), "{\"n\":3,\"from\":2,\"output\":\"appReview.requestReview\"") != NULL);
    CHECK(strstr(heard_last(&heard), "{\"n\":4,\"from\":3,\"effect\":1,\"at\":\"2026-") != NULL);
    CHECK((strstr(heard_last(&heard), "{\"n\":5,\"from\":4,\"output\":\"appReview.reviewIsDue\"") != NULL) ==
          has_timer);
    CHECK_HAS(heard_last(&heard), has_timer ? "{\"n\":6,\"from\":5,\"request\":\"e1-1\",\"gateway\":\"review\""
                                            : "{\"n\":5,\"from\":4,\"request\":\"e1-1\",\"gateway\":\"review\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_no_trace_when_asked_then_that_is_an_error(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, "{\"@trace\":{},\"@id\":9}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_last(&heard), "{\"@error\":{\"code\":\"emessage\",\"message\":\"@trace: the core keeps none; "
                                   "\\\"trace\\\": 1000 in its config is expected\"},\"@id\":9}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_trace_of_no_size_when_opened_then_it_is_refused(void) {
    adit_core core = 0;
    adit_error error;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", "{\"trace\":0}", ADIT_NTS, NULL, NULL, NULL, &core, &error),
              ADIT_ECONFIG);
    CHECK_TEXT(error.text, "trace: found 0; a number over 0 is expected");
}

/* test_tracing [timer]: the delay of a review is a durable timer, as in the library of Tests/OldApps. */
int main(int count, char **arguments) {
    given_a_trace_when_asked_then_it_tells_what_caused_each_message(count > 1 && strcmp(arguments[1], "timer") == 0);
    given_no_trace_when_asked_then_that_is_an_error();
    given_a_trace_of_no_size_when_opened_then_it_is_refused();
    return check_result();
}
