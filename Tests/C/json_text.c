/*
 * What may stand in a JSON text: UTF-8 and escapes, control characters and NUL. Every text gets the code it deserves,
 * an offset that lies in it, and never a crash; the next valid message works.
 */
#define _GNU_SOURCE
#include "torture.h"

static void given_bytes_that_are_no_utf8_when_sent_then_ejson(void) {
    /* clang-format off */
    static const char *const bad[] = {
        /* continuations that follow nothing */
        "\x80", "\xBF", "a\x80z", "\xC3\xA9\xA9",
        /* longer than need be */
        "\xC0\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\xAF", "\xE0\x9F\xBF", "\xF0\x80\x80\xAF", "\xF0\x8F\xBF\xBF",
        "\xF8\x88\x80\x80\x80", "\xFC\x84\x80\x80\x80\x80",
        /* surrogates, and a pair of them */
        "\xED\xA0\x80", "\xED\xAF\xBF", "\xED\xB0\x80", "\xED\xBF\xBF", "\xED\xA0\xBD\xED\xB8\x80",
        /* above U+10FFFF */
        "\xF4\x90\x80\x80", "\xF7\xBF\xBF\xBF", "\xF5\x80\x80\x80",
        /* cut short, by the end or by another byte */
        "\xC3", "\xE2", "\xE2\x82", "\xF0", "\xF0\x9F", "\xF0\x9F\x98", "\xC3z", "\xE2z", "\xE2\x82z", "\xF0\x9Fz",
        "\xF0\x9F\x98z", "\xE2\x28\xA1", "\xF0\x28\x8C\xBC",
        /* bytes that never occur */
        "\xF5", "\xF6", "\xF7", "\xF8", "\xF9", "\xFA", "\xFB", "\xFC", "\xFD", "\xFE", "\xFF", "\xFF\xFE",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        send_string(bad[index], strlen(bad[index]), ADIT_EJSON);
        char text[100]; /* the same in a key, outside of strings, and at the end of the input */
        snprintf(text, sizeof text, "{\"%s\":{}}", bad[index]);
        send_text(counter, text, strlen(text), ADIT_EJSON);
        snprintf(text, sizeof text, "{%s}", bad[index]);
        send_text(counter, text, strlen(text), ADIT_EJSON);
        snprintf(text, sizeof text, INCREMENT(0) "%s", bad[index]);
        send_text(counter, text, strlen(text), ADIT_EJSON);
        snprintf(text, sizeof text, "{\"%s", bad[index]);
        send_text(counter, text, strlen(text), ADIT_EJSON);
    }
}

static void given_every_pair_of_bytes_when_it_is_a_text_then_utf8_decides(void) {
    for (int first = 0x80; first <= 0xFF; first++) {
        for (int second = 0x70; second <= 0xFF; second += 3) {
            const char pair[] = {(char)first, (char)second};
            bool good = utf8_prefix((const unsigned char *)pair, 2) == 2;
            send_string(pair, 2, good ? ADIT_OK : ADIT_EJSON);
        }
    }
}

static void given_the_ends_of_the_unicode_range_when_sent_then_ok(void) {
    /* clang-format off */
    static const char *const good[] = {
        "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "\xEF\xBB\xBF", "\xE2\x80\xA8", "\\u0000", "\\u0001", "\\u007f",
        "\\uFFFF", "\\ud7ff", "\\uE000", "\\uD83D\\uDE00", "\\udbff\\udfff", "\\\"", "\\\\", "\\/", "\\b\\f\\n\\r\\t",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof good / sizeof *good; index++) {
        send_string(good[index], strlen(good[index]), ADIT_OK);
    }
}

static void given_escapes_that_json_does_not_know_when_sent_then_ejson(void) {
    /* clang-format off */
    static const char *const bad[] = {
        "\\ud800", "\\udbff", "\\udc00", "\\udfff", "\\ud83d ", "\\ud83d\\n", "\\ud83d\\u0041", "\\ud83d\\ud83d",
        "\\ude00\\ud83d", "\\ud83dx", "\\u", "\\u1", "\\u12", "\\u123", "\\u123g", "\\u-123", "\\u 123", "\\U0041",
        "\\x41", "\\a", "\\v", "\\'", "\\0", "\\ ", "\\\xC3\xA9", "\\",
    };
    /* clang-format on */
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        send_string(bad[index], strlen(bad[index]), ADIT_EJSON);
    }
}

static void given_control_characters_when_sent_then_only_white_space_between_tokens_is_allowed(void) {
    for (int byte = 0; byte < 0x20; byte++) {
        const char raw = (char)byte;
        send_string(&raw, 1, ADIT_EJSON);
        static const char message[] = INCREMENT(0);
        char text[sizeof message + 1];
        for (size_t place = 0; place < sizeof message; place++) { /* before each byte that is not within a word */
            bool between = place == 0 || place == sizeof message - 1 || strchr("{}:", message[place]) != NULL;
            if (!between)
                continue;
            memcpy(text, message, place);
            text[place] = raw;
            memcpy(text + place + 1, message + place, sizeof message - 1 - place);
            bool white = byte == '\t' || byte == '\n' || byte == '\r';
            send_text(counter, text, sizeof message, white ? ADIT_OK : ADIT_EJSON);
        }
    }
}

static void given_a_nul_when_sent_then_it_is_never_overlooked(void) {
#define BYTES(text) (text), sizeof(text) - 1
    send_text(counter, BYTES("\0"), ADIT_EJSON);
    send_text(counter, BYTES("\0" INCREMENT(0)), ADIT_EJSON);
    send_text(counter, BYTES(INCREMENT(0) "\0"), ADIT_EJSON);
    send_text(counter, BYTES(INCREMENT(0) "\0\0\0"), ADIT_EJSON);
    send_text(counter, BYTES(INCREMENT(0) "\0" INCREMENT(0)), ADIT_EJSON);
    /* jansson 2.14 swallows a NUL after a number or a word */
    send_text(counter, BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\":0\0}}}}"), ADIT_EJSON);
    send_text(counter, BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\":0\0\0}}}}"), ADIT_EJSON);
    send_text(counter,
              BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\":1\0"
                    "0}}}}"),
              ADIT_EJSON);
    send_text(counter, BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\":0.0\0}}}}"), ADIT_EJSON);
    send_text(counter, BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\":0},\"@id\":7\0}}}"), ADIT_EJSON);
    send_text(counter, BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\":0}}},\"@id\":7\0}"), ADIT_EJSON);
    send_text(counter, BYTES("{\"@id\":true\0}"), ADIT_EJSON);
    send_text(counter, BYTES("7\0"), ADIT_EJSON);
    send_text(counter, BYTES("{\"coun\0ter\":{}}"), ADIT_EJSON);
    /* escaped, it is a character: of a text allowed, in a key it makes another key */
    send_string("a\\u0000b", 8, ADIT_OK);
    send_either(counter, BYTES("{\"counter\\u0000\":{\"request\":{\"increment\":{\"by\":0}}}}"), ADIT_EMESSAGE,
                ADIT_EJSON);
    send_either(counter, BYTES("{\"counter\":{\"request\":{\"increment\":{\"by\\u0000\":0}}}}"), ADIT_EMESSAGE,
                ADIT_EJSON);
}

int main(void) {
    torture_begin();
    given_bytes_that_are_no_utf8_when_sent_then_ejson();
    given_every_pair_of_bytes_when_it_is_a_text_then_utf8_decides();
    given_the_ends_of_the_unicode_range_when_sent_then_ok();
    given_escapes_that_json_does_not_know_when_sent_then_ejson();
    given_control_characters_when_sent_then_only_white_space_between_tokens_is_allowed();
    given_a_nul_when_sent_then_it_is_never_overlooked();
    return torture_end();
}
