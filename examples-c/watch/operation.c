/* SPDX-License-Identifier: Apache-2.0 */
#include "operation.h"

#include <string.h>

/** The ops, and which of them take what beside a path. In the order of patch_op. */
static const struct {
    const char *name;
    bool takes_value, takes_from;
} ops[] = {
    {"add", true, false},  {"remove", false, false}, {"replace", true, false},
    {"move", false, true}, {"copy", false, true},    {"test", true, false},
};

const char *operation_name(patch_op op) {
    return ops[op].name;
}

/* Says that a key does not have what is expected there. */
static bool refuse(const json_t *operation, const char *key, const char *expected, line *error) {
    const json_t *found = json_object_get(operation, key);
    line_add(error, "\"%s\" is ", key);
    if (found != NULL)
        line_add_json(error, found);
    else
        line_add(error, "missing");
    line_add(error, "; %s is expected", expected);
    return false;
}

static bool read_op(operation *operation, const json_t *value, line *error) {
    const json_t *name = json_object_get(value, "op");
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        operation->op = (patch_op)i;
        if (json_is_string(name) && json_string_length(name) == strlen(ops[i].name) &&
            strcmp(json_string_value(name), ops[i].name) == 0)
            return true;
    }
    return refuse(value, "op", "one of add, remove, replace, move, copy and test", error);
}

static bool read_pointer(pointer *pointer, const json_t *operation, const char *key, line *error) {
    const json_t *text = json_object_get(operation, key);
    if (!json_is_string(text))
        return refuse(operation, key, "a JSON Pointer", error);
    line fault = {0};
    if (pointer_read(pointer, json_string_value(text), json_string_length(text), &fault))
        return true;
    line_add(error, "\"%s\": %s", key, fault.text);
    return false;
}

bool operation_read(operation *operation, const json_t *value, line *error) {
    *operation = (struct operation){.value = json_object_get(value, "value")};
    if (!json_is_object(value)) {
        line_add(error, "an object is expected, found ");
        line_add_json(error, value);
        return false;
    }
    if (!read_op(operation, value, error))
        return false;
    if (!ops[operation->op].takes_value)
        operation->value = NULL;
    else if (operation->value == NULL)
        return refuse(value, "value", "any JSON", error);
    if (!read_pointer(&operation->path, value, "path", error))
        return false;
    if (!ops[operation->op].takes_from || read_pointer(&operation->from, value, "from", error))
        return true;
    pointer_destroy(&operation->path);
    return false;
}

void operation_destroy(operation *operation) {
    pointer_destroy(&operation->path);
    pointer_destroy(&operation->from);
}
