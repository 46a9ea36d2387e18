/*
 * served.h: the parts of libadit_served.so.
 *
 *     target.c    what is served; connections to the server
 *     table.c     cores and groups by their ids; forks
 *     connection.c   a core's connection to the server
 *     lines.c     calls, and the lines of the server
 *     wait.c      waiting for lines, and the core's descriptor
 *     driver.c    the thread that drives a core, and the callback
 *     open.c      adit_open, adit_close
 *     send.c      adit_send, adit_submit, adit_call
 *     drive.c     adit_process, adit_receive
 *     group.c     adit_group_*
 *     about.c     versions, catalogs
 *     text.c      errors, JSON strings, and members of objects by their keys
 *     files.c     paths and descriptors of the host's process
 *
 * Each core has a connection of its own. Whoever waits for a line reads, one thread at a time, for all: there is no thread
 * that reads. A core's lock is held for its fields, and never while a thread waits or is in a callback.
 */
#ifndef SERVED_SERVED_H
#define SERVED_SERVED_H

#include "adit_served.h"
#include "buffer.h"
#include "scan.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -- text.c -- */

/** Fills in an error, which may be NULL. A text is cut at a character's end. Returns the code. */
int32_t fail(adit_error *error, int32_t code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** The same, with a text of another's. */
int32_t fail_text(adit_error *error, int32_t code, uint32_t offset, const char *text, size_t length);

/** Fills in an error with the code in words. */
int32_t fail_plainly(adit_error *error, int32_t code);

bool is_utf8(const char *text, size_t length);

/** Adds a text, which is UTF-8, as a JSON string. */
void add_string(buffer *out, const char *text, size_t length);

/** Adds a text without its NUL. */
void add_text(buffer *out, const char *text);

/** Adds what printf would print, at most 255 bytes. */
void add_format(buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Adds the characters of a JSON string without quotes. */
void add_decoded(buffer *out, span string);

/** Whether a key, which may have escapes, is that text. */
bool is_key(span key, const char *text);

/** The value of a member of an object, whose key may have escapes; NULL if it has none of that name. */
span find_member(span object, const char *key);

/** A copy with a NUL, which the host frees. Returns ADIT_OK or ADIT_ENOMEM. */
int32_t hand_over(const char *text, size_t length, char **out, size_t *out_length);

/** Gets the length of a text that a host passes, by its name in errors. ADIT_OK, ADIT_EINVAL. */
int32_t check_text(const char *name, const char *text, size_t *length, adit_error *error);

/** Sets what a host has for a text to NULL and 0. Either may be NULL. */
void clear_output(char **out, size_t *length);

int32_t code_of_name(span name);

const char *words_of_code(int32_t code);

/* -- files.c -- */

/** The same open file under a number above 2; `fd` itself is closed then. Where a standard stream is closed, the system gives
 * its number to the next file, and what the host writes to that stream would go there. -1 stays. */
int above_streams(int fd);

/** A path from the root on; the caller frees it. A relative path begins at the working directory of now. */
char *absolute_path(const char *path, size_t length);

/** Adds a config with absolute paths in place of relative ones. False if it has none; nothing is added then. */
bool add_absolute_paths(buffer *out, span config);

/* -- target.c -- */

/** A new connection to the server, which is started if it does not run. `*former` is the server's number if it was started
 * before, else 0. A negative code after an error. */
int target_connect(unsigned *former, adit_error *error);

/** Leaves a server that has ended: the next connection is to another one. */
void target_leave(unsigned former);

/** In the child of a fork: the server is the parent's. */
void target_forget(void);

/* -- lines.c -- */

/** A call that has been sent, in the caller's memory. */
typedef struct request {
    uint64_t number;
    size_t sent; /**< the bytes of its text */
    bool is_done;
    bool is_send, is_drive; /**< what its answer says of the core's work */
    bool is_opening;
    span id, client; /**< of a message, in the caller's text: JSON, and a name */
    bool has_worked;
    int32_t code; /**< or a number, from 0 */
    adit_error error;
    char *out; /**< what is handed over; NULL without it */
    size_t length;
    struct request *next;
} request;

/** A message that waits for the host. */
typedef struct message {
    struct message *next;
    size_t length;
    char text[]; /**< NUL-terminated */
} message;

/** A message of the host that has an `@id`, and is not known to be handled. */
typedef struct sent {
    struct sent *next;
    char *client; /**< NULL for the host */
    char id[];    /**< JSON */
} sent;

typedef struct core {
    adit_core id;
    unsigned generation; /**< of the process that opened it */
    unsigned references; /**< the table's lock guards it */
    struct core *next;   /**< in the table */

    adit_message_fn fn; /**< NULL in pull mode */
    adit_release_fn release;
    void *context;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    int socket;
    int wake;                      /**< makes the thread that reads look up */
    int fd, work_fd;               /**< adit_fd, and what makes it readable; -1 until a host asks */
    bool shows_work, shows_socket; /**< what `fd` is made of at present */
    buffer in, out;
    size_t searched; /**< so many bytes of `in` have no line feed */
    char *name;      /**< its name for the server; NULL before `@ready` */
    buffer ready;    /**< the line `@ready` */
    bool has_begun;  /**< `@ready` has come */
    bool is_refused; /**< `@dropped` has come: the server has no room */
    request *requests;
    uint64_t last_number;
    message *first, **last; /**< what waits for the host */
    sent *unhandled, **last_unhandled;

    bool is_ready;   /**< the server's core has work */
    bool is_down;    /**< its process is being started again */
    bool is_lost;    /**< it is not there any more */
    bool is_closed;  /**< `@closed` has come */
    bool is_reading; /**< a thread waits for lines */
    bool was_woken;

    bool is_driven;
    bool is_idle; /**< the driver waits for work */
    pthread_t driver;
    uintptr_t callback_frame; /**< the driver's stack in a callback; 0 outside */
    bool has_leftovers;       /**< messages wait behind one whose callback did not return */
    unsigned closers;         /**< calls of adit_close that run, or wait for a driver to leave */
    bool is_ending;           /**< one of them is the driver */
    bool was_closed;          /**< the server has closed it, with this result */
    int32_t closing_code;
    bool is_gone;
    adit_group group;
} core;

/* -- connection.c -- */

/** A core without an id, at a new connection, whose `@ready` has come. NULL after an error. */
core *core_connect(adit_error *error);

/** Ends the connection, and frees it. No other thread may know the core. */
void core_disconnect(core *core);

/** Closes its descriptors. */
void core_shut(core *core);

/* -- lines.c: calls -- */

/** Begins a call: `{"core":NAME,"call":WHICH`; members may be added to `out`. The lock is held from here to call_end. */
void call_begin(core *core, const char *which);

/** Passes on what a call has handed over. `length` may be NULL. */
void call_output(const request *request, char **out, size_t *length);

/** Ends the call's head, adds a text, NULL for none, and sends it. `rest` is put behind the text. */
void call_end(core *core, request *request, const char *text, size_t length, const char *rest, size_t rest_length);

/** Handles the lines that have been read. */
void core_take_lines(core *core);

/** Notes the end of the connection. */
void core_lose(core *core);

void core_fail_requests(core *core, int32_t code, const char *words);

void core_add_message(core *core, const char *text, size_t length);

message *core_take_message(core *core);

void core_drop_messages(core *core);

/** Forgets the messages that are not known to be handled. */
void core_forget_sent(core *core);

/** What a call is refused with that needs the process of the core; ADIT_OK if it is there. */
int32_t core_missing(const core *core, adit_error *error);

/* -- wait.c: all under the lock -- */

/** Milliseconds of the monotonic clock; INT64_MAX is never. */
int64_t deadline_after(int32_t timeout_ms);

/** The milliseconds up to then, as poll(2) takes them: -1 for never. */
int milliseconds_until(int64_t deadline);

/** Waits once: reads, or waits for the thread that does. False if the time was up or a signal arrived. */
bool core_wait(core *core, int64_t deadline);

/** Waits for the answer to a call. */
void core_await(core *core, const request *request);

/** Makes the thread that reads look up, and the others. */
void core_nudge(core *core);

/** Writes as much as the server takes. */
void core_flush(core *core);

/** Makes the core's descriptor readable or not. */
void core_show(core *core);

/* -- table.c -- */

/** Gives the core an id, and makes it known. */
void table_add(core *core);

/** The core of an id, with a reference. NULL: `*code` says why. */
core *table_find(adit_core id, int32_t *code);

void table_release(core *core);

/** The id is unknown from now on. */
void table_remove(core *core);

/** Makes the core a member of a group. False if it is one of a group already. */
bool table_join_group(core *core, adit_group group);

/** Ends the membership of all cores of a group. */
void table_leave_group(adit_group group);

/** A number for an id: unique in this process. */
uint64_t table_new_id(void);

/** Grows with each fork. */
unsigned table_generation(void);

/* -- group.c -- */

/** Keeps the list of groups as it is while the process forks. */
void groups_hold(void);

void groups_let_go(void);

/* -- driver.c: all under the lock -- */

/** Becomes the driver. ADIT_OK, ADIT_EBUSY, ADIT_ECORE. */
int32_t driver_enter(core *core, uintptr_t frame);

/** Whether this thread drives. */
bool driver_is_here(const core *core);

/** Ends this thread's driving call, which a callback has left by a jump. ADIT_EBUSY if the caller may be in that callback. */
int32_t driver_take_over(core *core, uintptr_t frame);

/** Becomes the driver of a core without one. */
void driver_become(core *core);

/** Ends a call of adit_close that did not close the core. */
void driver_end_closing(core *core);

void driver_leave(core *core);

/** Calls the callback with each message that waits. Returns their number. */
int32_t driver_deliver(core *core);

/** Whether two frames are on this thread's own stack, the lower one within the other. */
bool is_outer_frame(uintptr_t low, uintptr_t high);

/* -- drive.c: for groups -- */

/** adit_process, and adit_receive_all. */
int32_t core_process(core *core, int32_t timeout_ms, uintptr_t frame);

int32_t core_receive(core *core, int32_t timeout_ms, bool all, size_t max_bytes, uintptr_t frame, char **out,
                     size_t *length);

/** The descriptor, which is made if there is none. ADIT_ENOMEM. */
int32_t core_fd(core *core);

#endif
