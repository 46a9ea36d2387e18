/*
 * peer: drives a core under measurement with a workload.
 *
 *     PEER SCENARIO PRESENT COUNT count|print|time|longest|latency [OPTION]
 *
 * count    nothing more: for callgrind
 * print    prints the answers
 * time     prints the nanoseconds of processor time a message
 * longest  prints the nanoseconds of processor time of the longest message, and the most megabytes that the process has had
 * latency  prints the nanoseconds of the clock that half of the messages, 99 and 99.9 percent of them did not exceed, and those
 *          of the longest
 */
#define _GNU_SOURCE
#include "peer.h"
#include "histogram.h"
#include "workload.h"

#include <inttypes.h>
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

static uint64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
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
    bool latency = strcmp(mode, "latency") == 0, longest = strcmp(mode, "longest") == 0;
    /* Other programs that have the processor are part of a latency, and not of the work. */
    clockid_t clock = latency ? CLOCK_MONOTONIC_RAW : CLOCK_PROCESS_CPUTIME_ID;
    static struct histogram times;
    prints = strcmp(mode, "print") == 0;
    peer_open(load.app, argc > 5 ? argv[5] : NULL);
    for (size_t index = 0; index < load.present; index++) {
        struct message message = workload_filler(index);
        give(&message);
        free(message.text);
    }
    uint64_t start = now(clock);
    for (size_t index = 0; index < load.count; index++) {
        uint64_t before = latency || longest ? now(clock) : 0;
        give(workload_message(&load, index));
        if (latency || longest)
            histogram_add(&times, now(clock) - before);
    }
    uint64_t took = now(clock) - start;
    if (strcmp(mode, "time") == 0)
        printf("%.1f\n", load.count > 0 ? (double)took / (double)load.count : 0);
    if (longest)
        printf("%" PRIu64 " %.1f\n", times.longest, megabytes());
    if (latency)
        printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", histogram_part(&times, 0.5),
               histogram_part(&times, 0.99), histogram_part(&times, 0.999), times.longest);
    if (load.count > 0 && heard == 0)
        return EXIT_FAILURE;
    peer_close();
    return EXIT_SUCCESS;
}
