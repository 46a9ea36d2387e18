/*
 * day.h: days of the calendar, as people type them. They are days of UTC, as the core's are.
 */
#ifndef TODO_DAY_H
#define TODO_DAY_H

#include <stdbool.h>

/** A day as YYYY-MM-DD, NUL-terminated. */
typedef char day[11];

/** Reads a day that fills the whole word: YYYY-MM-DD, `today` or `tomorrow`. */
bool day_read(const char *word, day out);

/** Whether `text` starts with what looks like YYYY-MM-DD, be it in the calendar or not. */
bool day_starts(const char *text);

#endif
