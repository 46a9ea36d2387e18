/*
 * line.h: a line of text for people, of limited length.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_LINE_H
#define WATCH_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/** `{0}` is an empty one. What does not fit is cut at a character's end, and "…" is there in its place. */
typedef struct line {
    char text[1024]; /**< UTF-8, NUL-terminated */
    size_t length;
    bool is_cut;
} line;

/** Adds what printf would print, of which nothing may come from outside. */
void line_add(line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Adds a text from outside, its control characters made visible: a key must not steer the terminal. */
void line_add_text(line *line, const char *text, size_t length);

/** Adds a text from outside in quotation marks. */
void line_add_quoted(line *line, const char *text, size_t length);

/** Adds a value as JSON, at most some eighty bytes of it; NULL is "nothing". */
void line_add_json(line *line, const json_t *value);

#endif
