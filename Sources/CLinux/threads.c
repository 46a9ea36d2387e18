#include "CLinux.h"

/*
 * The compiler's model for shared libraries. "initial-exec" would be quicker, but a dozen libraries use up the room that
 * glibc reserves for it; the next one could not be opened.
 */
static _Thread_local void *pointer;
static _Thread_local uint64_t number;

void **adit_thread_pointer(void) {
    return &pointer;
}

uint64_t adit_thread_number(void) {
    static uint64_t last;
    if (number == 0)
        number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    return number;
}
