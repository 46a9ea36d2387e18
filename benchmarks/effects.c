/*
 * effects: messages that start an effect, which asks the host for something and is answered at once.
 *
 *     effects COUNT [time]
 *
 * With "time", prints the microseconds of processor time that each took, from sending the message to having heard what came
 * of the answer.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"

#include <string.h>

struct host {
    char effect[32]; /* what is to be answered */
    size_t imported;
};

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)length;
    struct host *host = context;
    if (strncmp(json, "{\"@effect\":{\"id\":\"", 18) == 0)
        sscanf(json + 18, "%31[^\"]", host->effect);
    else
        host->imported += strstr(json, "wereImported") != NULL;
}

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    struct host host = {0};
    adit_core core;
    expect(adit_open(ADIT_ABI_VERSION, "todo", "{\"gateways\":[\"lists\"]}", ADIT_NTS, hear, &host, NULL, &core,
                     NULL) == ADIT_OK,
           "adit_open");
    double start = processor_time();
    for (size_t index = 0; index < count; index++) {
        char reply[128];
        expect(adit_send(core, "{\"todo\":{\"request\":{\"import\":{\"from\":\"groceries\"}}}}", ADIT_NTS, NULL) ==
                   ADIT_OK,
               "adit_send");
        expect(adit_process(core, 0) == 1, "adit_process");
        int length =
            snprintf(reply, sizeof reply, "{\"@reply\":{\"effect\":\"%s\",\"result\":{\"texts\":[]}}}", host.effect);
        expect(adit_send(core, reply, (size_t)length, NULL) == ADIT_OK, "adit_send");
        expect(adit_process(core, 0) > 0, "adit_process");
    }
    double end = processor_time();
    expect(host.imported == count, "hearing");
    if (argc > 2)
        printf("%.2f\n", (end - start) / (double)count);
    return adit_close(core, 1000) == ADIT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
