/*
 * Driving a core with adit_process: what it counts, what it handles, how long it waits and what ends its waiting.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void given_queued_messages_when_processed_then_all_are_delivered_in_order_and_counted(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_process(core, 0), 0);
    enum { COUNT = 1000 }; /* several batches */
    for (int count = 0; count < COUNT; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(heard.count, 0);
    CHECK_INT(adit_process(core, -1), COUNT);
    CHECK_INT(heard.count, COUNT);
    for (int count = 0; count < COUNT; count++) {
        char expected[100];
        snprintf(expected, sizeof expected, "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":%d}}}}", count + 1);
        CHECK_TEXT(heard_text(&heard, (size_t)count), expected);
    }
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_message_that_causes_two_when_processed_then_two_are_counted(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{}", &heard);
    CHECK_INT(adit_send(core, ADD("Buy milk"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, ADD("Buy bread"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 4);
    CHECK_HAS(heard_text(&heard, 0), "{\"todo\":{\"response\":{\"wasAdded\":{");
    CHECK_HAS(heard_text(&heard, 0), "\"text\":\"Buy milk\"");
    CHECK_TEXT(heard_text(&heard, 1), "{\"appReview\":{\"requestReview\":{}}}");
    CHECK_HAS(heard_text(&heard, 2), "\"text\":\"Buy bread\"");
    CHECK_TEXT(heard_text(&heard, 3), "{\"appReview\":{\"requestReview\":{}}}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* A host whose callback answers each message with another one. */
struct pinger {
    struct heard heard;
    int left;
};

static void send_one_more(void *context, adit_core core, const char *json, size_t length) {
    struct pinger *pinger = context;
    hear(&pinger->heard, core, json, length);
    if (pinger->left-- > 0)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
}

static void given_a_callback_that_sends_when_processed_then_what_it_sent_waits_for_the_next_call(void) {
    struct pinger pinger = {.left = 3};
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, send_one_more, &pinger, NULL, &core, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 2);  /* each sends one */
    CHECK_INT(adit_process(core, -1), 2); /* the first of them sends the last */
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_TEXT(heard_last(&pinger.heard), WAS_INCREMENTED(5));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&pinger.heard);
}

static void given_nothing_queued_when_processed_with_a_timeout_then_it_waits_that_long(void) {
    adit_core core = open_core("counter", "{}", NULL);
    int64_t start = milliseconds();
    CHECK_INT(adit_process(core, 60), 0);
    CHECK(milliseconds() - start >= 59);
    char *out = (char *)"rubbish";
    start = milliseconds();
    CHECK_INT(adit_receive(core, 60, &out, NULL), ADIT_ETIMEDOUT);
    CHECK(out == NULL);
    CHECK(milliseconds() - start >= 59);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

/* Checks that adit_process returns 0 at once; a time-out ends the test where it waits. */
static void check_at_once(const char *file, int line, adit_core core) {
    int64_t start = milliseconds();
    check_int(file, line, "adit_process", adit_process(core, 20000), 0);
    check_true(file, line, "it does not wait", milliseconds() - start < 20000);
}

#define CHECK_AT_ONCE(core) check_at_once(__FILE__, __LINE__, (core))

static void check_waits(const char *file, int line, adit_core core) {
    int64_t start = milliseconds();
    check_int(file, line, "adit_process", adit_process(core, 60), 0);
    check_true(file, line, "it waits", milliseconds() - start >= 59);
}

#define CHECK_WAITS(core) check_waits(__FILE__, __LINE__, (core))

static void given_wakeups_before_when_processed_then_it_does_not_wait_once(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_wakeup(core), ADIT_OK);
    CHECK_AT_ONCE(core);
    CHECK_WAITS(core); /* once */
    for (int count = 0; count < 5; count++)
        CHECK_INT(adit_wakeup(core), ADIT_OK);
    CHECK_AT_ONCE(core);
    CHECK_WAITS(core); /* several are one */
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_wakeup_before_when_received_then_it_does_not_wait(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = (char *)"rubbish";
    int64_t start = milliseconds();
    CHECK_INT(adit_wakeup(core), ADIT_OK);
    CHECK_INT(adit_receive(core, 20000, &out, NULL), ADIT_ETIMEDOUT);
    CHECK(milliseconds() - start < 20000);
    CHECK(out == NULL);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void wake_up_in_callback(void *context, adit_core core, const char *json, size_t length) {
    hear(context, core, json, length);
    CHECK_INT(adit_wakeup(core), ADIT_OK);
}

static void given_a_wakeup_from_the_callback_when_processed_again_then_it_does_not_wait(void) {
    struct heard heard = {0};
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, wake_up_in_callback, &heard, NULL, &core, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, -1), 1);
    CHECK_AT_ONCE(core);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* As where one thread tells the driver to stop, and another calls before the driver comes to wait. */
static void given_a_wakeup_before_a_call_when_processed_after_it_then_it_does_not_wait(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_wakeup(core), ADIT_OK);
    CHECK_COUNTS(core, 0);
    CHECK_AT_ONCE(core);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void *send_one(void *context) {
    CHECK_INT(adit_send(*(adit_core *)context, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    return NULL;
}

static void *wake_up(void *context) {
    CHECK_INT(adit_wakeup(*(adit_core *)context), ADIT_OK);
    return NULL;
}

static void given_another_thread_when_it_sends_or_wakes_then_the_waiting_process_returns(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    for (int round = 0; round < 200; round++) {
        pthread_t thread;
        CHECK_INT(pthread_create(&thread, NULL, round % 2 == 0 ? send_one : wake_up, &core), 0);
        CHECK_INT(adit_process(core, -1), round % 2 == 0 ? 1 : 0);
        pthread_join(thread, NULL);
    }
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(100));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static volatile sig_atomic_t alarms;

static void count_alarm(int number) {
    (void)number;
    alarms++;
}

static void given_a_signal_when_a_core_waits_then_it_returns(void) {
    struct sigaction action = {.sa_handler = count_alarm}; /* without SA_RESTART */
    struct itimerval every = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
    adit_core core = open_core("counter", "{}", NULL);
    sigaction(SIGALRM, &action, NULL);
    for (int with_fd = 0; with_fd < 2; with_fd++) {
        if (with_fd)
            CHECK(adit_fd(core) >= 0);
        char *out = (char *)"rubbish";
        alarms = 0;
        setitimer(ITIMER_REAL, &every, NULL);
        CHECK_INT(adit_process(core, -1), 0);
        CHECK(alarms > 0);
        alarms = 0;
        CHECK_INT(adit_receive(core, -1, &out, NULL), ADIT_ETIMEDOUT);
        CHECK(alarms > 0);
        CHECK(out == NULL);
        setitimer(ITIMER_REAL, &never, NULL);
    }
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    given_queued_messages_when_processed_then_all_are_delivered_in_order_and_counted();
    given_a_message_that_causes_two_when_processed_then_two_are_counted();
    given_a_callback_that_sends_when_processed_then_what_it_sent_waits_for_the_next_call();
    given_nothing_queued_when_processed_with_a_timeout_then_it_waits_that_long();
    given_wakeups_before_when_processed_then_it_does_not_wait_once();
    given_a_wakeup_before_when_received_then_it_does_not_wait();
    given_a_wakeup_from_the_callback_when_processed_again_then_it_does_not_wait();
    given_a_wakeup_before_a_call_when_processed_after_it_then_it_does_not_wait();
    given_another_thread_when_it_sends_or_wakes_then_the_waiting_process_returns();
    given_a_signal_when_a_core_waits_then_it_returns();
    return check_result();
}
