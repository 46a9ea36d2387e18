/*
 * NULL, for everything that may be NULL and for everything that must not be.
 */
#include "errors.h"
#include "messages.h"

static int releases;

static void count_release(void *context) {
    (void)context;
    releases++;
}

static void given_no_app_when_opening_then_einval(void) {
    struct heard heard = {0};
    adit_core core = 77;
    adit_error error = rubbish_error();
    CHECK_INT(adit_open(ADIT_ABI_VERSION, NULL, "{}", ADIT_NTS, hear, &heard, heard_release, &core, &error),
              ADIT_EINVAL);
    CHECK_ERROR(&error, ADIT_EINVAL, 0);
    CHECK_INT(core, 0);
    CHECK_INT(heard.released, 1);
}

static void given_no_place_for_the_id_when_opening_then_einval(void) {
    struct heard heard = {0};
    adit_error error = rubbish_error();
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", "{}", ADIT_NTS, hear, &heard, heard_release, NULL, &error),
              ADIT_EINVAL);
    CHECK_ERROR(&error, ADIT_EINVAL, 0);
    CHECK_INT(heard.released, 1);
    /* … and without a place for the error */
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, NULL, NULL, NULL, NULL, NULL), ADIT_EINVAL);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL), ADIT_EINVAL);
}

static void given_all_that_may_be_null_when_opening_then_the_core_works(void) {
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, NULL, NULL, NULL, &core, NULL), ADIT_OK);
    CHECK(core != 0);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    /* The length is ignored where the config is NULL. */
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 12345, NULL, NULL, NULL, &core, NULL), ADIT_OK);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_a_null_context_when_closing_then_release_is_told_all_the_same(void) {
    adit_core core = 0;
    releases = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, NULL, NULL, count_release, &core, NULL), ADIT_OK);
    CHECK_INT(releases, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(releases, 1);
}

static void given_no_message_when_sending_or_calling_then_einval(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    size_t lengths[] = {0, 1, 5, ADIT_NTS};
    for (size_t index = 0; index < sizeof lengths / sizeof *lengths; index++) {
        adit_error error = rubbish_error();
        char *out = (char *)"rubbish";
        CHECK_INT(adit_send(core, NULL, lengths[index], &error), ADIT_EINVAL);
        CHECK_ERROR(&error, ADIT_EINVAL, 0);
        CHECK_INT(adit_send(core, NULL, lengths[index], NULL), ADIT_EINVAL);
        error = rubbish_error();
        CHECK_INT(adit_call(core, NULL, lengths[index], 0, &out, NULL, &error), ADIT_EINVAL);
        CHECK_ERROR(&error, ADIT_EINVAL, 0);
        CHECK(out == NULL);
        CHECK_COUNTS(core, 0);
    }
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_no_place_for_the_answer_when_calling_then_einval_and_nothing_is_handled(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    adit_error error = rubbish_error();
    CHECK_INT(adit_call(core, INCREMENT(5), ADIT_NTS, 0, NULL, NULL, &error), ADIT_EINVAL);
    CHECK_ERROR(&error, ADIT_EINVAL, strlen(INCREMENT(5)));
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_no_error_and_no_length_when_calling_then_the_answer_comes(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = NULL;
    size_t length = 0;
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(1) "]");
    adit_free(out);
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, &length, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(2) "]");
    CHECK_INT(length, strlen("[" WAS_INCREMENTED(2) "]"));
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_no_place_for_the_message_when_receiving_then_einval_and_it_is_not_lost(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = NULL;
    size_t length = 0;
    CHECK_INT(adit_send(core, INCREMENT(3), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_receive(core, 0, NULL, &length), ADIT_EINVAL);
    CHECK_INT(adit_receive(core, 0, NULL, NULL), ADIT_EINVAL);
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, WAS_INCREMENTED(3));
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_nulls_when_asking_for_the_catalog_then_only_out_is_needed(void) {
    char *out = (char *)"rubbish";
    CHECK_INT(adit_catalog("counter", NULL, NULL), ADIT_EINVAL);
    CHECK_INT(adit_catalog(NULL, NULL, NULL), ADIT_EINVAL);
    CHECK_INT(adit_catalog("no such app", &out, NULL), ADIT_EAPP);
    CHECK(out == NULL);
    CHECK_INT(adit_catalog(NULL, &out, NULL), ADIT_OK);
    CHECK_HAS(out, "\"counter\"");
    CHECK_HAS(out, "\"todo\"");
    adit_free(out);
    size_t length = 0;
    CHECK_INT(adit_catalog("todo", &out, &length), ADIT_OK);
    CHECK_INT(length, strlen(out));
    CHECK(length >= 2 && out[0] == '{' && out[length - 1] == '}');
    adit_free(out);
}

int main(void) {
    given_no_app_when_opening_then_einval();
    given_no_place_for_the_id_when_opening_then_einval();
    given_all_that_may_be_null_when_opening_then_the_core_works();
    given_a_null_context_when_closing_then_release_is_told_all_the_same();
    given_no_message_when_sending_or_calling_then_einval();
    given_no_place_for_the_answer_when_calling_then_einval_and_nothing_is_handled();
    given_no_error_and_no_length_when_calling_then_the_answer_comes();
    given_no_place_for_the_message_when_receiving_then_einval_and_it_is_not_lost();
    given_nulls_when_asking_for_the_catalog_then_only_out_is_needed();
    adit_free(NULL);
    return check_result();
}
