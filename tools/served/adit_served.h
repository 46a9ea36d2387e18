/**
 * @file
 * libadit_served.so: the functions of adit.h, with the cores in a process of their own (docs/serve.md).
 *
 * A host that loads or links this library in place of an app library has its cores in processes that `adit serve` runs.
 * Which apps these are is said by the first of
 *
 * - adit_served, below;
 * - the file that is loaded: NAME-served.so, a copy of libadit_served.so, serves NAME.so beside it;
 * - the environment: ADIT_SERVED, with the same text as adit_served.
 *
 * The program is $ADIT_SERVE, or else adit in ../bin, ../../bin or ../tools beside the folder of this library,
 * or in $PATH.
 */
#ifndef ADIT_SERVED_H
#define ADIT_SERVED_H

#include <adit.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The process of the core has ended before the call was known to be done, or is being started again, or could not be
 * started. A call of adit_send that returned it may have queued its message. Since 0.1.
 */
#define ADIT_ECRASHED (-23)

/**
 * Says what is served, before any other function is called.
 *
 * @param target the paths of Adit libraries, with colons between them, which a child process serves; or `unix:PATH`: the
 *        socket of an `adit serve --unix PATH --trust`. Not NULL.
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return ADIT_OK; ADIT_EINVAL (NULL, or empty); ADIT_EBUSY: a function of adit.h has used another target before
 *
 * Any thread. Since 0.1.
 */
int32_t adit_served(const char *target, adit_error *error);

#ifdef __cplusplus
}
#endif

#endif /* ADIT_SERVED_H */
