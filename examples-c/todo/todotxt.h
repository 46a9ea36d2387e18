/*
 * todotxt.h: one line of a todo.txt file, as people keep them.
 *
 *     x 2026-03-02 (A) 2026-02-27 Call the plumber +house @phone
 *
 * The done mark and the day behind it are read off. All else stays in the text, priority, dates and tags among it: a
 * word is often part of its sentence ("Ask @anna about +roof"), and nothing that a person wrote should be lost.
 */
#ifndef TODO_TODOTXT_H
#define TODO_TODOTXT_H

#include <stdbool.h>
#include <stddef.h>

/** Where a line's text begins behind a UTF-8 byte order mark, which only a file's first line may have. */
char *todotxt_skip_mark(char *line);

/**
 * Reads a line, which is cut and pointed into.
 *
 * @param text gets the text; it may be empty behind a done mark
 * @return false for a blank line, which is no task
 */
bool todotxt_read(char *line, bool *done, const char **text);

/** Finds the next `+project` or `@context` word in `*rest`; NULL where there is none left. */
const char *todotxt_next_tag(const char **rest, size_t *length);

#endif
