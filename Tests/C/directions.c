/*
 * Directions: a host sends what is incoming and hears what is outgoing. What it may not send is refused, by the cases, the
 * direction and what that means; what is internal is heard by nobody.
 */
#include "errors.h"
#include "messages.h"

#define FINISH "{\"todo\":{\"request\":{\"finishImport\":{\"from\":\"a\",\"result\":{\"success\":[\"Milk\"]}}}}"
#define RESPONSE "{\"todo\":{\"response\":{\"wereImported\":[]}}"

static const char is_outgoing[] = "todo.response.wereImported: outgoing; a host hears it and cannot send it";
static const char is_internal[] =
    "todo.request.finishImport: internal; it is a step between features, which a host neither sends nor hears";

/* Checks that a message is refused, however it is sent, and that nothing of it is heard. */
static void check_refused(adit_core core, struct heard *heard, const char *message, const char *text) {
    size_t before = heard->count;
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(core, message, ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_ERROR(&error, ADIT_EMESSAGE, strlen(message));
    CHECK_TEXT(error.text, text);
    CHECK_INT(error.offset, ADIT_NO_OFFSET);
    char *out = NULL;
    error = rubbish_error();
    CHECK_INT(adit_call(core, message, ADIT_NTS, 0, &out, NULL, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, text);
    CHECK(out == NULL);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(heard->count, before);
}

static void given_what_a_host_may_not_send_when_sent_then_it_is_refused_by_name_and_reason(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{}", &heard);
    check_refused(core, &heard, RESPONSE "}", is_outgoing);
    check_refused(core, &heard, FINISH "}", is_internal);
    check_refused(core, &heard, FINISH ",\"@id\":7,\"@with\":{\"uuid\":{\"counting\":{}}}}", is_internal);
    check_refused(core, &heard, " { \"todo\" : { \"resp\\u006fnse\" : { \"wereImported\" : [ ] } } } ",
                  is_outgoing);
    CHECK_INT(adit_send(core, GET("/items/ids"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_HAS(heard_last(&heard), "\"value\":[]");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* What is wrong in other ways is told as ever. */
static void given_an_outgoing_message_with_a_fault_when_sent_then_the_fault_is_told(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{}", &heard);
    const char message[] = "{\"todo\":{\"response\":{\"wereImported\":7}}}";
    check_refused(core, &heard, message,
                  "todo.response.wereImported: found the number 7; an array is expected");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_drawn_ids_and_a_journal_when_sent_then_it_is_refused_all_the_same(void) {
    const char *const configs[] = {"{\"clock\":\"virtual\"}", "{\"with\":{\"uuid\":{\"counting\":{}}}}",
                                   "{\"record\":\"directions.recording\"}", "{\"echo\":true}"};
    for (size_t index = 0; index < sizeof configs / sizeof *configs; index++) {
        struct heard heard = {0};
        adit_core core = open_core("todo", configs[index], &heard);
        check_refused(core, &heard, RESPONSE "}", is_outgoing);
        check_refused(core, &heard, FINISH "}", is_internal);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
        remove("directions.recording");
    }
}

#define IMPORT "{\"todo\":{\"request\":{\"import\":{\"from\":\"a\"}}}}"

static void given_an_internal_message_when_put_out_then_no_host_hears_it_but_the_trace_has_it(void) {
    const char *const configs[] = {"{\"trace\":100}", "{\"trace\":100,\"echo\":true}"};
    for (size_t index = 0; index < 2; index++) {
        struct heard heard = {0};
        adit_core core = open_core("todo", configs[index], &heard);
        CHECK_INT(adit_send(core, IMPORT, ADIT_NTS, NULL), ADIT_OK);
        for (int tries = 0; tries < 10; tries++)
            CHECK(adit_process(core, 0) >= 0);
        CHECK_INT(heard.count, index + 1);
        CHECK_HAS(heard_last(&heard), "{\"todo\":{\"response\":{\"wereNotImported\":{");
        CHECK_INT(adit_send(core, "{\"@trace\":{}}", ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(adit_process(core, 0), 1);
        CHECK_HAS(heard_last(&heard), "todo.request.finishImport");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
    }
}

static void given_that_all_is_incoming_when_sent_then_all_is_taken(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"incoming\":\"all\"}", &heard);
    CHECK_INT(adit_send(core, RESPONSE ",\"@id\":1}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(adit_send(core, FINISH ",\"@id\":2}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_HAS(heard_last(&heard), "{\"todo\":{\"response\":{\"wereImported\":[{\"id\":\"");
    CHECK_HAS(heard_last(&heard), "\"@id\":2}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_another_word_when_opening_then_econfig(void) {
    const char *const configs[] = {"{\"incoming\":\"none\"}", "{\"incoming\":true}",
                                   "{\"replay\":\"a\",\"incoming\":\"all\"}"};
    const char *const texts[] = {"incoming: found \"none\"; one of marked, all",
                                 "incoming: found true; one of the texts marked, all is expected",
                                 "incoming: found beside \"replay\""};
    for (size_t index = 0; index < 3; index++) {
        adit_core core = 7;
        adit_error error = rubbish_error();
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", configs[index], ADIT_NTS, hear, NULL, NULL, &core, &error),
                  ADIT_ECONFIG);
        CHECK_HAS(error.text, texts[index]);
        CHECK_INT(core, 0);
    }
}

int main(void) {
    given_what_a_host_may_not_send_when_sent_then_it_is_refused_by_name_and_reason();
    given_an_outgoing_message_with_a_fault_when_sent_then_the_fault_is_told();
    given_drawn_ids_and_a_journal_when_sent_then_it_is_refused_all_the_same();
    given_an_internal_message_when_put_out_then_no_host_hears_it_but_the_trace_has_it();
    given_that_all_is_incoming_when_sent_then_all_is_taken();
    given_another_word_when_opening_then_econfig();
    return check_result();
}
