#include "gateways.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TIMEOUT_S = 86400 };

const char *text_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : NULL;
}

json_int_t number_of(const json_t *object, const char *key, json_int_t least, json_int_t most, json_int_t otherwise) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL || json_is_null(value))
        return otherwise;
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= least && number <= most ? number : -1;
}

int64_t duration_of(const json_t *object, const char *key, int64_t otherwise) {
    if (json_object_get(object, key) == NULL)
        return otherwise;
    const char *text = text_of(object, key);
    if (text == NULL || strncmp(text, "PT", 2) != 0 || text[2] < '0' || text[2] > '9')
        return -1;
    char *rest;
    long long seconds = strtoll(text + 2, &rest, 10);
    int64_t rest_ms = 0, unit = 100;
    if (*rest == '.') {
        for (rest++; *rest >= '0' && *rest <= '9'; rest++, unit /= 10)
            rest_ms += (*rest - '0') * unit;
    }
    if (strcmp(rest, "S") != 0)
        return -1;
    return seconds >= MOST_TIMEOUT_S ? INT64_C(1000) * MOST_TIMEOUT_S : seconds * 1000 + rest_ms;
}
