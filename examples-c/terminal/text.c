#define _GNU_SOURCE /* wcwidth */
#include "text.h"

#include <string.h>

static const wchar_t MIDDLE_DOT = 0xB7, ELLIPSIS = 0x2026, REPLACEMENT = 0xFFFD, JOINER = 0x200D;

/* -- Characters. -- */

static bool is_between(wchar_t character, wchar_t first, wchar_t last) {
    return character >= first && character <= last;
}

/* Marks, isolates and overrides of bidirectional text: one in an item would turn the rest of the row around. */
static bool is_direction(wchar_t character) {
    return is_between(character, 0x200E, 0x200F) || is_between(character, 0x202A, 0x202E) ||
           is_between(character, 0x2066, 0x2069) || character == 0x61C;
}

/* What joins emoji or selects their form. Terminals differ in the width of what results, so the parts are drawn. */
static bool is_emoji_part(wchar_t character) {
    return character == JOINER || is_between(character, 0xFE00, 0xFE0F) || is_between(character, 0x1F3FB, 0x1F3FF);
}

static bool is_regional(wchar_t character) {
    return is_between(character, 0x1F1E6, 0x1F1FF);
}

/* The character to draw; 0: none. */
static wchar_t drawn(wchar_t character) {
    if (is_emoji_part(character))
        return 0;
    return character == 0 || is_direction(character) || wcwidth(character) < 0 ? MIDDLE_DOT : character;
}

int text_width(wchar_t character) {
    wchar_t one = drawn(character);
    return one == 0 ? 0 : wcwidth(one);
}

/* Whether the character at `index` belongs to the one before it. */
static bool continues(const wchar_t *text, size_t index) {
    size_t flags = 0;
    if (index == 0 || text[index] == 0)
        return false;
    while (is_regional(text[index]) && flags < index && is_regional(text[index - 1 - flags]))
        flags++;
    return wcwidth(text[index]) == 0 || is_emoji_part(text[index]) || text[index - 1] == JOINER || flags % 2 == 1;
}

size_t text_previous(const wchar_t *text, size_t index) {
    do {
        index--;
    } while (continues(text, index));
    return index;
}

size_t text_next(const wchar_t *text, size_t length, size_t index) {
    do {
        index++;
    } while (index < length && continues(text, index));
    return index;
}

/* -- UTF-8. -- */

size_t text_decode(const char *text, size_t length, wchar_t *out) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t count = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC2 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    wchar_t character = count == 1 ? bytes[0] : bytes[0] & (0x7F >> count);
    *out = REPLACEMENT;
    if (count == 0 || count > length)
        return 1;
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 1;
        character = character << 6 | (bytes[i] & 0x3F);
    }
    *out = character;
    return count;
}

size_t text_encode(wchar_t character, char *out) {
    size_t count = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = count; i > 1; i--) {
        out[i - 1] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    out[0] = (char)(count == 1 ? character : (0xF00 >> count & 0xFF) | character);
    return count;
}

/* -- Rows. -- */

void row_start(row *row, int columns) {
    row->text[0] = 0; /* the rest of it is written when it is needed */
    row->length = row->scanned = row->cut_length = 0;
    row->width = row->marks = row->cut_width = 0;
    row->columns = columns < ROW_COLUMNS ? columns : ROW_COLUMNS;
    row->is_cut = false;
}

static void append(row *row, wchar_t character, int width) {
    row->text[row->length++] = character;
    row->text[row->length] = 0;
    row->width += width;
}

static void cut(row *row) {
    row->is_cut = true;
    row->length = row->cut_length;
    row->width = row->cut_width;
    if (row->width < row->columns)
        append(row, ELLIPSIS, 1);
}

void row_add(row *row, wchar_t character) {
    if (row->is_cut)
        return;
    wchar_t one = drawn(character);
    int width = one == 0 ? 0 : wcwidth(one);
    row->scanned++;
    if (row->width + width > row->columns || row->scanned > ROW_SCANNED) {
        cut(row);
        return;
    }
    row->marks = width > 0 ? 0 : row->marks + 1;
    if (one != 0 && row->marks <= ROW_MARKS && (width > 0 || row->length > 0))
        append(row, one, width);
    if (row->width < row->columns) {
        row->cut_length = row->length;
        row->cut_width = row->width;
    }
}

void row_add_text(row *row, const char *text, size_t length) {
    wchar_t character;
    for (size_t i = 0; i < length && !row->is_cut;) {
        i += text_decode(text + i, length - i, &character);
        row_add(row, character);
    }
}

void row_fill(row *row) {
    while (row->width < row->columns)
        append(row, L' ', 1);
}
