#include "words.h"

#include "pattern.h"

#include <string.h>

static const char *const words[] = {
    [WORD_ANY] = "$any", [WORD_HAS] = "$has", [WORD_ABSENT] = "$absent", [WORD_IS] = "$is"};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static const char *const kinds[] = {"value", "string", "number", "boolean", "object", "array", NULL};

static word word_named(const char *key) {
    for (int word = WORD_ANY; word < WORD_COUNT; word++) {
        if (strcmp(words[word], key) == 0)
            return (enum word)word;
    }
    return WORD_NONE;
}

/* The only key of an object; NULL where it has none or more. */
static const char *only_key(const json_t *object) {
    return json_object_size(object) == 1 ? json_object_iter_key(json_object_iter((json_t *)object)) : NULL;
}

word word_of(const json_t *pattern, const json_t **operand) {
    const char *key = only_key(pattern);
    word word = key != NULL ? word_named(key) : WORD_NONE;
    *operand = word != WORD_NONE ? json_object_get(pattern, key) : pattern;
    return word;
}

bool word_kind_holds(const char *kind, const json_t *value) {
    switch (value != NULL ? json_typeof(value) : JSON_NULL) {
    case JSON_STRING:
        return strcmp(kind, "string") == 0 || strcmp(kind, "value") == 0;
    case JSON_INTEGER:
    case JSON_REAL:
        return strcmp(kind, "number") == 0 || strcmp(kind, "value") == 0;
    case JSON_TRUE:
    case JSON_FALSE:
        return strcmp(kind, "boolean") == 0 || strcmp(kind, "value") == 0;
    case JSON_OBJECT:
        return strcmp(kind, "object") == 0 || strcmp(kind, "value") == 0;
    case JSON_ARRAY:
        return strcmp(kind, "array") == 0 || strcmp(kind, "value") == 0;
    default:
        return value != NULL && strcmp(kind, "value") == 0;
    }
}

/* -- Checking. -- */

static bool check_kind(const json_t *kind, text *fault) {
    for (const char *const *known = kinds; json_is_string(kind) && *known != NULL; known++) {
        if (strcmp(*known, json_string_value(kind)) == 0)
            return true;
    }
    text_add(fault, "\"$any\": found ");
    text_add_json(fault, kind, 80);
    text_add(fault, "; one of");
    for (const char *const *known = kinds; *known != NULL; known++)
        text_add(fault, "%s \"%s\"", known == kinds ? "" : ",", *known);
    text_add(fault, " is expected");
    return false;
}

static bool check_elements(const json_t *pattern, text *fault) {
    size_t index;
    json_t *element;
    json_array_foreach(pattern, index, element) {
        if (!pattern_check(element, fault))
            return false;
    }
    return true;
}

/* Whether an object's keys are no words, and its values are patterns. */
static bool check_members(const json_t *pattern, text *fault) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)pattern, key, value) {
        if (key[0] == '$') {
            text_add(fault, "\"%s\" is no word that stands there; a pattern is an object with only one of", key);
            for (int word = WORD_ANY; word < WORD_COUNT; word++)
                text_add(fault, "%s %s", word == WORD_ANY ? "" : ",", words[word]);
            text_add(fault, " for its key");
            return false;
        }
        if (!pattern_check(value, fault))
            return false;
    }
    return true;
}

bool pattern_check(const json_t *pattern, text *fault) {
    const json_t *operand;
    switch (word_of(pattern, &operand)) {
    case WORD_ANY:
        return check_kind(operand, fault);
    case WORD_ABSENT:
        if (!json_is_true(operand))
            text_add(fault, "\"$absent\": true is expected");
        return json_is_true(operand);
    case WORD_IS:
        return true;
    case WORD_HAS:
        if (!json_is_object(operand) && !json_is_array(operand) && !json_is_string(operand)) {
            text_add(fault, "\"$has\": an object, an array or a string is expected, found ");
            text_add_json(fault, operand, 80);
            return false;
        }
        break;
    case WORD_NONE:
        break;
    }
    return json_is_object(operand) ? check_members(operand, fault) : check_elements(operand, fault);
}
