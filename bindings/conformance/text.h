/*
 * text.h: text that grows.
 */
#ifndef CONFORMANCE_TEXT_H
#define CONFORMANCE_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/** `{0}` is an empty one; `text_destroy` frees what it holds. */
typedef struct text {
    char *bytes; /**< UTF-8, NUL-terminated; NULL while it is empty */
    size_t length, room;
} text;

/** Adds what printf would print. */
void text_add(text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

void text_add_bytes(text *text, const char *bytes, size_t length);

/** Adds a value as JSON in one line, at most some `limit` bytes of it; NULL is "nothing". */
void text_add_json(text *text, const json_t *value, size_t limit);

/** Its bytes; "" where there are none. Borrowed until something is added. */
const char *text_string(const text *text);

/** Cuts it to a length that it had before. */
void text_cut(text *text, size_t length);

void text_destroy(text *text);

/** A value as JSON in one line. The caller frees it. */
char *json_text(const json_t *value);

/** What the program does where there is no memory left: it says so, and ends. */
_Noreturn void end_without_memory(void);

/** The value, which must not be NULL for another reason than that there is no memory. */
json_t *need(json_t *value);

#endif
