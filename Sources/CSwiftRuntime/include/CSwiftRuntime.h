/*
 * Declarations for the report of traps (Sources/AditC/Traps). The module also has symbols that the Swift runtime refers
 * to (CrashHandler.c).
 */
#ifndef ADIT_CSWIFTRUNTIME_H
#define ADIT_CSWIFTRUNTIME_H

#include <signal.h>
#include <stdint.h>

/* The linker's names for the functions that scripts/cmake/AditLibrary.cmake replaces by ours; NULL in other
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

#endif
