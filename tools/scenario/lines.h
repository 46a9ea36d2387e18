/*
 * lines.h: texts of several lines, and how they differ.
 */
#ifndef SCENARIO_LINES_H
#define SCENARIO_LINES_H

#include "text.h"

/**
 * A value as JSON, broken into lines where it would be longer than some hundred bytes; an array always is, after each
 * element. The caller frees it.
 */
char *lines_of_json(const json_t *value);

/**
 * Adds how two texts differ, a line each: those that were expected behind `-`, those that were found behind `+`, and a
 * few around them. Of very many, the first ones are added.
 *
 * @param indent stands before each line
 */
void lines_add_difference(text *out, const char *expected, const char *found, const char *indent);

#endif
