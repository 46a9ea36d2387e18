/*
 * The same messages with effects and timers give the same output to the byte, handled one by one or all together.
 */
#include "same.h"

#define PAGE "\"gateways\":{\"keyValue\":{},\"http\":{\"status\":200,\"body\":{\"text\":\"text\"}}}"

static void given_effects_and_timers_when_the_same_is_sent_then_the_same_is_heard(void) {
    static const char *const messages[] = {
        "{\"page\":{\"request\":{\"open\":{\"url\":\"/a\"}}},\"@id\":1}",
        "{\"page\":{\"request\":{\"open\":{\"url\":\"/b\"}}},\"@id\":2,\"@with\":{" PAGE "}}",
        "{\"@advance\":{\"by\":1000}}",
        "{\"@reply\":{\"effect\":\"e1-1\",\"result\":{}}}",
        "{\"page\":{\"request\":{\"open\":{\"url\":\"/c\"}}},\"@id\":3}",
        "{\"@advance\":{\"by\":10500}}",
        "{\"@reply\":{\"effect\":\"e1-2\",\"result\":{\"status\":200}}}",
        "{\"@advance\":{\"by\":100000}}",
        GET("")};
    struct run run = {"reader", READER, messages, sizeof messages / sizeof *messages};
    char *output = check_same(&run);
    /* A fixture answers at once, and only the message that brought it. */
    CHECK_HAS(output, "\"body\":\"text\"");
    CHECK_HAS(output, "timedOut");
    free(output);
}

int main(void) {
    given_effects_and_timers_when_the_same_is_sent_then_the_same_is_heard();
    return check_result();
}
