#include "gateways.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TIMEOUT_S = 86400 };

const char *text_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : NULL;
}

bool may_be_text(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return value == NULL || json_is_null(value) || text_of(object, key) != NULL;
}

form form_of(const json_t *object) {
    static const char *const forms[] = {[FORM_TEXT] = "text", [FORM_BASE64] = "base64", [FORM_BLOB] = "blob"};
    const char *text = text_of(object, "form");
    if (!may_be_text(object, "form"))
        return NO_FORM;
    for (form form = FORM_TEXT; text != NULL && form <= FORM_BLOB; form++) {
        if (strcmp(text, forms[form]) == 0)
            return form;
    }
    return text == NULL ? FORM_TEXT : NO_FORM;
}

int kind_of(const json_t *request, const char *const *kinds, const json_t **arguments) {
    for (int kind = 0; kinds[kind] != NULL; kind++) {
        *arguments = json_object_get(request, kinds[kind]);
        if (*arguments != NULL)
            return json_is_object(*arguments) && json_object_size(request) == 1 ? kind : -1;
    }
    return -1;
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
