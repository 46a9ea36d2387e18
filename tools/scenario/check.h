/*
 * check.h: whether scenarios are written as they should be, before any of them runs.
 */
#ifndef SCENARIO_CHECK_H
#define SCENARIO_CHECK_H

#include "file.h"

/** Checks all scenarios of a file. Otherwise `fault` is told the first thing that is wrong, and where. */
bool check_file(const file *file, text *fault);

#endif
