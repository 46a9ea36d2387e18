/*
 * What a callback does to its own core, and to others.
 */
#include "errors.h"
#include "messages.h"

/* A host whose callback does something once, at the first message of `core`. */
struct host {
    struct heard heard;
    adit_core other;
    bool done;
    void (*act)(struct host *host, adit_core core);
};

static void act_once(void *context, adit_core core, const char *json, size_t length) {
    struct host *host = context;
    hear(&host->heard, core, json, length);
    if (host->done)
        return;
    host->done = true;
    host->act(host, core);
}

static void host_release(void *context) {
    heard_release(&((struct host *)context)->heard);
}

static adit_core open_host(struct host *host) {
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", "{}", ADIT_NTS, act_once, host, host_release, &core, NULL),
              ADIT_OK);
    return core;
}

static void close_host(struct host *host, adit_core core) {
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK(host->done);
    CHECK_TEXT(heard_last(&host->heard), CLOSED);
    CHECK_INT(host->heard.released, 1);
    heard_forget(&host->heard);
}

static void drive_itself(struct host *host, adit_core core) {
    (void)host;
    char *out = (char *)"rubbish";
    size_t length = 0;
    adit_error error = rubbish_error();
    CHECK_INT(adit_process(core, 0), ADIT_EBUSY);
    CHECK_INT(adit_process(core, -1), ADIT_EBUSY);
    CHECK_INT(adit_receive(core, -1, &out, &length), ADIT_EBUSY);
    CHECK(out == NULL);
    out = (char *)"rubbish";
    CHECK_INT(adit_call(core, INCREMENT(100), ADIT_NTS, -1, &out, &length, &error), ADIT_EBUSY);
    CHECK_ERROR(&error, ADIT_EBUSY, strlen(INCREMENT(100)));
    CHECK(out == NULL);
    CHECK_INT(adit_close(core, -1), ADIT_EBUSY);
}

static void given_a_callback_when_it_drives_its_own_core_then_ebusy_and_the_core_goes_on(void) {
    struct host host = {.act = drive_itself};
    adit_core core = open_host(&host);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 2);
    CHECK_TEXT(heard_text(&host.heard, 0), WAS_INCREMENTED(1));
    CHECK_TEXT(heard_text(&host.heard, 1), WAS_INCREMENTED(2));
    CHECK_COUNTS(core, 2);
    close_host(&host, core);
}

static void given_a_callback_within_close_when_it_drives_its_own_core_then_ebusy(void) {
    struct host host = {.act = drive_itself};
    adit_core core = open_host(&host);
    close_host(&host, core);
}

/* What was queued before a call is heard in the ordinary way, so a callback runs within adit_call. */
static void given_a_callback_within_call_when_it_drives_its_own_core_then_ebusy(void) {
    struct host host = {.act = drive_itself};
    adit_core core = open_host(&host);
    char *out = NULL;
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(2) "]");
    CHECK_TEXT(heard_text(&host.heard, 0), WAS_INCREMENTED(1));
    CHECK_INT(host.heard.count, 1);
    adit_free(out);
    close_host(&host, core);
}

static void use_what_is_allowed(struct host *host, adit_core core) {
    (void)host;
    CHECK_INT(adit_send(core, INCREMENT(10), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{", ADIT_NTS, NULL), ADIT_EJSON);
    CHECK(adit_fd(core) >= 0);
    CHECK_INT(adit_wakeup(core), ADIT_OK);
}

static void given_a_callback_when_it_sends_then_the_next_process_handles_it(void) {
    struct host host = {.act = use_what_is_allowed};
    adit_core core = open_host(&host);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_INT(host.heard.count, 1);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_text(&host.heard, 1), WAS_INCREMENTED(11));
    CHECK_INT(adit_process(core, 0), 0);
    close_host(&host, core);
}

static void drive_another(struct host *host, adit_core core) {
    char *out = NULL;
    CHECK(core != host->other);
    CHECK_INT(adit_send(host->other, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(host->other, 0), 1);
    CHECK_INT(adit_call(host->other, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(2) "]");
    adit_free(out);
    CHECK_INT(adit_close(host->other, 0), ADIT_OK);
    /* … and one that is opened, used and closed within */
    adit_core inner = open_core("todo", "{}", NULL);
    CHECK_INT(adit_send(inner, ADD("from within"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_receive(inner, 0, &out, NULL), ADIT_OK);
    CHECK_HAS(out, "\"wasAdded\"");
    adit_free(out);
    CHECK_INT(adit_close(inner, 0), ADIT_OK);
}

static void given_a_callback_when_it_drives_another_core_then_that_works(void) {
    struct heard other = {0};
    struct host host = {.act = drive_another, .other = open_core("counter", "{}", &other)};
    adit_core core = open_host(&host);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_text(&other, 0), WAS_INCREMENTED(1));
    CHECK_TEXT(heard_text(&other, 1), CLOSED);
    CHECK_INT(other.released, 1);
    CHECK_COUNTS(core, 1);
    close_host(&host, core);
    heard_forget(&other);
}

/* A callback of the inner core, which is driven from a callback of the outer one, is within both. */
static void drive_the_outer(struct host *host, adit_core core) {
    char *out = (char *)"rubbish";
    CHECK(core != host->other);
    CHECK_INT(adit_process(host->other, 0), ADIT_EBUSY);
    CHECK_INT(adit_call(host->other, INCREMENT(100), ADIT_NTS, 0, &out, NULL, NULL), ADIT_EBUSY);
    CHECK(out == NULL);
    CHECK_INT(adit_close(host->other, 0), ADIT_EBUSY);
    CHECK_INT(adit_send(host->other, INCREMENT(4), ADIT_NTS, NULL), ADIT_OK);
}

static struct host inner_host;

static void drive_the_inner(struct host *host, adit_core core) {
    inner_host.other = core;
    CHECK_INT(adit_send(host->other, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(host->other, 0), 1);
}

static void given_two_cores_when_the_inner_callback_drives_the_outer_core_then_ebusy(void) {
    inner_host = (struct host){.act = drive_the_outer};
    adit_core inner = open_host(&inner_host);
    struct host outer_host = {.act = drive_the_inner, .other = inner};
    adit_core outer = open_host(&outer_host);
    CHECK_INT(adit_send(outer, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(outer, 0), 1);
    CHECK_COUNTS(inner, 1);
    CHECK_INT(adit_process(outer, 0), 1);
    CHECK_TEXT(heard_last(&outer_host.heard), WAS_INCREMENTED(5));
    close_host(&inner_host, inner);
    close_host(&outer_host, outer);
}

int main(void) {
    given_a_callback_when_it_drives_its_own_core_then_ebusy_and_the_core_goes_on();
    given_a_callback_within_close_when_it_drives_its_own_core_then_ebusy();
    given_a_callback_within_call_when_it_drives_its_own_core_then_ebusy();
    given_a_callback_when_it_sends_then_the_next_process_handles_it();
    given_a_callback_when_it_drives_another_core_then_that_works();
    given_two_cores_when_the_inner_callback_drives_the_outer_core_then_ebusy();
    return check_result();
}
