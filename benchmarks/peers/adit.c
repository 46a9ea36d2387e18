/*
 * Adit as a peer: a message is sent and the core driven, one by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "adit.h"
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>

static adit_core core;
static bool is_closing;

static void hear(void *context, adit_core from, const char *json, size_t length) {
    (void)context, (void)from;
    if (!is_closing) /* `@closed` is no answer */
        peer_hear(json, length);
}

void peer_open(const char *app, const char *option) {
    (void)option;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, app, NULL, 0, hear, NULL, NULL, &core, &error) == ADIT_OK)
        return;
    fprintf(stderr, "adit: %s\n", error.text);
    exit(EXIT_FAILURE);
}

bool peer_message(const char *json, size_t length) {
    return adit_send(core, json, length, NULL) == ADIT_OK && adit_process(core, 0) > 0;
}

void peer_close(void) {
    is_closing = true;
    adit_close(core, 1000);
}
