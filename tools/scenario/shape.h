/*
 * shape.h: whether an object has the keys that it may have, and what stands behind them.
 */
#ifndef SCENARIO_SHAPE_H
#define SCENARIO_SHAPE_H

#include "file.h"

/** What is checked, and who is told. */
typedef struct checker {
    place place;
    text *fault;
} checker;

/** What is expected of a value. */
typedef enum kind { OBJECT, ARRAY, STRING, STRINGS, BOOLEAN, WHOLE, TIME, PATTERN, PATTERNS, ANYTHING } kind;

/** A key that an object may have. */
typedef struct member {
    const char *key;
    kind kind;
} member;

/**
 * Whether an object has no other keys than these, and behind them what is expected.
 *
 * @param where what the object is called; "" for a step, and for a scenario
 * @param members the keys; that of the last one is NULL
 */
bool shape_check(checker *checker, const char *where, const json_t *object, const member *members);

bool shape_check_pattern(checker *checker, const char *where, const json_t *pattern);

bool shape_is(kind kind, const json_t *value);

/** Tells what is wrong, and where. */
bool shape_refuse(checker *checker, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Tells what was found in a place, and what is expected: "an object is". */
bool shape_refuse_value(checker *checker, const char *where, const char *expected, const json_t *found);

#endif
