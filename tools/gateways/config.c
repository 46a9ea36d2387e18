#define _GNU_SOURCE /* O_PATH */
#include "gateways.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BUS_TIMEOUT_MS = 25000,    /* as is usual on D-Bus */
    PROMPT_TIMEOUT_MS = 30000, /* with the other, less than the author's gateway waits */
    MOST_SHOWN = 100           /* bytes of a value in an error */
};

#define MOST_NUMBER INT64_C(1125899906842624) /* 2^50 */
static const char a_duration[] = "a duration such as PT25S";
static const char a_number[] = "a whole number from 0 to 1125899906842624";

int32_t fail(adit_error *error, int32_t code, const char *format, ...) {
    if (error == NULL)
        return code;
    *error = (adit_error){.code = code, .offset = ADIT_NO_OFFSET};
    va_list values;
    va_start(values, format);
    write_text(error->text, sizeof error->text, format, values);
    va_end(values);
    return code;
}

/* -- What is wrong. -- */

/* A text that may hold a secret (the user of a URL, its query, a key) is not shown, as errors are logged. */
static bool may_be_shown(const json_t *text) {
    const char *bytes = json_string_value(text);
    for (size_t index = 0; index < json_string_length(text); index++) {
        if ((unsigned char)bytes[index] < 0x20 || bytes[index] == '@' || bytes[index] == '?')
            return false;
    }
    return true;
}

/* Writes what a value is: itself if it is short, or its beginning, or what kind of value. */
static void describe(const json_t *value, char *out, size_t size) {
    char *text = NULL;
    if (json_is_string(value) && may_be_shown(value)) {
        size_t length = json_string_length(value), most = length > MOST_SHOWN ? MOST_SHOWN : length;
        most = whole_characters(json_string_value(value), most);
        snprintf(out, size, "\"%.*s%s\"", (int)most, json_string_value(value), most < length ? "…" : "");
        return;
    }
    if (json_is_number(value) || json_is_boolean(value) || json_is_null(value))
        text = json_dumps(value, JSON_ENCODE_ANY);
    snprintf(out, size, "%s",
             text != NULL            ? text
             : value == NULL         ? "nothing"
             : json_is_object(value) ? "an object"
             : json_is_array(value)  ? "a list"
             : json_is_string(value) ? "a text that is not shown"
                                     : "a value");
    free(text);
}

int32_t fail_value(adit_error *error, int32_t code, const char *place, const json_t *found, const char *why,
                   const char *expected) {
    char text[MOST_SHOWN + 8];
    describe(found, text, sizeof text);
    if (why != NULL)
        return fail(error, code, "%s: found %s (%s); %s is expected", place, text, why, expected);
    return fail(error, code, "%s: found %s; %s is expected", place, text, expected);
}

/* The same of a member, which is looked up at `place` and `key`. */
static int32_t fail_member(adit_error *error, const json_t *object, const char *place, const char *key, const char *why,
                           const char *expected) {
    char whole[64];
    snprintf(whole, sizeof whole, "%s.%s", place, key);
    return fail_value(error, ADIT_ECONFIG, whole, json_object_get(object, key), why, expected);
}

/* The same of an element of a list. */
static int32_t fail_element(adit_error *error, const json_t *list, const char *place, size_t index,
                            const char *expected) {
    char whole[64];
    snprintf(whole, sizeof whole, "%s[%zu]", place, index);
    return fail_value(error, ADIT_ECONFIG, whole, json_array_get(list, index), NULL, expected);
}

/* -- Its parts. -- */

/* Whether a list with spaces has a word. */
static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (; list != NULL; list = strchr(list, ' ')) {
        list += *list == ' ';
        if (strncmp(list, word, length) == 0 && (list[length] == ' ' || list[length] == '\0'))
            return true;
    }
    return false;
}

/* Refuses keys of an object that are not in `known`, a list with spaces. */
static int32_t check_keys(const json_t *object, const char *place, const char *known, adit_error *error) {
    if (!json_is_object(object))
        return fail_value(error, ADIT_ECONFIG, place, object, NULL, "an object");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        if (!has_word(known, key))
            return fail(error, ADIT_ECONFIG, "%s: unknown key \"%.*s\"; one of %s", place,
                        (int)whole_characters(key, strnlen(key, MOST_SHOWN)), key, known);
    }
    return ADIT_OK;
}

static int32_t read_limit(const json_t *limits, const char *key, json_int_t otherwise, json_int_t *out,
                          adit_error *error) {
    *out = number_of(limits, key, 0, MOST_NUMBER, otherwise);
    return *out >= 0 ? ADIT_OK : fail_member(error, limits, "http.limits", key, NULL, a_number);
}

static int32_t read_origins(adit_gateways *gateways, const json_t *list, adit_error *error) {
    if (!json_is_array(list) || json_array_size(list) == 0)
        return fail_value(error, ADIT_ECONFIG, "http.allow", list, json_is_array(list) ? "without an element" : NULL,
                          "a list of origins, such as [\"https://example.org\"],");
    gateways->origins = calloc(json_array_size(list), sizeof *gateways->origins);
    if (gateways->origins == NULL)
        return fail(error, ADIT_ENOMEM, "no memory is left");
    for (size_t index = 0; index < json_array_size(list); index++) {
        const char *text = json_string_value(json_array_get(list, index));
        if (text == NULL || !origin_read(text, &gateways->origins[gateways->origin_count]))
            return fail_element(error, list, "http.allow", index,
                                "an origin, such as https://example.org:8443, or https://.example.org for all names "
                                "below,");
        gateways->origin_count++;
    }
    return ADIT_OK;
}

static int32_t read_blocks(adit_gateways *gateways, const json_t *list, adit_error *error) {
    if (list == NULL)
        return ADIT_OK;
    if (!json_is_array(list))
        return fail_value(error, ADIT_ECONFIG, "http.addresses", list, NULL,
                          "a list of blocks of addresses, such as [\"127.0.0.0/8\"],");
    gateways->blocks = calloc(json_array_size(list) + 1, sizeof *gateways->blocks);
    if (gateways->blocks == NULL)
        return fail(error, ADIT_ENOMEM, "no memory is left");
    for (size_t index = 0; index < json_array_size(list); index++) {
        const char *text = json_string_value(json_array_get(list, index));
        if (text == NULL || !block_read(text, &gateways->blocks[gateways->block_count]))
            return fail_element(error, list, "http.addresses", index, "a block of addresses, such as 127.0.0.0/8,");
        gateways->block_count++;
    }
    return ADIT_OK;
}

static int32_t read_http(adit_gateways *gateways, const json_t *http, adit_error *error) {
    int32_t code = check_keys(http, "http", "allow addresses ca limits", error);
    if (code == ADIT_OK)
        code = read_origins(gateways, json_object_get(http, "allow"), error);
    if (code == ADIT_OK)
        code = read_blocks(gateways, json_object_get(http, "addresses"), error);
    if (code != ADIT_OK)
        return code;
    if (json_object_get(http, "ca") != NULL) {
        const char *ca = text_of(http, "ca");
        if (ca == NULL || access(ca, R_OK) != 0)
            return fail_member(error, http, "http", "ca", ca != NULL ? strerror(errno) : NULL,
                               "a file of certificates");
        if ((gateways->ca = strdup(ca)) == NULL)
            return fail(error, ADIT_ENOMEM, "no memory is left");
    }
    const json_t *limits = json_object_get(http, "limits");
    if (limits != NULL)
        code = check_keys(limits, "http.limits", "response blob headers redirects inFlight", error);
    if (code != ADIT_OK ||
        (code = read_limit(limits, "response", 4 << 20, &gateways->most_response, error)) != ADIT_OK ||
        (code = read_limit(limits, "blob", INT64_C(4) << 30, &gateways->most_blob, error)) != ADIT_OK ||
        (code = read_limit(limits, "headers", 64 << 10, &gateways->most_headers, error)) != ADIT_OK ||
        (code = read_limit(limits, "redirects", 5, &gateways->most_redirects, error)) != ADIT_OK ||
        (code = read_limit(limits, "inFlight", 256, &gateways->most_in_flight, error)) != ADIT_OK)
        return code;
    gateways->serves[HTTP] = gateways->serves[HTTP_STREAM] = true;
    return ADIT_OK;
}

/* The member `path` of a part of the config; NULL with an error. */
static const json_t *path_of(const json_t *part, const char *place, const char *keys, adit_error *error) {
    if (check_keys(part, place, keys, error) != ADIT_OK)
        return NULL;
    const char *path = text_of(part, "path");
    if (path == NULL || path[0] == '\0') {
        fail_member(error, part, place, "path", NULL, "a path");
        return NULL;
    }
    return json_object_get(part, "path");
}

/* A part of the config that has a path alone. */
static int32_t read_path(adit_gateways *gateways, const json_t *part, const char *place,
                         int32_t (*open_path)(adit_gateways *, const json_t *, adit_error *), adit_error *error) {
    const json_t *path = path_of(part, place, "path", error);
    return path != NULL ? open_path(gateways, path, error) : ADIT_ECONFIG;
}

static int32_t read_files(adit_gateways *gateways, const json_t *part, adit_error *error) {
    const json_t *path = path_of(part, "files", "path limit", error);
    if (path == NULL)
        return ADIT_ECONFIG;
    gateways->most_read = number_of(part, "limit", 0, MOST_NUMBER, 4 << 20);
    if (gateways->most_read < 0)
        return fail_member(error, part, "files", "limit", NULL, a_number);
    gateways->files = open(json_string_value(path), O_PATH | O_DIRECTORY | O_CLOEXEC);
    return gateways->files >= 0 ? ADIT_OK
                                : fail_value(error, ADIT_ECONFIG, "files.path", path, strerror(errno), "a folder");
}

/* A part of the config that the session bus serves. */
static int32_t read_bus(const json_t *part, const char *place, const char *keys, char **application, int64_t *timeout,
                        adit_error *error) {
    if (check_keys(part, place, keys, error) != ADIT_OK)
        return ADIT_ECONFIG;
    const char *text = text_of(part, "application");
    *timeout = duration_of(part, "timeout", BUS_TIMEOUT_MS);
    if (text == NULL || *text == '\0')
        return fail_member(error, part, place, "application", NULL, "the name of the application");
    if (*timeout < 0)
        return fail_member(error, part, place, "timeout", NULL, a_duration);
    if ((*application = strdup(text)) == NULL)
        return fail(error, ADIT_ENOMEM, "no memory is left");
    return bus_load(place, error);
}

static int32_t read_secrets(adit_gateways *gateways, const json_t *part, adit_error *error) {
    int32_t code = read_bus(part, "secrets", "application timeout prompt", &gateways->secrets_of,
                            &gateways->secrets_timeout, error);
    if (code != ADIT_OK)
        return code;
    gateways->prompt_timeout = duration_of(part, "prompt", PROMPT_TIMEOUT_MS);
    return gateways->prompt_timeout >= 0 ? ADIT_OK : fail_member(error, part, "secrets", "prompt", NULL, a_duration);
}

int32_t config_read(adit_gateways *gateways, const json_t *config, adit_error *error) {
    int32_t code = check_keys(config, "config", "http keyValue files blobs secrets notifications thread", error);
    if (code != ADIT_OK)
        return code;
    const json_t *part, *thread = json_object_get(config, "thread");
    if (thread != NULL && !json_is_boolean(thread))
        return fail_value(error, ADIT_ECONFIG, "thread", thread, NULL, "true or false");
    gateways->has_thread = json_is_true(thread);
    if ((part = json_object_get(config, "http")) != NULL && (code = read_http(gateways, part, error)) != ADIT_OK)
        return code;
    if ((part = json_object_get(config, "keyValue")) != NULL &&
        (code = read_path(gateways, part, "keyValue", keyvalue_open, error)) != ADIT_OK)
        return code;
    if ((part = json_object_get(config, "blobs")) != NULL &&
        (code = read_path(gateways, part, "blobs", blobs_open, error)) != ADIT_OK)
        return code;
    if ((part = json_object_get(config, "files")) != NULL && (code = read_files(gateways, part, error)) != ADIT_OK)
        return code;
    if ((part = json_object_get(config, "secrets")) != NULL && (code = read_secrets(gateways, part, error)) != ADIT_OK)
        return code;
    if ((part = json_object_get(config, "notifications")) != NULL &&
        (code = read_bus(part, "notifications", "application timeout", &gateways->notifications_of,
                         &gateways->notifications_timeout, error)) != ADIT_OK)
        return code;
    gateways->serves[KEY_VALUE] = gateways->store != NULL;
    gateways->serves[FILES] = gateways->files >= 0;
    gateways->serves[BLOBS] = gateways->blobs >= 0;
    gateways->serves[SECRETS] = gateways->secrets_of != NULL;
    gateways->serves[NOTIFICATIONS] = gateways->notifications_of != NULL;
    return ADIT_OK;
}
