/*
 * Groups: many cores with one descriptor, and one call that drives those that have work; all messages that wait in one
 * call, and all of a batch in one callback.
 */
#define _POSIX_C_SOURCE 200809L
#include "messages.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>

static bool is_readable(int descriptor) {
    struct pollfd request = {.fd = descriptor, .events = POLLIN};
    return poll(&request, 1, 0) == 1;
}

static size_t descriptors(void) {
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static void increment(adit_core core) { CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK); }

static void given_messages_when_all_are_received_then_they_are_an_array_within_the_limit(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = (char *)"rubbish";
    size_t length = 1;
    CHECK_INT(adit_receive_all(core, 0, 0, &out, &length), ADIT_ETIMEDOUT);
    CHECK(out == NULL && length == 0);
    for (int count = 0; count < 3; count++)
        increment(core);
    CHECK_INT(adit_receive_all(core, 0, 0, NULL, &length), ADIT_EINVAL);
    CHECK_INT(adit_receive_all(core, -2, 0, &out, &length), ADIT_EINVAL);
    CHECK_INT(adit_receive_all(core, 0, 0, &out, &length), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(1) "," WAS_INCREMENTED(2) "," WAS_INCREMENTED(3) "]");
    CHECK_INT(length, strlen(out));
    adit_free(out);
    for (int count = 0; count < 4; count++)
        increment(core);
    /* One in any case; two of them fit exactly; not a byte less. */
    CHECK_INT(adit_receive_all(core, 0, 1, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(4) "]");
    adit_free(out);
    size_t two = strlen("[" WAS_INCREMENTED(5) "," WAS_INCREMENTED(6) "]");
    CHECK_INT(adit_receive_all(core, 0, two - 1, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(5) "]");
    adit_free(out);
    CHECK_INT(adit_receive_all(core, 0, two, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(6) "," WAS_INCREMENTED(7) "]");
    adit_free(out);
    CHECK_INT(adit_receive_all(core, 0, two, &out, NULL), ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(adit_receive_all(core, 0, 0, &out, NULL), ADIT_ECORE);
}

static void given_subscriptions_when_all_is_received_then_their_updates_come_with_it(void) {
    adit_core core = open_core("counter", "{}", NULL);
    char *out = NULL;
    CHECK_INT(adit_send(core, "{\"@subscribe\":{\"path\":\"\",\"subscription\":\"a\"}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@subscribe\":{\"path\":\"\",\"subscription\":\"b\"}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_receive_all(core, 0, 0, &out, NULL), ADIT_OK);
    adit_free(out);
    increment(core);
    CHECK_INT(adit_receive_all(core, 0, 0, &out, NULL), ADIT_OK);
    CHECK(strncmp(out, "[" WAS_INCREMENTED(1) ",{\"@patch\":{\"subscription\":\"a\"", 60) == 0);
    CHECK(strstr(out, "},{\"@patch\":{\"subscription\":\"b\"") != NULL);
    adit_free(out);
    CHECK_INT(adit_receive_all(core, 0, 0, &out, NULL), ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_delivery_in_batches_when_driven_then_a_callback_has_the_messages_of_a_batch(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{\"delivery\":\"batches\",\"limits\":{\"batch\":4}}", &heard);
    for (int count = 0; count < 3; count++)
        increment(core);
    CHECK_INT(adit_process(core, 0), 3);
    CHECK_INT(heard.count, 2);
    CHECK_TEXT(heard.texts[0], "[" WAS_INCREMENTED(1) "," WAS_INCREMENTED(2) "]");
    CHECK_TEXT(heard.texts[1], "[" WAS_INCREMENTED(3) "]");
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(heard.count, 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_TEXT(heard.texts[2], "[{\"@closed\":{}}]");
    adit_error error;
    adit_core none;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", "{\"delivery\":\"batches\"}", ADIT_NTS, NULL, NULL, NULL, &none, &error),
              ADIT_ECONFIG);
    CHECK_TEXT(error.text, "delivery: found \"batches\" without a callback; one is expected, or adit_receive_all");
    heard_forget(&heard);
}

enum { CORES = 200 };

static void given_many_cores_when_the_group_is_driven_then_those_with_work_are_by_one_descriptor(void) {
    struct heard heard[CORES] = {0};
    adit_core cores[CORES];
    adit_group group;
    CHECK_INT(adit_group_open(NULL), ADIT_EINVAL);
    CHECK_INT(adit_group_open(&group), ADIT_OK);
    int descriptor = adit_group_fd(group);
    size_t before = descriptors();
    for (int number = 0; number < CORES; number++) {
        cores[number] = open_core("counter", "{}", &heard[number]);
        CHECK_INT(adit_group_add(group, cores[number]), ADIT_OK);
    }
    CHECK_INT(adit_group_add(group, cores[0]), ADIT_EINVAL);
    CHECK_INT(descriptors(), before);
    CHECK(!is_readable(descriptor));
    CHECK_INT(adit_group_process(group, 0), 0);
    for (int number = 0; number < CORES; number += 3)
        increment(cores[number]);
    CHECK(is_readable(descriptor));
    CHECK_INT(adit_group_process(group, -1), (CORES + 2) / 3);
    CHECK(!is_readable(descriptor));
    for (int number = 0; number < CORES; number++)
        CHECK_INT(heard[number].count, number % 3 == 0);
    /* One that is driven by itself has nothing left for the group. */
    increment(cores[1]);
    CHECK_INT(adit_process(cores[1], 0), 1);
    CHECK(!is_readable(descriptor));
    CHECK_INT(adit_group_process(group, 0), 0);
    /* One that has been woken up ends a wait. */
    CHECK_INT(adit_wakeup(cores[7]), ADIT_OK);
    CHECK_INT(adit_group_process(group, -1), 0);
    /* One that is closed is gone. */
    increment(cores[2]);
    CHECK_INT(adit_close(cores[2], 0), ADIT_OK);
    CHECK_INT(adit_group_process(group, 0), 0);
    CHECK_INT(adit_group_close(group), ADIT_OK);
    CHECK_INT(adit_group_close(group), ADIT_ECORE);
    CHECK_INT(adit_group_process(group, 0), ADIT_ECORE);
    CHECK_INT(adit_group_add(group, cores[0]), ADIT_ECORE);
    /* The cores stay, and may join another group. */
    CHECK_INT(adit_group_open(&group), ADIT_OK);
    CHECK_INT(adit_group_add(group, cores[0]), ADIT_OK);
    increment(cores[0]);
    increment(cores[1]);
    CHECK_INT(adit_group_process(group, 0), 1);
    CHECK_INT(adit_process(cores[1], 0), 1);
    for (int number = 0; number < CORES; number++)
        CHECK_INT(adit_close(cores[number], 0), number == 2 ? ADIT_ECORE : ADIT_OK);
    CHECK_INT(adit_group_close(group), ADIT_OK);
    for (int number = 0; number < CORES; number++)
        heard_forget(&heard[number]);
}

static void given_cores_in_pull_mode_when_the_group_receives_then_they_take_turns(void) {
    adit_core cores[3], from;
    adit_group group;
    char *out = NULL;
    CHECK_INT(adit_group_open(&group), ADIT_OK);
    for (int number = 0; number < 3; number++) {
        cores[number] = open_core("counter", "{}", NULL);
        CHECK_INT(adit_group_add(group, cores[number]), ADIT_OK);
    }
    CHECK_INT(adit_group_receive(group, 0, 0, &from, &out, NULL), ADIT_ETIMEDOUT);
    CHECK(from == 0 && out == NULL);
    CHECK_INT(adit_group_receive(group, 0, 0, NULL, &out, NULL), ADIT_EINVAL);
    for (int round = 0; round < 2; round++)
        for (int number = 0; number < 3; number++)
            increment(cores[number]);
    for (int number = 0; number < 3; number++) {
        CHECK_INT(adit_group_receive(group, -1, 0, &from, &out, NULL), ADIT_OK);
        CHECK_INT(from, cores[number]);
        CHECK_TEXT(out, "[" WAS_INCREMENTED(1) "," WAS_INCREMENTED(2) "]");
        adit_free(out);
    }
    /* What does not fit stays, and the others come first. */
    for (int round = 0; round < 2; round++)
        for (int number = 0; number < 2; number++)
            increment(cores[number]);
    int expected[] = {0, 1, 0, 1};
    for (int turn = 0; turn < 4; turn++) {
        CHECK_INT(adit_group_receive(group, 0, 1, &from, &out, NULL), ADIT_OK);
        CHECK_INT(from, cores[expected[turn]]);
        adit_free(out);
    }
    CHECK_INT(adit_group_receive(group, 10, 0, &from, &out, NULL), ADIT_ETIMEDOUT);
    CHECK_INT(adit_group_close(group), ADIT_OK);
    for (int number = 0; number < 3; number++)
        CHECK_INT(adit_close(cores[number], 0), ADIT_OK);
}

static adit_group nested;
static int32_t codes[3];

static void hear_and_drive(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core, (void)json, (void)length;
    codes[0] = adit_group_process(nested, 0);
    codes[1] = adit_group_close(nested);
    codes[2] = adit_process(core, 0);
}

static void given_a_callback_when_it_drives_its_group_then_it_is_busy(void) {
    adit_core core;
    CHECK_INT(adit_group_open(&nested), ADIT_OK);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, hear_and_drive, NULL, NULL, &core, NULL), ADIT_OK);
    CHECK_INT(adit_group_add(nested, core), ADIT_OK);
    increment(core);
    CHECK_INT(adit_group_process(nested, 0), 1);
    for (int number = 0; number < 3; number++)
        CHECK_INT(codes[number], ADIT_EBUSY);
    CHECK_INT(adit_group_close(nested), ADIT_OK);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

enum { SENDERS = 4, ROUNDS = 2000 };

static adit_core shared[16];

static void *send_all(void *argument) {
    (void)argument;
    for (int round = 0; round < ROUNDS; round++)
        adit_send(shared[round % 16], INCREMENT(1), ADIT_NTS, NULL);
    return NULL;
}

static void count_messages(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json, (void)length;
    ++*(size_t *)context;
}

static void given_threads_that_send_when_one_drives_the_group_then_nothing_is_left(void) {
    size_t count = 0;
    adit_group group;
    pthread_t threads[SENDERS];
    CHECK_INT(adit_group_open(&group), ADIT_OK);
    for (int number = 0; number < 16; number++) {
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, count_messages, &count, NULL, &shared[number], NULL), ADIT_OK);
        CHECK_INT(adit_group_add(group, shared[number]), ADIT_OK);
    }
    for (int number = 0; number < SENDERS; number++)
        pthread_create(&threads[number], NULL, send_all, NULL);
    /* Without a wakeup it would hang. */
    while (count < SENDERS * ROUNDS)
        CHECK(adit_group_process(group, -1) >= 0);
    for (int number = 0; number < SENDERS; number++)
        pthread_join(threads[number], NULL);
    CHECK_INT(adit_group_process(group, 0), 0);
    CHECK_INT(adit_group_close(group), ADIT_OK);
    for (int number = 0; number < 16; number++)
        CHECK_INT(adit_close(shared[number], 0), ADIT_OK);
}

int main(void) {
    given_messages_when_all_are_received_then_they_are_an_array_within_the_limit();
    given_subscriptions_when_all_is_received_then_their_updates_come_with_it();
    given_delivery_in_batches_when_driven_then_a_callback_has_the_messages_of_a_batch();
    given_many_cores_when_the_group_is_driven_then_those_with_work_are_by_one_descriptor();
    given_cores_in_pull_mode_when_the_group_receives_then_they_take_turns();
    given_a_callback_when_it_drives_its_group_then_it_is_busy();
    given_threads_that_send_when_one_drives_the_group_then_nothing_is_left();
    return check_result();
}
