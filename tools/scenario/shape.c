#include "shape.h"

#include "pattern.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/** How much of what was found is shown. */
enum { SHOWN = 80 };

static const char *const kind_names[] = {
    [OBJECT] = "an object is",
    [ARRAY] = "an array is",
    [STRING] = "a string is",
    [STRINGS] = "an array of strings is",
    [BOOLEAN] = "true or false is",
    [WHOLE] = "a whole number that is not negative is",
    [TIME] = "a whole number of milliseconds that is not negative is",
    [PATTERN] = "a pattern is",
    [PATTERNS] = "an array of patterns is",
    [ANYTHING] = "anything is",
};

bool shape_refuse(checker *checker, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_add_place(checker->fault, &checker->place);
    text_add(checker->fault, "%s", line);
    return false;
}

bool shape_refuse_value(checker *checker, const char *where, const char *expected, const json_t *found) {
    shape_refuse(checker, "%s: found ", where);
    text_add_json(checker->fault, found, SHOWN);
    text_add(checker->fault, "; %s expected", expected);
    return false;
}

bool shape_check_pattern(checker *checker, const char *where, const json_t *pattern) {
    text fault = {0};
    bool is_good = pattern_check(pattern, &fault);
    if (!is_good)
        shape_refuse(checker, "%s: %s", where, text_string(&fault));
    text_destroy(&fault);
    return is_good;
}

static bool is_all_strings(const json_t *array) {
    size_t index;
    json_t *element;
    json_array_foreach(array, index, element) {
        if (!json_is_string(element))
            return false;
    }
    return json_is_array(array);
}

bool shape_is(kind kind, const json_t *value) {
    switch (kind) {
    case OBJECT:
        return json_is_object(value);
    case ARRAY:
    case PATTERNS:
        return json_is_array(value);
    case STRING:
        return json_is_string(value);
    case STRINGS:
        return is_all_strings(value);
    case BOOLEAN:
        return json_is_boolean(value);
    case WHOLE:
    case TIME:
        return json_is_integer(value) && json_integer_value(value) >= 0;
    default:
        return true;
    }
}

static bool check_kind(checker *checker, const char *where, kind kind, const json_t *value) {
    if (!shape_is(kind, value))
        return shape_refuse_value(checker, where, kind_names[kind], value);
    return (kind != PATTERN && kind != PATTERNS) || shape_check_pattern(checker, where, value);
}

bool shape_check(checker *checker, const char *where, const json_t *object, const member *members) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        const member *known = members;
        while (known->key != NULL && strcmp(known->key, key) != 0)
            known++;
        if (known->key == NULL) {
            shape_refuse(checker, "%s%sunknown key \"%s\"; one of", where, *where != '\0' ? ": " : "", key);
            for (known = members; known->key != NULL; known++)
                text_add(checker->fault, "%s %s", known == members ? "" : ",", known->key);
            return false;
        }
        char path[64];
        snprintf(path, sizeof path, "%s%s%s", where, *where != '\0' ? "." : "", key);
        if (!check_kind(checker, path, known->kind, value))
            return false;
    }
    return true;
}
