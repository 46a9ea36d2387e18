/*
 * More jobs of effects in one advance of the virtual clock than a core runs before the next message: none is overtaken by the
 * clock, and the message behind the advance waits for its end.
 */
#include "check.h"

enum { BEATS = 100010 };

struct beats {
    int count;
    int behind; /* how many were heard before the answer to the message behind the advance */
    char last[128];
};

static void hear_beat(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)length;
    struct beats *beats = context;
    if (strstr(json, "\"@id\":\"behind\"") != NULL) {
        beats->behind = beats->count;
    } else if (strstr(json, "{\"heartbeat\":{\"beats\":") == json) {
        beats->count++;
        snprintf(beats->last, sizeof beats->last, "%s", json);
    }
}

static void send_message(adit_core core, const char *json) {
    CHECK_INT(adit_send(core, json, ADIT_NTS, NULL), ADIT_OK);
}

int main(void) {
    static const char config[] = "{\"clock\":\"virtual\",\"with\":{\"date\":\"2026-11-21T00:00:00Z\"}}";
    struct beats beats = {0};
    adit_core core;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "chat", config, ADIT_NTS, hear_beat, &beats, NULL, &core, NULL), ADIT_OK);
    send_message(core, "{\"presence\":{\"request\":{\"setHeartbeat\":{\"seconds\":1}}}}");
    send_message(core, "{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"attic\"}}}}");
    CHECK(adit_process(core, 0) >= 0);
    send_message(core, "{\"@advance\":{\"by\":100010000}}");
    send_message(core, "{\"@stats\":{},\"@id\":\"behind\"}");
    while (adit_process(core, 0) > 0)
        ;
    CHECK_INT(beats.count, BEATS);
    CHECK_INT(beats.behind, BEATS);
    CHECK_TEXT(beats.last, "{\"heartbeat\":{\"beats\":{\"at\":\"2026-11-22T03:46:50Z\"}}}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    return check_result();
}
