/*
 * keyvalue.h: the gateway `keyValue`, which keeps values by their keys, in a file.
 */
#ifndef GATEWAYS_KEYVALUE_H
#define GATEWAYS_KEYVALUE_H

#include <jansson.h>
#include <stdbool.h>

/** The store: one JSON object, which is written whole whenever it has changed. */
typedef struct keyvalue {
    json_t *values;
    const char *file; /* NULL: it is in memory only */
    char *draft;      /* where it is written before it takes the file's place */
} keyvalue;

/** Opens a store on a file, which need not exist; NULL: in memory. False, with a text on stderr, where that fails. */
bool keyvalue_open(keyvalue *store, const char *file);

void keyvalue_close(keyvalue *store);

/**
 * Answers a request: `{"get": {"key"}}`, `{"put": {"key", "value"}}` or `{"remove": {"key"}}`.
 *
 * Returns what belongs into the `@reply`: `{"result": {"value": …}}`, `{"result": {}}` where there is nothing to tell, or
 * `{"error": …}`. NULL where there is no memory.
 */
json_t *keyvalue_answer(keyvalue *store, const json_t *request);

#endif
