/* What Adit needs of Linux and C that Swift's Glibc module leaves out, or that Swift cannot say. */
#ifndef ADIT_CLINUX_SHIM_H
#define ADIT_CLINUX_SHIM_H

#include <pthread.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/timerfd.h>

/* Of <fcntl.h>, which has it for GNU programs only. 2: SYNC_FILE_RANGE_WRITE. */
extern int sync_file_range(int file, int64_t offset, int64_t count, unsigned int flags);
enum { ADIT_SYNC_FILE_RANGE_WRITE = 2 };

/*
 * Where a pointer of this thread's own lies. Each object file that calls it has one, so only one does:
 * Sources/Adit/System/ThreadLocal.swift.
 *
 * Its model is the compiler's for shared libraries. Quicker is "initial-exec", but glibc keeps room for that which a
 * dozen libraries use up; the next one could not be opened.
 */
static inline void **adit_thread_pointer(void) {
    static _Thread_local void *pointer;
    return &pointer;
}

/*
 * Where the frame of the function is that calls this. Those that it calls have theirs below: a stack grows downwards.
 */
__attribute__((always_inline)) static inline uintptr_t adit_frame_address(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

/* Of <pthread.h>, which has it for GNU programs only. */
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
static inline int adit_thread_attributes(pthread_attr_t *attributes) {
    return pthread_getattr_np(pthread_self(), attributes);
}

#endif
