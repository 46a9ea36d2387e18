/*
 * scaling: several threads and one library.
 *
 *     scaling threads N COUNT     each of N threads drives a counter of its own through COUNT messages
 *     scaling senders N COUNT     N threads send COUNT messages to one counter, which the main thread drives
 *
 * Prints the messages that were handled in a second of the clock, and the microseconds of processor time a message.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { MOST_THREADS = 1000 };

static const char increment[] = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}";
static pthread_barrier_t start;

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json, (void)length;
    ++*(size_t *)context;
}

struct thread {
    pthread_t thread;
    adit_core core;
    size_t count;
};

static adit_core opened(size_t *heard) {
    adit_core core;
    expect(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, hear, heard, NULL, &core, NULL) == ADIT_OK, "adit_open");
    return core;
}

/* Drives a core of its own. */
static void *drive(void *argument) {
    struct thread *thread = argument;
    size_t heard = 0;
    adit_core core = opened(&heard);
    pthread_barrier_wait(&start);
    for (size_t number = 0; number < thread->count; number++) {
        expect(adit_send(core, increment, sizeof increment - 1, NULL) == ADIT_OK, "adit_send");
        expect(adit_process(core, 0) == 1, "adit_process");
    }
    expect(heard == thread->count, "hearing each message");
    expect(adit_close(core, 0) == ADIT_OK, "adit_close");
    return NULL;
}

/* Sends to a core that another thread drives. Where the queue is full, it lets others go on. */
static void *send_all(void *argument) {
    struct thread *thread = argument;
    pthread_barrier_wait(&start);
    for (size_t number = 0; number < thread->count; number++) {
        int32_t code;
        while ((code = adit_send(thread->core, increment, sizeof increment - 1, NULL)) == ADIT_EFULL)
            sched_yield();
        expect(code == ADIT_OK, "adit_send");
    }
    return NULL;
}

static void receive(adit_core core, const size_t *heard, size_t count) {
    struct pollfd request = {.fd = adit_fd(core), .events = POLLIN};
    while (*heard < count) {
        expect(poll(&request, 1, 10000) == 1, "poll");
        expect(adit_process(core, 0) >= 0, "adit_process");
    }
}

int main(int argc, char **argv) {
    bool has_one_core = argc == 4 && strcmp(argv[1], "senders") == 0;
    size_t threads = argc == 4 ? strtoul(argv[2], NULL, 10) : 0, count = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if ((!has_one_core && (argc != 4 || strcmp(argv[1], "threads") != 0)) || threads < 1 || threads > MOST_THREADS ||
        count < threads) {
        fprintf(stderr, "usage: scaling threads|senders N COUNT\n  of 1 to %d threads\n", MOST_THREADS);
        return 2;
    }
    static struct thread all[MOST_THREADS];
    size_t heard = 0, sum = 0;
    adit_core core = has_one_core ? opened(&heard) : 0;
    pthread_barrier_init(&start, NULL, (unsigned)threads + 1);
    for (size_t index = 0; index < threads; index++) {
        all[index] = (struct thread){.core = core, .count = has_one_core ? count / threads : count};
        sum += all[index].count;
        expect(pthread_create(&all[index].thread, NULL, has_one_core ? send_all : drive, &all[index]) == 0,
               "pthread_create");
    }
    double processor = now(CLOCK_PROCESS_CPUTIME_ID);
    pthread_barrier_wait(&start);
    double clock = now(CLOCK_MONOTONIC);
    if (has_one_core)
        receive(core, &heard, sum);
    for (size_t index = 0; index < threads; index++)
        pthread_join(all[index].thread, NULL);
    clock = now(CLOCK_MONOTONIC) - clock;
    processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
    printf("%.0f %.3f\n", (double)sum / clock * 1e6, processor / (double)sum);
    expect(!has_one_core || adit_close(core, 0) == ADIT_OK, "adit_close");
    return EXIT_SUCCESS;
}
