/*
 * Many threads and one core. Built a second time with -fsanitize=thread, so whatever the test shares is atomic.
 */
#define _GNU_SOURCE
#include "threads.h"

enum { THREADS = 8, EACH = 500 };

struct sender {
    pthread_t thread;
    adit_core core;
    int number;
    const char *format; /* of a message, from the sender's number and the message's */
};

static void *send_all(void *context) {
    struct sender *sender = context;
    for (int count = 0; count < EACH; count++) {
        char message[200];
        snprintf(message, sizeof message, sender->format, sender->number, count);
        int32_t code;
        while ((code = adit_send(sender->core, message, ADIT_NTS, NULL)) == ADIT_EFULL)
            sched_yield();
        CHECK_INT(code, ADIT_OK);
    }
    return NULL;
}

static void start_senders(struct sender senders[THREADS], adit_core core, const char *format) {
    for (int number = 0; number < THREADS; number++) {
        senders[number] = (struct sender){.core = core, .number = number, .format = format};
        CHECK_INT(pthread_create(&senders[number].thread, NULL, send_all, &senders[number]), 0);
    }
}

/* Checks that of each sender the messages came in its order, each once, by the "t-n" after `mark`. */
static void check_order(const struct heard *heard, const char *only, const char *mark) {
    int next[THREADS] = {0};
    for (size_t index = 0; index < heard->count; index++) {
        if (strstr(heard->texts[index], only) == NULL)
            continue;
        const char *place = strstr(heard->texts[index], mark);
        int number = -1, count = -1;
        if (!CHECK(place != NULL && sscanf(place + strlen(mark), "%d-%d", &number, &count) == 2))
            return;
        if (!CHECK(number >= 0 && number < THREADS))
            return;
        if (!CHECK_INT(count, next[number]++))
            return;
    }
    for (int number = 0; number < THREADS; number++)
        CHECK_INT(next[number], EACH);
}

static void given_eight_senders_when_one_thread_processes_then_each_is_handled_once_in_its_order(void) {
    struct heard heard = {0};
    struct sender senders[THREADS];
    adit_core core = open_core("todo", "{}", &heard);
    start_senders(senders, core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"%d-%d\"}}}}}");
    int64_t delivered = 0;
    while (delivered < 2 * THREADS * EACH) { /* each: wasAdded and requestReview */
        int32_t code = adit_process(core, -1);
        if (!CHECK(code >= 0))
            break;
        delivered += code;
    }
    for (int number = 0; number < THREADS; number++)
        pthread_join(senders[number].thread, NULL);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(heard.count, 2 * THREADS * EACH);
    check_order(&heard, "\"wasAdded\"", "\"text\":\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static void given_ids_when_eight_senders_send_then_each_id_comes_back_once(void) {
    struct heard heard = {0};
    struct sender senders[THREADS];
    adit_core core = open_core("counter", "{}", &heard);
    start_senders(senders, core, "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@id\":\"%d-%d\"}");
    while (heard.count < THREADS * EACH && CHECK(adit_process(core, -1) >= 0)) {
    }
    for (int number = 0; number < THREADS; number++)
        pthread_join(senders[number].thread, NULL);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(heard.count, THREADS * EACH);
    check_order(&heard, "\"wasIncremented\"", "\"@id\":\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* In pull mode every thread may receive; those that come while another drives are told ADIT_EBUSY. */
static atomic_int received;

static void *receive_all(void *context) {
    adit_core core = *(adit_core *)context;
    while (atomic_load(&received) < THREADS * EACH) {
        char *out = NULL;
        int32_t code = adit_receive(core, 0, &out, NULL);
        if (code == ADIT_OK)
            atomic_fetch_add(&received, 1);
        CHECK((code == ADIT_OK) == (out != NULL));
        if (!CHECK(code == ADIT_OK || code == ADIT_EBUSY || code == ADIT_ETIMEDOUT))
            break;
        adit_free(out);
    }
    return NULL;
}

static void given_pull_mode_when_three_threads_receive_then_each_message_is_received_once(void) {
    struct sender senders[THREADS];
    pthread_t receivers[3];
    adit_core core = open_core("counter", "{}", NULL);
    start_senders(senders, core, "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@id\":\"%d-%d\"}");
    for (int index = 0; index < 3; index++)
        pthread_create(&receivers[index], NULL, receive_all, &core);
    for (int number = 0; number < THREADS; number++)
        pthread_join(senders[number].thread, NULL);
    for (int index = 0; index < 3; index++)
        pthread_join(receivers[index], NULL);
    CHECK_INT(atomic_load(&received), THREADS * EACH);
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_COUNTS(core, 4000);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

struct caller {
    pthread_t thread;
    adit_core core;
    int number;
};

enum { CALLS = 300 };

static void *call_all(void *context) {
    struct caller *caller = context;
    long last = 0;
    for (int count = 0; count < CALLS; count++) {
        char message[200], id[40], *out = NULL;
        snprintf(message, sizeof message, "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@id\":\"%d-%d\"}",
                 caller->number, count);
        snprintf(id, sizeof id, "\"@id\":\"%d-%d\"}]", caller->number, count);
        if (!CHECK_INT(adit_call(caller->core, message, ADIT_NTS, -1, &out, NULL, NULL), ADIT_OK))
            return NULL;
        CHECK_HAS(out, id);
        const char *to = strstr(out, "\"to\":");
        long value = to != NULL ? strtol(to + 5, NULL, 10) : -1;
        CHECK(value > last);
        last = value;
        CHECK(strstr(out, "},{") == NULL); /* one message, its own */
        adit_free(out);
    }
    return NULL;
}

static void run_callers(adit_core core) {
    struct caller callers[THREADS];
    for (int number = 0; number < THREADS; number++) {
        callers[number] = (struct caller){.core = core, .number = number};
        CHECK_INT(pthread_create(&callers[number].thread, NULL, call_all, &callers[number]), 0);
    }
    for (int number = 0; number < THREADS; number++)
        pthread_join(callers[number].thread, NULL);
}

static void given_a_driver_when_several_threads_call_then_each_gets_what_its_message_caused(void) {
    struct heard heard = {0};
    struct driver driver = {.core = open_core("counter", "{}", &heard)};
    CHECK_INT(pthread_create(&driver.thread, NULL, drive, &driver), 0);
    run_callers(driver.core);
    atomic_store(&driver.ends, true);
    CHECK_INT(adit_wakeup(driver.core), ADIT_OK);
    pthread_join(driver.thread, NULL);
    CHECK_INT(heard.count, 0); /* what a call hands over is not heard besides */
    CHECK_COUNTS(driver.core, 2400);
    CHECK_INT(adit_close(driver.core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_no_driver_when_several_threads_call_then_they_drive_in_turn(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    run_callers(core);
    CHECK_INT(heard.count, 0);
    CHECK_COUNTS(core, 2400);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_eight_senders_when_one_thread_processes_then_each_is_handled_once_in_its_order();
    given_ids_when_eight_senders_send_then_each_id_comes_back_once();
    given_pull_mode_when_three_threads_receive_then_each_message_is_received_once();
    given_a_driver_when_several_threads_call_then_each_gets_what_its_message_caused();
    given_no_driver_when_several_threads_call_then_they_drive_in_turn();
    return check_result();
}
