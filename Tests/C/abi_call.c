/*
 * adit_call: what a message caused, handed over as a JSON array.
 */
#include "errors.h"
#include "messages.h"

static void given_a_message_that_causes_several_when_called_then_all_are_in_the_array(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{}", &heard);
    char *out = NULL;
    size_t length = 0;
    CHECK_INT(adit_call(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\"}}}},\"@id\":1}", ADIT_NTS, 0,
                        &out, &length, NULL),
              ADIT_OK);
    CHECK_INT(length, out != NULL ? strlen(out) : 0);
    CHECK_HAS(out, "[{\"todo\":{\"response\":{\"wasAdded\":{");
    CHECK_HAS(out, ",\"@id\":1},{\"appReview\":{\"requestReview\":{}},\"@id\":1}]");
    adit_free(out);
    CHECK_INT(heard.count, 0);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_message_that_causes_nothing_when_called_then_the_array_is_empty(void) {
    adit_core core = open_core("todo", "{}", NULL);
    char *out = NULL;
    size_t length = 77;
    CHECK_INT(adit_call(core, "{\"appReview\":{\"requestReview\":{}}}", ADIT_NTS, 0, &out, &length, NULL), ADIT_OK);
    CHECK_TEXT(out, "[]");
    CHECK_INT(length, 2);
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_queued_messages_when_called_then_those_are_handled_first_and_heard_in_the_ordinary_way(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    char *out = NULL;
    for (int count = 0; count < 3; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_call(core, INCREMENT(10), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(13) "]");
    adit_free(out);
    CHECK_INT(heard.count, 3);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(3));
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_what_adit_send_refuses_when_called_then_the_code_is_the_same(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"limits\":{\"message\":60,\"depth\":5,\"queue\":2}}", &heard);
    static const struct {
        const char *message;
        int32_t code;
    } cases[] = {
        {"{", ADIT_EJSON},
        {"{}", ADIT_EMESSAGE},
        {"{\"a\":1}", ADIT_EMESSAGE},
        {"[[[[[[]]]]]]", ADIT_ESIZE},
        {"                                                                     ", ADIT_ESIZE},
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        adit_error called = rubbish_error(), sent = rubbish_error();
        char *out = (char *)"rubbish";
        CHECK_INT(adit_call(core, cases[index].message, ADIT_NTS, 0, &out, NULL, &called), cases[index].code);
        CHECK_INT(adit_send(core, cases[index].message, ADIT_NTS, &sent), cases[index].code);
        CHECK_ERROR(&called, cases[index].code, strlen(cases[index].message));
        CHECK_TEXT(called.text, sent.text);
        CHECK_INT(called.offset, sent.offset);
        CHECK(out == NULL);
    }
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_get_when_called_then_the_state_is_handed_over(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = NULL;
    CHECK_INT(adit_call(core, INCREMENT(2), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    adit_free(out);
    CHECK_INT(adit_call(core, "{\"@get\":{\"path\":\"/value\"},\"@id\":\"g\"}", ADIT_NTS, -1, &out, NULL, NULL),
              ADIT_OK);
    CHECK_TEXT(out, "[{\"@value\":{\"path\":\"/value\",\"revision\":1,\"value\":2},\"@id\":\"g\"}]");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    given_a_message_that_causes_several_when_called_then_all_are_in_the_array();
    given_a_message_that_causes_nothing_when_called_then_the_array_is_empty();
    given_queued_messages_when_called_then_those_are_handled_first_and_heard_in_the_ordinary_way();
    given_what_adit_send_refuses_when_called_then_the_code_is_the_same();
    given_a_get_when_called_then_the_state_is_handed_over();
    return check_result();
}
