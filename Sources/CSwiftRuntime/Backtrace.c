/* SPDX-License-Identifier: Apache-2.0 */
#include "CSwiftRuntime.h"

_Alignas(16) char _swift_backtraceSettings[256];

bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return false;
}
