/* SPDX-License-Identifier: Apache-2.0 */
#include "mirror.h"

#include <string.h>

mirror mirror_make(const char *subscription, const char *path) {
    return (mirror){.subscription = subscription, .path = path, .revision = -1};
}

void mirror_destroy(mirror *mirror) {
    json_decref(mirror->value);
    mirror->value = NULL;
}

static mirror_news lose(mirror *mirror) {
    mirror->is_lost = true;
    return MIRROR_LOST;
}

static bool is_text(const json_t *value, const char *text) {
    return json_is_string(value) && json_string_length(value) == strlen(text) &&
           strcmp(json_string_value(value), text) == 0;
}

/* Whether `body` has an integer there that can be a revision. */
static bool read_revision(const char *message, const json_t *body, const char *key, json_int_t *out, line *error) {
    const json_t *value = json_object_get(body, key);
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out >= 0)
        return true;
    line_add(error, "%s.%s: a revision is expected, found ", message, key);
    line_add_json(error, value);
    return false;
}

/* `{"subscription", "path", "revision", "value"}`: what is there now; without `value`, nothing is. */
static mirror_news hear_value(mirror *mirror, json_t *body, line *error) {
    json_int_t revision;
    if (!is_text(json_object_get(body, "path"), mirror->path)) {
        line_add(error, "@value.path: ");
        line_add_quoted(error, mirror->path, strlen(mirror->path));
        line_add(error, " is expected, found ");
        line_add_json(error, json_object_get(body, "path"));
        return lose(mirror);
    }
    if (!read_revision("@value", body, "revision", &revision, error))
        return lose(mirror);
    json_decref(mirror->value);
    mirror->value = json_incref(json_object_get(body, "value"));
    json_object_del(body, "value");
    mirror->revision = revision;
    mirror->is_lost = false;
    return MIRROR_VALUE;
}

/* `{"subscription", "from", "revision", "ops"}`: what has changed since the revision `from`. */
static mirror_news hear_patch(mirror *mirror, const json_t *body, patch_fn fn, void *context, line *error) {
    json_int_t from, revision, before = mirror->revision;
    if (mirror->is_lost)
        return MIRROR_NONE;
    if (!read_revision("@patch", body, "from", &from, error) ||
        !read_revision("@patch", body, "revision", &revision, error))
        return lose(mirror);
    if (from != before) {
        line_add(error, "a patch from revision %" JSON_INTEGER_FORMAT " came, and the mirror ", from);
        if (before < 0)
            line_add(error, "has no value yet");
        else
            line_add(error, "is at revision %" JSON_INTEGER_FORMAT, before);
        return lose(mirror);
    }
    if (revision < from) {
        line_add(error, "a patch leads back from revision %" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT, from,
                 revision);
        return lose(mirror);
    }
    line fault = {0};
    mirror->revision = revision;
    if (patch_apply(&mirror->value, json_object_get(body, "ops"), fn, context, &fault))
        return MIRROR_PATCHED;
    mirror->revision = before;
    line_add(error, "the patch to revision %" JSON_INTEGER_FORMAT " does not apply: %s", revision, fault.text);
    return lose(mirror);
}

mirror_news mirror_hear(mirror *mirror, const json_t *message, patch_fn fn, void *context, line *error) {
    json_t *value = json_object_get(message, "@value"), *patch = json_object_get(message, "@patch");
    if (is_text(json_object_get(value, "subscription"), mirror->subscription))
        return hear_value(mirror, value, error);
    if (is_text(json_object_get(patch, "subscription"), mirror->subscription))
        return hear_patch(mirror, patch, fn, context, error);
    return MIRROR_NONE;
}
