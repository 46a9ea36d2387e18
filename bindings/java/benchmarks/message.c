/*
 * message.c: nanoseconds for a message of the counter core in C, by a library that is opened at run time, as in Message.java.
 *
 *     message LIBRARY COUNT BATCH
 */
#define _POSIX_C_SOURCE 200809L
#include <adit.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    (void)json;
    (void)length;
    ++*(long *)context;
}

static void find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    if (symbol == NULL)
        exit(EXIT_FAILURE);
    memcpy(function, &symbol, sizeof symbol);
}

int main(int argc, char **argv) {
    static const char text[] = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}";
    void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL)
        return EXIT_FAILURE;
    int32_t (*open)(uint32_t, const char *, const char *, size_t, adit_message_fn, void *, adit_release_fn, adit_core *,
                    adit_error *);
    int32_t (*send)(adit_core, const char *, size_t, adit_error *);
    int32_t (*process)(adit_core, int32_t);
    find(library, "adit_open", &open);
    find(library, "adit_send", &send);
    find(library, "adit_process", &process);
    long count = strtol(argv[2], NULL, 10), batch = strtol(argv[3], NULL, 10), heard = 0;
    adit_core core;
    if (open(ADIT_ABI_VERSION, "counter", "{}", 2, hear, &heard, NULL, &core, NULL) != ADIT_OK)
        return EXIT_FAILURE;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long sent = 0; sent < count; sent += batch) {
        for (long index = 0; index < batch; index++)
            send(core, text, sizeof text - 1, NULL);
        process(core, 0);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (heard != count)
        return EXIT_FAILURE;
    printf("%.1f\n",
           ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / (double)count);
    return EXIT_SUCCESS;
}
