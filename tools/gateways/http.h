/*
 * http.h: a request of HTTP, and what its parts share.
 *
 *     http.c           its course: sent, sent again, redirected, answered
 *     http_request.c   what is asked
 *     http_loop.c      libcurl in the loop
 *     transfer.c       one sending of it
 *     http_response.c  the response to that
 *     http_body.c      its body
 */
#ifndef HTTP_H
#define HTTP_H

#include "gateways.h"

/** The decompression of a body. */
typedef struct decoder decoder;

struct transfer {
    transfer *next;
    adit_gateways *gateways;
    request *request;
    /* What is asked. */
    CURLU *url;
    const char *method;
    struct curl_slist *fields; /* of the request, without those below */
    const char *authorization, *cookie;
    bytes content;
    bool has_content;
    bool streams, as_text, as_blob;
    json_int_t limit, attempts, redirects; /* attempts and redirects: what is left of them */
    int64_t deadline;
    int64_t retry; /* when it is sent again; 0 while it is sent */
    int64_t delay; /* between the last attempt and the next */
    /* The present sending. */
    CURL *easy;
    struct curl_slist *sent_fields;
    size_t sent;
    char trouble[CURL_ERROR_SIZE];
    const char *code; /* why it was ended here; NULL if it was not */
    char reason[256];
    bool is_address_denied, is_paused, is_delivered;
    int64_t told; /* when progress was reported last */
    /* The response. */
    long status;
    json_t *headers;
    char field[256]; /* the name of the last one */
    json_int_t header_bytes, received, expected;
    bool has_head, discards;
    decoder *decoder;   /* of a body that is compressed; NULL for one that is not */
    const char *broken; /* what is wrong with the body; NULL while it is good */
    const void *tls;    /* the connection, while its end would cut the body */
    char *data;
    size_t length, capacity;
    blob_writer blob;
};

/* -- http.c -- */

/** Sends it, if there is time left. */
void http_send(transfer *transfer);
/** Goes on when libcurl has done with a sending. */
void http_complete(transfer *transfer, CURLcode result);
void transfer_free(transfer *transfer);

/* -- http_request.c -- */

/** Reads the request. False for one that is refused, or without memory. */
bool http_read_request(transfer *transfer);
/** Whether its url may be asked. */
bool http_check_url(transfer *transfer);

/* -- transfer.c -- */

/** Sends a request: once, without following redirects. False where there is no memory. */
bool transfer_begin(transfer *transfer);
/** Takes the sending away from libcurl, with its response. */
void transfer_end(transfer *transfer);
/** Decides what is done in place of what the server sends: an error of docs/gateways.md. */
void transfer_refuse(transfer *transfer, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* -- http_body.c -- */

/** Sets what libcurl does with the body. */
void body_expect(transfer *transfer);
/** Decompresses what follows, as the head says. False to end the transfer. */
bool body_decode(transfer *transfer);
/** Whether nothing is missing, once libcurl has all of it; else `broken` says what. */
bool body_is_whole(transfer *transfer);
void decoder_free(decoder *decoder);

/* -- http_response.c -- */

/** Sets what libcurl does with the response. */
void http_expect_response(transfer *transfer);
bool is_redirect(const transfer *transfer);
/** How long to wait until it is sent again, in milliseconds; -1 if there is no time for that. */
int64_t transfer_delay(const transfer *transfer);
/** Whether the status of the response asks for another attempt, and there is one left. */
bool is_to_be_sent_again(const transfer *transfer);
/** The response as JSON, with a body, which is consumed. */
json_t *transfer_response(const transfer *transfer, json_t *body);

#endif
