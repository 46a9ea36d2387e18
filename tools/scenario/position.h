/*
 * position.h: where in a file things stand.
 */
#ifndef SCENARIO_POSITION_H
#define SCENARIO_POSITION_H

#include "text.h"

/**
 * Finds out in which lines the scenarios of a file and their steps begin.
 *
 * @param json the text of the file, which is JSON
 * @return for each scenario an array: its own line, and that of each step. The caller's.
 */
json_t *position_of_steps(const char *json);

#endif
