/*
 * Adit as a peer: a message is sent and the core driven, one by one. The option:
 *
 *     followers=N          N subscriptions to the first item
 *     full=PATH            the state is kept in a file, which survives a loss of power
 *     normal=PATH          the same, which survives the end of the process
 */
#include "adit.h"
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static adit_core core;
static bool is_closing;

static void hear(void *context, adit_core from, const char *json, size_t length) {
    (void)context, (void)from;
    if (!is_closing) /* `@closed` is no answer */
        peer_hear(json, length);
}

static void follow(size_t count) {
    char text[160];
    for (size_t number = 0; number < count; number++) {
        int length = snprintf(text, sizeof text,
                              "{\"@subscribe\":{\"subscription\":\"%zu\",\"path\":\"/items/entities/"
                              "00000000-0000-4000-8000-000000000000\"}}",
                              number);
        if (peer_message(text, (size_t)length))
            continue;
        fprintf(stderr, "adit: a subscription was refused\n");
        exit(EXIT_FAILURE);
    }
}

void peer_open(const char *app, const char *option) {
    char config[4096];
    const char *value = option == NULL ? NULL : strchr(option, '=');
    bool is_stored = value != NULL && strncmp(option, "followers", 9) != 0;
    if (is_stored)
        snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\",\"durability\":\"%.*s\"}}", value + 1,
                 (int)(value - option), option);
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, app, is_stored ? config : NULL, is_stored ? ADIT_NTS : 0, hear, NULL, NULL, &core,
                  &error) != ADIT_OK) {
        fprintf(stderr, "adit: %s\n", error.text);
        exit(EXIT_FAILURE);
    }
    if (value != NULL && !is_stored)
        follow(strtoul(value + 1, NULL, 10));
}

bool peer_message(const char *json, size_t length) {
    return adit_send(core, json, length, NULL) == ADIT_OK && adit_process(core, 0) > 0;
}

void peer_close(void) {
    is_closing = true;
    adit_close(core, 1000);
}
