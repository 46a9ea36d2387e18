/*
 * The core that keeps values, by hand in C on jansson, whose trees its answers are.
 */
#define _GNU_SOURCE
#include "baseline_item.h"
#include "kept.h"
#include "peer.h"

static struct kept kept;

static json_t *member_of(json_t *object, const char *key) {
    return json_object_size(object) == 1 ? json_object_get(object, key) : NULL;
}

static bool value_read(union kept_value *to, enum kept_kind kind, json_t *value) {
    switch (kind) {
    case KEPT_INTEGERS:
        to->integer = json_integer_value(value);
        return json_is_integer(value);
    case KEPT_DOUBLES:
        to->real = json_number_value(value);
        return json_is_number(value);
    case KEPT_IDS:
        return uuid_read(&to->id, json_string_value(value), json_string_length(value));
    default:
        return time_read(&to->date, json_string_value(value));
    }
}

static json_t *value_tree(enum kept_kind kind, union kept_value value) {
    char text[40];
    if (kind == KEPT_INTEGERS)
        return json_integer(value.integer);
    if (kind == KEPT_DOUBLES)
        return json_real(value.real);
    return json_stringn_nocheck(text, kept_print(kind, value, text));
}

static void tell(void) {
    json_t *list = json_array();
    for (size_t index = 0; index < kept.count; index++)
        json_array_append_new(list, value_tree(kept.kind, kept.values[index]));
    json_t *response = tree_of("response", tree_of("wasKept", tree_of(kept_names[kept.kind], list)));
    json_t *tree = tree_of("values", response);
    char *text = json_dumps(tree, JSON_COMPACT);
    json_decref(tree);
    if (text == NULL)
        abort();
    peer_hear(text, strlen(text));
    free(text);
}

static bool handle(json_t *root) {
    json_t *body = member_of(member_of(member_of(root, "values"), "request"), "keep");
    void *member = json_object_iter(body);
    if (json_object_size(body) != 1 || kept_kind_of(json_object_iter_key(member)) == KEPT_KINDS)
        return false;
    json_t *list = json_object_iter_value(member);
    if (!json_is_array(list))
        return false;
    struct kept new = kept_made(kept_kind_of(json_object_iter_key(member)), json_array_size(list));
    for (size_t index = 0; index < new.count; index++) {
        if (value_read(&new.values[index], new.kind, json_array_get(list, index)))
            continue;
        free(new.values);
        return false;
    }
    free(kept.values);
    kept = new;
    tell();
    return true;
}

void peer_open(const char *app, const char *option) {
    (void)app, (void)option;
}

bool peer_message(const char *json, size_t length) {
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    bool handled = root != NULL && handle(root);
    json_decref(root);
    return handled;
}

void peer_close(void) {
    free(kept.values);
}
