/*
 * pattern.h: what a scenario says that a value is like.
 *
 * A pattern is JSON that stands for itself, but for objects whose only key begins with `$`:
 *
 *     {"$any": KIND}       anything of a kind: value, string, number, boolean, object, array
 *     {"$has": {…}}        an object with these members, and maybe others
 *     {"$has": […]}        an array with these elements in this order, and maybe others
 *     {"$has": "…"}        a string that contains this
 *     {"$absent": true}    nothing is there
 *     {"$is": …}           exactly this JSON, whatever its keys begin with
 */
#ifndef SCENARIO_PATTERN_H
#define SCENARIO_PATTERN_H

#include "text.h"

/** Where a value is not what was expected. `text_destroy` frees its pointer. */
typedef struct mismatch {
    text pointer;           /**< a JSON Pointer into the value; "" is the whole */
    const json_t *expected; /**< borrowed from the pattern; NULL: nothing is */
    const json_t *found;    /**< borrowed from the value; NULL: nothing was */
    bool is_order;          /**< the elements of an array are there, but in another order */
} mismatch;

/** Whether a pattern's own words are used as they should be. Otherwise `fault` is told what is wrong. */
bool pattern_check(const json_t *pattern, text *fault);

/** Whether a value is like that. NULL: there is none. */
bool pattern_matches(const json_t *pattern, const json_t *value);

/** The index of the first of some patterns that no element is like, behind those before it; their number: none. */
size_t pattern_first_missing(const json_t *patterns, const json_t *value);

/** Finds the first place where a value is not like that; false where it is. */
bool pattern_mismatch(const json_t *pattern, const json_t *value, mismatch *mismatch);

/**
 * The pattern with what is as it should be in place of its own words, so that only what differs is left to be seen when
 * it is compared with the value as text.
 *
 * @return never NULL; the caller's
 */
json_t *pattern_filled(const json_t *pattern, const json_t *value);

#endif
