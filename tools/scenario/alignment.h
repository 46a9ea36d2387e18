/*
 * alignment.h: which elements of an array are those that were expected.
 */
#ifndef SCENARIO_ALIGNMENT_H
#define SCENARIO_ALIGNMENT_H

#include <stdbool.h>
#include <stddef.h>

/** In place of an index: there is no partner. */
#define NO_PARTNER ((size_t)-1)

/** Whether an element of one row is like one of another. */
typedef bool (*alignment_fn)(const void *context, size_t one, size_t other);

/**
 * Finds partners for the elements of a row in another, as many as there can be in the order of both. Of long rows that
 * differ much, only the beginnings and the ends have partners.
 *
 * @return for each of the `count` elements the index of its partner, or NO_PARTNER; the caller frees it
 */
size_t *alignment_make(size_t count, size_t other_count, alignment_fn is_like, const void *context);

#endif
