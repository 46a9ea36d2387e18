/*
 * The lines of `adit serve`: the scanner of members finds in a JSON object what jansson finds, and cuts a member out of it.
 */
#include "../../tools/served/scan.h"
#include "fuzz.h"

enum { FLAGS = JSON_ALLOW_NUL | JSON_DECODE_ANY };

static json_t *parse(span span) {
    return json_loadb(span.at, span.length, FLAGS, NULL);
}

static void check_member(span text, const member *member, json_t *object) {
    if (member->value.at < text.at || member->value.at + member->value.length > text.at + text.length ||
        member->cut_start > member->cut_end || member->cut_end > text.length)
        fuzz_fail("a member lies outside of the text");
    if (object == NULL)
        return;
    /* The key with its quotes, which are around it. */
    json_t *key = parse((span){member->key.at - 1, member->key.length + 2}), *value = parse(member->value);
    json_t *known = json_object_getn(object, json_string_value(key), json_string_length(key));
    if (known == NULL || !json_equal(known, value))
        fuzz_fail("the member %.*s is not what it is", (int)member->key.length, member->key.at);
    size_t rest = text.length - member->cut_end;
    char *cut = malloc(member->cut_start + rest + 1);
    FUZZ_NEED(cut != NULL);
    memcpy(cut, text.at, member->cut_start);
    memcpy(cut + member->cut_start, text.at + member->cut_end, rest);
    json_t *without = parse((span){cut, member->cut_start + rest}), *expected = json_copy(object);
    json_object_deln(expected, json_string_value(key), json_string_length(key));
    if (!json_equal(without, expected))
        fuzz_fail("without the member %.*s, the text is %.*s", (int)member->key.length, member->key.at,
                  (int)(member->cut_start + rest), cut);
    free(cut);
    json_decref(key);
    json_decref(value);
    json_decref(without);
    json_decref(expected);
}

static void run(const uint8_t *data, size_t size) {
    span text = {malloc(size + 1), size};
    FUZZ_NEED(text.at != NULL);
    memcpy((char *)text.at, data, size);
    json_t *object = json_loadb(text.at, size, JSON_REJECT_DUPLICATES | FLAGS, NULL);
    if (!json_is_object(object)) {
        json_decref(object);
        object = NULL;
    }
    size_t count = 0;
    member member;
    scanner scanner = scan_object(text);
    while (scan_next(&scanner, &member)) {
        check_member(text, &member, object);
        span_string(member.value);
        count++;
    }
    if (object != NULL && (!scanner.has_ended || count != json_object_size(object)))
        fuzz_fail("found %zu members of %zu", count, json_object_size(object));
    json_decref(object);
    free((char *)text.at);
}

const fuzz_target fuzz_line = {"line", NULL, run};
