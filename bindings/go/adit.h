/**
 * @file
 * The whole C interface of Adit, an embeddable application core.
 *
 * An app library contains one or more apps, written in Swift. A host opens a core of an app, sends it messages as JSON,
 * and receives messages as JSON. All state lives in the core. If it is not in this header, it is not API.
 *
 *     adit_open -> adit_send ... adit_process (calls the callback) ... -> adit_close
 *
 * Rules that hold for every function:
 *
 * - Memory. Adit borrows arguments for the duration of the call. The host owns the memory that adit_* returns through a
 *   `char **`, and frees it with adit_free. A callback borrows its arguments until it returns.
 * - Text. Messages are UTF-8. A length may be ADIT_NTS for text that ends with a NUL. Texts from Adit are
 *   NUL-terminated as well; the NUL is not counted in the length.
 * - NULL. Each parameter says whether NULL is allowed. Where it is not, NULL is ADIT_EINVAL.
 * - Threads. Adit starts no thread, except for a store in PostgreSQL (docs/many-machines.md). Core code and callbacks
 *   run only inside the host's own call of adit_process, adit_receive, adit_receive_all, adit_call, adit_close, or the
 *   functions of a group, on its thread, with no lock held. One thread drives a core at a time.
 * - Callbacks. From inside a callback of a core, adit_process, adit_receive, adit_call and adit_close of the same core
 *   are ADIT_EBUSY. adit_send, and every function of another core, is allowed. Callbacks return normally. If an
 *   exception of C++ or of another language that unwinds the stack leaves one, or pthread_exit does, the call around it
 *   ends, and any thread can drive the core further or close it. After a longjmp only the same thread can, from a frame
 *   where the stack is no deeper than it was. docs/abi.md says what happens to the messages.
 * - Trust. A message passed to adit_send or adit_call has the host's authority. Texts from users or from a network go
 *   through adit_submit (docs/abi.md).
 * - Fork. In a child process, the cores that its parent opened return ADIT_EFORK. The child of a single-threaded
 *   process may open cores; the child of a multithreaded process should do only what POSIX allows, and exec: a thread
 *   that the child does not have may have been in the Swift runtime.
 * - Signals. adit_send, adit_wakeup and the rest are not async-signal-safe. Adit installs no signal handler.
 * - Traps. No argument ends the process. A failed check in the app's code does, by a signal, after some lines on
 *   standard error that name the app, the message, and the place in the library (docs/abi.md).
 *
 * Changes are additive only: a published function, code or meaning stays.
 */
#ifndef ADIT_H
#define ADIT_H

#include <stddef.h>
#include <stdint.h>

/* The comments name messages such as `@error`, which -Wdocumentation takes for commands. */
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdocumentation-unknown-command"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this interface, for adit_open. Raised only by an incompatible change. Since 0.1. */
#define ADIT_ABI_VERSION 1

/** The version of Adit that this header belongs to; adit_version() is that of the library. Since 0.1. */
#define ADIT_VERSION "0.1.0"

/** A length: the text ends with a NUL. Since 0.1. */
#define ADIT_NTS ((size_t)-1)

/** The adit_error.offset of an error without a known offset. Since 0.1. */
#define ADIT_NO_OFFSET UINT32_MAX

/** The codes that functions return; each function lists its own. A value is never reused. Since 0.1. */
enum {
    ADIT_OK = 0,          /**< success */
    ADIT_EINVAL = -1,     /**< an argument is NULL, out of range, or does not fit the core's mode */
    ADIT_EABI = -2,       /**< the header's ADIT_ABI_VERSION is not the library's */
    ADIT_EAPP = -3,       /**< the library holds no app of that name */
    ADIT_ECONFIG = -4,    /**< the config is not understood; adit_error says where */
    ADIT_ECORE = -5,      /**< no core has that id (any more) */
    ADIT_EBUSY = -6,      /**< the core is being driven by another thread, or by the caller's own callback */
    ADIT_EFORK = -7,      /**< the core was opened by the parent process */
    ADIT_EJSON = -8,      /**< the text is not strict JSON; adit_error has the offset */
    ADIT_EMESSAGE = -9,   /**< the JSON is not a message of this app; adit_error says where and why */
    ADIT_ESIZE = -10,     /**< the message is larger or deeper, or has more values, than limits.message, limits.depth
                               and limits.values allow */
    ADIT_EFULL = -11,     /**< limits.queue messages or limits.queueBytes bytes are waiting; for adit_call:
                               limits.outbox messages or limits.outboxBytes bytes are; in an `@error`: limits.effects
                               effects are in flight, or there are limits.subscriptions subscriptions */
    ADIT_ETIMEDOUT = -12, /**< the time is up */
    ADIT_ESTORE = -13,    /**< the store failed */
    ADIT_ELOCKED = -14,   /**< the store is open elsewhere */
    ADIT_ESCHEMA = -15,   /**< the store's schema cannot be migrated */
    ADIT_ENOMEM = -16,    /**< the system had no descriptor left, or no memory for a text to hand over. Where Swift
                               code, Adit's or the app's, finds no memory, the process ends, as in any Swift program */
    ADIT_EINTERNAL = -17, /**< a fault of Adit's own */
    ADIT_EHANDLER = -18,  /**< only in an `@error`: the app's code threw; the message left no trace in the state */
    ADIT_ECASCADE = -19,  /**< only in an `@error`: a message caused more messages than limits.cascade, or too deep */
    ADIT_ECLOSED = -20,   /**< the core has closed (`@close`); in an `@error`: before the message was handled */
    ADIT_EREPLAY = -21,   /**< only in an `@error`: a replay differs from its recording, or the recording is damaged */
    ADIT_EDENIED = -22,   /**< the config does not allow it to this sender: a client's control message, a file's path;
                               in an `@error`: a client answered an effect of another sender, or a file's path has a
                               link */
    ADIT_EFENCED = -24    /**< only in an `@error`: the store, which is in a database, was opened elsewhere since; the
                               batch is not stored, and the core closes. -23 is ADIT_ECRASHED of adit_served.h */
};

/**
 * The id of a core: never 0, below 2^53, never reused by a library in a process. The id of a core of another Adit
 * library in the process is ADIT_ECORE, except with a probability of one in eight billion. Since 0.1.
 */
typedef uint64_t adit_core;

/** The id of a group of cores, like that of a core. Since 0.1. */
typedef uint64_t adit_group;

/** The error of a call, in the caller's memory. Since 0.1. */
typedef struct adit_error {
    int32_t code;    /**< the code that the function returned */
    uint32_t offset; /**< the offset of the error in the input, in bytes, or ADIT_NO_OFFSET */
    char text[248];  /**< a sentence in UTF-8, cut at a character's end, NUL-terminated */
} adit_error;

/**
 * Receives one message of a core.
 *
 * @param context the `context` of adit_open
 * @param core the core that sends the message
 * @param json the message, NUL-terminated; borrowed until the callback returns
 * @param length its length in bytes, without the NUL
 *
 * Thread: the one that calls adit_process, adit_call or adit_close; no lock is held. Since 0.1.
 */
typedef void (*adit_message_fn)(void *context, adit_core core, const char *json, size_t length);

/**
 * Called once, when `context` is not used any more.
 *
 * @param context the `context` of adit_open
 *
 * Thread: that of adit_close, or of an adit_open that has opened no core. Since 0.1.
 */
typedef void (*adit_release_fn)(void *context);

/**
 * Returns the version of the library's interface.
 *
 * @return the ADIT_ABI_VERSION that the library was built with
 *
 * Any thread. Since 0.1.
 */
uint32_t adit_abi_version(void);

/**
 * Returns the version of the library.
 *
 * @return a text such as "0.1.0": static, never NULL, not to be freed
 *
 * Any thread. Since 0.1.
 */
const char *adit_version(void);

/**
 * A code in words, such as "the text is not strict JSON".
 *
 * @param code a code that a function returned
 * @return a static text, never NULL, not to be freed; "unknown code" for a number that is not a code
 *
 * Any thread. Since 0.1.
 */
const char *adit_strerror(int32_t code);

/**
 * Describes an app by a JSON Schema (draft 2020-12), or lists the apps.
 *
 * The schema's `$defs` contain exactly the messages that a host may send (`@toCore`) and may receive (`@toHost`), the
 * state (`@state`), the requests to the host (`@gateways`), and each type of the app. `hash` changes with any of them.
 *
 * @param app an app's name; NULL for the apps: `{"counter":{"version":"1","hash":"…"},…}`
 * @param out gets the JSON, which the caller frees with adit_free; NULL on an error. Not NULL.
 * @param length gets the length in bytes, without the NUL; may be NULL
 * @return ADIT_OK, ADIT_EINVAL (`out` is NULL), ADIT_EAPP, ADIT_ENOMEM
 *
 * Any thread. Since 0.1.
 */
int32_t adit_catalog(const char *app, char **out, size_t *length);

/**
 * Compares two catalogs of an app, and says whom the differences break: a host that was built with the old one, a store
 * of the old app, or a recording of it (docs/wire.md).
 *
 * @param old_catalog the older catalog, or a part of one: parts that it lacks are not compared. Not NULL.
 * @param old_length its length in bytes, or ADIT_NTS
 * @param new_catalog the newer catalog. Not NULL.
 * @param new_length its length in bytes, or ADIT_NTS
 * @param out gets `{"breaks":["host"],"differences":[{"path":"…","was":"…","is":"…","breaks":["host"]},…]}`, which the
 *        caller frees with adit_free; NULL on an error. Not NULL.
 * @param length gets the length in bytes, without the NUL; may be NULL
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return ADIT_OK, also if they differ; ADIT_EINVAL (one of them is not a catalog, or comparing them takes
 *         too much work), ADIT_EJSON, ADIT_ENOMEM
 *
 * Any thread. Since 0.1.
 */
int32_t adit_catalog_compare(const char *old_catalog, size_t old_length, const char *new_catalog, size_t new_length,
                             char **out, size_t *length, adit_error *error);

/**
 * Opens a core.
 *
 * @param abi ADIT_ABI_VERSION
 * @param app the app's name, NUL-terminated. Not NULL.
 * @param config a JSON object (docs/abi.md lists its keys; an unknown one is refused); NULL is "{}"
 * @param length the length of `config` in bytes, or ADIT_NTS; ignored where `config` is NULL
 * @param fn receives the messages; NULL for pull mode (adit_receive)
 * @param context passed to `fn` and `release`; may be NULL
 * @param release called once when `context` is not used any more: by adit_close, or before an adit_open returns that
 *        has opened no core; may be NULL
 * @param out gets the core's id; 0 on an error, and with store.check, repair, move or create. Not NULL.
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return ADIT_OK, ADIT_EINVAL, ADIT_EABI, ADIT_EAPP, ADIT_ECONFIG, ADIT_EJSON, ADIT_ESIZE, ADIT_ENOMEM; and with a
 *         `store` in the config, whose file is left unchanged then: ADIT_ESTORE (the file is damaged, or the system
 *         refuses), ADIT_ELOCKED (the file is open elsewhere), ADIT_ESCHEMA (the file is not a store, is of another app
 *         or of a newer version, or cannot be migrated)
 *
 * If the config's `store.check` is true, no core is opened, and the store's file is not changed: ADIT_OK, with a
 * sentence in `error` about the file, or the code with which opening it would fail. `release` is called before
 * adit_open returns. If `store.repair` is a path, no core is opened either: the rows that can be saved from a damaged
 * store are written to a new file there, and the damaged one is not changed. ADIT_OK, with a sentence in `error` about
 * the saved and the lost rows; or ADIT_ESTORE (no row can be saved, there is a file at that path, or the system
 * refuses), ADIT_ELOCKED (the damaged file is open elsewhere), ADIT_ESCHEMA (it is not a store of the app, or the saved
 * rows are not a state of it). `store.move` and `store.create` open no core either (docs/many-machines.md).
 *
 * Any thread; also from a callback. Since 0.1.
 */
int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn release, adit_core *out, adit_error *error);

/**
 * Queues a message. It is parsed and checked here, and handled when the core is driven. If the queue is full, it is
 * refused before it is parsed. The memory for parsing is bounded by limits.values. An app's message that is outgoing or
 * internal (docs/wire.md) is refused with ADIT_EMESSAGE, unless the config has `incoming`.
 *
 * @param core the core
 * @param json the message. Not NULL. It has the host's authority: texts from others go through adit_submit.
 * @param length its length in bytes, or ADIT_NTS
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return ADIT_OK; or, with nothing queued: ADIT_EINVAL, ADIT_ECORE, ADIT_EFORK, ADIT_EJSON, ADIT_EMESSAGE, ADIT_ESIZE,
 *         ADIT_EFULL, ADIT_ECLOSED, ADIT_ENOMEM, ADIT_EDENIED (the path of an `@export` or an `@import`)
 *
 * Any thread, at any time, also from a callback; never blocks. Since 0.1.
 */
int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error);

/**
 * Queues a message on behalf of a client, whose texts the host relays. It is handled like a message of adit_send,
 * except that control messages and `@with` are refused unless the config's `clients` lists them.
 *
 * All output that the message causes has `"@client": CLIENT` beside its `@id`. A client has separate subscriptions, and
 * can answer only the effects that its own messages caused.
 *
 * @param core the core
 * @param client the host's name for the client: NUL-terminated UTF-8 of 1 to 255 bytes. Not NULL.
 * @param json the message. Not NULL.
 * @param length its length in bytes, or ADIT_NTS
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return the codes of adit_send; or, with nothing queued: ADIT_EDENIED (a message that `clients` does not list),
 *         ADIT_EINVAL (also an invalid name)
 *
 * Any thread, at any time, also from a callback; never blocks. Since 0.1.
 */
int32_t adit_submit(adit_core core, const char *client, const char *json, size_t length, adit_error *error);

/**
 * Drives a core: handles the messages that were queued when it was called, with all that they cause, the effects that
 * can resume and the timers that are due, and delivers the output. With nothing to do, waits for the first of these.
 *
 * In pull mode, the output is buffered for adit_receive; while limits.outbox messages or limits.outboxBytes bytes are
 * buffered, nothing is handled.
 *
 * If the config has limits.processSteps or limits.processMilliseconds, a call ends after that number of steps, or with
 * the first batch that ends after that time. The remaining messages stay queued, and the descriptor of adit_fd
 * readable.
 *
 * @param core the core
 * @param timeout_ms the maximum wait for a first message, in milliseconds; 0: none; -1: without limit
 * @return the number of delivered messages; 0 if there was no output, the time was up, adit_wakeup was called or a
 *         signal arrived; ADIT_EINVAL (a timeout under -1), ADIT_ECORE (also if the core is closed meanwhile),
 *         ADIT_EBUSY, ADIT_EFORK, ADIT_ECLOSED, ADIT_ENOMEM
 *
 * Any thread, one at a time. Since 0.1.
 */
int32_t adit_process(adit_core core, int32_t timeout_ms);

/**
 * Drives a core in pull mode until there is a message, and returns it.
 *
 * The call observes its time-out and adit_wakeup also while the core has work without output: it then ends with a
 * batch. With a timeout of 0, it still handles the messages that were queued when it was called.
 *
 * @param core a core that was opened without a callback
 * @param timeout_ms the maximum wait, in milliseconds; 0: none; -1: without limit
 * @param out gets the message, which the caller frees with adit_free; NULL without any. Not NULL.
 * @param length gets its length in bytes, without the NUL; may be NULL
 * @return ADIT_OK; ADIT_ETIMEDOUT if there was no message in time, adit_wakeup was called or a signal arrived;
 *         ADIT_EINVAL (also in callback mode), ADIT_ECORE, ADIT_EBUSY, ADIT_EFORK, ADIT_ECLOSED (`@closed` has been
 *         received), ADIT_ENOMEM
 *
 * Any thread, one at a time. Since 0.1.
 */
int32_t adit_receive(adit_core core, int32_t timeout_ms, char **out, size_t *length);

/**
 * Drives a core in pull mode until there is a message, and returns all that wait: one call where adit_receive takes one
 * for each. With them come the updates of all subscriptions.
 *
 * @param core a core that was opened without a callback
 * @param timeout_ms the maximum wait, in milliseconds; 0: none; -1: without limit
 * @param max_bytes the most bytes to return, except that there is at least one message; the others stay; 0: no limit
 * @param out gets the messages as a JSON array, in order, which the caller frees with adit_free; NULL without any.
 *        Not NULL.
 * @param length gets its length in bytes, without the NUL; may be NULL
 * @return the codes of adit_receive; after ADIT_ENOMEM the messages still wait
 *
 * Any thread, one at a time. Since 0.1.
 */
int32_t adit_receive_all(adit_core core, int32_t timeout_ms, size_t max_bytes, char **out, size_t *length);

/**
 * Sends a message, drives the core until it has been handled, and returns its output as a JSON array.
 *
 * Messages queued before it are handled first; their output is delivered in the usual way. If another thread drives the
 * core, that thread handles the message and this one waits for it. If an `@advance` causes more than limits.outbox
 * messages or limits.outboxBytes bytes, the array ends there; the clock advances further when the core is driven again,
 * and the rest is delivered in the usual way.
 *
 * @param core the core
 * @param json the message. Not NULL.
 * @param length its length in bytes, or ADIT_NTS
 * @param timeout_ms the maximum wait for another driver, in milliseconds; -1: without limit
 * @param out gets the array, which the caller frees with adit_free; NULL on an error. Not NULL.
 * @param out_length gets its length in bytes, without the NUL; may be NULL
 * @param error gets the error, or code ADIT_OK; may be NULL
 * @return ADIT_OK, also if the app's code failed (the array then has an `@error`); the codes of adit_send; ADIT_EBUSY
 *         (from a callback of this core); ADIT_EFULL (pull mode: limits.outbox messages or limits.outboxBytes bytes are
 *         buffered); ADIT_ETIMEDOUT: the message was withdrawn, or, if its handling had begun, its output is delivered
 *         in the usual way
 *
 * Any thread. Since 0.1.
 */
int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error);

/**
 * Returns a descriptor that is readable while no thread drives the core and the core has work, such as a queued message
 * or a timer that is due, or, in pull mode, a buffered message. Poll it for reading; never read, write or close it.
 * Until a host asks for it, it costs no system call.
 *
 * @param core the core
 * @return the descriptor, the same for the core's whole life; ADIT_ECORE, ADIT_EFORK, ADIT_ENOMEM
 *
 * Any thread. Since 0.1.
 */
int32_t adit_fd(adit_core core);

/**
 * Makes the waiting adit_process or adit_receive return, or the next one not wait. An adit_receive whose core has work
 * without output returns with its batch.
 *
 * @param core the core
 * @return ADIT_OK, ADIT_ECORE, ADIT_EFORK
 *
 * Any thread, also from a callback. Since 0.1.
 */
int32_t adit_wakeup(adit_core core);

/**
 * Closes a core: cancels each effect, answers each message that was not handled with an `@error`, delivers `@closed`
 * last, calls `release`, and invalidates the id. If `@close` was sent before, only the last steps are left. In pull
 * mode, messages that were not received are dropped.
 *
 * @param core the core
 * @param timeout_ms the maximum wait, in milliseconds, for another thread that drives the core, and for the core's work
 *        to end; -1: without limit
 * @return ADIT_OK; ADIT_ETIMEDOUT: an effect ignored its cancellation; the core is closed nevertheless, and the effect
 *         does not run any more; ADIT_EBUSY: called from a callback of this core, or another thread did not leave its
 *         callback, or its adit_close, in time; the core is unchanged; ADIT_EINVAL (a timeout under -1), ADIT_ECORE
 *         (also if another thread has closed it meanwhile), ADIT_EFORK
 *
 * After a callback that did not return, the thread that left it closes the core by this; the callback is not called
 * then.
 *
 * Any thread. No callback is called after it has returned. Since 0.1.
 */
int32_t adit_close(adit_core core, int32_t timeout_ms);

/**
 * Opens a group: cores with one descriptor, of which one call drives those that have work. A core in a group needs no
 * separate descriptor. It can still be driven, waited for and closed alone, and leaves the group when it closes.
 *
 * @param out gets the group's id; 0 on an error. Not NULL.
 * @return ADIT_OK, ADIT_EINVAL, ADIT_ENOMEM
 *
 * Any thread. Since 0.1.
 */
int32_t adit_group_open(adit_group *out);

/**
 * Adds a core to a group.
 *
 * @param group the group
 * @param core the core
 * @return ADIT_OK; ADIT_EINVAL (the core is in a group), ADIT_ECORE (also of the group), ADIT_EFORK
 *
 * Any thread, also from a callback. Since 0.1.
 */
int32_t adit_group_add(adit_group group, adit_core core);

/**
 * Drives each core of a group that has work, once, as adit_process does with a timeout of 0. If none has, waits for the
 * first. A core that another thread drives is left to that thread.
 *
 * @param group the group. Cores in pull mode are for adit_group_receive; here their output waits, and counts.
 * @param timeout_ms the maximum wait for a core with work, in milliseconds; 0: none; -1: without limit
 * @return the number of delivered messages; 0 if there was no output, the time was up, adit_wakeup was called for one
 *         of the cores or a signal arrived; ADIT_EINVAL (a timeout under -1), ADIT_ECORE, ADIT_EBUSY (another thread
 *         drives the group, or the caller is a callback of it), ADIT_EFORK, ADIT_ENOMEM
 *
 * Any thread, one at a time. Since 0.1.
 */
int32_t adit_group_process(adit_group group, int32_t timeout_ms);

/**
 * Drives the cores of a group that have work until one in pull mode has output, and returns all its waiting messages.
 * The cores take turns.
 *
 * @param group the group
 * @param timeout_ms the maximum wait, in milliseconds; 0: none; -1: without limit
 * @param max_bytes as of adit_receive_all
 * @param core gets the core whose messages these are; 0 if there is none. Not NULL.
 * @param out gets the messages as a JSON array, which the caller frees with adit_free; NULL without any. Not NULL.
 * @param length gets its length in bytes, without the NUL; may be NULL
 * @return ADIT_OK; ADIT_ETIMEDOUT if there was no message in time or a signal arrived; ADIT_EINVAL, ADIT_ECORE,
 *         ADIT_EBUSY, ADIT_EFORK, ADIT_ENOMEM, as of adit_group_process
 *
 * Any thread, one at a time. Since 0.1.
 */
int32_t adit_group_receive(adit_group group, int32_t timeout_ms, size_t max_bytes, adit_core *core, char **out,
                           size_t *length);

/**
 * Returns a descriptor that is readable while no thread drives the group and one of its cores has work that no thread
 * does, as of adit_fd.
 *
 * @param group the group
 * @return the descriptor, the same for the group's whole life; ADIT_ECORE, ADIT_EFORK, ADIT_ENOMEM
 *
 * Any thread. Since 0.1.
 */
int32_t adit_group_fd(adit_group group);

/**
 * Ends a group. Its cores stay open, in no group; the descriptor is closed.
 *
 * @param group the group
 * @return ADIT_OK, ADIT_ECORE, ADIT_EBUSY (a thread drives the group), ADIT_EFORK
 *
 * Any thread. Since 0.1.
 */
int32_t adit_group_close(adit_group group);

/**
 * Frees memory that adit_* returned.
 *
 * @param pointer the memory; NULL is allowed
 *
 * Any thread. Since 0.1.
 */
void adit_free(void *pointer);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif /* ADIT_H */
