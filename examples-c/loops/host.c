#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** How long the core's own work may take to end, in milliseconds. */
enum { PATIENCE_MS = 1000 };

void host_print(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core;
    printf("%.*s\n", (int)length, json);
    fflush(stdout);
}

bool host_open(host *host, int argc, char **argv) {
    adit_error error;
    const char *config = argc > 1 ? argv[1] : NULL;
    *host = (struct host){.input.fd = 0};
    if (adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, host_print, NULL, NULL, &host->core, &error) ==
        ADIT_OK)
        return true;
    fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return false;
}

void host_send(adit_core core, const char *text, size_t length) {
    adit_error error;
    if (adit_send(core, text, length, &error) == ADIT_OK)
        return;
    printf("refused: %s\n", error.text);
    fflush(stdout);
}

bool host_read(host *host) {
    size_t length;
    const char *line;
    if (!input_read(&host->input))
        host->input.ended = true;
    while ((line = input_line(&host->input, &length)) != NULL)
        host_send(host->core, line, length);
    return !host->input.ended;
}

int host_close(host *host) {
    /* The messages that were sent are handled before. */
    while (adit_process(host->core, 0) > 0)
        ;
    input_destroy(&host->input);
    return adit_close(host->core, PATIENCE_MS) == ADIT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int host_fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    return EXIT_FAILURE;
}
