#include "pattern.h"

#include "alignment.h"
#include "words.h"

#include <stdlib.h>

static bool is_like_element(const void *context, size_t one, size_t other) {
    const json_t *const *arrays = context;
    return pattern_matches(json_array_get(arrays[0], one), json_array_get(arrays[1], other));
}

static size_t *align(const json_t *pattern, const json_t *value) {
    const json_t *arrays[] = {pattern, value};
    return alignment_make(json_array_size(pattern), json_array_size(value), is_like_element, arrays);
}

/* -- Mismatches. -- */

static bool set_mismatch(mismatch *mismatch, const json_t *expected, const json_t *found) {
    mismatch->expected = expected;
    mismatch->found = found;
    return true;
}

static void add_key(text *pointer, const char *key) {
    text_add(pointer, "/");
    for (; *key != '\0'; key++) {
        if (*key == '~' || *key == '/')
            text_add(pointer, *key == '~' ? "~0" : "~1");
        else
            text_add_bytes(pointer, key, 1);
    }
}

/* The first member that differs; with `all`, members that are not expected do. */
static bool mismatch_in_members(const json_t *pattern, const json_t *value, bool all, mismatch *mismatch) {
    const char *key;
    json_t *member;
    size_t length = mismatch->pointer.length;
    json_object_foreach((json_t *)pattern, key, member) {
        add_key(&mismatch->pointer, key);
        if (pattern_mismatch(member, json_object_get(value, key), mismatch))
            return true;
        text_cut(&mismatch->pointer, length);
    }
    json_object_foreach((json_t *)value, key, member) {
        if (all && json_object_get(pattern, key) == NULL) {
            add_key(&mismatch->pointer, key);
            return set_mismatch(mismatch, NULL, member);
        }
    }
    return false;
}

/* Whether each element has another one that it is like, in whatever order. */
static bool is_reordered(const json_t *pattern, const json_t *value) {
    size_t count = json_array_size(pattern), left = count;
    if (count != json_array_size(value) || count > 1000)
        return false;
    json_t *others = need(json_copy((json_t *)value));
    for (bool found = true; found && left > 0; left -= found) {
        found = false;
        for (size_t i = 0; i < left && !found; i++) {
            found = pattern_matches(json_array_get(pattern, left - 1), json_array_get(others, i));
            if (found)
                json_array_remove(others, i);
        }
    }
    json_decref(others);
    return left == 0;
}

/* The first element that differs: the first one without a partner, on either side. */
static bool mismatch_in_elements(const json_t *pattern, const json_t *value, mismatch *mismatch) {
    size_t count = json_array_size(pattern), other_count = json_array_size(value), i = 0;
    size_t *partners = align(pattern, value);
    while (i < count && i < other_count && partners[i] == i)
        i++;
    /* Beyond are elements to which nothing corresponds: as many as there are up to the next pair. */
    size_t end = i;
    while (end < count && partners[end] == NO_PARTNER)
        end++;
    size_t other_end = end < count ? partners[end] : other_count;
    free(partners);
    if (i == count && i == other_count)
        return false;
    if (is_reordered(pattern, value)) {
        mismatch->is_order = true;
        return set_mismatch(mismatch, pattern, value);
    }
    text_add(&mismatch->pointer, "/%zu", i);
    if (i < end && i < other_end)
        return pattern_mismatch(json_array_get(pattern, i), json_array_get(value, i), mismatch);
    return i < end ? set_mismatch(mismatch, json_array_get(pattern, i), NULL)
                   : set_mismatch(mismatch, NULL, json_array_get(value, i));
}

bool pattern_mismatch(const json_t *pattern, const json_t *value, mismatch *mismatch) {
    const json_t *operand;
    word word = word_of(pattern, &operand);
    if (pattern_matches(pattern, value))
        return false;
    if (value == NULL || json_typeof(operand) != json_typeof(value))
        return set_mismatch(mismatch, pattern, value);
    if (word == WORD_HAS && json_is_array(operand))
        return set_mismatch(mismatch, json_array_get(operand, pattern_first_missing(operand, value)), NULL);
    if ((word == WORD_HAS || word == WORD_NONE) && json_is_object(operand))
        return mismatch_in_members(operand, value, word == WORD_NONE, mismatch);
    if (word == WORD_NONE && json_is_array(operand))
        return mismatch_in_elements(operand, value, mismatch);
    return set_mismatch(mismatch, pattern, value);
}

/* -- Filling in. -- */

static void set(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, need(value)) != 0)
        end_without_memory();
}

static void append(json_t *array, json_t *value) {
    if (json_array_append_new(array, need(value)) != 0)
        end_without_memory();
}

/* The members in the order in which the value has them; without `all`, those that are only there as well. */
static json_t *filled_object(const json_t *pattern, const json_t *value, bool all) {
    json_t *filled = need(json_object());
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)value, key, member) {
        const json_t *expected = json_object_get(pattern, key);
        const json_t *operand;
        if (expected == NULL && !all)
            set(filled, key, json_incref(member));
        else if (expected != NULL && word_of(expected, &operand) != WORD_ABSENT)
            set(filled, key, pattern_filled(expected, member));
    }
    json_object_foreach((json_t *)pattern, key, member) {
        const json_t *operand;
        if (json_object_get(value, key) == NULL && word_of(member, &operand) != WORD_ABSENT)
            set(filled, key, pattern_filled(member, NULL));
    }
    return filled;
}

/* The elements in order; without `all`, those of the value that are only there as well. */
static json_t *filled_array(const json_t *pattern, const json_t *value, bool all) {
    json_t *filled = need(json_array());
    size_t count = json_array_size(pattern), other_count = json_array_size(value), other = 0;
    size_t *partners = align(pattern, value);
    for (size_t i = 0, end; i <= count; i = end + 1) {
        for (end = i; end < count && partners[end] == NO_PARTNER;)
            end++;
        size_t other_end = end < count ? partners[end] : other_count;
        while (!all && other < other_end)
            append(filled, json_incref(json_array_get(value, other++)));
        for (; i < end; i++)
            append(filled, pattern_filled(json_array_get(pattern, i),
                                          other < other_end ? json_array_get(value, other++) : NULL));
        if (end < count)
            append(filled, json_incref(json_array_get(value, other_end)));
        other = other_end + 1;
    }
    free(partners);
    return filled;
}

json_t *pattern_filled(const json_t *pattern, const json_t *value) {
    const json_t *operand;
    word word = word_of(pattern, &operand);
    if (value != NULL && pattern_matches(pattern, value))
        return json_incref((json_t *)value);
    if (value != NULL && json_typeof(operand) == json_typeof(value) && (word == WORD_HAS || word == WORD_NONE)) {
        if (json_is_object(operand))
            return filled_object(operand, value, word == WORD_NONE);
        if (json_is_array(operand))
            return filled_array(operand, value, word == WORD_NONE);
    }
    return json_incref((json_t *)(word == WORD_IS ? operand : pattern));
}
