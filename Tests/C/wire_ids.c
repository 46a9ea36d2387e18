/*
 * "@id" comes back as it was beside everything that its message causes; "@get" and "echo".
 */
#include "messages.h"

#include <jansson.h>

static void given_ids_of_every_kind_when_sent_then_each_comes_back_as_it_was(void) {
    char longest[300] = "\"";
    for (int count = 0; count < 85; count++)
        strcat(longest, "\xE2\x82\xAC"); /* 255 bytes */
    strcat(longest, "\"");
    const char *const ids[] = {"0",
                               "7",
                               "-1",
                               "9223372036854775807",
                               "-9223372036854775808",
                               "\"\"",
                               "\"a\"",
                               "\"7\"",
                               "\"a\\\"b\\\\c\\n\\u0001\"",
                               "\"\\u0000\"",
                               "\"\xC3\xA9\"",
                               "\"e\xCC\x81\"",
                               "\"\\u00e9\"",
                               longest};
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    for (size_t index = 0; index < sizeof ids / sizeof *ids; index++) {
        char message[500];
        snprintf(message, sizeof message, "{\"@id\":%s,\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}",
                 ids[index]);
        CHECK_INT(adit_send(core, message, ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(adit_process(core, 0), 1);
        json_t *expected = json_loads(ids[index], JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        json_t *found = json_loads(heard_last(&heard), JSON_ALLOW_NUL, NULL);
        if (!CHECK(expected != NULL && json_equal(json_object_get(found, "@id"), expected))) {
            fprintf(stderr, "    found %s\n    expected @id %s\n", heard_last(&heard), ids[index]);
        }
        json_decref(expected);
        json_decref(found);
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_an_id_when_its_message_causes_several_then_it_is_beside_each(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{\"clock\":\"virtual\",\"gateways\":[\"review\"]}", &heard);
    CHECK_INT(adit_send(core,
                        "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\",\"completed\":true}}}},\"@id\":5}",
                        ADIT_NTS, NULL),
              ADIT_OK);
    CHECK_INT(adit_send(core, ADD("y"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 4);
    /* A review is asked for five seconds later, on behalf of the message that requested it first. */
    CHECK_INT(adit_send(core, "{\"@advance\":{\"by\":5000},\"@id\":6}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_INT(adit_send(core, ADD("z"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@advance\":{\"by\":5000}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 3);
    CHECK_HAS(heard_text(&heard, 0), "\"wasAdded\"");
    CHECK_TEXT(heard_text(&heard, 1), "{\"appReview\":{\"requestReview\":{}},\"@id\":5}");
    CHECK_TEXT(heard_text(&heard, 4), "{\"@effect\":{\"id\":\"e1-1\",\"gateway\":\"review\","
                                      "\"request\":{\"show\":{}},\"reply\":false},\"@id\":5}");
    for (size_t index = 2; index < 8; index++) {
        if (index != 4)
            CHECK(strstr(heard_text(&heard, index), "@id") == NULL);
    }
    CHECK_HAS(heard_text(&heard, 7), "\"e1-2\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_state_when_asked_for_then_the_part_or_an_error_comes(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"state\":{\"value\":3}}", &heard);
    CHECK_INT(adit_send(core, "{\"@get\":{\"path\":\"/value\"},\"@id\":\"g\"}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, GET(""), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, GET("/valu"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 4);
    CHECK_TEXT(heard_text(&heard, 0), "{\"@value\":{\"path\":\"/value\",\"revision\":0,\"value\":3},\"@id\":\"g\"}");
    CHECK_TEXT(heard_text(&heard, 1), WAS_INCREMENTED(4));
    CHECK_TEXT(heard_text(&heard, 2), "{\"@value\":{\"path\":\"\",\"revision\":1,\"value\":{\"value\":4}}}");
    CHECK_TEXT(heard_text(&heard, 3),
               "{\"@error\":{\"code\":\"emessage\",\"message\":\"@get: /valu: no member \\\"valu\\\"; did you mean "
               "\\\"value\\\"? one of value\"}}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_echo_when_messages_are_sent_then_the_whole_stream_is_heard(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"echo\":true}", &heard);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 4);
    CHECK_TEXT(heard_text(&heard, 0), INCREMENT_WITH(1, "1"));
    CHECK_TEXT(heard_text(&heard, 1), WAS_INCREMENTED_WITH(1, "1"));
    CHECK_TEXT(heard_text(&heard, 2), INCREMENT(1));
    CHECK_TEXT(heard_text(&heard, 3), WAS_INCREMENTED(2));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_ids_of_every_kind_when_sent_then_each_comes_back_as_it_was();
    given_an_id_when_its_message_causes_several_then_it_is_beside_each();
    given_a_state_when_asked_for_then_the_part_or_an_error_comes();
    given_echo_when_messages_are_sent_then_the_whole_stream_is_heard();
    return check_result();
}
