/*
 * value.h: comparing and measuring JSON. Values are as deep as jansson reads them at most: all of this recurs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_VALUE_H
#define WATCH_VALUE_H

#include "line.h"

/** As json_equal, but that numbers are equal where they are the same number: 1 and 1.0 (RFC 6902, section 4.6). */
bool value_equal(const json_t *one, const json_t *other);

/** Adds a value and all in it to `count`. False where it has more than `levels` levels of arrays and objects. */
bool value_measure(const json_t *value, size_t levels, size_t *count);

/**
 * Says where two values differ first, and what is there: `/items/ids/3 is "a", and not "b"`.
 *
 * @param one,other NULL: there is none
 * @param line what that is added to; unchanged where they are equal by json_equal
 * @return whether they differ
 */
bool value_differ(const json_t *one, const json_t *other, line *line);

#endif
