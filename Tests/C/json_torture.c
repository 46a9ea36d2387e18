/*
 * Strict JSON, and nothing else: a torture set for adit_send. Every text gets the code it deserves, an offset that
 * lies in it, and never a crash; the next valid message works.
 */
#define _GNU_SOURCE
#include "torture.h"

static void given_texts_that_are_no_json_when_sent_then_ejson(void) {
    /* clang-format off */
    static const char *const bad[] = {
        "", " ", "\t\n\r ", "{", "}", "[", "]", "\"", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
        ",", ":", "{,}", "{\"a\":1,}", "{,\"a\":1}", "{\"a\":1,,\"b\":2}", "{\"a\" 1}", "{\"a\"::1}",
        "{\"a\":1 \"b\":2}", "{\"a\"}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":'b'}", "{\"a\":b}", "[1,]",
        "[,1]", "[1,,2]", "[1 2]", "{]", "[}", "[1}", "{\"a\":1]", "{}}", "[]]", "{}{}", "{} {}", "{},{}", "{}1",
        "{}null", "{}\"a\"", "{}#", "{} // comment", "/* comment */{}", "{/**/}", "{\"a\":1 // comment\n}",
        "# comment\n{}", "\xEF\xBB\xBF{}", "\xEF\xBB\xBF", "\xFF\xFE{}", "\xC2\xA0{}", "{}\xC2\xA0", "\xE2\x80\xA8{}",
        "\v{}", "\f{}", "{\"a\":NaN}", "{\"a\":nan}", "{\"a\":Infinity}", "{\"a\":-Infinity}", "{\"a\":inf}",
        "{\"a\":-inf}", "{\"a\":undefined}", "{\"a\":True}", "{\"a\":TRUE}", "{\"a\":tru}", "{\"a\":truee}",
        "{\"a\":nul}", "{\"a\":nulll}", "{\"a\":NULL}", "{\"a\":fals}", "{\"a\":00}", "{\"a\":01}", "{\"a\":-01}",
        "{\"a\":-00}", "{\"a\":+1}", "{\"a\":-}", "{\"a\":--1}", "{\"a\":1.}", "{\"a\":.1}", "{\"a\":-.1}",
        "{\"a\":1.e1}", "{\"a\":1e}", "{\"a\":1e+}", "{\"a\":1E-}", "{\"a\":1e1.5}", "{\"a\":1.2.3}", "{\"a\":0x10}",
        "{\"a\":0b1}", "{\"a\":0o7}", "{\"a\":1_000}", "{\"a\":1,000}", "{\"a\":1 000}", "{\"a\":\xEF\xBC\x91}",
        "{\"a\":1f}", "{\"a\":(1)}", "{\"a\":\"b\" \"c\"}", "{\"a\":\"b\"+\"c\"}", "nul", "tru", "NaN", "Infinity",
        "-", "+1", "01", ".5", "<a/>", "a", "\\u007b}", "{\"a\":\n\"line\nbreak\"}",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        send_text(counter, bad[index], strlen(bad[index]), ADIT_EJSON);
    }
}

static void given_json_that_is_no_message_when_sent_then_emessage(void) {
    /* clang-format off */
    static const char *const bad[] = {
        "{}", "[]", "[{}]", "null", "true", "false", "7", "-0.5", "\"counter\"", "\"\"", " {} ", "{\"a\":1}",
        "{\"\":{}}", "[" INCREMENT(0) "]", "{\"a\":[1,2,{\"b\":null}]}", "{\"@id\":7}", "{\"counter\":{}}",
        "{\"counter\":null}",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        send_text(counter, bad[index], strlen(bad[index]), ADIT_EMESSAGE);
    }
}

static void given_a_key_twice_when_sent_then_ejson(void) {
    /* clang-format off */
    static const char *const bad[] = {
        "{\"counter\":{\"request\":{\"increment\":{\"by\":0,\"by\":0}}}}",
        "{\"counter\":{\"request\":{\"increment\":{\"by\":0,\"b\\u0079\":0}}}}",
        "{\"counter\":{\"request\":{\"increment\":{\"by\":0},\"increment\":{\"by\":0}}}}",
        "{\"counter\":{\"request\":{\"increment\":{\"by\":0}}},\"counter\":{\"request\":{\"increment\":{\"by\":0}}}}",
        "{\"counter\":{\"request\":{\"increment\":{\"by\":0}}},\"@id\":1,\"@id\":1}", "{\"\":1,\"\":1}",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        send_text(counter, bad[index], strlen(bad[index]), ADIT_EJSON);
    }
}

/* Where it is plain at which byte a text stops being JSON, the offset is about there. */
static void given_a_fault_at_a_known_place_when_sent_then_the_offset_is_there(void) {
    static const struct {
        const char *text;
        uint32_t first, last;
    } cases[] = {
        {"{\"counter\" 1}", 11, 12},
        {"{\"counter\":tru}", 11, 14},
        {"{\"a\":1}}", 7, 8},
        {"{\"a\":[1,2,}", 10, 11},
        {"{\"a\":\"\xC3\xA9\xC3\xA9\",x}", 12, 13},
        {"x", 0, 1},
        {"", 0, 0},
        {"{\"a\":\"b\x01\"}", 6, 9},
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        adit_error error = rubbish_error();
        CHECK_INT(adit_send(counter, cases[index].text, ADIT_NTS, &error), ADIT_EJSON);
        if (!CHECK(error.offset >= cases[index].first && error.offset <= cases[index].last)) {
            fprintf(stderr, "    offset %" PRIu32 " in %s\n", error.offset, cases[index].text);
        }
    }
}

int main(void) {
    torture_begin();
    given_texts_that_are_no_json_when_sent_then_ejson();
    given_json_that_is_no_message_when_sent_then_emessage();
    given_a_key_twice_when_sent_then_ejson();
    given_a_fault_at_a_known_place_when_sent_then_the_offset_is_there();
    return torture_end();
}
