/*
 * store: what it costs that a todo core keeps its state in a file.
 *
 *     store PATH add BATCH COUNT    adds COUNT items, BATCH in a batch; each batch is one transaction; - is no file
 *     store PATH check COUNT        checks items off and takes that back, one message in a batch
 *     store PATH open               opens the core, and asks for an item
 *
 * The first two print microseconds a message, of the clock and of the processor; `open` prints milliseconds of the clock
 * until the item was heard, and the most megabytes that the process had.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"
#include "workload.h"

#include <sys/resource.h>

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)length;
    expect(strncmp(json, "{\"@error\"", 9) != 0, json);
    ++*(size_t *)context;
}

static adit_core opened(const char *path, size_t *heard) {
    char config[4096];
    adit_core core;
    adit_error error;
    /* Each add is three messages that are handled. */
    if (strcmp(path, "-") == 0)
        snprintf(config, sizeof config, "{\"limits\":{\"batch\":1024}}");
    else
        snprintf(config, sizeof config,
                 "{\"store\":{\"path\":\"%s\",\"durability\":\"full\"},\"limits\":{\"batch\":1024}}", path);
    if (adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, hear, heard, NULL, &core, &error) != ADIT_OK) {
        fprintf(stderr, "store: %s\n", error.text);
        exit(EXIT_FAILURE);
    }
    return core;
}

/* How many messages have changed the state, which tells how many items were added before. */
static size_t revision(adit_core core) {
    char *told;
    expect(adit_call(core, "{\"@get\":{\"path\":\"/items/ids/0\"}}", ADIT_NTS, -1, &told, NULL, NULL) == ADIT_OK,
           "@get");
    const char *found = strstr(told, "\"revision\":");
    size_t number = found != NULL ? strtoul(found + strlen("\"revision\":"), NULL, 10) : 0;
    adit_free(told);
    return number;
}

/* Sends so many messages, in batches, and prints what they cost; `message` makes them by their number. */
static void measure(adit_core core, size_t batch, size_t count, struct message (*message)(size_t), size_t first) {
    struct message *messages = malloc(count * sizeof *messages);
    expect(messages != NULL, "malloc");
    for (size_t index = 0; index < count; index++)
        messages[index] = message(first + index);
    double clock = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
    for (size_t index = 0; index < count;) {
        size_t end = index + batch < count ? index + batch : count;
        for (; index < end; index++)
            expect(adit_send(core, messages[index].text, messages[index].length, NULL) == ADIT_OK, "adit_send");
        expect(adit_process(core, 0) > 0, "adit_process");
    }
    processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
    clock = now(CLOCK_MONOTONIC) - clock;
    printf("%.3f %.3f\n", clock / (double)count, processor / (double)count);
    for (size_t index = 0; index < count; index++)
        free(messages[index].text);
    free(messages);
}

static struct message checking(size_t number) {
    return message_made(number % 2 == 0 ? workload_check : workload_uncheck, number / 2);
}

int main(int argc, char **argv) {
    size_t heard = 0;
    const char *what = argc > 2 ? argv[2] : "";
    size_t count = argc > 3 ? strtoul(argv[argc - 1], NULL, 10) : 0;
    double start = now(CLOCK_MONOTONIC);
    if (strcmp(what, "add") == 0 && argc == 5) {
        adit_core core = opened(argv[1], &heard);
        measure(core, strtoul(argv[3], NULL, 10), count, workload_filler, revision(core));
        expect(adit_close(core, 1000) == ADIT_OK, "adit_close");
    } else if (strcmp(what, "check") == 0 && argc == 4) {
        adit_core core = opened(argv[1], &heard);
        measure(core, 1, count, checking, 0);
        expect(adit_close(core, 1000) == ADIT_OK, "adit_close");
    } else if (strcmp(what, "open") == 0) {
        struct rusage usage;
        adit_core core = opened(argv[1], &heard);
        revision(core);
        double took = now(CLOCK_MONOTONIC) - start;
        getrusage(RUSAGE_SELF, &usage);
        printf("%.3f %.0f\n", took / 1e3, (double)usage.ru_maxrss / 1e3 * 1.024);
        expect(adit_close(core, 1000) == ADIT_OK, "adit_close");
    } else {
        fprintf(stderr, "usage: store PATH add BATCH COUNT | check COUNT | open\n");
        return 2;
    }
    return EXIT_SUCCESS;
}
