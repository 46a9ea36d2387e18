/*
 * Closing a core while eight threads send to it: what adit_send took is handled or answered, exactly once.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <pthread.h>
#include <sched.h>

enum { THREADS = 8, ROUNDS = 12, MOST = 500 };

struct sender {
    pthread_t thread;
    adit_core core;
    int number, taken;
};

static atomic_int started;

static void *send_until_closed(void *context) {
    struct sender *sender = context;
    atomic_fetch_add(&started, 1);
    while (sender->taken < MOST) {
        char message[200];
        snprintf(message, sizeof message, "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@id\":\"%d-%d\"}",
                 sender->number, sender->taken);
        int32_t code = adit_send(sender->core, message, ADIT_NTS, NULL);
        if (code != ADIT_OK) {
            CHECK(code == ADIT_ECORE || code == ADIT_ECLOSED);
            break;
        }
        sender->taken++;
    }
    return NULL;
}

/* Each message taken has one answer with its @id, in its sender's order; first responses, then errors, then @closed. */
static void check_answers(const struct heard *heard, const struct sender senders[THREADS]) {
    int next[THREADS] = {0};
    bool closing = false;
    for (size_t index = 0; index + 1 < heard->count; index++) {
        const char *text = heard->texts[index], *id = strstr(text, "\"@id\":\"");
        int number = -1, count = -1;
        if (!CHECK(id != NULL && sscanf(id + 7, "%d-%d", &number, &count) == 2))
            return;
        if (!CHECK(number >= 0 && number < THREADS))
            return;
        if (!CHECK_INT(count, next[number]++))
            return;
        bool error = strstr(text, "\"@error\"") != NULL;
        if (error)
            CHECK_HAS(text, "\"eclosed\"");
        CHECK(error || !closing);
        closing = error;
    }
    for (int number = 0; number < THREADS; number++)
        CHECK_INT(next[number], senders[number].taken);
    CHECK_TEXT(heard_last(heard), CLOSED);
}

static void given_eight_senders_when_the_core_is_closed_then_what_was_taken_is_answered_once(void) {
    for (int round = 0; round < ROUNDS; round++) {
        struct heard heard = {0};
        struct sender senders[THREADS];
        adit_core core = open_core("counter", "{}", &heard);
        atomic_store(&started, 0);
        for (int number = 0; number < THREADS; number++) {
            senders[number] = (struct sender){.core = core, .number = number};
            CHECK_INT(pthread_create(&senders[number].thread, NULL, send_until_closed, &senders[number]), 0);
        }
        while (atomic_load(&started) < THREADS)
            sched_yield();
        for (int count = 0; count < round % 4; count++)
            CHECK(adit_process(core, 0) >= 0);
        CHECK_INT(adit_close(core, -1), ADIT_OK);
        size_t count = heard.count;
        for (int number = 0; number < THREADS; number++)
            pthread_join(senders[number].thread, NULL);
        CHECK_INT(heard.count, count);
        CHECK_INT(heard.released, 1);
        check_answers(&heard, senders);
        heard_forget(&heard);
    }
}

static void *close_once(void *context) {
    int32_t code = adit_close(*(adit_core *)context, -1);
    CHECK(code == ADIT_OK || code == ADIT_ECORE);
    return code == ADIT_OK ? context : NULL;
}

static void given_eight_closers_when_they_close_one_core_then_one_of_them_does(void) {
    for (int round = 0; round < ROUNDS; round++) {
        struct heard heard = {0};
        adit_core core = open_core("counter", "{}", &heard);
        pthread_t threads[THREADS];
        int closed = 0;
        for (int number = 0; number < THREADS; number++)
            pthread_create(&threads[number], NULL, close_once, &core);
        for (int number = 0; number < THREADS; number++) {
            void *result = NULL;
            pthread_join(threads[number], &result);
            closed += result != NULL;
        }
        CHECK_INT(closed, 1);
        CHECK_INT(heard.count, 1);
        CHECK_INT(heard.released, 1);
        heard_forget(&heard);
    }
}

int main(void) {
    given_eight_senders_when_the_core_is_closed_then_what_was_taken_is_answered_once();
    given_eight_closers_when_they_close_one_core_then_one_of_them_does();
    return check_result();
}
