#define _GNU_SOURCE
#include "http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONNECT_MS = 10000 };

void transfer_refuse(transfer *transfer, const char *code, const char *format, ...) {
    if (transfer->code != NULL)
        return;
    transfer->code = code;
    va_list values;
    va_start(values, format);
    write_text(transfer->reason, sizeof transfer->reason, format, values);
    va_end(values);
}

/* -- The body of the request. -- */

static size_t on_read(char *buffer, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    size_t wanted = size * count, left = transfer->content.length - transfer->sent;
    wanted = wanted < left ? wanted : left;
    if (transfer->content.file >= 0) {
        ssize_t got = pread(transfer->content.file, buffer, wanted, (off_t)transfer->sent);
        if (got < 0 || (got == 0 && wanted > 0)) {
            transfer_refuse(transfer, "storage", "the blob cannot be read: %s",
                            got < 0 ? strerror(errno) : "it is shorter");
            return CURL_READFUNC_ABORT;
        }
        wanted = (size_t)got;
    } else if (wanted > 0) {
        memcpy(buffer, transfer->content.data + transfer->sent, wanted);
    }
    transfer->sent += wanted;
    return wanted;
}

static int on_seek(void *context, curl_off_t offset, int origin) {
    transfer *transfer = context;
    if (origin != SEEK_SET || offset < 0 || (size_t)offset > transfer->content.length)
        return CURL_SEEKFUNC_CANTSEEK;
    transfer->sent = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

/* -- The connection. -- */

/* Every connection is made here, to the address that was found: so a name cannot lead to an address that is not
 * allowed. */
static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    transfer *transfer = context;
    if (purpose != CURLSOCKTYPE_IPCXN || !addresses_allow(transfer->gateways, &address->addr)) {
        transfer->is_address_denied = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static bool add_line(struct curl_slist **list, const char *name, const char *value) {
    char *line;
    if (asprintf(&line, *value != '\0' ? "%s: %s" : "%s;", name, value) < 0)
        return false;
    struct curl_slist *longer = curl_slist_append(*list, line);
    free(line);
    if (longer != NULL)
        *list = longer;
    return longer != NULL;
}

static bool set_fields(transfer *transfer) {
    const char *key = text_of(transfer->request->body, "idempotencyKey");
    for (const struct curl_slist *field = transfer->fields; field != NULL; field = field->next) {
        struct curl_slist *longer = curl_slist_append(transfer->sent_fields, field->data);
        if (longer == NULL)
            return false;
        transfer->sent_fields = longer;
    }
    struct curl_slist *plain = curl_slist_append(transfer->sent_fields, "Expect:");
    if (plain == NULL)
        return false;
    transfer->sent_fields = plain;
    return (transfer->as_blob || add_line(&transfer->sent_fields, "Accept-Encoding", "gzip, deflate")) &&
           (transfer->authorization == NULL ||
            add_line(&transfer->sent_fields, "Authorization", transfer->authorization)) &&
           (transfer->cookie == NULL || add_line(&transfer->sent_fields, "Cookie", transfer->cookie)) &&
           (key == NULL || add_line(&transfer->sent_fields, "Idempotency-Key", key));
}

static void set_method(transfer *transfer) {
    CURL *easy = transfer->easy;
    if (strcmp(transfer->method, "HEAD") == 0)
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    bool uploads = transfer->has_content ||
                   strncmp(transfer->method, "P", 1) == 0; /* POST, PUT, PATCH: with a length, also of 0 */
    if (uploads) {
        curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->content.length);
        curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_read);
        curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
        curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, on_seek);
        curl_easy_setopt(easy, CURLOPT_SEEKDATA, transfer);
    }
    if (strcmp(transfer->method, "HEAD") != 0)
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, transfer->method);
}

bool transfer_begin(transfer *transfer) {
    CURL *easy = transfer->easy = curl_easy_init();
    transfer->headers = json_object();
    transfer->blob.file = -1;
    int64_t left = transfer->deadline - now_ms();
    if (easy == NULL || transfer->headers == NULL || !set_fields(transfer))
        return false;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_CURLU, transfer->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* a proxy would connect in our place */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->trouble);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->sent_fields);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "adit/" ADIT_VERSION);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (transfer->gateways->ca != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, transfer->gateways->ca);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(left > 0 ? left : 1));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
    http_expect_response(transfer);
    set_method(transfer);
    return curl_multi_add_handle(transfer->gateways->multi, easy) == CURLM_OK;
}

void transfer_end(transfer *transfer) {
    if (transfer->easy != NULL) {
        curl_multi_remove_handle(transfer->gateways->multi, transfer->easy);
        curl_easy_cleanup(transfer->easy);
        transfer->easy = NULL;
    }
    curl_slist_free_all(transfer->sent_fields);
    json_decref(transfer->headers);
    free(transfer->data);
    blob_drop(&transfer->blob);
    decoder_free(transfer->decoder);
    transfer->decoder = NULL;
    transfer->broken = NULL;
    transfer->sent_fields = NULL;
    transfer->headers = NULL;
    transfer->data = NULL;
    transfer->length = transfer->capacity = transfer->sent = 0;
    transfer->status = 0;
    transfer->header_bytes = transfer->received = 0;
    transfer->code = NULL;
    transfer->tls = NULL;
    transfer->trouble[0] = transfer->field[0] = '\0';
    transfer->has_head = transfer->discards = transfer->is_paused = transfer->is_address_denied = false;
}
