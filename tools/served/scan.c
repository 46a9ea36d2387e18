#include "scan.h"

#include <string.h>

static bool is_space(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

static void skip_spaces(scanner *scanner) {
    while (scanner->at < scanner->end && is_space(*scanner->at))
        scanner->at++;
}

/* Whether the next character is that one. */
static bool sees(const scanner *scanner, char character) {
    return scanner->at < scanner->end && *scanner->at == character;
}

/* Passes over a string, at whose first quote it is. */
static bool skip_string(scanner *scanner) {
    const char *first = scanner->at + 1;
    for (const char *from = first; from < scanner->end;) {
        const char *quote = memchr(from, '"', (size_t)(scanner->end - from));
        if (quote == NULL)
            return false;
        const char *slash = quote;
        while (slash > first && slash[-1] == '\\')
            slash--;
        if ((quote - slash) % 2 == 0) {
            scanner->at = quote + 1;
            return true;
        }
        from = quote + 1;
    }
    return false;
}

/* Passes over a value. Of an object or an array, only strings and brackets are looked at. */
static bool skip_value(scanner *scanner) {
    size_t depth = 0;
    const char *start = scanner->at;
    while (scanner->at < scanner->end) {
        char character = *scanner->at;
        if (character == '"') {
            if (!skip_string(scanner))
                return false;
            if (depth == 0)
                return true;
            continue;
        }
        if (character == '{' || character == '[') {
            depth++;
        } else if (character == '}' || character == ']') {
            if (depth == 0)
                return scanner->at > start;
            if (--depth == 0) {
                scanner->at++;
                return true;
            }
        } else if (depth == 0 && (character == ',' || is_space(character))) {
            return scanner->at > start;
        }
        scanner->at++;
    }
    return false;
}

static scanner scan_from(span text, char bracket) {
    scanner scanner = {.text = text.at, .at = text.at, .end = text.at + text.length};
    skip_spaces(&scanner);
    if (sees(&scanner, bracket))
        scanner.at++;
    else
        scanner.at = scanner.end;
    return scanner;
}

scanner scan_object(span text) {
    return scan_from(text, '{');
}

scanner scan_array(span text) {
    return scan_from(text, '[');
}

bool scan_element(scanner *scanner, span *element) {
    skip_spaces(scanner);
    const char *start = scanner->at;
    if (!skip_value(scanner))
        return false;
    *element = (span){start, (size_t)(scanner->at - start)};
    skip_spaces(scanner);
    if (sees(scanner, ','))
        scanner->at++;
    return true;
}

static bool end_object(scanner *scanner) {
    /* A comma has a member behind it. */
    if (scanner->comma == NULL && sees(scanner, '}')) {
        scanner->at++;
        skip_spaces(scanner);
        scanner->has_ended = scanner->at == scanner->end;
    }
    scanner->at = scanner->end;
    return false;
}

bool scan_next(scanner *scanner, member *member) {
    if (scanner->has_begun && scanner->comma == NULL)
        return end_object(scanner);
    skip_spaces(scanner);
    if (!sees(scanner, '"'))
        return end_object(scanner);
    const char *start = scanner->at;
    if (!skip_string(scanner))
        return end_object(scanner);
    member->key = (span){start + 1, (size_t)(scanner->at - start) - 2};
    skip_spaces(scanner);
    if (!sees(scanner, ':'))
        return end_object(scanner);
    scanner->at++;
    skip_spaces(scanner);
    const char *value = scanner->at;
    if (!skip_value(scanner))
        return end_object(scanner);
    member->value = (span){value, (size_t)(scanner->at - value)};
    skip_spaces(scanner);
    const char *comma = sees(scanner, ',') ? scanner->at++ : NULL;
    /* The first member goes with the comma behind it, any other with the one before. */
    const char *from = scanner->comma != NULL ? scanner->comma : start;
    const char *to = scanner->comma == NULL && comma != NULL ? comma + 1 : value + member->value.length;
    member->cut_start = (size_t)(from - scanner->text);
    member->cut_end = (size_t)(to - scanner->text);
    scanner->comma = comma;
    scanner->has_begun = true;
    return true;
}

bool span_is(span span, const char *text) {
    return span.at != NULL && span.length == strlen(text) && memcmp(span.at, text, span.length) == 0;
}

span span_string(span value) {
    if (value.length < 2 || value.at[0] != '"' || memchr(value.at, '\\', value.length) != NULL)
        return (span){0};
    return (span){value.at + 1, value.length - 2};
}
