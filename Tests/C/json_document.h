/*
 * json_document.h: what the tests of pointers, patches and mirrors share: JSON as texts.
 */
#ifndef ADIT_TESTS_JSON_DOCUMENT_H
#define ADIT_TESTS_JSON_DOCUMENT_H

#include "check.h"

#include <jansson.h>

#define CHECK_JSON(found, expected) check_json(__FILE__, __LINE__, #found, (found), (expected))

/* Reads JSON, or ends the test. */
static inline json_t *read_json(const char *text) {
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (value == NULL) {
        fprintf(stderr, "the test has no JSON in %s: %s\n", text, error.text);
        exit(EXIT_FAILURE);
    }
    return value;
}

/* Checks that both are equal, or that both are NULL. */
static inline bool check_json(const char *file, int line, const char *what, const json_t *found,
                              const json_t *expected) {
    if (json_equal(found, expected) || (found == NULL && expected == NULL))
        return true;
    char *one = json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT);
    char *other = json_dumps(expected, JSON_ENCODE_ANY | JSON_COMPACT);
    fprintf(stderr, "%s:%d: %s:\n    found    %s\n    expected %s\n", file, line, what, one != NULL ? one : "NULL",
            other != NULL ? other : "NULL");
    free(one);
    free(other);
    atomic_fetch_add(&check_failures, 1);
    return false;
}

#endif /* ADIT_TESTS_JSON_DOCUMENT_H */
