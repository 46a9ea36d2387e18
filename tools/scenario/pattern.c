#include "pattern.h"

#include "words.h"

#include <string.h>

/* Whether two numbers have the same value, be they written as whole ones or not. */
static bool is_same_number(const json_t *one, const json_t *other) {
    if (json_is_integer(one) && json_is_integer(other))
        return json_integer_value(one) == json_integer_value(other);
    if (json_is_real(one) && json_is_real(other))
        return json_real_value(one) == json_real_value(other);
    json_int_t whole = json_integer_value(json_is_integer(one) ? one : other);
    double real = json_real_value(json_is_integer(one) ? other : one);
    return real >= -0x1p63 && real < 0x1p63 && (double)(json_int_t)real == real && (json_int_t)real == whole;
}

static bool is_same_text(const json_t *one, const json_t *other) {
    size_t length = json_string_length(one);
    return length == json_string_length(other) && memcmp(json_string_value(one), json_string_value(other), length) == 0;
}

static bool contains_text(const json_t *value, const json_t *part) {
    const char *text = json_string_value(value);
    size_t length = json_string_length(value), wanted = json_string_length(part);
    for (size_t i = 0; wanted <= length && i <= length - wanted; i++) {
        if (memcmp(text + i, json_string_value(part), wanted) == 0)
            return true;
    }
    return false;
}

/* Whether a value is the same: with `words`, the pattern's parts may be words. */
static bool is_same(const json_t *pattern, const json_t *value, bool words);

static bool is_like(const json_t *pattern, const json_t *value, bool words) {
    return words ? pattern_matches(pattern, value) : is_same(pattern, value, false);
}

static bool has_members(const json_t *pattern, const json_t *value, bool words, size_t *count) {
    const char *key;
    json_t *member;
    *count = 0;
    json_object_foreach((json_t *)pattern, key, member) {
        const json_t *found = json_object_get(value, key);
        if ((found == NULL && !words) || !is_like(member, found, words))
            return false;
        *count += found != NULL;
    }
    return true;
}

size_t pattern_first_missing(const json_t *pattern, const json_t *value) {
    size_t found = 0, count = json_array_size(pattern);
    for (size_t i = 0; i < json_array_size(value) && found < count; i++)
        found += pattern_matches(json_array_get(pattern, found), json_array_get(value, i));
    return found;
}

static bool is_same(const json_t *pattern, const json_t *value, bool words) {
    size_t count = json_array_size(pattern);
    if (json_is_number(pattern) && json_is_number(value))
        return is_same_number(pattern, value);
    if (json_typeof(pattern) != json_typeof(value))
        return false;
    if (json_is_string(pattern))
        return is_same_text(pattern, value);
    if (json_is_object(pattern))
        return has_members(pattern, value, words, &count) && count == json_object_size(value);
    if (!json_is_array(pattern))
        return true;
    if (count != json_array_size(value))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_like(json_array_get(pattern, i), json_array_get(value, i), words))
            return false;
    }
    return true;
}

bool pattern_matches(const json_t *pattern, const json_t *value) {
    const json_t *operand;
    size_t count;
    word word = word_of(pattern, &operand);
    if (value == NULL || word == WORD_ABSENT)
        return value == NULL && word == WORD_ABSENT;
    switch (word) {
    case WORD_ANY:
        return word_kind_holds(json_string_value(operand), value);
    case WORD_IS:
        return is_same(operand, value, false);
    case WORD_HAS:
        if (json_typeof(operand) != json_typeof(value))
            return false;
        if (json_is_string(operand))
            return contains_text(value, operand);
        return json_is_array(operand) ? pattern_first_missing(operand, value) == json_array_size(operand)
                                      : has_members(operand, value, true, &count);
    default:
        return is_same(operand, value, true);
    }
}
