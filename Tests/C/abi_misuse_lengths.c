/*
 * Lengths, texts without a NUL, time-outs and modes that do not fit.
 */
#define _GNU_SOURCE
#include "errors.h"
#include "guarded.h"
#include "messages.h"

static void given_a_text_without_nul_when_its_length_is_told_then_not_a_byte_more_is_read(void) {
    struct guarded guarded = guarded_make(4096);
    const char *config = "{\"state\":{\"value\":5}}", *message = INCREMENT(1);
    adit_core core = 0;
    char *out = NULL;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", guarded_copy(guarded, config, strlen(config)), strlen(config),
                        NULL, NULL, NULL, &core, NULL),
              ADIT_OK);
    CHECK_INT(adit_send(core, guarded_copy(guarded, message, strlen(message)), strlen(message), NULL), ADIT_OK);
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, WAS_INCREMENTED(6));
    adit_free(out);
    CHECK_INT(adit_call(core, guarded_copy(guarded, message, strlen(message)), strlen(message), 0, &out, NULL, NULL),
              ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(7) "]");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    guarded_unmake(guarded);
}

static void given_a_text_with_nul_when_the_length_is_nts_then_it_ends_there(void) {
    struct guarded guarded = guarded_make(4096);
    const char *message = INCREMENT(1);
    adit_core core = 0;
    char *out = NULL;
    CHECK_INT(
        adit_open(ADIT_ABI_VERSION, "counter", guarded_copy(guarded, "{}", 3), ADIT_NTS, NULL, NULL, NULL, &core, NULL),
        ADIT_OK);
    CHECK_INT(adit_send(core, guarded_copy(guarded, message, strlen(message) + 1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_call(core, guarded_copy(guarded, message, strlen(message) + 1), ADIT_NTS, 0, &out, NULL, NULL),
              ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(2) "]");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    guarded_unmake(guarded);
}

static void given_a_length_shorter_than_the_text_when_it_is_sent_then_only_that_much_counts(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    const char *message = INCREMENT(1) "rubbish";
    size_t whole = strlen(INCREMENT(1));
    for (size_t length = 0; length < whole; length++) {
        adit_error error = rubbish_error();
        CHECK_INT(adit_send(core, message, length, &error), ADIT_EJSON);
        CHECK_ERROR(&error, ADIT_EJSON, length);
    }
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(core, message, whole, &error), ADIT_OK);
    CHECK_ERROR(&error, ADIT_OK, whole);
    CHECK_INT(adit_send(core, message, whole + 1, &error), ADIT_EJSON);
    CHECK_ERROR(&error, ADIT_EJSON, whole + 1);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(1));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_length_that_counts_the_nul_when_it_is_sent_then_ejson(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    const char message[] = INCREMENT(1);
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(core, message, sizeof message, &error), ADIT_EJSON);
    CHECK_ERROR(&error, ADIT_EJSON, sizeof message);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_timeout_below_minus_one_then_einval_and_the_core_stays(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard), pull = open_core("counter", "{}", NULL);
    int32_t timeouts[] = {-2, -1000, INT32_MIN};
    for (size_t index = 0; index < sizeof timeouts / sizeof *timeouts; index++) {
        char *out = (char *)"rubbish";
        adit_error error = rubbish_error();
        CHECK_INT(adit_process(core, timeouts[index]), ADIT_EINVAL);
        CHECK_INT(adit_receive(pull, timeouts[index], &out, NULL), ADIT_EINVAL);
        CHECK(out == NULL);
        out = (char *)"rubbish";
        CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, timeouts[index], &out, NULL, &error), ADIT_EINVAL);
        CHECK_ERROR(&error, ADIT_EINVAL, strlen(INCREMENT(1)));
        CHECK(out == NULL);
        CHECK_INT(adit_close(core, timeouts[index]), ADIT_EINVAL);
        CHECK_INT(adit_close(pull, timeouts[index]), ADIT_EINVAL);
        CHECK_COUNTS(core, 0);
        CHECK_COUNTS(pull, 0);
    }
    CHECK_INT(heard.count, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(adit_close(pull, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_core_with_a_callback_when_it_is_received_from_then_einval(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    char *out = (char *)"rubbish";
    size_t length = 0;
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_receive(core, 0, &out, &length), ADIT_EINVAL);
    CHECK(out == NULL);
    CHECK_INT(adit_receive(core, -1, &out, NULL), ADIT_EINVAL);
    CHECK_INT(heard.count, 0);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(1));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_a_text_without_nul_when_its_length_is_told_then_not_a_byte_more_is_read();
    given_a_text_with_nul_when_the_length_is_nts_then_it_ends_there();
    given_a_length_shorter_than_the_text_when_it_is_sent_then_only_that_much_counts();
    given_a_length_that_counts_the_nul_when_it_is_sent_then_ejson();
    given_a_timeout_below_minus_one_then_einval_and_the_core_stays();
    given_a_core_with_a_callback_when_it_is_received_from_then_einval();
    return check_result();
}
