/*
 * How deep and how large a message may be: depth bombs, and the last byte that is allowed.
 */
#define _GNU_SOURCE
#include "torture.h"

/* Sends `count` times `opening`, then `middle`, then `count` times `closing`. */
static void send_nested(const char *opening, const char *middle, const char *closing, size_t count, int32_t code) {
    static char text[ROOM];
    size_t length = 0;
    for (size_t index = 0; index < count; index++)
        length += (size_t)sprintf(text + length, "%s", opening);
    length += (size_t)sprintf(text + length, "%s", middle);
    for (size_t index = 0; index < count; index++)
        length += (size_t)sprintf(text + length, "%s", closing);
    send_text(counter, text, length, code);
}

static void given_a_depth_bomb_when_sent_then_esize(void) {
    send_nested("[", "", "]", 100000, ADIT_ESIZE);
    send_nested("[", "", "", 100000, ADIT_ESIZE);
    send_nested("{\"a\":", "1", "}", 100000, ADIT_ESIZE);
    send_nested("{\"a\":", "", "", 100000, ADIT_ESIZE);
    send_nested("[{\"a\":", "1", "}]", 50000, ADIT_ESIZE);
    send_nested("{\"counter\":", "1", "}", 50000, ADIT_ESIZE);
    send_nested("]", "", "", 100000, ADIT_EJSON);
    send_nested("", "[\"]]]]]]]]]]\\\"[[[[", "", 1, ADIT_EJSON);
}

static void given_the_edge_of_the_depth_when_sent_then_64_is_parsed_and_65_is_not(void) {
    send_nested("[", "", "]", 64, ADIT_EMESSAGE);
    send_nested("[", "", "]", 65, ADIT_ESIZE);
    send_nested("{\"a\":", "1", "}", 64, ADIT_EMESSAGE);
    send_nested("{\"a\":", "1", "}", 65, ADIT_ESIZE);
    send_nested("[", "\"[[[[[[[[\\\"[[[[[[{{{{{{\"", "]", 64, ADIT_EMESSAGE); /* brackets in a text are none */
}

static void given_a_limit_of_the_depth_when_a_message_is_deeper_then_esize(void) {
    adit_core core = open_core("counter", "{\"limits\":{\"depth\":4}}", NULL);
    adit_error error = rubbish_error();
    CHECK_COUNTS(core, 0);
    const char *message = "{\"counter\":{\"request\":{\"increment\":{\"by\":[0]}}}}";
    CHECK_INT(adit_send(core, message, ADIT_NTS, &error), ADIT_ESIZE);
    CHECK_ERROR(&error, ADIT_ESIZE, strlen(message));
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_a_limit_of_the_size_when_a_message_is_larger_then_esize(void) {
    static const char message[] = INCREMENT(0);
    char config[60], larger[sizeof message + 1];
    snprintf(config, sizeof config, "{\"limits\":{\"message\":%zu}}", sizeof message - 1);
    snprintf(larger, sizeof larger, "%s ", message);
    adit_core core = open_core("counter", config, NULL);
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(core, message, ADIT_NTS, &error), ADIT_OK);
    CHECK_INT(adit_send(core, larger, ADIT_NTS, &error), ADIT_ESIZE);
    CHECK_ERROR(&error, ADIT_ESIZE, strlen(larger));
    CHECK_INT(adit_send(core, larger, sizeof message - 1, &error), ADIT_OK);
    CHECK_INT(adit_process(core, 0) >= 0, 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_sixteen_mebibytes_when_sent_then_they_are_the_most(void) {
    enum { MOST = 16 << 20 };
    char *text = malloc(MOST + 1);
    if (text == NULL)
        abort();
    memset(text, ' ', MOST + 1);
    memcpy(text, INCREMENT(0), strlen(INCREMENT(0)));
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(counter, text, MOST + 1, &error), ADIT_ESIZE);
    CHECK_ERROR(&error, ADIT_ESIZE, MOST + 1);
    error = rubbish_error();
    CHECK_INT(adit_send(counter, text, MOST, &error), ADIT_OK);
    CHECK_ERROR(&error, ADIT_OK, MOST);
    text[MOST - 1] = '}';
    error = rubbish_error();
    CHECK_INT(adit_send(counter, text, MOST, &error), ADIT_EJSON);
    CHECK_ERROR(&error, ADIT_EJSON, MOST);
    send_text(counter, INCREMENT(0), strlen(INCREMENT(0)), ADIT_OK);
    free(text);
}

int main(void) {
    torture_begin();
    given_a_depth_bomb_when_sent_then_esize();
    given_the_edge_of_the_depth_when_sent_then_64_is_parsed_and_65_is_not();
    given_a_limit_of_the_depth_when_a_message_is_deeper_then_esize();
    given_a_limit_of_the_size_when_a_message_is_larger_then_esize();
    given_sixteen_mebibytes_when_sent_then_they_are_the_most();
    return torture_end();
}
