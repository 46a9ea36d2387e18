#include "effect_ids.h"

#include "core.h"
#include "serve/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What the ids of a core that has no store begin with, and what no id begins with. */
static const char first[] = "e1-", none[] = "e0-";

static size_t write_prefix(char prefix[16], uint32_t openings) {
    return (size_t)snprintf(prefix, 16, "e%u-", (unsigned)openings);
}

/* Adds a message with another beginning of the id in it. */
static void add_written(buffer *out, uint32_t openings, span message) {
    scanner scanner = scan_object(message);
    member member;
    span id = {0};
    /* A core writes the name of a message first. */
    if (scan_next(&scanner, &member)) {
        if (span_is(member.key, "@effect"))
            id = span_string(scan_member(member.value, "id"));
        else if (span_is(member.key, "@cancel"))
            id = span_string(scan_member(member.value, "effect"));
    }
    if (id.length < sizeof first || memcmp(id.at, first, sizeof first - 1) != 0) {
        buffer_add(out, message.at, message.length);
        return;
    }
    char prefix[16];
    const char *rest = id.at + sizeof first - 1;
    buffer_add(out, message.at, (size_t)(id.at - message.at));
    buffer_add(out, prefix, write_prefix(prefix, openings));
    buffer_add(out, rest, (size_t)(message.at + message.length - rest));
}

span effect_ids_written(buffer *scratch, uint32_t openings, span text) {
    if (openings <= 1 || text.length == 0)
        return text;
    buffer_take(scratch, buffer_length(scratch));
    if (text.at[0] != '[') {
        add_written(scratch, openings, text);
    } else {
        scanner scanner = scan_array(text);
        span element;
        const char *separator = "[";
        while (scan_element(&scanner, &element)) {
            buffer_add(scratch, separator, 1);
            add_written(scratch, openings, element);
            separator = ",";
        }
        buffer_add(scratch, *separator == '[' ? "[]" : "]", *separator == '[' ? 2 : 1);
    }
    return (span){buffer_bytes(scratch), buffer_length(scratch)};
}

/* The value of a member; of several, the first: a core refuses them. */
static span value_of(span object, const char *key) {
    scanner scanner = scan_object(object);
    member member;
    while (scan_next(&scanner, &member)) {
        if (has_key(&member, key))
            return member.value;
    }
    return (span){0};
}

span effect_ids_read(buffer *scratch, uint32_t openings, span text) {
    char prefix[16];
    size_t length = write_prefix(prefix, openings);
    if (openings <= 1)
        return text;
    span value = value_of(value_of(text, "@reply"), "effect");
    char *id = string_copy(value);
    bool is_present = id != NULL && strncmp(id, prefix, length) == 0;
    if (!is_present && (id == NULL || strncmp(id, first, sizeof first - 1) != 0)) {
        free(id);
        return text;
    }
    struct text renamed = {0};
    text_add(&renamed, "%s%s", is_present ? first : none, id + (is_present ? length : sizeof first - 1));
    json_t *string = need(json_stringn(renamed.bytes, renamed.length));
    char *json = json_text(string);
    const char *rest = value.at + value.length;
    buffer_take(scratch, buffer_length(scratch));
    buffer_add(scratch, text.at, (size_t)(value.at - text.at));
    buffer_add(scratch, json, strlen(json));
    buffer_add(scratch, rest, (size_t)(text.at + text.length - rest));
    free(json);
    json_decref(string);
    text_destroy(&renamed);
    free(id);
    return (span){buffer_bytes(scratch), buffer_length(scratch)};
}
