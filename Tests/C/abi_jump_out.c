/*
 * Callbacks that leave adit_group_process and adit_call by longjmp: neither other cores nor the call's output are lost.
 */
#include "messages.h"

#include <setjmp.h>

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

/* What the jump left behind in that core and in those behind it is driven by the group's next call. */
static void given_a_group_when_a_callback_jumped_then_the_next_call_goes_on_with_all_its_cores(void) {
    enum { CORES = 3 };
    struct host hosts[CORES];
    adit_core cores[CORES];
    adit_group group;
    CHECK_INT(adit_group_open(&group), ADIT_OK);
    for (int number = 0; number < CORES; number++) {
        cores[number] = open_host(&hosts[number], number == 1);
        CHECK_INT(adit_group_add(group, cores[number]), ADIT_OK);
        send_three(cores[number]);
    }
    if (setjmp(hosts[1].place) == 0)
        CHECK_INT(adit_group_process(group, 0), -1000);
    CHECK_INT(adit_group_process(group, 0), 5);
    CHECK_INT(adit_group_process(group, 0), 0);
    for (int number = 0; number < CORES; number++) {
        CHECK_INT(hosts[number].heard.count, 3);
        CHECK_TEXT(heard_last(&hosts[number].heard), WAS_INCREMENTED(3));
    }
    CHECK_INT(adit_group_close(group), ADIT_OK);
    for (int number = 0; number < CORES; number++) {
        CHECK_INT(adit_close(cores[number], 0), ADIT_OK);
        heard_forget(&hosts[number].heard);
    }
}

static void given_a_callback_that_jumped_out_of_call_when_processed_then_the_output_of_the_call_is_heard(void) {
    struct host host;
    adit_core core = open_host(&host, 1);
    char *out = NULL;
    send_three(core);
    if (setjmp(host.place) == 0)
        CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), -1000);
    CHECK_INT(adit_process(core, 0), 3);
    CHECK_TEXT(heard_last(&host.heard), WAS_INCREMENTED(4));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&host.heard);
}

int main(void) {
    given_a_group_when_a_callback_jumped_then_the_next_call_goes_on_with_all_its_cores();
    given_a_callback_that_jumped_out_of_call_when_processed_then_the_output_of_the_call_is_heard();
    return check_result();
}
