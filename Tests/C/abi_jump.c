/*
 * Callbacks that do not return: they leave their core by longjmp, of which the core has no notice. Exceptions are in
 * unwind.cpp.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <ucontext.h>

/* A host whose callback jumps at the message of that number, counted from 1. */
struct host {
    struct heard heard;
    size_t jumps_at;
    jmp_buf place;
};

static void jump(void *context, adit_core core, const char *json, size_t length) {
    struct host *host = context;
    hear(&host->heard, core, json, length);
    if (host->heard.count == host->jumps_at)
        longjmp(host->place, 1);
}

static void host_release(void *context) {
    heard_release(&((struct host *)context)->heard);
}

static adit_core open_host(struct host *host, size_t jumps_at) {
    adit_core core = 0;
    *host = (struct host){.jumps_at = jumps_at};
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", "{}", ADIT_NTS, jump, host, host_release, &core, NULL), ADIT_OK);
    return core;
}

static void send_three(adit_core core) {
    for (int count = 0; count < 3; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
}

/* Drives a core until its callback jumps. */
static void process_and_jump(struct host *host, adit_core core) {
    if (setjmp(host->place) == 0) {
        CHECK_INT(adit_process(core, 0), -1000); /* does not return */
    }
}

static void given_a_callback_that_jumped_when_closed_then_the_core_is_gone_and_nothing_is_called(void) {
    struct host host;
    adit_core core = open_host(&host, 2);
    send_three(core);
    process_and_jump(&host, core);
    CHECK_INT(host.heard.count, 2);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(host.heard.count, 2);
    CHECK_INT(host.heard.released, 1);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
    CHECK_INT(adit_process(core, 0), ADIT_ECORE);
    CHECK_INT(adit_close(core, 0), ADIT_ECORE);
    CHECK_INT(host.heard.released, 1);
    heard_forget(&host.heard);
}

/* What was behind the message whose callback jumped is heard next, in its order; what was heard is not heard again. */
static void given_a_callback_that_jumped_when_processed_again_then_the_rest_is_heard(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    send_three(core);
    process_and_jump(&host, core);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 2);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_INT(host.heard.count, 4);
    for (size_t index = 0; index < 4; index++) {
        char expected[100];
        snprintf(expected, sizeof expected, WAS_INCREMENTED(%zu), index + 1);
        CHECK_TEXT(heard_text(&host.heard, index), expected);
    }
    CHECK_COUNTS(core, 4);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_TEXT(heard_last(&host.heard), CLOSED);
    CHECK_INT(host.heard.released, 1);
    heard_forget(&host.heard);
}

static void given_a_callback_that_jumps_each_time_when_processed_each_time_then_all_is_heard(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    send_three(core);
    for (size_t count = 1; count <= 3; count++) {
        host.jumps_at = count;
        process_and_jump(&host, core);
        CHECK_INT(host.heard.count, count);
    }
    CHECK_INT(adit_process(core, 0), 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(host.heard.count, 4);
    heard_forget(&host.heard);
}

static void given_a_callback_that_jumped_when_called_then_the_rest_is_heard_first(void) {
    struct host host;
    adit_core core = open_host(&host, 2);
    send_three(core);
    process_and_jump(&host, core);
    char *out = NULL;
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(4) "]");
    adit_free(out);
    CHECK_INT(host.heard.count, 3);
    CHECK_TEXT(heard_last(&host.heard), WAS_INCREMENTED(3));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&host.heard);
}

static void given_a_callback_that_jumps_out_of_call_when_closed_then_the_core_is_gone(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    send_three(core);
    char *out = NULL;
    if (setjmp(host.place) == 0)
        CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), -1000);
    CHECK(out == NULL);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(host.heard.count, 1);
    CHECK_INT(host.heard.released, 1);
    heard_forget(&host.heard);
}

static void given_a_callback_that_jumps_out_of_close_when_closed_again_then_the_core_is_gone(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    send_three(core); /* each is answered by an @error, and @closed follows */
    if (setjmp(host.place) == 0)
        CHECK_INT(adit_close(core, 0), -1000);
    CHECK_INT(host.heard.count, 1);
    CHECK_INT(host.heard.released, 0);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECLOSED);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(host.heard.count, 1);
    CHECK_INT(host.heard.released, 1);
    heard_forget(&host.heard);
}

static void given_a_callback_that_jumps_out_of_close_when_processed_then_the_rest_is_heard(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    send_three(core);
    if (setjmp(host.place) == 0)
        CHECK_INT(adit_close(core, 0), -1000);
    CHECK_INT(adit_process(core, 0), 3);
    CHECK_TEXT(heard_last(&host.heard), CLOSED);
    CHECK_INT(adit_process(core, 0), ADIT_ECLOSED);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(host.heard.count, 4);
    CHECK_INT(host.heard.released, 1);
    heard_forget(&host.heard);
}

/* The thread that jumped has the core still, for all that others know. */
static void *close_from_elsewhere(void *context) {
    CHECK_INT(adit_process(*(adit_core *)context, 0), ADIT_EBUSY);
    CHECK_INT(adit_close(*(adit_core *)context, 10), ADIT_EBUSY);
    return NULL;
}

static void given_a_callback_that_jumped_when_another_thread_closes_then_ebusy(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    send_three(core);
    process_and_jump(&host, core);
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, close_from_elsewhere, &core), 0);
    pthread_join(thread, NULL);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(host.heard.released, 1);
    heard_forget(&host.heard);
}

/* A callback within a callback that jumps out of the inner core alone, or of both. */
struct outer {
    struct heard heard;
    struct host *inner;
    adit_core inner_core;
    bool catches, done;
    jmp_buf place;
};

static void drive_the_inner(void *context, adit_core core, const char *json, size_t length) {
    struct outer *outer = context;
    hear(&outer->heard, core, json, length);
    if (outer->done)
        return;
    outer->done = true;
    CHECK_INT(adit_send(outer->inner_core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    process_and_jump(outer->inner, outer->inner_core);
    CHECK_INT(adit_close(core, 0), ADIT_EBUSY); /* that one's call is still there */
    if (outer->catches) {
        CHECK_INT(adit_close(outer->inner_core, 0), ADIT_OK);
        return;
    }
    longjmp(outer->place, 1);
}

static void given_two_cores_when_a_callback_jumps_then_each_is_closed_where_it_was_left(void) {
    for (volatile int round = 0; round < 2; round++) {
        struct host inner;
        struct outer outer = {.inner = &inner, .inner_core = open_host(&inner, 1), .catches = round == 0};
        adit_core core = 0;
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, drive_the_inner, &outer, NULL, &core, NULL), ADIT_OK);
        send_three(core);
        if (setjmp(outer.place) == 0)
            CHECK_INT(adit_process(core, 0), 3);
        if (!outer.catches)
            CHECK_INT(adit_close(outer.inner_core, 0), ADIT_OK);
        CHECK_INT(inner.heard.released, 1);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        CHECK_INT(outer.heard.count, outer.catches ? 4 : 1);
        heard_forget(&inner.heard);
        heard_forget(&outer.heard);
    }
}

/* A coroutine that the callback resumes has a stack of its own, and the driving call is alive beneath: EBUSY. */
static ucontext_t in_callback, in_coroutine;
static adit_core coroutine_core;
static int32_t coroutine_codes[2];

static void close_in_coroutine(void) {
    coroutine_codes[0] = adit_close(coroutine_core, 0);
    coroutine_codes[1] = adit_process(coroutine_core, 0);
}

static void resume_coroutine(void *context, adit_core core, const char *json, size_t length) {
    hear(context, core, json, length);
    if (((struct heard *)context)->count == 1)
        swapcontext(&in_callback, &in_coroutine);
}

static void given_a_callback_that_resumes_a_coroutine_when_that_closes_then_ebusy(void) {
    struct heard heard = {0};
    enum { SIZE = 1 << 20 };
    char *stack = malloc(SIZE);
    CHECK_INT(getcontext(&in_coroutine), 0);
    in_coroutine.uc_stack.ss_sp = stack;
    in_coroutine.uc_stack.ss_size = SIZE;
    in_coroutine.uc_link = &in_callback;
    makecontext(&in_coroutine, close_in_coroutine, 0);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, resume_coroutine, &heard, heard_release, &coroutine_core,
                        NULL),
              ADIT_OK);
    CHECK_INT(adit_send(coroutine_core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(coroutine_core, 0), 1);
    CHECK_INT(coroutine_codes[0], ADIT_EBUSY);
    CHECK_INT(coroutine_codes[1], ADIT_EBUSY);
    CHECK_COUNTS(coroutine_core, 1);
    CHECK_INT(adit_close(coroutine_core, 0), ADIT_OK);
    heard_forget(&heard);
    free(stack);
}

static int open_descriptors(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL)
        return -1;
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static void given_a_callback_that_jumped_when_closed_then_the_descriptor_is_gone(void) {
    int before = open_descriptors();
    for (int round = 0; round < 20; round++) {
        struct host host;
        adit_core core = open_host(&host, 1);
        CHECK(adit_fd(core) >= 0);
        send_three(core);
        process_and_jump(&host, core);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&host.heard);
    }
    CHECK_INT(open_descriptors(), before);
}

int main(void) {
    given_a_callback_that_jumped_when_closed_then_the_core_is_gone_and_nothing_is_called();
    given_a_callback_that_jumped_when_processed_again_then_the_rest_is_heard();
    given_a_callback_that_jumps_each_time_when_processed_each_time_then_all_is_heard();
    given_a_callback_that_jumped_when_called_then_the_rest_is_heard_first();
    given_a_callback_that_jumps_out_of_call_when_closed_then_the_core_is_gone();
    given_a_callback_that_jumps_out_of_close_when_closed_again_then_the_core_is_gone();
    given_a_callback_that_jumps_out_of_close_when_processed_then_the_rest_is_heard();
    given_a_callback_that_jumped_when_another_thread_closes_then_ebusy();
    given_two_cores_when_a_callback_jumps_then_each_is_closed_where_it_was_left();
    given_a_callback_that_resumes_a_coroutine_when_that_closes_then_ebusy();
    given_a_callback_that_jumped_when_closed_then_the_descriptor_is_gone();
    return check_result();
}
