/*
 * raw.h: JSON from standard input to a core and back, a message a line.
 */
#ifndef TODO_RAW_H
#define TODO_RAW_H

#include <stdbool.h>

/**
 * Sends every line of standard input to a core of `app` and prints its output before it reads the next. For a
 * line that the core refuses it prints `{"@refused": {"line": 3, "code": "ejson", "offset": 17, "text": "…"}}`, without
 * `offset` where none is known. Blank lines are passed over. While there is no line to read, it prints what the core does
 * by itself.
 *
 * @param config JSON text for adit_open
 * @return false where a line was refused or something else failed
 */
bool raw_run(const char *app, const char *config);

#endif
