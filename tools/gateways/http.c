#define _GNU_SOURCE
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIRST_DELAY_MS = 200, LONGEST_DELAY_MS = 30000 };

/* -- Beginning and ending. -- */

void transfer_free(transfer *transfer) {
    transfer_end(transfer);
    curl_url_cleanup(transfer->url);
    curl_slist_free_all(transfer->fields);
    bytes_free(&transfer->content);
    request_free(transfer->request);
    free(transfer);
}

/* Takes a transfer off the list, and drops what it was to send: that is not left when the core hears of its end. */
static void take_off(transfer *transfer) {
    struct transfer **place = &transfer->gateways->transfers;
    while (*place != transfer)
        place = &(*place)->next;
    *place = transfer->next;
    bytes_free(&transfer->content);
}

static request *release(transfer *transfer) {
    request *request = transfer->request;
    transfer->request = NULL;
    return request;
}

static void end_with_error(transfer *transfer, const char *code, const char *reason) {
    take_off(transfer);
    transfer_end(transfer); /* nothing of it is left when the core hears of it */
    answer_error(transfer->gateways, release(transfer), code, "%s", reason);
    transfer_free(transfer);
}

void http_send(transfer *transfer) {
    transfer->retry = 0;
    if (now_ms() >= transfer->deadline)
        end_with_error(transfer, "timedOut", "the time was up before it could be sent");
    else if (!transfer_begin(transfer))
        end_with_error(transfer, "storage", "no memory is left");
}

void http_serve(adit_gateways *gateways, request *request) {
    transfer *transfer = calloc(1, sizeof *transfer);
    CURLU *url = curl_url();
    if (transfer == NULL || url == NULL) {
        free(transfer);
        curl_url_cleanup(url);
        answer_error(gateways, request, "storage", "no memory is left");
        return;
    }
    *transfer = (struct transfer){.next = gateways->transfers,
                                  .gateways = gateways,
                                  .request = request,
                                  .url = url,
                                  .content.file = -1,
                                  .blob.file = -1,
                                  .delay = FIRST_DELAY_MS,
                                  .streams = strcmp(request->gateway, "httpStream") == 0};
    gateways->transfers = transfer;
    if (http_read_request(transfer))
        transfer->retry = 1; /* as soon as there is room */
    else
        end_with_error(transfer, transfer->code != NULL ? transfer->code : "storage",
                       transfer->code != NULL ? transfer->reason : "no memory is left");
}

void http_cancel(adit_gateways *gateways, const char *key, adit_core core) {
    for (transfer **place = &gateways->transfers; *place != NULL;) {
        transfer *transfer = *place;
        if (key != NULL ? strcmp(transfer->request->key, key) != 0 : transfer->request->core != core) {
            place = &transfer->next;
            continue;
        }
        *place = transfer->next;
        answer_nothing(gateways, release(transfer));
        transfer_free(transfer);
    }
}

/* -- What came of a sending. -- */

static const char *code_of(const transfer *transfer, CURLcode result) {
    switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "unreachable";
    case CURLE_COULDNT_CONNECT:
        return transfer->is_address_denied ? "denied" : "unreachable";
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_CIPHER:
        return "tls";
    case CURLE_OPERATION_TIMEDOUT:
        return "timedOut";
    case CURLE_OUT_OF_MEMORY: /* also what libcurl says of a line of over 100 KiB */
        return transfer->has_head ? "storage" : "tooLarge";
    default:
        return "interrupted";
    }
}

/* Whether a sending that failed may be repeated: the server, or the way to it, may be well again. */
static bool may_recover(const char *code) {
    return strcmp(code, "unreachable") == 0 || strcmp(code, "interrupted") == 0 || strcmp(code, "timedOut") == 0;
}

/* Sends it again later. False if there is no time left for that. */
static bool send_later(transfer *transfer) {
    int64_t delay = transfer_delay(transfer);
    if (delay < 0)
        return false;
    transfer->attempts--;
    transfer->delay = transfer->delay * 2 < LONGEST_DELAY_MS ? transfer->delay * 2 : LONGEST_DELAY_MS;
    transfer_end(transfer);
    transfer->retry = now_ms() + delay;
    return true;
}

/* Follows a redirect, as a browser does (Fetch, 4.4): by GET, but for 307 and 308. */
static void follow(transfer *transfer) {
    const char *location = text_of(transfer->headers, "location"); /* relative to the present one */
    CURLU *next = curl_url_dup(transfer->url);
    bool is_url = location != NULL && next != NULL && curl_url_set(next, CURLUPART_URL, location, 0) == CURLUE_OK;
    if (transfer->redirects-- <= 0 || !is_url) {
        curl_url_cleanup(next);
        end_with_error(transfer, is_url ? "redirects" : "interrupted",
                       is_url ? "the server redirects too often" : "the redirect has no URL");
        return;
    }
    CURLUPart parts[] = {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT};
    for (int index = 0; index < 3; index++) {
        char *one = NULL, *other = NULL;
        curl_url_get(transfer->url, parts[index], &one, CURLU_DEFAULT_PORT);
        curl_url_get(next, parts[index], &other, CURLU_DEFAULT_PORT);
        if (one == NULL || other == NULL || strcasecmp(one, other) != 0)
            transfer->authorization = transfer->cookie = NULL; /* another origin */
        curl_free(one);
        curl_free(other);
    }
    bool becomes_get = (transfer->status == 303 && strcmp(transfer->method, "HEAD") != 0) ||
                       ((transfer->status == 301 || transfer->status == 302) && strcmp(transfer->method, "POST") == 0);
    transfer_end(transfer);
    if (becomes_get) {
        transfer->method = "GET";
        bytes_free(&transfer->content);
        transfer->has_content = false;
    }
    curl_url_cleanup(transfer->url);
    transfer->url = next;
    if (http_check_url(transfer))
        http_send(transfer);
    else
        end_with_error(transfer, transfer->code, transfer->reason);
}

static void end_with_response(transfer *transfer) {
    adit_gateways *gateways = transfer->gateways;
    json_t *blob = transfer->as_blob ? blob_end(&transfer->blob) : NULL;
    if (transfer->as_blob && blob == NULL) {
        end_with_error(transfer, "storage", "the blob cannot be written");
        return;
    }
    take_off(transfer);
    if (transfer->streams) {
        if (transfer->length > 0) /* the text ended within a character */
            answer_item(
                gateways, transfer->request,
                json_pack("{s:o}", "content", content_make(transfer->data, transfer->length, transfer->as_text)));
        answer_item(gateways, transfer->request, json_pack("{s:o}", "finished", blob != NULL ? blob : json_null()));
        answer_end(gateways, release(transfer));
    } else {
        json_t *body = blob != NULL ? json_pack("{s:o}", "blob", blob)
                                    : content_make(transfer->data, transfer->length, transfer->as_text);
        json_t *response = transfer_response(transfer, body);
        answer_result(gateways, release(transfer), response);
    }
    transfer_free(transfer);
}

void http_complete(transfer *transfer, CURLcode result) {
    if (transfer->code != NULL) {
        end_with_error(transfer, transfer->code, transfer->reason);
        return;
    }
    if (result == CURLE_OK &&
        !transfer->has_head) { /* so libcurl says if the connection has ended within the headers */
        result = CURLE_GOT_NOTHING;
        snprintf(transfer->trouble, sizeof transfer->trouble, "%s", "the connection has ended within the headers");
    }
    if (result == CURLE_OK && transfer->tls != NULL) {
        result = CURLE_PARTIAL_FILE;
        snprintf(transfer->trouble, sizeof transfer->trouble, "%s", "TLS has not ended: the body may have been cut");
    }
    if (transfer->broken != NULL || (result == CURLE_OK && !transfer->discards && !body_is_whole(transfer))) {
        result = CURLE_BAD_CONTENT_ENCODING;
        snprintf(transfer->trouble, sizeof transfer->trouble, "%s", transfer->broken);
    }
    if (transfer->has_head && is_redirect(transfer)) {
        follow(transfer);
        return;
    }
    const char *code = result == CURLE_OK || transfer->discards ? NULL : code_of(transfer, result);
    bool is_again =
        transfer->discards || (code != NULL && transfer->attempts > 1 && !transfer->is_delivered && may_recover(code));
    if (is_again && send_later(transfer))
        return;
    if (transfer->discards) { /* its body is lost, and there was time for another attempt a moment ago */
        end_with_error(transfer, "timedOut", "the time was up before it could be sent again");
        return;
    }
    if (code == NULL) {
        end_with_response(transfer);
        return;
    }
    char reason[CURL_ERROR_SIZE + 1];
    snprintf(reason, sizeof reason, "%s",
             strcmp(code, "denied") == 0     ? "the address of the server is not among those that the config allows"
             : strcmp(code, "tooLarge") == 0 ? "a line of the headers is too long"
             : transfer->trouble[0] != '\0'  ? transfer->trouble
                                             : curl_easy_strerror(result));
    end_with_error(transfer, code, reason);
}
