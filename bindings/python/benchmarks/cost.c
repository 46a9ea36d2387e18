/*
 * cost: the time of a message of the app counter in C, in nanoseconds: sent and handled one at a time.
 *
 *     cost MESSAGES
 */
#define _POSIX_C_SOURCE 200809L
#include <adit.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char message[] = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}";
static size_t received;

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core, (void)json;
    received += length > 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    long count = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    adit_core core;
    adit_error error;
    if (count <= 0 || adit_open(ADIT_ABI_VERSION, "counter", "{}", ADIT_NTS, on_message, NULL, NULL, &core, &error) != ADIT_OK)
        return EXIT_FAILURE;
    double begin = now();
    for (long number = 0; number < count; number++) {
        if (adit_send(core, message, sizeof message - 1, &error) != ADIT_OK || adit_process(core, 0) != 1)
            return EXIT_FAILURE;
    }
    printf("%f\n", (now() - begin) / (double)count);
    return adit_close(core, 1000) == ADIT_OK && received == (size_t)count + 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
