/*
 * What is said when something goes wrong: adit_error and adit_strerror.
 */
#include "errors.h"
#include "messages.h"

static void given_every_code_when_put_in_words_then_each_has_its_own(void) {
    /* One number between them is of adit_served.h. */
    enum { FIRST = ADIT_EFENCED, ELSEWHERE = -23 };
    for (int32_t code = FIRST; code <= ADIT_OK; code++) {
        if (code == ELSEWHERE)
            continue;
        const char *text = adit_strerror(code);
        if (!CHECK(text != NULL))
            continue;
        CHECK(text[0] != 0);
        CHECK(strcmp(text, "unknown code") != 0);
        CHECK(text == adit_strerror(code));
        CHECK_INT(utf8_prefix((const unsigned char *)text, strlen(text)), strlen(text));
        for (int32_t other = FIRST; other < code; other++)
            CHECK(strcmp(text, adit_strerror(other)) != 0);
    }
}

static void given_a_number_that_is_no_code_when_put_in_words_then_unknown_code(void) {
    int32_t numbers[] = {1, 2, 4711, INT32_MAX, -23, ADIT_EFENCED - 1, -4711, INT32_MIN};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        CHECK_TEXT(adit_strerror(numbers[index]), "unknown code");
    }
}

static void given_a_good_message_when_sent_then_the_error_says_ok(void) {
    struct heard heard = {0};
    adit_core core = 0;
    adit_error error = rubbish_error();
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", "{}", ADIT_NTS, hear, &heard, heard_release, &core, &error),
              ADIT_OK);
    CHECK_ERROR(&error, ADIT_OK, 2);
    error = rubbish_error();
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, &error), ADIT_OK);
    CHECK_ERROR(&error, ADIT_OK, strlen(INCREMENT(1)));
    char *out = NULL;
    error = rubbish_error();
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, &error), ADIT_OK);
    CHECK_ERROR(&error, ADIT_OK, strlen(INCREMENT(1)));
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* Names of cases, keys and apps that are longer than the text has room for, of characters of 1 to 4 bytes, shifted by
   0 to 7 bytes so that the cut falls on every byte of a character. */
static void given_a_long_name_when_it_is_told_then_the_text_is_cut_at_a_character(void) {
    const char *characters[] = {"x", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    adit_core core = open_core("todo", "{}", NULL);
    for (size_t kind = 0; kind < 4; kind++) {
        for (int shift = 0; shift < 8; shift++) {
            char name[1200] = "", message[1400];
            for (int count = 0; count < shift; count++)
                strcat(name, "-");
            for (int count = 0; count < 280; count++)
                strcat(name, characters[kind]);
            adit_error error = rubbish_error();
            snprintf(message, sizeof message, "{\"todo\":{\"request\":{\"%s\":{}}}}", name);
            CHECK_INT(adit_send(core, message, ADIT_NTS, &error), ADIT_EMESSAGE);
            CHECK_ERROR(&error, ADIT_EMESSAGE, strlen(message));
            CHECK_HAS(error.text, characters[kind]);
            error = rubbish_error();
            snprintf(message, sizeof message, "{\"%s\":true}", name);
            adit_core none = 77;
            CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", message, ADIT_NTS, NULL, NULL, NULL, &none, &error),
                      ADIT_ECONFIG);
            CHECK_ERROR(&error, ADIT_ECONFIG, strlen(message));
            CHECK_HAS(error.text, characters[kind]);
            error = rubbish_error();
            CHECK_INT(adit_open(ADIT_ABI_VERSION, name, "{}", ADIT_NTS, NULL, NULL, NULL, &none, &error), ADIT_EAPP);
            CHECK_ERROR(&error, ADIT_EAPP, 2);
            CHECK_HAS(error.text, characters[kind]);
        }
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

/* A NUL within a name must not end the text before it says what is wrong. */
static void given_a_nul_in_a_value_when_it_is_told_then_the_text_is_still_one(void) {
    adit_core core = open_core("todo", "{}", NULL);
    const char *message = "{\"todo\":{\"request\":{\"check\":{\"id\":\"a\\u0000b\"}}}}";
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(core, message, ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_ERROR(&error, ADIT_EMESSAGE, strlen(message));
    CHECK_HAS(error.text, "todo.request.check.id");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    given_every_code_when_put_in_words_then_each_has_its_own();
    given_a_number_that_is_no_code_when_put_in_words_then_unknown_code();
    given_a_good_message_when_sent_then_the_error_says_ok();
    given_a_long_name_when_it_is_told_then_the_text_is_cut_at_a_character();
    given_a_nul_in_a_value_when_it_is_told_then_the_text_is_still_one();
    return check_result();
}
