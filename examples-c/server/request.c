#define _POSIX_C_SOURCE 200809L /* clock_gettime, gmtime_r */
#include "request.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* The date of now in UTC, with milliseconds. */
static json_t *now(void) {
    struct timespec time;
    struct tm day;
    char text[64];
    clock_gettime(CLOCK_REALTIME, &time);
    gmtime_r(&time.tv_sec, &day);
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &day);
    snprintf(text + length, sizeof text - length, ".%03uZ", (unsigned)(time.tv_nsec / 1000000) % 1000);
    return json_string(text);
}

static json_t *failure(int32_t code, const char *text) {
    return json_pack("{s:i,s:s}", "code", (int)code, "message", text);
}

/* The `@with` of a request: NULL if there is no memory. */
static json_t *environment(const json_t *server, const json_t *request) {
    json_t *with = json_deep_copy(server);
    if (with != NULL && json_object_update(with, (json_t *)request) != 0 && request != NULL) {
        json_decref(with);
        return NULL;
    }
    if (with != NULL && json_object_get(with, "date") == NULL)
        json_object_set_new(with, "date", now());
    return with;
}

/* Calls the core. The array of messages, or NULL with the error in `*error`. */
static json_t *call(adit_core core, json_t *message, json_t *with, json_t **error) {
    adit_error cause = {.code = ADIT_ENOMEM};
    char *out = NULL;
    size_t length = 0;
    int32_t code = ADIT_ENOMEM;
    snprintf(cause.text, sizeof cause.text, "%s", adit_strerror(ADIT_ENOMEM));
    char *text = json_object_set(message, "@with", with) == 0 ? json_dumps(message, JSON_COMPACT) : NULL;
    if (text != NULL)
        code = adit_call(core, text, ADIT_NTS, 0, &out, &length, &cause);
    free(text);
    json_t *messages = code == ADIT_OK ? json_loadb(out, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL) : NULL;
    adit_free(out);
    if (messages == NULL)
        *error = failure(code, cause.text);
    return messages;
}

/* What is wrong with the form of a request; NULL: nothing. */
static const char *form_error(const json_t *root) {
    const char *key;
    json_t *value;
    if (!json_is_object(json_object_get(root, "request")))
        return "request: an object is expected, a message of the app";
    if (json_object_get(root, "with") != NULL && !json_is_object(json_object_get(root, "with")))
        return "with: an object is expected";
    json_object_foreach((json_t *)root, key, value) {
        if (strcmp(key, "request") != 0 && strcmp(key, "with") != 0 && strcmp(key, "id") != 0)
            return "a request has the members request, with and id only";
    }
    json_object_foreach(json_object_get(root, "request"), key, value) {
        if (key[0] == '@')
            return "request: a message of the app is expected, without members that begin with @";
    }
    return NULL;
}

static json_t *respond(adit_core core, const json_t *server, const char *line, size_t length, json_t **error) {
    json_error_t place;
    json_t *root = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &place), *messages = NULL;
    const char *wrong = root != NULL ? form_error(root) : place.text;
    json_t *id = json_incref(json_object_get(root, "id"));
    if (wrong != NULL) {
        *error = failure(root != NULL ? ADIT_EMESSAGE : ADIT_EJSON, wrong);
    } else {
        json_t *with = environment(server, json_object_get(root, "with"));
        messages = call(core, json_object_get(root, "request"), with, error);
        json_decref(with);
    }
    json_t *response = messages != NULL ? json_pack("{s:o*,s:o}", "id", id, "response", messages)
                                        : json_pack("{s:o*,s:O}", "id", id, "error", *error);
    json_decref(root);
    return response;
}

char *request_handle(adit_core core, const json_t *with, const char *line, size_t length) {
    json_t *error = NULL, *response = respond(core, with, line, length, &error);
    char *text = response != NULL ? json_dumps(response, JSON_COMPACT) : NULL;
    json_decref(response);
    json_decref(error);
    return text;
}
