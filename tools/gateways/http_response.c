#define _GNU_SOURCE
#include "http.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BLOCK = 65536, REPORT_MS = 100 };

/* -- What it means. -- */

bool is_redirect(const transfer *transfer) {
    long status = transfer->status;
    return (status == 301 || status == 302 || status == 303 || status == 307 || status == 308) &&
           json_object_get(transfer->headers, "location") != NULL;
}

int64_t transfer_delay(const transfer *transfer) {
    const char *after = text_of(transfer->headers, "retry-after");
    bool is_number =
        after != NULL && *after != '\0' && strspn(after, "0123456789") == strlen(after) && strlen(after) < 10;
    int64_t delay = is_number ? strtoll(after, NULL, 10) * 1000 : transfer->delay;
    return delay < transfer->deadline - now_ms() ? delay : -1;
}

bool is_to_be_sent_again(const transfer *transfer) {
    long status = transfer->status;
    return transfer->attempts > 1 && !transfer->is_delivered &&
           (status == 429 || status == 502 || status == 503 || status == 504) && transfer_delay(transfer) >= 0;
}

json_t *transfer_response(const transfer *transfer, json_t *body) {
    char *url = NULL;
    curl_easy_getinfo(transfer->easy, CURLINFO_EFFECTIVE_URL, &url);
    json_t *response =
        json_pack("{s:i,s:O,s:o}", "status", (int)transfer->status, "headers", transfer->headers, "body", body);
    json_t *text = json_string(url != NULL ? url : "");
    if (response != NULL && text != NULL)
        json_object_set_new(response, "url", text);
    return response;
}

/* -- The end of TLS. -- */

/*
 * Where neither a length nor chunks tell how long a body is, the end of the connection does; in TLS, only after the
 * alert that announces it, as anyone may cut a connection (RFC 9112, 9.8). libcurl does not tell the two apart, so
 * the alert is noted here.
 */
static void on_tls_event(const SSL *tls, int where, int alert) {
    const adit_gateways *gateways = SSL_CTX_get_app_data(SSL_get_SSL_CTX(tls));
    if (where != SSL_CB_READ_ALERT || (alert & 0xff) != SSL_AD_CLOSE_NOTIFY)
        return;
    for (transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next) {
        if (transfer->tls == tls)
            transfer->tls = NULL;
    }
}

static CURLcode on_tls(CURL *easy, void *context, void *gateways) {
    (void)easy;
    SSL_CTX_set_app_data(context, gateways);
    SSL_CTX_set_info_callback(context, on_tls_event);
    return CURLE_OK;
}

/* The connection, if its end is that of the body. */
static const void *find_tls(const transfer *transfer, json_int_t length) {
    struct curl_tlssessioninfo *session = NULL;
    long version = 0;
    if (length >= 0 || json_object_get(transfer->headers, "transfer-encoding") != NULL ||
        strcmp(transfer->method, "HEAD") == 0 || transfer->status == 204 || transfer->status == 304 ||
        curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_VERSION, &version) != CURLE_OK ||
        version >= CURL_HTTP_VERSION_2_0 ||
        curl_easy_getinfo(transfer->easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK ||
        session->backend != CURLSSLBACKEND_OPENSSL)
        return NULL;
    return session->internals;
}

/* -- The head of the response. -- */

/* The value of a field, without the spaces around it. What is no UTF-8 is read as Latin-1 (RFC 9110, 5.5). */
static json_t *value_of(const char *begin, const char *end) {
    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r' || end[-1] == '\n'))
        end--;
    json_t *text = json_stringn(begin, (size_t)(end - begin));
    char *value = text == NULL ? malloc((size_t)(end - begin) * 2 + 1) : NULL;
    if (value == NULL)
        return text;
    size_t count = 0;
    for (; begin < end; begin++) {
        unsigned char byte = (unsigned char)*begin;
        if (byte >= 0x80)
            value[count++] = (char)(0xc0 | byte >> 6);
        value[count++] = (char)(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
    }
    text = json_stringn(value, count);
    free(value);
    return text;
}

/* Adds a value, which is consumed, to those of the same name. A name that is no UTF-8 is left out. */
static void add_value(json_t *headers, const char *name, const char *gap, json_t *value) {
    const json_t *first = json_object_get(headers, name);
    if (first != NULL && value != NULL) {
        json_t *joined = json_sprintf("%s%s%s", json_string_value(first), gap, json_string_value(value));
        json_decref(value);
        value = joined;
    }
    json_object_set_new(headers, name, value);
}

/* Adds a field: in lower case, with those of the same name. A line that begins with a space goes on with the one before
 * (RFC 9112, 5.2). */
static void add_field(transfer *transfer, const char *line, size_t length) {
    const char *colon = memchr(line, ':', length);
    size_t size = colon != NULL ? (size_t)(colon - line) : 0;
    if (line[0] == ' ' || line[0] == '\t') {
        if (transfer->field[0] != '\0')
            add_value(transfer->headers, transfer->field, " ", value_of(line, line + length));
        return;
    }
    transfer->field[0] = '\0';
    if (size == 0 || size >= sizeof transfer->field)
        return;
    for (size_t index = 0; index < size; index++)
        transfer->field[index] = line[index] >= 'A' && line[index] <= 'Z' ? (char)(line[index] | 0x20) : line[index];
    transfer->field[size] = '\0';
    add_value(transfer->headers, transfer->field, strcmp(transfer->field, "set-cookie") == 0 ? "\n" : ", ",
              value_of(colon + 1, line + length));
}

/* The length that the head announces; -1 for none, or if something else tells. False for what is no length. A list of
 * equal ones is one (RFC 9112, 6.3): two that differ are a way to smuggle a response, and libcurl takes the last. */
static bool read_length(const transfer *transfer, json_int_t *length) {
    const char *text = text_of(transfer->headers, "content-length");
    *length = -1;
    if (text == NULL || json_object_get(transfer->headers, "transfer-encoding") != NULL)
        return true;
    for (const char *next = text;;) {
        size_t digits = strspn(next, "0123456789");
        if (digits == 0 || digits > 18 || (*length >= 0 && strtoll(next, NULL, 10) != *length))
            return false;
        *length = strtoll(next, NULL, 10);
        next += digits;
        if (*next == '\0')
            return true;
        size_t gap = strspn(next, ", \t");
        if (gap == 0)
            return false;
        next += gap;
    }
}

/* The head is complete. False to end the transfer. */
static bool end_head(transfer *transfer) {
    adit_gateways *gateways = transfer->gateways;
    transfer->has_head = true;
    json_int_t length;
    if (!read_length(transfer, &length)) {
        transfer_refuse(transfer, "interrupted", "content-length: found \"%.100s\"; one number is expected",
                        json_string_value(json_object_get(transfer->headers, "content-length")));
        return false;
    }
    const char *coding = json_string_value(json_object_get(transfer->headers, "transfer-encoding"));
    if (coding != NULL && strcasecmp(coding, "chunked") != 0) { /* libcurl would not check the end of another */
        transfer_refuse(transfer, "interrupted", "transfer-encoding: found \"%.100s\"; chunked is expected", coding);
        return false;
    }
    transfer->tls = find_tls(transfer, length);
    transfer->expected = strcmp(transfer->method, "HEAD") != 0 ? length : -1;
    transfer->discards = is_redirect(transfer) || is_to_be_sent_again(transfer);
    if (transfer->discards)
        return true;
    if (!transfer->as_blob && json_object_get(transfer->headers, "content-encoding") != NULL && !body_decode(transfer))
        return false;
    if (transfer->expected > transfer->limit) {
        transfer_refuse(transfer, "tooLarge", "the server announces %lld bytes; at most %lld are expected",
                        (long long)transfer->expected, (long long)transfer->limit);
        return false;
    }
    if (transfer->as_blob && !blob_begin(gateways, &transfer->blob)) {
        transfer_refuse(transfer, "storage", "the blob cannot be written: %s", strerror(errno));
        return false;
    }
    if (transfer->streams) {
        transfer->is_delivered = true;
        answer_item(gateways, transfer->request,
                    json_pack("{s:o}", "response", transfer_response(transfer, json_pack("{s:s}", "text", ""))));
    }
    return true;
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    size_t length = size * count;
    transfer->header_bytes += (json_int_t)length; /* with those of 1xx, and trailers */
    if (transfer->header_bytes > transfer->gateways->most_headers) {
        transfer_refuse(transfer, "tooLarge", "the headers have over %lld bytes",
                        (long long)transfer->gateways->most_headers);
        return 0;
    }
    if (transfer->has_head)
        return length; /* a trailer */
    if (length > 5 && strncmp(line, "HTTP/", 5) == 0) {
        json_object_clear(transfer->headers);
        transfer->field[0] = '\0';
        return length;
    }
    if (line[0] != '\r' && line[0] != '\n') {
        add_field(transfer, line, length);
        return length;
    }
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &transfer->status);
    if (transfer->status == 101) { /* libcurl would take what follows for the body */
        transfer_refuse(transfer, "interrupted", "found the status 101; no other protocol was asked for");
        return 0;
    }
    return transfer->status < 200 || end_head(transfer) ? length : 0; /* 1xx: the head comes later */
}

/* -- Progress. -- */

static json_t *count_of(const char *kind, json_int_t bytes, json_int_t of) {
    return of > 0 ? json_pack("{s:{s:I,s:I}}", kind, "bytes", bytes, "of", of)
                  : json_pack("{s:{s:I}}", kind, "bytes", bytes);
}

static int on_progress(void *context, curl_off_t down_of, curl_off_t down, curl_off_t up_of, curl_off_t up) {
    transfer *transfer = context;
    int64_t now = now_ms();
    if (transfer->discards || now - transfer->told < REPORT_MS || (up == 0 && down == 0) ||
        answers_has(transfer->gateways, transfer->request))
        return 0;
    transfer->told = now;
    bool receives = transfer->has_head;
    if (receives && down > 0)
        answer_item(transfer->gateways, transfer->request,
                    count_of("received", transfer->received, transfer->expected));
    else if (!receives && up > 0)
        answer_item(transfer->gateways, transfer->request, count_of("sent", up, up_of));
    (void)down_of;
    return 0;
}

void http_expect_response(transfer *transfer) {
    CURL *easy = transfer->easy;
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    body_expect(transfer);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)BLOCK);
    if (transfer->streams) {
        curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, on_progress);
        curl_easy_setopt(easy, CURLOPT_XFERINFODATA, transfer);
        curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    }
    if (strncmp(curl_version_info(CURLVERSION_NOW)->ssl_version, "OpenSSL/3", 9) == 0) {
        curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, on_tls);
        curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, transfer->gateways);
    }
}
