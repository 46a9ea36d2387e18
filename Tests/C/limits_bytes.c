/*
 * Limits of the queue, the outbox, the values of a message, the subscriptions, and of one adit_process.
 */
#define _POSIX_C_SOURCE 200809L
#include "messages.h"

#include <poll.h>
#include <sys/resource.h>

static int receive_all(adit_core core) {
    char *out = NULL;
    int count = 0;
    while (adit_receive(core, 0, &out, NULL) == ADIT_OK) {
        adit_free(out);
        count++;
    }
    return count;
}

static void given_a_queue_of_bytes_when_it_is_full_then_nothing_is_read_any_more(void) {
    struct heard heard = {0};
    adit_error error;
    adit_core core = open_core("counter", "{\"limits\":{\"queueBytes\":100}}", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, &error), ADIT_EFULL);
    CHECK_TEXT(error.text, "with this message, more than 100 bytes would wait; limits.queueBytes allows no more");
    /* What has no room is not even parsed. */
    CHECK_INT(adit_send(core, "no JSON, but as long as a message of a counter is at least", ADIT_NTS, NULL), ADIT_EFULL);
    CHECK(adit_process(core, 0) == 2);
    /* One alone may have more. */
    char spaces[300];
    memset(spaces, ' ', sizeof spaces);
    memcpy(spaces, INCREMENT(1), strlen(INCREMENT(1)));
    CHECK_INT(adit_send(core, spaces, sizeof spaces, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_EFULL);
    CHECK(adit_process(core, 0) == 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static long peak_kilobytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : -1;
}

static void given_a_text_of_very_many_values_when_it_is_sent_then_it_takes_little_memory(void) {
    struct heard heard = {0};
    adit_error error;
    size_t length = 16 << 20;
    char *text = malloc(length);
    if (text == NULL)
        abort();
    for (size_t index = 0; index < length; index++)
        text[index] = "[],"[index % 3];
    text[0] = '[';
    text[1] = ' ';
    text[2] = ' ';
    memcpy(text + length - 4, "   ]", 4);
    for (size_t index = length - 5; text[index] != ']'; index--)
        text[index] = ' ';
    adit_core core = open_core("counter", "{}", &heard);
    long before = peak_kilobytes();
    CHECK_INT(adit_send(core, text, length, &error), ADIT_ESIZE);
    CHECK_TEXT(error.text, "the text has more than 1000000 values; limits.values allows no more");
    /* A million values of 48 bytes; and where the text is, it was before. */
    long grown = peak_kilobytes() - before;
    if (!CHECK(grown < 60000))
        fprintf(stderr, "it took %ld kB\n", grown);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    /* Where it may have as many, it is read, and is no message. */
    core = open_core("counter", "{\"limits\":{\"values\":10000000}}", &heard);
    CHECK_INT(adit_send(core, text, length, &error), ADIT_EMESSAGE);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    core = open_core("counter", "{\"limits\":{\"values\":3}}", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, &error), ADIT_ESIZE);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    free(text);
    heard_forget(&heard);
}

static void given_an_outbox_of_bytes_when_it_is_full_then_handling_stops_and_goes_on_as_it_is_emptied(void) {
    adit_core core = open_core("todo", "{\"limits\":{\"outboxBytes\":10000}}", NULL);
    char message[1200];
    char text[1001];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    snprintf(message, sizeof message, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"%s\"}}}}}", text);
    CHECK_INT(adit_send(core, message, ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(receive_all(core), 2); /* the response, and the request for a review */
    for (int count = 0; count < 100; count++)
        CHECK_INT(adit_send(core, GET(""), ADIT_NTS, NULL), ADIT_OK);
    int32_t count = adit_process(core, 0);
    CHECK(count > 3 && count < 10);
    CHECK_INT(adit_process(core, 0), 0);
    char *out = NULL;
    adit_error error;
    CHECK_INT(adit_call(core, GET(""), ADIT_NTS, 0, &out, NULL, &error), ADIT_EFULL);
    CHECK_TEXT(error.text, "10000 bytes wait to be received; limits.outboxBytes allows no more");
    CHECK_INT(receive_all(core), 100);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_a_host_that_hears_when_it_asks_for_much_then_it_hears_it_in_parts(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"limits\":{\"outboxBytes\":100}}", &heard);
    for (int count = 0; count < 1000; count++)
        CHECK_INT(adit_send(core, GET(""), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1000);
    CHECK_INT(heard.count, 1000);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_limits_of_one_when_they_are_exceeded_then_their_errors_are_in_the_singular(void) {
    static const char *const cases[][2] = {
        {"queue", "1 message waits; limits.queue allows no more"},
        {"queueBytes", "with this message, more than 1 byte would wait; limits.queueBytes allows no more"},
        {"outbox", "1 message waits to be received; limits.outbox allows no more"},
        {"outboxBytes", "1 byte waits to be received; limits.outboxBytes allows no more"},
        {"values", "the text has more than 1 value; limits.values allows no more"},
        {"depth", "nested deeper than 1 level"},
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        char config[100];
        snprintf(config, sizeof config, "{\"limits\":{\"%s\":1}}", cases[index][0]);
        adit_core core = open_core("counter", config, NULL);
        adit_error error = {0};
        int32_t result = adit_send(core, INCREMENT(1), ADIT_NTS, &error);
        if (result == ADIT_OK && strncmp(cases[index][0], "queue", 5) == 0) {
            result = adit_send(core, INCREMENT(1), ADIT_NTS, &error);
        } else if (result == ADIT_OK) {
            char *out = NULL;
            CHECK_INT(adit_process(core, 0), 1);
            result = adit_call(core, GET(""), ADIT_NTS, 0, &out, NULL, &error);
        }
        CHECK(result != ADIT_OK);
        CHECK_TEXT(error.text, cases[index][1]);
        receive_all(core);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
    }
    adit_core core = open_core("counter", "{\"limits\":{\"subscriptions\":1}}", NULL);
    CHECK_INT(adit_send(core, "{\"@subscribe\":{\"subscription\":\"one\"}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(receive_all(core), 1);
    CHECK_INT(adit_send(core, "{\"@subscribe\":{\"subscription\":\"more\"}}", ADIT_NTS, NULL), ADIT_OK);
    char *out = NULL;
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, "{\"@error\":{\"code\":\"efull\",\"message\":\"@subscribe: there is 1 subscription; "
                    "limits.subscriptions allows no more\"}}");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static bool is_readable(adit_core core) {
    struct pollfd request = {adit_fd(core), POLLIN, 0};
    return poll(&request, 1, 0) == 1;
}

static void given_a_bound_of_steps_when_more_are_queued_then_the_rest_waits_for_the_next_call(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"limits\":{\"processSteps\":300}}", &heard);
    CHECK(adit_fd(core) >= 0);
    for (int count = 0; count < 1000; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    for (int call = 0; call < 3; call++) {
        CHECK_INT(adit_process(core, 0), 300);
        CHECK(is_readable(core));
    }
    CHECK_INT(adit_process(core, -1), 100);
    CHECK(!is_readable(core));
    CHECK_INT(heard.count, 1000);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(1000));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_bound_of_time_when_it_is_over_then_a_call_ends_with_its_batch(void) {
    struct heard heard = {0};
    adit_core core =
        open_core("counter", "{\"limits\":{\"processMilliseconds\":1,\"batch\":100,\"queue\":200000}}", &heard);
    int handled = 0, calls = 0;
    /* Each causes another, so that fifty fill a batch. */
    for (int count = 0; count < 100050; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    while (handled < 100050 && calls++ < 100050) {
        int32_t count = adit_process(core, 0);
        CHECK(count > 0 && (count % 50 == 0 || handled + count == 100050));
        handled += count;
    }
    CHECK_INT(handled, 100050);
    CHECK(calls > 1);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(100050));
    /* What fills no batch is bounded as well: answers of nobody's. */
    for (int count = 0; count < 100000; count++)
        CHECK_INT(adit_send(core, GET(""), ADIT_NTS, NULL), ADIT_OK);
    for (calls = 0; is_readable(core) && calls < 100000; calls++)
        CHECK(adit_process(core, 0) % 100 == 0);
    CHECK(calls > 1);
    CHECK_INT(heard.count, 200050);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_many_subscriptions_when_they_end_then_it_takes_no_time(void) {
    char text[120];
    adit_core core = open_core("todo", "{\"limits\":{\"subscriptions\":100000}}", NULL);
    for (int number = 0; number < 100000; number++) {
        snprintf(text, sizeof text, "{\"@subscribe\":{\"subscription\":\"s%d\",\"path\":\"/items/ids\"}}", number);
        CHECK_INT(adit_send(core, text, ADIT_NTS, NULL), ADIT_OK);
    }
    CHECK_INT(receive_all(core), 100000);
    CHECK_INT(adit_send(core, "{\"@subscribe\":{\"subscription\":\"more\"}}", ADIT_NTS, NULL), ADIT_OK);
    char *out = NULL;
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, "{\"@error\":{\"code\":\"efull\",\"message\":\"@subscribe: there are 100000 subscriptions; "
                    "limits.subscriptions allows no more\"}}");
    adit_free(out);
    /* All of them wait for news as they end. */
    CHECK_INT(adit_send(core, ADD("a"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 2);
    for (int number = 0; number < 100000; number++) {
        snprintf(text, sizeof text, "{\"@unsubscribe\":{\"subscription\":\"s%d\"}}", number);
        CHECK_INT(adit_send(core, text, ADIT_NTS, NULL), ADIT_OK);
    }
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(receive_all(core), 2);
    CHECK_INT(adit_send(core, ADD("b"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(receive_all(core), 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    given_a_text_of_very_many_values_when_it_is_sent_then_it_takes_little_memory();
    given_a_queue_of_bytes_when_it_is_full_then_nothing_is_read_any_more();
    given_an_outbox_of_bytes_when_it_is_full_then_handling_stops_and_goes_on_as_it_is_emptied();
    given_limits_of_one_when_they_are_exceeded_then_their_errors_are_in_the_singular();
    given_a_host_that_hears_when_it_asks_for_much_then_it_hears_it_in_parts();
    given_a_bound_of_steps_when_more_are_queued_then_the_rest_waits_for_the_next_call();
    given_a_bound_of_time_when_it_is_over_then_a_call_ends_with_its_batch();
    given_many_subscriptions_when_they_end_then_it_takes_no_time();
    return check_result();
}
