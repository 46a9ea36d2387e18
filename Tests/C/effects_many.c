/*
 * Ten thousand effects in flight in one core, answered in random order, some late, some twice, some never.
 */
#include "effects.h"

#include <malloc.h>

enum { COUNT = 10000 };

/* What a host hears of the effects. */
struct host {
    long asked[COUNT];   /* the effect that waits for an answer, by the @id of its message */
    int outcomes[COUNT]; /* how many answers the sender of that message has heard */
    int timed_out, failed, cancelled, others;
};

static void host_hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)length;
    struct host *host = context;
    if (strcmp(json, "{\"@closed\":{}}") == 0)
        return;
    long id = number_behind(json, "\"@id\":");
    if (!CHECK(id >= 0 && id < COUNT))
        return;
    if (strstr(json, "{\"@effect\"") == json) {
        host->asked[id] = effect_of(json);
    } else if (strstr(json, "{\"@cancel\"") == json) {
        host->cancelled++;
    } else if (strstr(json, "wasNotOpened") != NULL) {
        host->outcomes[id]++;
        host->timed_out += strstr(json, "timedOut") != NULL;
        host->failed += strstr(json, "timedOut") == NULL;
    } else {
        fprintf(stderr, "heard %s\n", json);
        host->others++;
    }
}

/* A generator of Marsaglia's (xorshift), so that each run has the same order. */
static uint32_t next_random(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void shuffle(int *order) {
    for (int index = 0; index < COUNT; index++)
        order[index] = index;
    for (int index = COUNT - 1; index > 0; index--) {
        int other = (int)(next_random() % (uint32_t)(index + 1)), swapped = order[index];
        order[index] = order[other];
        order[other] = swapped;
    }
}

static void process_all(adit_core core) {
    while (adit_process(core, 0) > 0)
        continue;
}

static void round_of_requests(adit_core core, struct host *host, int *order) {
    *host = (struct host){0};
    char text[128];
    for (int id = 0; id < COUNT; id++) {
        snprintf(text, sizeof text, "{\"page\":{\"request\":{\"open\":{\"url\":\"/%d\"}}},\"@id\":%d}", id, id);
        send_text(core, text);
    }
    process_all(core);
    /* Nothing is kept of any: so all are fetched. */
    shuffle(order);
    for (int index = 0; index < COUNT; index++)
        reply(core, host->asked[order[index]], "\"result\":{}");
    process_all(core);
    /* One in ten is never answered, one in ten twice. */
    shuffle(order);
    for (int index = 0; index < COUNT; index++) {
        int id = order[index];
        if (id % 10 != 0)
            reply(core, host->asked[id], "\"result\":{\"status\":404}");
        if (id % 10 == 1)
            reply(core, host->asked[id], "\"result\":{\"status\":500}");
    }
    process_all(core);
    send_text(core, "{\"@advance\":{\"by\":11000}}");
    process_all(core);
    /* Too late. */
    for (int id = 0; id < COUNT; id += 20)
        reply(core, host->asked[id], "\"result\":{\"status\":200}");
    process_all(core);
}

int main(void) {
    static struct host host;
    static int order[COUNT];
    adit_core core;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "reader", READER, ADIT_NTS, host_hear, &host, NULL, &core, NULL), ADIT_OK);
    int threads = thread_count();
    size_t used = 0, before = 0;
    for (int round = 0; round < 3; round++) {
        round_of_requests(core, &host, order);
        int wrong = 0;
        for (int id = 0; id < COUNT; id++)
            wrong += host.outcomes[id] != 1;
        CHECK_INT(wrong, 0);
        CHECK_INT(host.timed_out, COUNT / 10);
        CHECK_INT(host.cancelled, COUNT / 10);
        CHECK_INT(host.failed, COUNT - COUNT / 10);
        CHECK_INT(host.others, 0);
        before = used;
        used = mallinfo2().uordblks;
    }
    /* Memory is where it was, but for tables whose size depends on the process's hashing: half of the least block that
     * each effect could leave behind. */
    if (!CHECK(used < before + COUNT * 8 || before == 0))
        fprintf(stderr, "%zu bytes in use after a round, %zu after the next\n", before, used);
    CHECK_INT(thread_count(), threads);

    char *stats;
    CHECK_INT(adit_call(core, "{\"@stats\":{}}", ADIT_NTS, 0, &stats, NULL, NULL), ADIT_OK);
    CHECK_HAS(stats, "\"effects\":0,\"timers\":0,\"requests\":0,");
    CHECK_INT(number_behind(stats, "\"ignoredReplies\":"), 3 * (COUNT / 10 + COUNT / 20));
    adit_free(stats);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    return check_result();
}
