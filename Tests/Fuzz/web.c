/*
 * Connections of HTTP to `adit serve`: whatever a client sends, as requests, as frames of a WebSocket or as lines for an event stream, and
 * in whichever chunks, has the same answer, and nothing is left of a connection that is closed.
 */
#include "fuzz.h"

/* Of Tests/Fuzz/Library. */
const char *adit_fuzz_web(uint8_t kind, const uint8_t *bytes, size_t length, uint32_t seed);

static void run(const uint8_t *data, size_t size) {
    /* The first byte chooses what is sent, and the chunks. */
    choices choices = {data, data + size};
    uint8_t first = choose(&choices);
    const char *fault = adit_fuzz_web(first % 3, choices.at, (size_t)(choices.end - choices.at), first + 1u);
    if (fault != NULL)
        fuzz_fail("%s", fault);
}

const fuzz_target fuzz_web = {"web", NULL, run};
