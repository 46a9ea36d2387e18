/*
 * field.h: the line in which a text is typed.
 */
#ifndef TERMINAL_FIELD_H
#define TERMINAL_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

/** `{0}` is an empty one. `field_destroy` frees what it holds. */
typedef struct field {
    wchar_t *text;
    size_t length, size;
    size_t cursor; /**< between whole characters: an index from 0 to `length` */
} field;

/** Sets the text, in UTF-8, with the cursor at its end. False if there is no memory; the field is empty then. */
bool field_set(field *field, const char *text, size_t length);

/** Inserts a character at the cursor. False if there is no memory. */
bool field_insert(field *field, wchar_t character);

/** Removes the character before the cursor, with its marks. */
void field_erase(field *field);

/** Removes the character at the cursor, with its marks. */
void field_delete(field *field);

void field_left(field *field);
void field_right(field *field);

/** The text in UTF-8, to be freed; it may have NULs in it. NULL if there is no memory. */
char *field_text(const field *field, size_t *length);

void field_destroy(field *field);

#endif
