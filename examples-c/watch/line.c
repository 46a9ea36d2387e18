/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/** How many bytes of a value are shown. */
enum { VALUE_LENGTH = 80 };

static const char ellipsis[] = "\xE2\x80\xA6";

/* The start of a text that has at most so many bytes, and no half of a character. */
static size_t whole_characters(const char *text, size_t most) {
    while (most > 0 && (text[most] & 0xC0) == 0x80)
        most--;
    return most;
}

static void append(line *line, const char *text, size_t length) {
    size_t room = sizeof line->text - sizeof ellipsis - line->length;
    if (line->is_cut)
        return;
    line->is_cut = length > room;
    if (line->is_cut)
        length = whole_characters(text, room);
    memcpy(line->text + line->length, text, length);
    line->length += length;
    if (line->is_cut) {
        memcpy(line->text + line->length, ellipsis, sizeof ellipsis - 1);
        line->length += sizeof ellipsis - 1;
    }
    line->text[line->length] = '\0';
}

void line_add(line *line, const char *format, ...) {
    char text[sizeof line->text];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0)
        append(line, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* The control character that a text begins with, and the bytes that it takes; 0: it begins with none. */
static size_t control_length(const char *text, size_t length, unsigned *character) {
    const unsigned char *bytes = (const unsigned char *)text;
    bool is_pair = length > 1 && bytes[0] == 0xC2 && bytes[1] < 0xA0; /* U+0080 to U+009F */
    *character = is_pair ? bytes[1] : bytes[0];
    return is_pair ? 2 : bytes[0] < ' ' || bytes[0] == 0x7F ? 1 : 0;
}

void line_add_text(line *line, const char *text, size_t length) {
    size_t start = 0, index = 0;
    while (index < length) {
        unsigned character;
        size_t count = control_length(text + index, length - index, &character);
        if (count > 0) {
            append(line, text + start, index - start);
            line_add(line, "\\u%04x", character);
            start = index + count;
        }
        index += count > 0 ? count : 1;
    }
    append(line, text + start, length - start);
}

void line_add_quoted(line *line, const char *text, size_t length) {
    append(line, "\"", 1);
    line_add_text(line, text, length);
    append(line, "\"", 1);
}

/** The beginning of a value as JSON. */
typedef struct beginning {
    char text[VALUE_LENGTH + 1];
    size_t length;
    bool is_cut;
} beginning;

/* The json_dump_callback_t of a beginning, which ends the dump when there is enough. */
static int take(const char *text, size_t length, void *context) {
    beginning *beginning = context;
    size_t room = VALUE_LENGTH - beginning->length;
    beginning->is_cut = length > room;
    if (beginning->is_cut)
        length = whole_characters(text, room);
    memcpy(beginning->text + beginning->length, text, length);
    beginning->length += length;
    return beginning->is_cut ? -1 : 0;
}

void line_add_json(line *line, const json_t *value) {
    if (value == NULL) {
        append(line, "nothing", strlen("nothing"));
        return;
    }
    beginning beginning = {0};
    json_dump_callback(value, take, &beginning, JSON_ENCODE_ANY | JSON_COMPACT);
    line_add_text(line, beginning.text, beginning.length);
    if (beginning.is_cut)
        append(line, ellipsis, sizeof ellipsis - 1);
}
