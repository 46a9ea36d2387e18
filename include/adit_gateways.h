/**
 * @file
 * libadit_gateways.so: the host's half of Adit's standard gateways (docs/gateways.md): HTTP, key-value, files, blobs,
 * secrets, notifications.
 *
 *     adit_gateways_open -> adit_open with adit_gateways_names among its "gateways"
 *     the callback of adit.h: if (adit_gateways_take(gateways, core, json, length) > 0) return;
 *     the host's loop: when adit_gateways_fd is readable, adit_gateways_process(gateways, 0)
 *
 * It is not linked with a library of apps: the host passes the function adit_send, by which it answers. One object
 * serves any number of cores. The rules of adit.h hold: borrowed arguments, NULL only where it is allowed, no thread
 * unless the config asks for one. (libcurl resolves names in a separate thread, which ends with the lookup.)
 */
#ifndef ADIT_GATEWAYS_H
#define ADIT_GATEWAYS_H

#include <adit.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The gateways of a host. Since 0.1. */
typedef struct adit_gateways adit_gateways;

/** The function adit_send of the library of apps. Since 0.1. */
typedef int32_t (*adit_send_fn)(adit_core core, const char *json, size_t length, adit_error *error);

/**
 * Opens gateways.
 *
 * @param config a JSON object (docs/gateways.md); gateways that it does not have are not served. Not NULL.
 * @param length the length of `config` in bytes, or ADIT_NTS
 * @param send the function adit_send by which the cores are answered, from the thread that drives. Not NULL.
 * @param out gets the gateways; NULL on an error. Not NULL.
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return ADIT_OK, ADIT_EINVAL, ADIT_EJSON, ADIT_ECONFIG (the config is not understood, or names a missing file),
 *         ADIT_ELOCKED (the folder of blobs is in use), ADIT_ESTORE (the file of keys and values cannot be used),
 *         ADIT_ENOMEM
 *
 * Any thread. Since 0.1.
 */
int32_t adit_gateways_open(const char *config, size_t length, adit_send_fn send, adit_gateways **out,
                           adit_error *error);

/**
 * The names of the gateways that are served, for the `gateways` of a core's config.
 *
 * @param gateways the gateways; NULL for none
 * @return a JSON array such as `["http","httpStream","keyValue"]`, which lives as long as the gateways
 *
 * Any thread. Since 0.1.
 */
const char *adit_gateways_names(const adit_gateways *gateways);

/**
 * Takes a message of a core, if it is for these gateways: a request, or the cancellation of one. The work is done by
 * adit_gateways_process, or by the thread of the gateways.
 *
 * @param gateways the gateways. Not NULL.
 * @param core the core that sends the message
 * @param json the message. Not NULL.
 * @param length its length in bytes, or ADIT_NTS
 * @return 1 if it was taken, 0 if it is for the host; ADIT_EINVAL; ADIT_ENOMEM, after which the core waits for an
 *         answer until its time is up
 *
 * Any thread, also in a core's callback; never blocks. Since 0.1.
 */
int32_t adit_gateways_take(adit_gateways *gateways, adit_core core, const char *json, size_t length);

/**
 * A descriptor for the host's loop.
 *
 * @param gateways the gateways. Not NULL.
 * @return a descriptor that is readable when adit_gateways_process has work; never read or close it.
 *         ADIT_EINVAL, also for gateways with a thread
 *
 * Any thread. Since 0.1.
 */
int32_t adit_gateways_fd(const adit_gateways *gateways);

/**
 * Does the pending work: begins requests, moves data, answers.
 *
 * @param gateways the gateways. Not NULL.
 * @param timeout_ms the maximum wait for work, in milliseconds; 0: none; -1: without limit
 * @return the number of requests that are not answered yet; ADIT_EINVAL (also for gateways with a thread), ADIT_EBUSY
 *         (on another thread, or from within adit_send)
 *
 * One thread at a time. Since 0.1.
 */
int32_t adit_gateways_process(adit_gateways *gateways, int32_t timeout_ms);

/**
 * Ends all requests, without answers, and frees the gateways. Close the cores before, or they wait for their time-outs.
 *
 * @param gateways the gateways; NULL is allowed
 *
 * The thread that drives; no other may use them any more. Since 0.1.
 */
void adit_gateways_close(adit_gateways *gateways);

#ifdef __cplusplus
}
#endif

#endif /* ADIT_GATEWAYS_H */
