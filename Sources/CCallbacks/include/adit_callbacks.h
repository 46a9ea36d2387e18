/*
 * Calls of a host's message callback, which may not return.
 *
 * An exception of the host's language, or pthread_exit, unwinds through Adit to the host. Swift's frames have unwind
 * tables, but no cleanups: unwinding skips the code of a Swift function after the callback, its `defer` included. So
 * the one frame that has a cleanup is in C++.
 */
#ifndef ADIT_CALLBACKS_H
#define ADIT_CALLBACKS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* adit_message_fn of adit.h. */
typedef void (*adit_callback_fn)(void *context, uint64_t core, const char *json, size_t length);

/*
 * Calls `fn`. If an exception or pthread_exit leaves it, calls `left` with `owner`, and unwinding continues. A longjmp
 * skips `left`.
 */
void adit_call_back(adit_callback_fn fn, void *context, uint64_t core, const char *json, size_t length,
                    void (*left)(void *owner), void *owner);

#ifdef __cplusplus
}
#endif

#endif
