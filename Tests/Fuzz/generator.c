/*
 * The generators of clients: of any catalog they make sources in which nothing is hidden, or refuse it; and texts in the places of one
 * change nothing but names, literals and comments.
 */
#include "fuzz.h"

/* Of Tests/Fuzz/Library. */
int32_t adit_fuzz_generate(const uint8_t *text, size_t length);
int32_t adit_fuzz_hostile(const uint8_t *texts, size_t length);

static void run(const uint8_t *data, size_t size) {
    /* A catalog is an object; anything else is the texts in the places of one. */
    int32_t code = size > 0 && data[0] == '{' ? adit_fuzz_generate(data, size) : adit_fuzz_hostile(data, size);
    if (code == 2)
        fuzz_fail("a source has a character that hides what it says");
    if (code == 3)
        fuzz_fail("a text of the catalog became code");
}

const fuzz_target fuzz_generator = {"generator", NULL, run};
