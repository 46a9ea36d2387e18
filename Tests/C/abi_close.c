/*
 * Closing: by adit_close, by a message, or both.
 */
#include "messages.h"

#include <jansson.h>

/* Checks that a text is an @error of the code eclosed, with that @id (as JSON), or without one. */
static void check_eclosed(const char *file, int line, const char *text, const char *id) {
    json_t *message = json_loads(text, 0, NULL), *expected = id != NULL ? json_loads(id, JSON_DECODE_ANY, NULL) : NULL;
    const char *code = json_string_value(json_object_get(json_object_get(message, "@error"), "code"));
    const char *words = json_string_value(json_object_get(json_object_get(message, "@error"), "message"));
    check_text(file, line, "@error.code", code, "eclosed");
    check_true(file, line, "@error.message says something", words != NULL && words[0] != 0);
    json_t *found = json_object_get(message, "@id");
    if (!check_true(file, line, "@id", id != NULL ? json_equal(found, expected) : found == NULL)) {
        fprintf(stderr, "    found %s\n    expected @id %s\n", text, id != NULL ? id : "(none)");
    }
    json_decref(message);
    json_decref(expected);
}

#define CHECK_ECLOSED(text, id) check_eclosed(__FILE__, __LINE__, (text), (id))

static void given_queued_messages_when_closed_then_each_is_answered_and_closed_comes_last(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "7"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "\"a \\\"name\\\"\""), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@get\":{\"path\":\"\"},\"@id\":-1}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.count, 6);
    CHECK_TEXT(heard_text(&heard, 0), WAS_INCREMENTED(1));
    CHECK_ECLOSED(heard_text(&heard, 1), "7");
    CHECK_ECLOSED(heard_text(&heard, 2), NULL);
    CHECK_ECLOSED(heard_text(&heard, 3), "\"a \\\"name\\\"\"");
    CHECK_ECLOSED(heard_text(&heard, 4), "-1");
    CHECK_TEXT(heard_text(&heard, 5), CLOSED);
    CHECK_INT(heard.released, 1);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
    CHECK_INT(adit_close(core, 0), ADIT_ECORE);
    CHECK_INT(heard.count, 6);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static void given_a_close_message_when_processed_then_what_is_behind_it_is_answered_eclosed(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "2"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, CLOSE, ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "3"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "4"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 5);
    CHECK_INT(heard.count, 5);
    CHECK_TEXT(heard_text(&heard, 0), WAS_INCREMENTED_WITH(1, "1"));
    CHECK_TEXT(heard_text(&heard, 1), WAS_INCREMENTED_WITH(2, "2"));
    CHECK_ECLOSED(heard_text(&heard, 2), "3");
    CHECK_ECLOSED(heard_text(&heard, 3), "4");
    CHECK_TEXT(heard_text(&heard, 4), CLOSED);
    CHECK_INT(heard.released, 0);
    /* The id lives on until adit_close. */
    adit_error error;
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, &error), ADIT_ECLOSED);
    CHECK_INT(error.code, ADIT_ECLOSED);
    CHECK_INT(adit_process(core, 0), ADIT_ECLOSED);
    CHECK_INT(adit_process(core, -1), ADIT_ECLOSED);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.count, 5);
    CHECK_INT(heard.released, 1);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
    heard_forget(&heard);
}

static void given_a_close_message_that_still_waits_when_closed_then_closed_is_heard_once(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, CLOSE, ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "2"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    int closed = 0, first = 0, second = 0;
    for (size_t index = 0; index < heard.count; index++) {
        closed += strstr(heard.texts[index], "\"@closed\"") != NULL;
        first += strstr(heard.texts[index], "\"@id\":1") != NULL;
        second += strstr(heard.texts[index], "\"@id\":2") != NULL;
    }
    CHECK_INT(closed, 1);
    CHECK_INT(first, 1);
    CHECK_INT(second, 1);
    CHECK_TEXT(heard_last(&heard), CLOSED);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static void given_a_close_message_when_called_then_closed_is_handed_over(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    char *out = NULL;
    CHECK_INT(adit_call(core, CLOSE, ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" CLOSED "]");
    adit_free(out);
    CHECK_INT(heard.count, 0);
    out = (char *)"rubbish";
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_ECLOSED);
    CHECK(out == NULL);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.count, 0);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

/* A host that, told that its core closes, sends once more and tries to close it. */
struct stubborn {
    struct heard heard;
    bool tried, taken;
};

static void send_while_closing(void *context, adit_core core, const char *json, size_t length) {
    struct stubborn *stubborn = context;
    hear(&stubborn->heard, core, json, length);
    CHECK_INT(adit_close(core, 0), ADIT_EBUSY);
    if (stubborn->tried || strstr(json, "\"@error\"") == NULL)
        return;
    stubborn->tried = true;
    int32_t code = adit_send(core, INCREMENT_WITH(1, "\"late\""), ADIT_NTS, NULL);
    CHECK(code == ADIT_OK || code == ADIT_ECLOSED || code == ADIT_ECORE);
    stubborn->taken = code == ADIT_OK;
}

static void given_a_callback_that_sends_while_closing_then_it_is_refused_or_answered(void) {
    struct stubborn stubborn = {.tried = false};
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, send_while_closing, &stubborn, NULL, &core, NULL),
              ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(1, "2"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK(stubborn.tried);
    CHECK_INT(stubborn.heard.count, stubborn.taken ? 4 : 3);
    CHECK_ECLOSED(heard_text(&stubborn.heard, 0), "1");
    CHECK_ECLOSED(heard_text(&stubborn.heard, 1), "2");
    if (stubborn.taken)
        CHECK_ECLOSED(heard_text(&stubborn.heard, 2), "\"late\"");
    CHECK_TEXT(heard_last(&stubborn.heard), CLOSED);
    heard_forget(&stubborn.heard);
}

int main(void) {
    given_queued_messages_when_closed_then_each_is_answered_and_closed_comes_last();
    given_a_close_message_when_processed_then_what_is_behind_it_is_answered_eclosed();
    given_a_close_message_that_still_waits_when_closed_then_closed_is_heard_once();
    given_a_close_message_when_called_then_closed_is_handed_over();
    given_a_callback_that_sends_while_closing_then_it_is_refused_or_answered();
    return check_result();
}
