#define _POSIX_C_SOURCE 200809L /* isatty, fileno */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

enum { STEP = 1000 };

progress progress_start(void) {
    return (progress){.terminal = isatty(fileno(stderr))};
}

void progress_tell(progress *progress, size_t count) {
    fflush(stdout); /* so that what was printed before stands before */
    if (progress->terminal && count > 0)
        fprintf(stderr, "%8zu tasks\r", count); /* back at the start, where any message may overwrite it */
    else if (count / STEP > progress->told / STEP)
        fprintf(stderr, "%8zu tasks\n", count / STEP * STEP);
    progress->told = count;
}

void progress_end(const progress *progress) {
    if (progress->terminal && progress->told > 0)
        fprintf(stderr, "%14s\r", "");
}
