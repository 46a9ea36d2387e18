/*
 * baseline_item.h: items read from jansson's trees, and trees made of them.
 */
#ifndef ADIT_BENCHMARKS_BASELINE_ITEM_H
#define ADIT_BENCHMARKS_BASELINE_ITEM_H

#include "baseline_todo.h"

#include <jansson.h>

/* Reads an item, which must be freed where it is not kept. Only "text" must be there; no other key may be. */
static inline bool item_read(struct item *item, json_t *value) {
    json_t *text = json_object_get(value, "text"), *member;
    size_t known = 1;
    if (!json_is_string(text))
        return false;
    *item = (struct item){.length = json_string_length(text)};
    if ((member = json_object_get(value, "id")) != NULL) {
        if (!uuid_read(&item->id, json_string_value(member), json_string_length(member)))
            return false;
        known++;
    } else {
        item->id = uuid_drawn();
    }
    if ((member = json_object_get(value, "completed")) != NULL) {
        if (!json_is_boolean(member))
            return false;
        item->completed = json_is_true(member);
        known++;
    }
    if ((member = json_object_get(value, "created")) != NULL) {
        if (!time_read(&item->created, json_string_value(member)))
            return false;
        known++;
    } else {
        item->created = time_now();
    }
    if ((member = json_object_get(value, "due")) != NULL) {
        if (!(item->scheduled = time_read(&item->due, json_string_value(member))))
            return false;
        known++;
    }
    if ((member = json_object_get(value, "alterDate")) != NULL) {
        if (!(item->altered = time_read(&item->alter_date, json_string_value(member))))
            return false;
        known++;
    }
    if (json_object_size(value) != known)
        return false;
    item->text = malloc(item->length + 1);
    if (item->text == NULL)
        abort();
    memcpy(item->text, json_string_value(text), item->length + 1);
    return true;
}

/* An object of one member, to nest them. json_pack would be shorter, and takes twice the instructions. */
static inline json_t *tree_of(const char *key, json_t *value) {
    json_t *tree = json_object();
    json_object_set_new_nocheck(tree, key, value);
    return tree;
}

static inline json_t *item_tree(const struct item *item) {
    char text[40];
    uuid_print(item->id, text);
    json_t *tree = tree_of("id", json_stringn_nocheck(text, 36));
    json_object_set_new_nocheck(tree, "text", json_stringn_nocheck(item->text, item->length));
    json_object_set_new_nocheck(tree, "completed", json_boolean(item->completed));
    time_print(item->created, text);
    json_object_set_new_nocheck(tree, "created", json_string_nocheck(text));
    if (item->scheduled) {
        time_print(item->due, text);
        json_object_set_new_nocheck(tree, "due", json_string_nocheck(text));
    }
    if (item->altered) {
        time_print(item->alter_date, text);
        json_object_set_new_nocheck(tree, "alterDate", json_string_nocheck(text));
    }
    return tree;
}

#endif /* ADIT_BENCHMARKS_BASELINE_ITEM_H */
