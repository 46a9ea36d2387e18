/*
 * Numbers of every size and kind where the app wants an integer: refused or read, and never rounded.
 */
#define _GNU_SOURCE
#include "torture.h"

/* Sends an increment by a number that is written in this way. */
static void send_number(const char *number, int32_t one, int32_t other) {
    static char text[ROOM];
    snprintf(text, sizeof text, "{\"counter\":{\"request\":{\"increment\":{\"by\":%s}}}}", number);
    send_either(counter, text, strlen(text), one, other);
}

static void given_huge_numbers_and_fractions_when_an_integer_is_wanted_then_they_are_refused(void) {
    /* clang-format off */
    static const char *const bad[] = {
        "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e19",
        "-1e19", "9223372036854775808.0", "9007199254740993.0", "-9223372036854775808.0", "1e308", "1e309", "1e400", "-1e400", "1e99999999999999999999", "0.5",
        "-0.5", "1.5", "1e-1", "1e-300",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++)
        send_number(bad[index], ADIT_EMESSAGE, ADIT_EJSON);
    static char digits[100001];
    static const size_t counts[] = {20, 400, 5000, 100000};
    for (size_t index = 0; index < sizeof counts / sizeof *counts; index++) {
        memset(digits, '9', counts[index]);
        digits[counts[index]] = 0;
        send_number(digits, ADIT_EMESSAGE, ADIT_EJSON);
        digits[0] = '-';
        send_number(digits, ADIT_EMESSAGE, ADIT_EJSON);
    }
}

/* The nearest double is an integer, and they are none. */
static void given_fractions_that_no_double_holds_when_an_integer_is_wanted_then_they_are_refused(void) {
    /* clang-format off */
    static const char *const numbers[] = {
        "1e-400", "-1e-400", "1e-99999999999999999999", "9007199254740993.0", "4503599627370497.5",
        "1.00000000000000000001",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        send_number(numbers[index], ADIT_EMESSAGE, ADIT_EMESSAGE);
    }
    static char digits[100001];
    memset(digits, '9', sizeof digits - 1);
    memcpy(digits, "0.", 2);
    send_number(digits, ADIT_EMESSAGE, ADIT_EMESSAGE);
}

static void given_numbers_that_are_integers_when_sent_then_ok(void) {
    /* clang-format off */
    static const char *const good[] = {
        "0", "-0", "1.0", "-1.0", "0.0", "-0.0", "1e0", "1E2", "-1e+2", "10e-1", "100000000000000000000e-19", "0e999",
        "1.5e1", "9007199254740991.0",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof good / sizeof *good; index++)
        send_number(good[index], ADIT_OK, ADIT_OK);
    char *out = NULL;
    adit_core core = open_core("counter", "{}", NULL);
    CHECK_INT(adit_call(core, INCREMENT(9223372036854775807), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(9223372036854775807) "]");
    adit_free(out);
    CHECK_INT(adit_call(core, INCREMENT(-9223372036854775808), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(-1) "]");
    adit_free(out);
    CHECK_INT(adit_call(core, INCREMENT(-9223372036854775808), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[{\"counter\":{\"response\":{\"wasNotIncremented\":{\"by\":-9223372036854775808}}}}]");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    torture_begin();
    given_huge_numbers_and_fractions_when_an_integer_is_wanted_then_they_are_refused();
    given_fractions_that_no_double_holds_when_an_integer_is_wanted_then_they_are_refused();
    given_numbers_that_are_integers_when_sent_then_ok();
    return torture_end();
}
