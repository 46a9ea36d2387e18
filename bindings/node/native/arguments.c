/*
 * arguments.c: values of JavaScript as those of C, and back.
 */
#include "adit_node.h"

#include <math.h>
#include <stdlib.h>

bool arguments_read(napi_env env, napi_callback_info info, size_t count, napi_value *values) {
    size_t found = count;
    if (napi_get_cb_info(env, info, &found, values, NULL, NULL) != napi_ok)
        return false;
    if (found >= count)
        return true;
    napi_throw_type_error(env, NULL, "adit: an argument is missing");
    return false;
}

static bool read_string(napi_env env, napi_value value, text *text) {
    if (napi_get_value_string_utf8(env, value, text->room, TEXT_ROOM, &text->length) != napi_ok)
        return false;
    text->bytes = text->room;
    if (text->length < TEXT_ROOM - 4) /* a character that does not fit any more is left out as a whole */
        return true;
    if (napi_get_value_string_utf8(env, value, NULL, 0, &text->length) != napi_ok)
        return false;
    if ((text->allocated = malloc(text->length + 1)) == NULL)
        return false;
    text->bytes = text->allocated;
    return napi_get_value_string_utf8(env, value, text->allocated, text->length + 1, &text->length) == napi_ok;
}

bool text_read(napi_env env, napi_value value, text *text) {
    napi_valuetype type = napi_undefined;
    bool is_bytes = false;
    text->allocated = NULL;
    napi_typeof(env, value, &type);
    if (type == napi_string && read_string(env, value, text))
        return true;
    if (type == napi_object && napi_is_typedarray(env, value, &is_bytes) == napi_ok && is_bytes) {
        napi_typedarray_type element;
        void *bytes = NULL;
        if (napi_get_typedarray_info(env, value, &element, &text->length, &bytes, NULL, NULL) == napi_ok &&
            element == napi_uint8_array) {
            text->bytes = bytes != NULL ? bytes : ""; /* NULL where there are none */
            return true;
        }
    }
    text_free(text);
    napi_throw_type_error(env, NULL, "adit: a string or a Uint8Array is expected");
    return false;
}

void text_free(text *text) {
    free(text->allocated);
    text->allocated = NULL;
}

bool integer_read(napi_env env, napi_value value, int64_t *integer) {
    static const char *const types[] = {"undefined", "null",     "a boolean", "a number",           "a string",
                                        "a symbol",  "an object", "a function", "an external object", "a bigint"};
    double number;
    bool is_number = napi_get_value_double(env, value, &number) == napi_ok;
    if (is_number && number == number && napi_get_value_int64(env, value, integer) == napi_ok)
        return true;
    napi_valuetype type = napi_undefined;
    napi_typeof(env, value, &type);
    char text[80];
    snprintf(text, sizeof text, "adit: found %s; a number is expected",
             is_number ? "NaN" : (size_t)type < sizeof types / sizeof *types ? types[type] : "another value");
    napi_throw_type_error(env, NULL, text);
    return false;
}

bool timeout_read(napi_env env, napi_value value, int32_t *timeout) {
    int64_t whole;
    double number;
    if (!integer_read(env, value, &whole) || napi_get_value_double(env, value, &number) != napi_ok)
        return false;
    /* Rounded up: 0 would not wait. Adit refuses -2. */
    *timeout = number >= INT32_MAX ? INT32_MAX : number < -1 ? -2 : (int32_t)ceil(number);
    return true;
}

void throw_error(napi_env env, int32_t code, uint32_t offset, const char *message) {
    napi_value function, receiver, arguments[3], error;
    if (napi_get_reference_value(env, environment_of(env)->make_error, &function) != napi_ok ||
        napi_get_undefined(env, &receiver) != napi_ok)
        return;
    arguments[0] = number_of(env, code);
    arguments[1] = offset == ADIT_NO_OFFSET ? receiver : number_of(env, offset);
    arguments[2] = string_of(env, message, NAPI_AUTO_LENGTH);
    if (napi_call_function(env, receiver, function, 3, arguments, &error) == napi_ok)
        napi_throw(env, error);
}

void throw_code(napi_env env, const library *library, int32_t code) {
    if (code < ADIT_OK)
        throw_error(env, code, ADIT_NO_OFFSET, library->strerror(code));
}

void throw_adit(napi_env env, const library *library, int32_t code, const adit_error *error) {
    if (code == ADIT_OK)
        return;
    if (error->text[0] == '\0')
        throw_code(env, library, code);
    else
        throw_error(env, code, error->offset, error->text);
}

napi_value undefined_of(napi_env env) {
    napi_value value = NULL;
    napi_get_undefined(env, &value);
    return value;
}

napi_value number_of(napi_env env, double number) {
    napi_value value = NULL;
    napi_create_double(env, number, &value);
    return value;
}

napi_value string_of(napi_env env, const char *text, size_t length) {
    napi_value value = NULL;
    napi_create_string_utf8(env, text, length, &value);
    return value;
}

napi_value string_taken(napi_env env, const library *library, char *text, size_t length) {
    napi_value value = string_of(env, text, length);
    library->free(text);
    return value;
}
