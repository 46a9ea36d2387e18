/* What Adit needs of Linux and C that Swift's Glibc module leaves out, or that Swift cannot say. */
#ifndef ADIT_CLINUX_SHIM_H
#define ADIT_CLINUX_SHIM_H

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/timerfd.h>

/* Of <fcntl.h>, which has it for GNU programs only. 2: SYNC_FILE_RANGE_WRITE. */
extern int sync_file_range(int file, int64_t offset, int64_t count, unsigned int flags);
enum { ADIT_SYNC_FILE_RANGE_WRITE = 2 };

/* Of <stdio.h> and <fcntl.h>, which have them for GNU programs only: RENAME_NOREPLACE, RENAME_EXCHANGE, F_OFD_…. */
extern int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
enum { ADIT_RENAME_TO_NOTHING = 1, ADIT_RENAME_TO_EACH_OTHER = 2 };
enum { ADIT_OWN_GETLK = 36, ADIT_OWN_SETLK = 37 };

/*
 * Where a pointer of this thread's own lies. Each object file that calls it has one, so only one does:
 * Sources/AditSystem/ThreadLocal.swift.
 *
 * Its model is the compiler's for shared libraries. Quicker is "initial-exec", but glibc keeps room for that which a
 * dozen libraries use up; the next one could not be opened.
 */
static inline void **adit_thread_pointer(void) {
    static _Thread_local void *pointer;
    return &pointer;
}

/*
 * The number of this thread: unlike the system's, no other thread has it later. It is never 0. Of this, too, there is
 * one an object file.
 */
static inline uint64_t adit_thread_number(void) {
    static uint64_t last;
    static _Thread_local uint64_t number;
    if (number == 0) number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    return number;
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

/* -- What a trap needs (Sources/AditC/Traps). -- */

/* Of <dlfcn.h>, which has it for GNU programs only. */
struct adit_symbol {
    const char *file;
    const void *base;
    const char *name;
    const void *address;
};
extern int adit_dladdr(const void *address, struct adit_symbol *symbol) __asm__("dladdr");

/* What the linker calls the functions in whose place scripts/cmake/AditLibrary.cmake has it put ours; NULL in other
 * builds. */
extern void adit_real_report_error(uint32_t flags, const char *message) __asm__("__real_swift_reportError")
    __attribute__((weak));
extern void adit_real_abort(void) __asm__("__real_abort") __attribute__((weak));
/* The frame of the function that calls this, which begins with the address of its caller's frame. */
static inline __attribute__((noinline)) const void *const *adit_frame(void) {
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wframe-address"
#endif
    return (const void *const *)__builtin_frame_address(1);
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
}

/* Ends the process by the signal of a trap: what Swift's own trap would be compiled to, were it not a call of adit_trap. */
static inline __attribute__((noreturn)) void adit_stop(void) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("ud2");
#elif defined(__aarch64__)
    __asm__ volatile("brk #1");
#endif
    for (;;)
        raise(SIGABRT);
}

#if __has_attribute(swiftcall)
/* Of the Swift runtime's Concurrency.h: called for each job that is given to the global executor. */
typedef __attribute__((swiftcall)) void (*adit_enqueue_original)(void *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, adit_enqueue_original original);

/* The callback for such a job, and the previous hook. As above, one object file has them. */
struct adit_enqueue_watch {
    void (*told)(void);
    __attribute__((swiftcall)) void (*next)(void *job, adit_enqueue_original original);
};
static inline struct adit_enqueue_watch *adit_enqueue_watch(void) {
    static struct adit_enqueue_watch watch;
    return &watch;
}
static inline __attribute__((swiftcall)) void adit_see_enqueued(void *job, adit_enqueue_original original) {
    adit_enqueue_watch()->told();
    if (adit_enqueue_watch()->next)
        adit_enqueue_watch()->next(job, original);
    else
        original(job);
}

/* Sets `told`, which is called on the thread that enqueues a job on the global executor. To be called once. */
static inline void adit_watch_enqueued(void (*told)(void)) {
    adit_enqueue_watch()->told = told;
    adit_enqueue_watch()->next = swift_task_enqueueGlobal_hook;
    swift_task_enqueueGlobal_hook = adit_see_enqueued;
}
#endif

#endif
