/*
 * Switches the Swift runtime's crash handler off.
 *
 * At the start of a process, the runtime looks for the program swift-backtrace, and if it finds it (or SWIFT_BACKTRACE asks for it)
 * installs handlers of signals. Signals belong to the host, and adit.h promises that Adit handles none.
 *
 * The runtime has no build option for it. Its crash handler is in the static library's objects Backtrace and CrashHandlerLinux,
 * which a linker takes only if a symbol of theirs is undefined: with the two below, none is. They are weak, so a runtime whose
 * objects are linked nevertheless uses its own. Tests/C/exports.sh shows that the objects are not in a library, Tests/C/traps.c that no
 * signal is handled.
 */
#include <stdbool.h>

#define REPLACEMENT __attribute__((weak, visibility("hidden")))

/* The settings of the handler; all zero is off. */
REPLACEMENT _Alignas(16) char _swift_backtraceSettings[256];

/* Whether a function is a thunk, which swift-backtrace leaves out of its report. */
REPLACEMENT bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return false;
}
