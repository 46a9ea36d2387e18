/*
 * errors.h: what holds of every adit_error, whatever went wrong.
 */
#ifndef ADIT_TESTS_ERRORS_H
#define ADIT_TESTS_ERRORS_H

#include "check.h"

/* An error that no function has written yet: full of rubbish and not terminated. */
static inline adit_error rubbish_error(void) {
    adit_error error;
    memset(&error, 0xFF, sizeof error);
    return error;
}

/* The length of the longest start of a text that is UTF-8 (RFC 3629). */
static inline size_t utf8_prefix(const unsigned char *text, size_t length) {
    size_t position = 0;
    while (position < length) {
        unsigned char first = text[position];
        size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (size == 0 || size > length - position)
            return position;
        for (size_t next = 1; next < size; next++) {
            if ((text[position + next] & 0xC0) != 0x80)
                return position;
        }
        unsigned char second = size > 1 ? text[position + 1] : 0;
        if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F))
            return position;
        if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
            return position;
        position += size;
    }
    return position;
}

/* Checks an error: its code, that the offset lies in the input, that its text is there, terminated, and UTF-8. */
#define CHECK_ERROR(error, expected, length) check_error(__FILE__, __LINE__, (error), (expected), (length))

static inline void check_error(const char *file, int line, const adit_error *error, int32_t code, size_t length) {
    check_int(file, line, "error.code", error->code, code);
    const char *end = memchr(error->text, 0, sizeof error->text);
    if (!check_true(file, line, "error.text is terminated", end != NULL))
        return;
    size_t size = (size_t)(end - error->text);
    check_int(file, line, "bytes of error.text that are UTF-8",
              (int64_t)utf8_prefix((const unsigned char *)error->text, size), (int64_t)size);
    if (code == ADIT_OK)
        return;
    check_true(file, line, "error.text says something", size > 0);
    bool known = error->offset != ADIT_NO_OFFSET;
    check_true(file, line, "error.offset is known where the text is no JSON", known || code != ADIT_EJSON);
    check_true(file, line, "error.offset lies in the input", !known || error->offset <= length);
}

#endif /* ADIT_TESTS_ERRORS_H */
