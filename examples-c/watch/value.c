/* SPDX-License-Identifier: Apache-2.0 */
#include "value.h"

/* Whether an integer and a real number are the same number. */
static bool equal_numbers(json_int_t integer, double real) {
    const double limit = 9223372036854775808.0; /* 2 to the power of 63 */
    return real >= -limit && real < limit && (json_int_t)real == integer && (double)(json_int_t)real == real;
}

static bool equal_arrays(const json_t *one, const json_t *other) {
    size_t count = json_array_size(one), i = 0;
    while (i < count && value_equal(json_array_get(one, i), json_array_get(other, i)))
        i++;
    return i == count && count == json_array_size(other);
}

static bool equal_objects(const json_t *one, const json_t *other) {
    const char *key;
    size_t length;
    json_t *value;
    json_object_keylen_foreach((json_t *)one, key, length, value) {
        if (!value_equal(value, json_object_getn(other, key, length)))
            return false;
    }
    return json_object_size(one) == json_object_size(other);
}

bool value_equal(const json_t *one, const json_t *other) {
    if (json_is_integer(one) && json_is_real(other))
        return equal_numbers(json_integer_value(one), json_real_value(other));
    if (json_is_real(one) && json_is_integer(other))
        return equal_numbers(json_integer_value(other), json_real_value(one));
    if (json_is_array(one) && json_is_array(other))
        return equal_arrays(one, other);
    if (json_is_object(one) && json_is_object(other))
        return equal_objects(one, other);
    return json_equal(one, other); /* false where one is NULL */
}

bool value_measure(const json_t *value, size_t levels, size_t *count) {
    size_t index;
    json_t *part;
    *count += 1;
    if (!json_is_array(value) && !json_is_object(value))
        return true;
    if (levels == 0)
        return false;
    json_array_foreach(value, index, part) {
        if (!value_measure(part, levels - 1, count))
            return false;
    }
    void *member = json_object_iter((json_t *)value);
    for (; member != NULL; member = json_object_iter_next((json_t *)value, member)) {
        if (!value_measure(json_object_iter_value(member), levels - 1, count))
            return false;
    }
    return true;
}

/* -- Differences. -- */

/** Where two values are: the way from the whole to them, from its end on. */
typedef struct place {
    const struct place *parent; /* NULL: the whole */
    const char *key;            /* NULL: an element */
    size_t length, index;
} place;

static void add_place(const place *place, line *line) {
    if (place->parent == NULL)
        return;
    add_place(place->parent, line);
    line_add(line, "/");
    if (place->key == NULL)
        line_add(line, "%zu", place->index);
    for (size_t i = 0; place->key != NULL && i < place->length;) {
        size_t start = i;
        while (i < place->length && place->key[i] != '~' && place->key[i] != '/')
            i++;
        line_add_text(line, place->key + start, i - start);
        if (i < place->length)
            line_add(line, place->key[i++] == '~' ? "~0" : "~1");
    }
}

static bool differ(const json_t *one, const json_t *other, const place *place, line *line);

static bool arrays_differ(const json_t *one, const json_t *other, const place *parent, line *line) {
    size_t count = json_array_size(one), more = json_array_size(other);
    for (size_t i = 0; i < count || i < more; i++) {
        if (differ(json_array_get(one, i), json_array_get(other, i), &(place){.parent = parent, .index = i}, line))
            return true;
    }
    return false;
}

/* Whether a member of `one` differs from that of `other`; those that only `other` has are left out. */
static bool members_differ(const json_t *one, const json_t *other, bool swapped, const place *parent, line *line) {
    const char *key;
    size_t length;
    json_t *value;
    json_object_keylen_foreach((json_t *)one, key, length, value) {
        const json_t *same = json_object_getn(other, key, length);
        place here = {.parent = parent, .key = key, .length = length};
        if (differ(swapped ? same : value, swapped ? value : same, &here, line))
            return true;
    }
    return false;
}

static bool differ(const json_t *one, const json_t *other, const place *place, line *line) {
    if (json_is_array(one) && json_is_array(other))
        return arrays_differ(one, other, place, line);
    if (json_is_object(one) && json_is_object(other))
        return members_differ(one, other, false, place, line) ||
               (json_object_size(one) != json_object_size(other) && members_differ(other, one, true, place, line));
    if (json_equal(one, other) || (one == NULL && other == NULL))
        return false;
    if (place->parent == NULL)
        line_add(line, "the whole");
    add_place(place, line);
    line_add(line, " is ");
    line_add_json(line, one);
    line_add(line, ", and not ");
    line_add_json(line, other);
    return true;
}

bool value_differ(const json_t *one, const json_t *other, line *line) {
    return differ(one, other, &(place){0}, line);
}
