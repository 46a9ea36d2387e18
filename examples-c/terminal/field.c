#include "field.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static bool grow(field *field) {
    if (field->length < field->size)
        return true;
    size_t size = field->size == 0 ? 64 : 2 * field->size;
    wchar_t *text = realloc(field->text, size * sizeof *text);
    if (text == NULL)
        return false;
    field->text = text;
    field->size = size;
    return true;
}

/* The characters from `first` on, up to but not including `end`. */
static void remove_range(field *field, size_t first, size_t end) {
    memmove(field->text + first, field->text + end, (field->length - end) * sizeof *field->text);
    field->length -= end - first;
    field->cursor = first;
}

bool field_set(field *field, const char *text, size_t length) {
    wchar_t character;
    field->length = field->cursor = 0;
    for (size_t i = 0; i < length;) {
        i += text_decode(text + i, length - i, &character);
        if (!field_insert(field, character)) {
            field->length = field->cursor = 0;
            return false;
        }
    }
    return true;
}

bool field_insert(field *field, wchar_t character) {
    if (!grow(field))
        return false;
    wchar_t *here = field->text + field->cursor;
    memmove(here + 1, here, (field->length - field->cursor) * sizeof *here);
    *here = character;
    field->length++;
    field->cursor++;
    return true;
}

void field_erase(field *field) {
    if (field->cursor > 0)
        remove_range(field, text_previous(field->text, field->cursor), field->cursor);
}

void field_delete(field *field) {
    if (field->cursor < field->length)
        remove_range(field, field->cursor, text_next(field->text, field->length, field->cursor));
}

void field_left(field *field) {
    if (field->cursor > 0)
        field->cursor = text_previous(field->text, field->cursor);
}

void field_right(field *field) {
    if (field->cursor < field->length)
        field->cursor = text_next(field->text, field->length, field->cursor);
}

char *field_text(const field *field, size_t *length) {
    char *text = malloc(4 * field->length + 1);
    *length = 0;
    for (size_t i = 0; text != NULL && i < field->length; i++)
        *length += text_encode(field->text[i], text + *length);
    return text;
}

void field_destroy(field *field) {
    free(field->text);
    *field = (struct field){0};
}
