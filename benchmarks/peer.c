/*
 * peer: drives a core under measurement with a workload.
 *
 *     PEER SCENARIO PRESENT COUNT count|print|time|longest|memory [OPTION]
 *
 * count    nothing more: for callgrind
 * print    prints the answers
 * time     prints the nanoseconds of processor time a message
 * longest  prints the nanoseconds of processor time of the longest message
 * memory   prints the most megabytes that the process has had
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "peer.h"
#include "workload.h"

#include <time.h>

static size_t heard;
static bool prints;

void peer_hear(const char *json, size_t length) {
    heard += length;
    if (prints) {
        fwrite(json, 1, length, stdout);
        putchar('\n');
    }
}

static void give(const struct message *message) {
    if (peer_message(message->text, message->length))
        return;
    fprintf(stderr, "peer: a message was refused: %.*s\n", (int)message->length, message->text);
    exit(EXIT_FAILURE);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The most memory that the process has had since it began; getrusage tells that of the parent where it is more. */
static double megabytes(void) {
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    double kilobytes = 0;
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1)
            break;
    }
    if (status != NULL)
        fclose(status);
    return kilobytes / 1024;
}

int main(int argc, char **argv) {
    struct workload load = workload_from(argc, argv);
    const char *mode = argc > 4 ? argv[4] : "count";
    bool longest = strcmp(mode, "longest") == 0;
    prints = strcmp(mode, "print") == 0;
    peer_open(load.app, argc > 5 ? argv[5] : NULL);
    for (size_t index = 0; index < load.present; index++) {
        struct message message = workload_filler(index);
        give(&message);
        free(message.text);
    }
    double start = now(), most = 0;
    for (size_t index = 0; index < load.count; index++) {
        double before = longest ? now() : 0;
        give(workload_message(&load, index));
        double took = longest ? now() - before : 0;
        most = took > most ? took : most;
    }
    double took = now() - start;
    if (strcmp(mode, "time") == 0)
        printf("%.1f\n", load.count > 0 ? took / (double)load.count : 0);
    if (longest)
        printf("%.0f\n", most);
    if (strcmp(mode, "memory") == 0)
        printf("%.1f\n", megabytes());
    if (load.count > 0 && heard == 0)
        return EXIT_FAILURE;
    peer_close();
    return EXIT_SUCCESS;
}
