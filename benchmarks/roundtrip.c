/*
 * roundtrip: Adit, driven with a workload.
 *
 *     roundtrip SCENARIO PRESENT COUNT BATCH [print | FROM TO]
 *
 * BATCH messages are sent before each adit_process. With "print", what is heard is printed; with FROM and TO, the items
 * that were added from the one to below the other are followed, each by a subscription of its own.
 */
#define _POSIX_C_SOURCE 200809L
#include "adit.h"
#include "measuring.h"
#include "workload.h"

static bool prints;

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    *(size_t *)context += length;
    if (prints)
        puts(json);
}

int main(int argc, char **argv) {
    struct workload load = workload_from(argc, argv);
    size_t batch = argc > 4 ? strtoul(argv[4], NULL, 10) : 1, heard = 0;
    adit_core core;
    adit_error error;
    prints = argc == 6;
    if (adit_open(ADIT_ABI_VERSION, load.app, NULL, 0, hear, &heard, NULL, &core, &error) != ADIT_OK) {
        fprintf(stderr, "roundtrip: %s\n", error.text);
        return EXIT_FAILURE;
    }
    for (size_t index = 0; index < load.present; index++) {
        struct message message = workload_filler(index);
        expect(adit_send(core, message.text, message.length, NULL) == ADIT_OK, "adit_send");
        expect(adit_process(core, 0) > 0, "adit_process");
        free(message.text);
    }
    for (size_t index = argc > 6 ? strtoul(argv[5], NULL, 10) : 0, end = argc > 6 ? strtoul(argv[6], NULL, 10) : 0;
         index < end; index++) {
        struct message message = message_made("{\"@subscribe\":{\"path\":\"/items/entities/" WORKLOAD_ID "\"}}", index);
        expect(adit_send(core, message.text, message.length, NULL) == ADIT_OK, "adit_send");
        expect(adit_process(core, 0) == 1, "adit_process");
        free(message.text);
    }
    for (size_t index = 0; index < load.count;) {
        size_t end = index + batch < load.count ? index + batch : load.count;
        for (; index < end; index++) {
            const struct message *message = workload_message(&load, index);
            expect(adit_send(core, message->text, message->length, NULL) == ADIT_OK, "adit_send");
        }
        expect(adit_process(core, 0) > 0, "adit_process");
    }
    expect(load.count == 0 || heard > 0, "hearing");
    return adit_close(core, 1000) == ADIT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
