/*
 * fuzz.h: what the fuzz targets share. Each is a function that gets an input, and ends the process by fuzz_fail where a property does
 * not hold; libFuzzer then keeps the input.
 */
#ifndef ADIT_FUZZ_H
#define ADIT_FUZZ_H

#include <adit.h>
#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fuzz_target {
    const char *name;
    void (*prepare)(void); /**< called once, before the first input; may be NULL */
    void (*run)(const uint8_t *data, size_t size);
} fuzz_target;

extern const fuzz_target fuzz_json, fuzz_patches, fuzz_store, fuzz_recording, fuzz_compare, fuzz_line, fuzz_serve,
    fuzz_web, fuzz_generator;

/** Says what does not hold, and aborts. */
_Noreturn void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Ends the process where something fails that no input can cause. */
#define FUZZ_NEED(holds)                                                                                               \
    do {                                                                                                               \
        if (!(holds))                                                                                                  \
            fuzz_fail("%s:%d: %s", __FILE__, __LINE__, #holds);                                                        \
    } while (0)

/* -- Bytes of an input that choose something. -- */

typedef struct choices {
    const uint8_t *at, *end;
} choices;

static inline bool has_choice(const choices *choices) {
    return choices->at < choices->end;
}

/** The next byte; 0 behind the end. */
static inline uint8_t choose(choices *choices) {
    return choices->at < choices->end ? *choices->at++ : 0;
}

static inline uint32_t choose16(choices *choices) {
    uint32_t high = choose(choices);
    return high << 8 | choose(choices);
}

/* -- A core, and the last messages of it. -- */

/** Opens a core of the app todo in pull mode. */
adit_core fuzz_open(const char *config);

/** Drives a core, and returns its next message as JSON, to be freed with json_decref; NULL where it has no more. */
json_t *fuzz_receive(adit_core core);

/** The value at a path of the state, to be freed with json_decref; NULL where the core refuses to say it. */
json_t *fuzz_state(adit_core core, const char *path);

/* -- Files, in a folder of memory. -- */

/** A path of a file in the folder of this process. */
const char *fuzz_path(const char *name);

/** Removes all that is in the folder. */
void fuzz_clear_folder(void);

typedef struct bytes {
    uint8_t *at;
    size_t length;
} bytes;

/** Reads a file. Its `at` is to be freed. */
bytes fuzz_read(const char *path);

void fuzz_write(const char *path, bytes bytes);

/** Alters bytes as an input says: some are changed, some cut, repeated or left out. Returns whether they are not what they were. */
bool fuzz_alter(bytes *bytes, choices *choices);

#endif
