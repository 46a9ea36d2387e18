/* @name@-host MESSAGE...: sends each message, which is JSON, to the core @name@, and prints what it answers. */
#include <adit.h>
#include <stdio.h>
#include <stdlib.h>

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context;
    (void)core;
    printf("%.*s\n", (int)length, json);
}

int main(int count, char **arguments) {
    adit_core core;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, "@name@", "{}", ADIT_NTS, on_message, NULL, NULL, &core, &error) != ADIT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    int status = EXIT_SUCCESS;
    for (int i = 1; i < count; i++) {
        if (adit_send(core, arguments[i], ADIT_NTS, &error) != ADIT_OK) {
            fprintf(stderr, "%s: %s\n", arguments[i], error.text);
            status = EXIT_FAILURE;
        }
    }
    while (adit_process(core, 0) > 0)
        ;
    return adit_close(core, 1000) == ADIT_OK ? status : EXIT_FAILURE;
}
