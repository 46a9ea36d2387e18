/*
 * A thread that drives a core, and others that drive, call, wake or close it meanwhile.
 */
#define _GNU_SOURCE
#include "threads.h"

#include <time.h>

static void given_a_driver_within_its_callback_when_others_drive_then_they_are_refused_or_run_out_of_time(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    open_gate(&gate, &driver);
    CHECK_INT(adit_process(driver.core, 0), ADIT_EBUSY);
    CHECK_INT(adit_process(driver.core, -1), ADIT_EBUSY);
    CHECK_INT(adit_close(driver.core, 0), ADIT_EBUSY);
    CHECK_INT(adit_close(driver.core, 20), ADIT_EBUSY);
    char *out = (char *)"rubbish";
    adit_error error;
    CHECK_INT(adit_call(driver.core, INCREMENT(1000), ADIT_NTS, 0, &out, NULL, &error), ADIT_ETIMEDOUT);
    CHECK(out == NULL);
    CHECK_INT(error.code, ADIT_ETIMEDOUT);
    CHECK_INT(adit_call(driver.core, INCREMENT(1000), ADIT_NTS, 20, &out, NULL, NULL), ADIT_ETIMEDOUT);
    CHECK(out == NULL);
    CHECK_INT(adit_send(driver.core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    atomic_store(&driver.ends, true);
    sem_post(&gate.go_on);
    pthread_join(driver.thread, NULL);
    /* The core is as it was: the calls were withdrawn, the message sent is handled. */
    CHECK(adit_process(driver.core, 0) >= 0);
    CHECK_INT(gate.heard.count, 2);
    CHECK_TEXT(heard_last(&gate.heard), WAS_INCREMENTED(2));
    CHECK_COUNTS(driver.core, 2);
    CHECK_INT(adit_close(driver.core, 0), ADIT_OK);
    CHECK_INT(gate.heard.released, 1);
    heard_forget(&gate.heard);
}

static void *close_it(void *context) {
    CHECK_INT(adit_close(*(adit_core *)context, -1), ADIT_OK);
    return NULL;
}

static void given_a_driver_within_its_callback_when_another_closes_then_close_waits_for_it(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    pthread_t closer;
    open_gate(&gate, &driver);
    CHECK_INT(pthread_create(&closer, NULL, close_it, &driver.core), 0);
    sem_post(&gate.go_on);
    pthread_join(closer, NULL);
    CHECK_TEXT(heard_last(&gate.heard), CLOSED);
    CHECK_INT(gate.heard.released, 1);
    pthread_join(driver.thread, NULL);
    CHECK_INT(atomic_load(&driver.last), ADIT_ECORE);
    heard_forget(&gate.heard);
}

struct closer {
    pthread_t thread;
    adit_core core;
    int32_t timeout, code;
    atomic_bool done;
};

static void *close_in_time(void *context) {
    struct closer *closer = context;
    closer->code = adit_close(closer->core, closer->timeout);
    atomic_store(&closer->done, true);
    return NULL;
}

/* A core that could not be closed was never gone. */
static void given_a_close_that_runs_out_of_time_when_others_drive_meanwhile_then_they_are_told_ebusy(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    open_gate(&gate, &driver);
    struct closer closer = {.core = driver.core, .timeout = 100};
    CHECK_INT(pthread_create(&closer.thread, NULL, close_in_time, &closer), 0);
    while (!atomic_load(&closer.done)) {
        if (!CHECK_INT(adit_process(driver.core, 0), ADIT_EBUSY))
            break;
        sched_yield();
    }
    pthread_join(closer.thread, NULL);
    CHECK_INT(closer.code, ADIT_EBUSY);
    atomic_store(&driver.ends, true);
    sem_post(&gate.go_on);
    pthread_join(driver.thread, NULL);
    CHECK_COUNTS(driver.core, 1);
    CHECK_INT(adit_close(driver.core, 0), ADIT_OK);
    heard_forget(&gate.heard);
}

/* Gives a thread the time to come to where adit_close waits, which nobody sees from outside. */
static void await_closer(struct closer *closer) {
    struct timespec pause = {0, 20 * 1000 * 1000};
    nanosleep(&pause, NULL);
    CHECK(!atomic_load(&closer->done));
}

static void given_two_that_close_when_the_driver_leaves_then_one_closes_and_the_other_finds_no_core(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    open_gate(&gate, &driver);
    struct closer closers[2] = {{.core = driver.core, .timeout = -1}, {.core = driver.core, .timeout = 20000}};
    for (int index = 0; index < 2; index++) {
        CHECK_INT(pthread_create(&closers[index].thread, NULL, close_in_time, &closers[index]), 0);
        await_closer(&closers[index]);
    }
    sem_post(&gate.go_on);
    for (int index = 0; index < 2; index++)
        pthread_join(closers[index].thread, NULL);
    pthread_join(driver.thread, NULL);
    CHECK_INT(closers[0].code + closers[1].code, ADIT_OK + ADIT_ECORE);
    CHECK_TEXT(heard_last(&gate.heard), CLOSED);
    CHECK_INT(gate.heard.released, 1);
    heard_forget(&gate.heard);
}

/* As long as the core is there, nobody is told that it is not; and whoever runs out of time leaves the other one alone. */
static void given_two_that_close_when_one_runs_out_of_time_then_the_other_closes(void) {
    for (int round = 0; round < 2; round++) {
        struct gate gate = {.open = false};
        struct driver driver = {.ends = false};
        open_gate(&gate, &driver);
        struct closer patient = {.core = driver.core, .timeout = -1}, hasty = {.core = driver.core, .timeout = 100};
        struct closer *first = round == 0 ? &patient : &hasty, *second = round == 0 ? &hasty : &patient;
        CHECK_INT(pthread_create(&first->thread, NULL, close_in_time, first), 0);
        await_closer(first);
        CHECK_INT(pthread_create(&second->thread, NULL, close_in_time, second), 0);
        pthread_join(hasty.thread, NULL);
        CHECK_INT(hasty.code, ADIT_EBUSY);
        CHECK(!atomic_load(&patient.done));
        sem_post(&gate.go_on);
        pthread_join(patient.thread, NULL);
        CHECK_INT(patient.code, ADIT_OK);
        pthread_join(driver.thread, NULL);
        CHECK_TEXT(heard_last(&gate.heard), CLOSED);
        CHECK_INT(gate.heard.released, 1);
        heard_forget(&gate.heard);
    }
}

static void *call_until_closed(void *context) {
    char *out = NULL;
    int32_t code = adit_call(*(adit_core *)context, INCREMENT_WITH(1000, "\"call\""), ADIT_NTS, -1, &out, NULL, NULL);
    CHECK(code == ADIT_OK || code == ADIT_ECLOSED || code == ADIT_ECORE);
    CHECK((code == ADIT_OK) == (out != NULL));
    if (code == ADIT_OK)
        CHECK_HAS(out, "\"@id\":\"call\"");
    adit_free(out);
    return NULL;
}

static void given_calls_that_wait_for_a_driver_when_another_closes_then_they_return(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    pthread_t callers[4];
    open_gate(&gate, &driver);
    for (int index = 0; index < 4; index++)
        CHECK_INT(pthread_create(&callers[index], NULL, call_until_closed, &driver.core), 0);
    struct closer closer = {.core = driver.core, .timeout = -1};
    CHECK_INT(pthread_create(&closer.thread, NULL, close_in_time, &closer), 0);
    sem_post(&gate.go_on);
    pthread_join(closer.thread, NULL);
    CHECK_INT(closer.code, ADIT_OK);
    for (int index = 0; index < 4; index++)
        pthread_join(callers[index], NULL);
    pthread_join(driver.thread, NULL);
    CHECK_TEXT(heard_last(&gate.heard), CLOSED);
    CHECK_INT(gate.heard.released, 1);
    heard_forget(&gate.heard);
}

static void given_a_wakeup_while_the_driver_handles_when_it_processes_again_then_it_does_not_wait(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    open_gate(&gate, &driver);
    CHECK_INT(adit_wakeup(driver.core), ADIT_OK);
    atomic_store(&driver.ends, true);
    sem_post(&gate.go_on);
    pthread_join(driver.thread, NULL);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    CHECK_INT(adit_process(driver.core, 20000), 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    CHECK(end.tv_sec - start.tv_sec < 15);
    CHECK_INT(adit_close(driver.core, 0), ADIT_OK);
    heard_forget(&gate.heard);
}

/* Comes back when the driver is inside adit_process. */
static void await_driver(adit_core core) {
    while (adit_process(core, 0) != ADIT_EBUSY)
        sched_yield();
}

static void given_a_driver_that_waits_when_another_drives_then_ebusy(void) {
    struct heard heard = {0};
    struct driver driver = {.core = open_core("counter", "{}", &heard)};
    CHECK_INT(pthread_create(&driver.thread, NULL, drive, &driver), 0);
    await_driver(driver.core);
    CHECK_INT(adit_process(driver.core, -1), ADIT_EBUSY);
    char *out = NULL;
    CHECK_INT(adit_call(driver.core, INCREMENT(1), ADIT_NTS, -1, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(1) "]");
    adit_free(out);
    atomic_store(&driver.ends, true);
    CHECK_INT(adit_wakeup(driver.core), ADIT_OK);
    pthread_join(driver.thread, NULL);
    CHECK_INT(atomic_load(&driver.last), 0);
    CHECK_INT(adit_close(driver.core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_driver_that_waits_when_another_closes_then_it_returns_ecore(void) {
    for (int round = 0; round < 100; round++) {
        struct heard heard = {0};
        struct driver driver = {.core = open_core("counter", "{}", &heard)};
        CHECK_INT(pthread_create(&driver.thread, NULL, drive, &driver), 0);
        if (round % 2 == 0)
            await_driver(driver.core); /* else it may be anywhere */
        CHECK_INT(adit_close(driver.core, -1), ADIT_OK);
        CHECK_INT(heard.count, 1);
        CHECK_TEXT(heard_last(&heard), CLOSED);
        CHECK_INT(heard.released, 1);
        pthread_join(driver.thread, NULL);
        CHECK_INT(atomic_load(&driver.last), ADIT_ECORE);
        heard_forget(&heard);
    }
}

static void *receive_until_closed(void *context) {
    char *out = NULL;
    int32_t code;
    while ((code = adit_receive(*(adit_core *)context, -1, &out, NULL)) == ADIT_EBUSY)
        sched_yield();
    CHECK_INT(code, ADIT_ECORE);
    CHECK(out == NULL);
    return NULL;
}

static void given_a_receiver_that_waits_when_another_closes_then_it_returns_ecore(void) {
    adit_core core = open_core("counter", "{}", NULL);
    pthread_t receiver;
    CHECK_INT(pthread_create(&receiver, NULL, receive_until_closed, &core), 0);
    await_driver(core);
    CHECK_INT(adit_close(core, -1), ADIT_OK);
    pthread_join(receiver, NULL);
}

int main(void) {
    given_a_driver_within_its_callback_when_others_drive_then_they_are_refused_or_run_out_of_time();
    given_a_driver_within_its_callback_when_another_closes_then_close_waits_for_it();
    given_a_close_that_runs_out_of_time_when_others_drive_meanwhile_then_they_are_told_ebusy();
    given_two_that_close_when_the_driver_leaves_then_one_closes_and_the_other_finds_no_core();
    given_two_that_close_when_one_runs_out_of_time_then_the_other_closes();
    given_calls_that_wait_for_a_driver_when_another_closes_then_they_return();
    given_a_wakeup_while_the_driver_handles_when_it_processes_again_then_it_does_not_wait();
    given_a_driver_that_waits_when_another_drives_then_ebusy();
    given_a_driver_that_waits_when_another_closes_then_it_returns_ecore();
    given_a_receiver_that_waits_when_another_closes_then_it_returns_ecore();
    return check_result();
}
