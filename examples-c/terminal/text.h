/*
 * text.h: texts on a terminal: how many columns a character takes, and what is drawn in its place if anything.
 */
#ifndef TERMINAL_TEXT_H
#define TERMINAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum {
    ROW_COLUMNS = 1000, /**< no row is wider */
    ROW_MARKS = 3,      /**< combining marks of one character that are drawn */
    ROW_SIZE = ROW_COLUMNS * (1 + ROW_MARKS) + 1,
    ROW_SCANNED = 16 * ROW_SIZE, /**< characters of a text that are looked at: most of them may take no column */
};

/** One row of the screen. `row_start` makes an empty one. */
typedef struct row {
    wchar_t text[ROW_SIZE]; /**< NUL-terminated; each character takes the columns that wcwidth says */
    size_t length;
    int columns; /**< how many there are */
    int width;   /**< how many are taken */
    int marks;   /**< of the last character */
    size_t scanned;
    size_t cut_length; /**< the length that leaves room for "…" */
    int cut_width;
    bool is_cut; /**< there was no room for all of it: it ends in "…" */
} row;

void row_start(row *row, int columns);

/** Adds a character. Control characters and those that change the direction of a text are drawn as "·". */
void row_add(row *row, wchar_t character);

/** Adds a text in UTF-8. */
void row_add_text(row *row, const char *text, size_t length);

/** Adds spaces up to the last column. */
void row_fill(row *row);

/** The columns of a character when drawn. */
int text_width(wchar_t character);

/** The character that a text begins with; returns its bytes. An invalid byte is U+FFFD. `length` is not 0. */
size_t text_decode(const char *text, size_t length, wchar_t *out);

/** Writes a character as UTF-8; returns its bytes, at most 4. */
size_t text_encode(wchar_t character, char *out);

/** Where the character begins that a user sees before `index`, with its marks; `index` is not 0. */
size_t text_previous(const wchar_t *text, size_t index);

/** Where the character ends that a user sees at `index`, with its marks; `index` is below `length`. */
size_t text_next(const wchar_t *text, size_t length, size_t index);

#endif
