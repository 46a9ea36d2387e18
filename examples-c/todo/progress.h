/*
 * progress.h: shows on standard error how far a long import is.
 */
#ifndef TODO_PROGRESS_H
#define TODO_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool terminal;
    size_t told;
} progress;

progress progress_start(void);

/** Tells the count: on a terminal in one line that it keeps, elsewhere a line for every 1 000. */
void progress_tell(progress *progress, size_t count);

/** Wipes the line from the terminal. */
void progress_end(const progress *progress);

#endif
