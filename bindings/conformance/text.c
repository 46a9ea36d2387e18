#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void end_without_memory(void) {
    fflush(stdout);
    fputs("there is no memory left\n", stderr);
    exit(2);
}

json_t *need(json_t *value) {
    if (value == NULL)
        end_without_memory();
    return value;
}

/* Makes room for so many bytes more, and a NUL. */
static void grow(text *text, size_t more) {
    size_t needed = text->length + more + 1;
    if (needed <= text->room)
        return;
    size_t room = needed < 64 ? 64 : needed * 2;
    char *bytes = realloc(text->bytes, room);
    if (bytes == NULL)
        end_without_memory();
    text->bytes = bytes;
    text->room = room;
}

void text_add_bytes(text *text, const char *bytes, size_t length) {
    grow(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    grow(text, (size_t)length);
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

char *json_text(const json_t *value) {
    char *out = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    if (out == NULL)
        end_without_memory();
    return out;
}

/* Where to cut a text in UTF-8 that is longer than that: not within a character. */
static size_t cut_before(const char *bytes, size_t limit) {
    while (limit > 0 && ((unsigned char)bytes[limit] & 0xC0) == 0x80)
        limit--;
    return limit;
}

void text_add_json(text *text, const json_t *value, size_t limit) {
    if (value == NULL) {
        text_add(text, "nothing");
        return;
    }
    char *json = json_text(value);
    size_t length = strlen(json);
    if (length <= limit) {
        text_add_bytes(text, json, length);
    } else {
        text_add_bytes(text, json, cut_before(json, limit));
        text_add(text, "…");
    }
    free(json);
}

const char *text_string(const text *text) {
    return text->bytes != NULL ? text->bytes : "";
}

void text_cut(text *text, size_t length) {
    if (length < text->length) {
        text->length = length;
        text->bytes[length] = '\0';
    }
}

void text_destroy(text *text) {
    free(text->bytes);
    *text = (struct text){0};
}
