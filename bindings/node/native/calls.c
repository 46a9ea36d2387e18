/*
 * calls.c: what any environment may do with a core, by its number.
 */
#include "adit_node.h"

#include <poll.h>

/* The library, and the number of the core: the first two arguments of each of these. */
static library *read_core(napi_env env, const napi_value *arguments, adit_core *id) {
    library *library = library_read(env, arguments[0]);
    int64_t number;
    if (library == NULL || !integer_read(env, arguments[1], &number))
        return NULL;
    *id = (adit_core)number;
    return library;
}

/* (library, number, text) */
napi_value call_send(napi_env env, napi_callback_info info) {
    napi_value arguments[3];
    library *library;
    adit_core id;
    text message;
    if (!arguments_read(env, info, 3, arguments) || (library = read_core(env, arguments, &id)) == NULL ||
        !text_read(env, arguments[2], &message))
        return NULL;
    adit_error error;
    int32_t code = library->send(id, message.bytes, message.length, &error);
    text_free(&message);
    throw_adit(env, library, code, &error);
    return undefined_of(env);
}

/* (library, number, client, text) */
napi_value call_submit(napi_env env, napi_callback_info info) {
    napi_value arguments[4];
    library *library;
    adit_core id;
    text client, message;
    if (!arguments_read(env, info, 4, arguments) || (library = read_core(env, arguments, &id)) == NULL ||
        !text_read(env, arguments[2], &client))
        return NULL;
    if (text_read(env, arguments[3], &message)) {
        adit_error error;
        int32_t code = library->submit(id, client.bytes, message.bytes, message.length, &error);
        throw_adit(env, library, code, &error);
        text_free(&message);
    }
    text_free(&client);
    return undefined_of(env);
}

/* What a call has received; undefined: nothing, in time. */
static napi_value received(napi_env env, const library *library, int32_t code, char *out, size_t length) {
    if (code == ADIT_OK)
        return string_taken(env, library, out, length);
    if (code != ADIT_ETIMEDOUT)
        throw_code(env, library, code);
    return undefined_of(env);
}

/* (library, number, timeout) */
napi_value call_receive(napi_env env, napi_callback_info info) {
    napi_value arguments[3];
    library *library;
    adit_core id;
    int32_t timeout;
    if (!arguments_read(env, info, 3, arguments) || (library = read_core(env, arguments, &id)) == NULL ||
        !timeout_read(env, arguments[2], &timeout))
        return NULL;
    char *out = NULL;
    size_t length = 0;
    int32_t code = library->receive(id, timeout, &out, &length);
    return received(env, library, code, out, length);
}

/* (library, number, timeout, maximum) */
napi_value call_receive_all(napi_env env, napi_callback_info info) {
    napi_value arguments[4];
    library *library;
    adit_core id;
    int32_t timeout;
    int64_t maximum;
    if (!arguments_read(env, info, 4, arguments) || (library = read_core(env, arguments, &id)) == NULL ||
        !timeout_read(env, arguments[2], &timeout) || !integer_read(env, arguments[3], &maximum))
        return NULL;
    char *out = NULL;
    size_t length = 0;
    int32_t code = library->receive_all(id, timeout, maximum > 0 ? (size_t)maximum : 0, &out, &length);
    return received(env, library, code, out, length);
}

/* (library, number) */
napi_value call_wakeup(napi_env env, napi_callback_info info) {
    napi_value arguments[2];
    library *library;
    adit_core id;
    if (!arguments_read(env, info, 2, arguments) || (library = read_core(env, arguments, &id)) == NULL)
        return NULL;
    throw_code(env, library, library->wakeup(id));
    return undefined_of(env);
}

/* (library, number): whether the descriptor is readable. */
napi_value call_is_ready(napi_env env, napi_callback_info info) {
    napi_value arguments[2], value = NULL;
    library *library;
    adit_core id;
    if (!arguments_read(env, info, 2, arguments) || (library = read_core(env, arguments, &id)) == NULL)
        return NULL;
    struct pollfd descriptor = {.fd = library->fd(id), .events = POLLIN};
    throw_code(env, library, descriptor.fd);
    if (descriptor.fd >= 0)
        napi_get_boolean(env, poll(&descriptor, 1, 0) > 0, &value);
    return value;
}
