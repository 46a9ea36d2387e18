/*
 * words.h: takes a line of text apart.
 */
#ifndef TODO_WORDS_H
#define TODO_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/** Skips blanks at the start and cuts those at the end, a line's end among them. Returns the new start. */
char *trim(char *line);

/** Cuts the first word off `*rest`, and moves `*rest` to the start of the next. Empty where there is none. */
char *next_word(char **rest);

/** Finds the first word of `*rest` without changing the text: its start, and its length; 0 at the end. */
const char *find_word(const char **rest, size_t *length);

/** Whether the words of `text` include this one. */
bool has_word(const char *text, const char *word);

/** Reads a number from 1 up that fills the whole word. */
bool read_number(const char *word, size_t *out);

#endif
