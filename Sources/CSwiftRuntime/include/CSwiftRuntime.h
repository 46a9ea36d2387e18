/*
 * Functions that a library built with adit_add_library has in place of some of the Swift runtime's, which would do at the start of
 * every process what hardly a core needs.
 *
 * The linker takes from an archive what nothing else defines: with these, it takes none of the runtime's objects CommandLine,
 * Backtrace and CrashHandlerLinux. They are weak: where a later runtime links its definition nevertheless, that one is taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ADIT_CSWIFTRUNTIME_H
#define ADIT_CSWIFTRUNTIME_H

#include <stdbool.h>

#define ADIT_REPLACES __attribute__((weak, visibility("hidden")))

/*
 * The arguments of the process, for Swift's CommandLine. They live as long as it does, and end with NULL. The runtime's own
 * function has them from /proc/self/maps, which is read at the start; this one reads /proc/self/cmdline when it is first called.
 */
ADIT_REPLACES char **_swift_stdlib_getUnsafeArgvArgc(int *count);

/* Replaces the arguments. */
ADIT_REPLACES void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

/*
 * The settings of the runtime's crash handler: all zero, which is off. At the start, the runtime would look for the program
 * swift-backtrace, and install handlers of signals if it found it, which are the host's.
 */
ADIT_REPLACES extern char _swift_backtraceSettings[256];

/* Whether a function is a thunk: a question of that program. The object that all Swift code has with it asks for it. */
ADIT_REPLACES bool _swift_backtrace_isThunkFunction(const char *name);

#endif
