/*
 * gateways.h: the parts of libadit_gateways.so.
 *
 *     gateways.c   opening, closing, and the loop
 *     config.c     the config
 *     requests.c   the requests of the cores
 *     answers.c    the answers to them
 *     members.c    the members of their JSON
 *     content.c    text, base64 and blobs as JSON has them
 *     blobs.c      the gateway `blobs`, and the files behind it
 *     files.c      the gateway `files`
 *     keyvalue.c   the gateway `keyValue`
 *     bus.c        calls of the session bus
 *     secrets.c, notifications.c
 *                  the gateways `secrets` and `notifications`, by calls
 *     origins.c    where requests may go
 *     http.h       the gateways `http` and `httpStream`
 *
 * All but requests_take runs on the thread that drives.
 */
#ifndef GATEWAYS_H
#define GATEWAYS_H

#include <adit_gateways.h>

#include <curl/curl.h>
#include <jansson.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/socket.h>

enum { DIGEST_TEXT = 64, COPY_BLOCK = 65536 };

/** A request of a core that is not answered yet. */
typedef struct request {
    struct request *next;
    adit_core core;
    char *effect; /* its id */
    char *key;    /* core and effect, unique among the requests that are under way; NULL if `is_closed` */
    json_t *message;
    const json_t *body;  /* the member `request` of `message` */
    const char *gateway; /* the member `gateway` of `message` */
    int64_t due;         /* of keyvalue.c: when it does not wait any longer */
    bool is_silent;      /* no answer is expected */
    bool is_cancelled;   /* as an entry of the inbox: no request, but the end of the one with this effect */
    bool is_closed;      /* likewise: the core has closed */
} request;

/** An answer that did not fit in the core's queue. */
typedef struct answer {
    struct answer *next;
    adit_core core;
    char *key; /* the request's; it is finished with this answer if `is_last` */
    char *text;
    bool is_last;
} answer;

/** An origin that requests may go to. */
typedef struct origin {
    char *scheme, *host; /* a host that begins with a dot stands for all names that end with it */
    long port;           /* 0 for all */
} origin;

/** A block of addresses. */
typedef struct block {
    int family;
    unsigned char bytes[16];
    int bits;
} block;

typedef struct transfer transfer;
typedef struct bus_call bus_call;

/** The gateways, by their places among `services`. */
enum { HTTP, HTTP_STREAM, KEY_VALUE, FILES, BLOBS, SECRETS, NOTIFICATIONS, SERVICES };

struct adit_gateways {
    adit_send_fn send;
    char *names;
    bool serves[SERVICES];
    /* The loop. */
    int epoll, timer, wakeup;
    atomic_flag is_driven;
    bool has_thread;
    atomic_bool is_ending;
    pthread_t thread;
    /* The inbox, of any thread; `taken` has the keys of the requests that are not answered. */
    pthread_mutex_t lock;
    request *first, **last;
    json_t *taken;
    /* What the cores could not take yet. */
    answer *waiting, **waiting_end;
    int64_t retry_answers; /* when to try again; 0 if nothing waits */
    /* HTTP. */
    CURLM *multi;
    transfer *transfers;
    int64_t curl_due; /* when libcurl wants to be called; -1 for never */
    origin *origins;
    size_t origin_count;
    block *blocks;
    size_t block_count;
    char *ca;
    json_int_t most_response, most_blob, most_headers, most_redirects, most_in_flight, most_read;
    /* Folders and the file. */
    int blobs, files; /* -1 if they are not served */
    sqlite3 *store;
    request *stalled;      /* what waits for the file */
    int64_t retry_stalled; /* when to try again */
    /* The session bus. */
    struct sd_bus *bus; /* NULL before it is used, and once it is lost */
    int bus_file;       /* its descriptor in the loop; -1 for none */
    int64_t bus_due;    /* when it wants to be called; -1 for never */
    bus_call *calls;
    char *secrets_of, *notifications_of;                            /* the application */
    int64_t secrets_timeout, notifications_timeout, prompt_timeout; /* the last: 0 if the user is not asked */
    json_t *shown;                                                  /* the numbers of notifications */
    bool has_capabilities, has_markup;                              /* of the notification server */
};

typedef struct service {
    const char *name;
    void (*serve)(adit_gateways *gateways, request *request); /* begins to answer a request, and consumes it */
} service;

extern const service services[SERVICES];

/* -- gateways.c: the clock of the loop, in milliseconds. -- */
int64_t now_ms(void);

/* -- config.c -- */

/** Reads the config into the gateways. A code of adit.h, with a text in `error`. */
int32_t config_read(adit_gateways *gateways, const json_t *config, adit_error *error);
/** Writes an error. Returns its code. */
int32_t fail(adit_error *error, int32_t code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** Writes that a value of the config is wrong: where it is, what it is, why (may be NULL), and what is expected. */
int32_t fail_value(adit_error *error, int32_t code, const char *place, const json_t *found, const char *why,
                   const char *expected);

/* -- requests.c -- */

int32_t requests_take(adit_gateways *gateways, adit_core core, const char *json, size_t length);
/** Starts what was taken. */
void requests_start(adit_gateways *gateways);
void requests_free(adit_gateways *gateways);
void request_free(request *request);

/* -- answers.c -- */

/** Sends the answers that wait, as far as their cores can take them. */
void answers_send(adit_gateways *gateways);
/** Whether an answer to this request waits. */
bool answers_has(const adit_gateways *gateways, const request *request);
/** Drops those that a core which has closed has not taken. */
void answers_forget(adit_gateways *gateways, adit_core core);
void answers_free(adit_gateways *gateways);
/** Answers; `result` is consumed, and NULL stands for no memory. */
void answer_result(adit_gateways *gateways, request *request, json_t *result);
/** Sends one of several answers. */
void answer_item(adit_gateways *gateways, const request *request, json_t *item);
/** Ends several answers. */
void answer_end(adit_gateways *gateways, request *request);
/** Ends a request that is not answered. */
void answer_nothing(adit_gateways *gateways, request *request);
/** Answers with an error of docs/gateways.md. */
void answer_error(adit_gateways *gateways, request *request, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* -- members.c -- */

/** The member of an object that is a text without NUL; NULL if it is none. */
const char *text_of(const json_t *object, const char *key);
/** Whether the member is a text without NUL, null or absent: what is of another kind is not taken as absent. */
bool may_be_text(const json_t *object, const char *key);
/** The form in which data is asked for, the member `form`: text if it is absent. */
typedef enum form { NO_FORM, FORM_TEXT, FORM_BASE64, FORM_BLOB } form;
form form_of(const json_t *object);
/** The place among `kinds`, which end with NULL, of the only member of a request, an object; -1 if it has another one. */
int kind_of(const json_t *request, const char *const *kinds, const json_t **arguments);
/** The member that is a whole number from `least` to `most`; `otherwise` if it is absent, -1 if it is none. */
json_int_t number_of(const json_t *object, const char *key, json_int_t least, json_int_t most, json_int_t otherwise);
/** The member in milliseconds, a duration such as `PT30S`; `otherwise` if it is absent, -1 if it is none. */
int64_t duration_of(const json_t *object, const char *key, int64_t otherwise);

/* -- content.c -- */

/** Bytes in memory, or a file. */
typedef struct bytes {
    char *data; /* NULL for a file */
    size_t length;
    int file; /* -1 if in memory */
} bytes;

/** Reads a `Content`. NULL, or the code of an error with its reason. */
const char *content_read(adit_gateways *gateways, const json_t *content, bytes *bytes, const char **reason);
void bytes_free(bytes *bytes);
/** Bytes as a `Content`: text, or base64. NULL without memory. */
json_t *content_make(const char *data, size_t length, bool as_text);
/** Writes a text, which is cut behind a whole character if it is too long. */
void write_text(char *out, size_t size, const char *format, va_list values) __attribute__((format(printf, 3, 0)));
/** The length of the longest beginning that does not end within a character. */
size_t whole_characters(const char *data, size_t length);

/* -- blobs.c -- */

/** A blob that is being written. */
typedef struct blob_writer {
    int folder, file;
    char name[32];
    EVP_MD_CTX *digest;
    json_int_t length;
} blob_writer;

/** Opens the folder, a text. A code of adit.h. */
int32_t blobs_open(adit_gateways *gateways, const json_t *path, adit_error *error);
void blobs_serve(adit_gateways *gateways, request *request);
/** Opens a blob. Its descriptor, or -1 with errno. */
int blobs_find(adit_gateways *gateways, const char *id, json_int_t *length);
bool blob_begin(adit_gateways *gateways, blob_writer *writer);
bool blob_write(blob_writer *writer, const void *data, size_t length);
/** Ends it. The Blob as JSON; NULL with errno. */
json_t *blob_end(blob_writer *writer);
/** Drops what was written, if it has not ended. */
void blob_drop(blob_writer *writer);
/** Makes a new file with a name of its own in a folder. Its descriptor, or -1 with errno. */
int make_file(int folder, char name[32]);
/** Whether a name is that of such a file. */
bool is_made(const char *name);
bool write_all(int file, const void *data, size_t length);

/* -- The other gateways. -- */
void files_serve(adit_gateways *gateways, request *request);
/** Opens the file, whose path is a text. A code of adit.h. */
int32_t keyvalue_open(adit_gateways *gateways, const json_t *path, adit_error *error);
void keyvalue_serve(adit_gateways *gateways, request *request);
/** Tries again what waits for another process. */
void keyvalue_work(adit_gateways *gateways);
/** When keyvalue_work is due; -1 for never. */
int64_t keyvalue_due(const adit_gateways *gateways);
/** Ends the request with a key without an answer; NULL for those of a core. */
void keyvalue_cancel(adit_gateways *gateways, const char *key, adit_core core);
void keyvalue_close(adit_gateways *gateways);

void secrets_serve(adit_gateways *gateways, request *request);
void notifications_serve(adit_gateways *gateways, request *request);

/* -- bus.c -- */

/** Loads libsystemd for a part of the config. A code of adit.h. */
int32_t bus_load(const char *place, adit_error *error);
/** Goes on with the calls. */
void bus_work(adit_gateways *gateways);
/** When bus_work is due; -1 for never. */
int64_t bus_due(const adit_gateways *gateways);
/** Ends the request with a key without an answer; NULL for those of a core that wait for one. */
void bus_cancel(adit_gateways *gateways, const char *key, adit_core core);
void bus_close(adit_gateways *gateways);

/* -- origins.c -- */

/** Reads `https://host:port`. False if it is none. */
bool origin_read(const char *text, origin *origin);
/** Reads `10.0.0.0/8`. */
bool block_read(const char *text, block *block);
bool origins_allow(const adit_gateways *gateways, const char *scheme, const char *host, long port);
/** Whether a connection to an address is allowed: a public one, or one in the config's blocks. */
bool addresses_allow(const adit_gateways *gateways, const struct sockaddr *address);

/* -- http.c, http_loop.c -- */

/** Begins a request, and consumes it. */
void http_serve(adit_gateways *gateways, request *request);
/** Ends the request with a key without an answer; NULL for those of a core. */
void http_cancel(adit_gateways *gateways, const char *key, adit_core core);
/** Goes on: libcurl's own work, retries, transfers whose answers were waited for. */
void http_work(adit_gateways *gateways);
/** When http_work is due; -1 for never. */
int64_t http_due(const adit_gateways *gateways);
bool http_open(adit_gateways *gateways);
void http_close(adit_gateways *gateways);
/** Something can be done with a socket of libcurl's. */
void http_socket(adit_gateways *gateways, int socket, uint32_t events);

#endif
