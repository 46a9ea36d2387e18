#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As the programs do, and as an app library would. */
void end_without_memory(void) {
    fputs("adit: there is no memory left\n", stderr);
    abort();
}

/* -- Codes. -- */

/* By the number without its sign: the names in lines, and the words of adit_strerror. */
static const struct {
    const char *name, *words;
} codes[] = {
    [0] = {"ok", "no error"},
    [1] = {"einval", "an argument is NULL, out of range, or does not fit the core's mode"},
    [2] = {"eabi", "the header's ADIT_ABI_VERSION is not the library's"},
    [3] = {"eapp", "the library holds no app of that name"},
    [4] = {"econfig", "the config is not understood"},
    [5] = {"ecore", "no core has that id, or it has been closed"},
    [6] = {"ebusy", "the core is being driven by another thread, or by the caller's own callback"},
    [7] = {"efork", "the core was opened by the parent process"},
    [8] = {"ejson", "the text is not strict JSON"},
    [9] = {"emessage", "the JSON is not a message of this app"},
    [10] = {"esize", "the message is larger or deeper than the limits allow"},
    [11] = {"efull", "too many messages are waiting, or effects in flight"},
    [12] = {"etimedout", "the time is up"},
    [13] = {"estore", "the store failed"},
    [14] = {"elocked", "the store is open elsewhere"},
    [15] = {"eschema", "the store's schema cannot be migrated"},
    [16] = {"enomem", "the system had no memory or no descriptor left"},
    [17] = {"einternal", "a fault of Adit's own"},
    [18] = {"ehandler", "the app's code threw; the message left no trace in the state"},
    [19] = {"ecascade", "a message caused too many messages, or too deep"},
    [20] = {"eclosed", "the core has closed"},
    [21] = {"ereplay", "what was replayed came out otherwise than it was recorded"},
    [22] = {"edenied", "the config does not allow it to this sender"},
    [23] = {"ecrashed", "the process of the core has ended"},
    [24] = {"efenced", "the store was opened elsewhere since, and the core closes"},
};
enum { CODE_COUNT = sizeof codes / sizeof *codes };

int32_t code_of_name(span name) {
    for (int32_t i = 1; i < CODE_COUNT; i++) {
        if (span_is(name, codes[i].name))
            return -i;
    }
    return ADIT_EINTERNAL;
}

const char *words_of_code(int32_t code) {
    return code <= 0 && code > -CODE_COUNT ? codes[-code].words : "unknown code";
}

/* -- Errors. -- */

int32_t fail_text(adit_error *error, int32_t code, uint32_t offset, const char *text, size_t length) {
    if (error == NULL)
        return code;
    error->code = code;
    error->offset = offset;
    if (length >= sizeof error->text) {
        length = sizeof error->text - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(error->text, text, length);
    error->text[length] = '\0';
    return code;
}

int32_t fail(adit_error *error, int32_t code, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail_text(error, code, ADIT_NO_OFFSET, text, strlen(text));
}

int32_t fail_plainly(adit_error *error, int32_t code) {
    const char *words = code == ADIT_OK ? "" : words_of_code(code);
    return fail_text(error, code, ADIT_NO_OFFSET, words, strlen(words));
}

/* -- Texts. -- */

bool is_utf8(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        unsigned char first = *at++;
        if (first < 0x80)
            continue;
        int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
        if (first < 0xC2 || first > 0xF4 || end - at < more)
            return false;
        unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (*at < low || *at > high)
            return false;
        for (int i = 1; i < more; i++) {
            if ((at[i] & 0xC0) != 0x80)
                return false;
        }
        at += more;
    }
    return true;
}

void add_text(buffer *out, const char *text) {
    buffer_add(out, text, strlen(text));
}

void add_format(buffer *out, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_text(out, text);
}

void add_string(buffer *out, const char *text, size_t length) {
    buffer_add(out, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char character = (unsigned char)text[i];
        if (character < 0x20)
            add_format(out, "\\u%04x", character);
        else if (character == '"' || character == '\\')
            add_format(out, "\\%c", character);
        else
            buffer_add(out, text + i, 1);
    }
    buffer_add(out, "\"", 1);
}

static void add_character(buffer *out, unsigned character) {
    char bytes[4];
    size_t length = 0;
    if (character < 0x80) {
        bytes[length++] = (char)character;
    } else if (character < 0x800) {
        bytes[length++] = (char)(0xC0 | character >> 6);
        bytes[length++] = (char)(0x80 | (character & 0x3F));
    } else {
        if (character < 0x10000) {
            bytes[length++] = (char)(0xE0 | character >> 12);
        } else {
            bytes[length++] = (char)(0xF0 | character >> 18);
            bytes[length++] = (char)(0x80 | (character >> 12 & 0x3F));
        }
        bytes[length++] = (char)(0x80 | (character >> 6 & 0x3F));
        bytes[length++] = (char)(0x80 | (character & 0x3F));
    }
    buffer_add(out, bytes, length);
}

/* The four hexadecimal digits at a place; 0 behind the end. */
static unsigned digits_at(const char *at, const char *end) {
    char digits[5] = {0};
    if (end - at < 4)
        return 0;
    memcpy(digits, at, 4);
    return (unsigned)strtoul(digits, NULL, 16);
}

void add_decoded(buffer *out, span string) {
    static const char escapes[] = "bfnrt", characters[] = "\b\f\n\r\t";
    const char *end = string.at + string.length;
    for (const char *at = string.at; at < end; at++) {
        if (*at != '\\' || at + 1 == end) {
            buffer_add(out, at, 1);
            continue;
        }
        at++;
        const char *escape = strchr(escapes, *at);
        if (*at == 'u') {
            unsigned character = digits_at(at + 1, end);
            at += 4;
            if (character >> 10 == 0x36 && end - at > 6 && at[1] == '\\' && at[2] == 'u') {
                character = 0x10000 + ((character & 0x3FF) << 10) + (digits_at(at + 3, end) & 0x3FF);
                at += 6;
            }
            add_character(out, character);
        } else {
            buffer_add(out, escape != NULL ? &characters[escape - escapes] : at, 1);
        }
    }
}

bool is_key(span key, const char *text) {
    if (key.length == 0 || memchr(key.at, '\\', key.length) == NULL)
        return span_is(key, text);
    buffer decoded = {0};
    add_decoded(&decoded, key);
    bool is = span_is((span){buffer_bytes(&decoded), buffer_length(&decoded)}, text);
    buffer_destroy(&decoded);
    return is;
}

span find_member(span object, const char *key) {
    scanner scanner = scan_object(object);
    member member;
    while (scan_next(&scanner, &member)) {
        if (is_key(member.key, key))
            return member.value;
    }
    return (span){0};
}

int32_t check_text(const char *name, const char *text, size_t *length, adit_error *error) {
    if (text == NULL)
        return fail(error, ADIT_EINVAL, "%s is NULL", name);
    if (*length == ADIT_NTS)
        *length = strlen(text);
    if (*length > (size_t)-1 / 2)
        return fail(error, ADIT_EINVAL, "the length of %s is over SSIZE_MAX", name);
    return ADIT_OK;
}

void clear_output(char **out, size_t *length) {
    if (out != NULL)
        *out = NULL;
    if (length != NULL)
        *length = 0;
}

int32_t hand_over(const char *text, size_t length, char **out, size_t *out_length) {
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return ADIT_ENOMEM;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *out = copy;
    if (out_length != NULL)
        *out_length = length;
    return ADIT_OK;
}
