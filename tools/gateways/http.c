#define _GNU_SOURCE
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>

enum { FIRST_DELAY_MS = 200, LONGEST_DELAY_MS = 30000 };

/* -- A request is read. -- */

static bool is_one_of(const char *word, const char *const *words) {
    while (*words != NULL && strcasecmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", NULL};
static const char *const idempotent[] = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", NULL};
/* What the library sets, or would be wrong if it were set; and what has a member of its own. */
static const char *const reserved[] = {"host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te",
                                       "trailer", "keep-alive", "proxy-authorization", "proxy-connection", "accept-encoding",
                                       "authorization", "idempotency-key", NULL};

static bool is_value(const char *text) {
    for (; *text != '\0'; text++) {
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7f)
            return false;
    }
    return true;
}

static bool is_name(const char *text) {
    static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return *text != '\0' && text[strspn(text, token)] == '\0';
}

static bool read_headers(transfer *transfer, const json_t *headers) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)headers, name, value) {
        const char *text = text_of(headers, name);
        if (text == NULL || !is_name(name) || !is_value(text) || is_one_of(name, reserved)) {
            transfer_refuse(transfer, "invalid", "headers: \"%.100s\" cannot be set, or not to this", name);
            return false;
        }
        if (strcasecmp(name, "cookie") == 0) {
            transfer->cookie = text;
            continue;
        }
        char *line;
        if (asprintf(&line, *text != '\0' ? "%s: %s" : "%s;", name, text) < 0)
            return false;
        struct curl_slist *longer = curl_slist_append(transfer->fields, line);
        free(line);
        if (longer == NULL)
            return false;
        transfer->fields = longer;
    }
    return true;
}

/* Whether the url may be asked; sets what is wrong with it. */
static bool check_url(transfer *transfer) {
    char *scheme = NULL, *host = NULL, *port = NULL, *user = NULL;
    bool is_url = curl_url_get(transfer->url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                  curl_url_get(transfer->url, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
                  curl_url_get(transfer->url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK;
    bool has_user = curl_url_get(transfer->url, CURLUPART_USER, &user, 0) == CURLUE_OK;
    if (!is_url || has_user)
        transfer_refuse(transfer, "invalid", "url: %s", has_user ? "found a user; set authorization" : "an absolute URL is expected");
    else if (!origins_allow(transfer->gateways, scheme, host, strtol(port, NULL, 10)))
        transfer_refuse(transfer, "denied", "%s://%.100s:%s is not among the origins that the config allows", scheme, host, port);
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(user);
    return transfer->code == NULL;
}

static bool read_body(transfer *transfer, const json_t *content) {
    if (content == NULL || json_is_null(content))
        return true;
    const char *reason;
    const char *code = content_read(transfer->gateways, content, &transfer->content, &reason);
    if (code != NULL)
        transfer_refuse(transfer, code, "body: %s", reason);
    transfer->has_content = true;
    return code == NULL;
}

static bool read_request(transfer *transfer) {
    const json_t *body = transfer->request->body;
    const char *url = text_of(body, "url"), *method = text_of(body, "method"), *form = text_of(body, "form"),
               *key = text_of(body, "idempotencyKey");
    transfer->method = method != NULL ? method : "GET";
    transfer->authorization = text_of(body, "authorization");
    int64_t timeout = timeout_of(body, 30000);
    json_int_t most = transfer->as_blob ? transfer->gateways->most_blob : transfer->gateways->most_response;
    transfer->as_text = form == NULL || strcmp(form, "text") == 0;
    transfer->as_blob = form != NULL && strcmp(form, "blob") == 0;
    most = transfer->as_blob || transfer->streams ? transfer->gateways->most_blob : transfer->gateways->most_response;
    transfer->attempts = number_of(body, "attempts", 1, 100, 1);
    transfer->limit = number_of(body, "limit", 0, INT64_MAX, most);
    transfer->redirects = transfer->gateways->most_redirects;
    transfer->deadline = now_ms() + timeout;
    if (url == NULL || curl_url_set(transfer->url, CURLUPART_URL, url, 0) != CURLUE_OK)
        transfer_refuse(transfer, "invalid", "url: an absolute URL is expected");
    else if (!is_one_of(transfer->method, methods))
        transfer_refuse(transfer, "invalid", "method: found %.20s; one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS is expected", transfer->method);
    else if (!transfer->as_text && !transfer->as_blob && strcmp(form, "base64") != 0)
        transfer_refuse(transfer, "invalid", "form: one of text, base64, blob is expected");
    else if (timeout < 0 || transfer->attempts < 0 || transfer->limit < 0)
        transfer_refuse(transfer, "invalid", "%s", timeout < 0 ? "timeout: a duration such as PT30S is expected"
                                             : transfer->limit < 0 ? "limit: a whole number from 0 on is expected"
                                                                   : "attempts: a whole number from 1 to 100 is expected");
    else if (transfer->attempts > 1 && key == NULL && !is_one_of(transfer->method, idempotent))
        transfer_refuse(transfer, "invalid", "attempts: %s is not idempotent; idempotencyKey is expected", transfer->method);
    else if ((transfer->authorization != NULL && !is_value(transfer->authorization)) || (key != NULL && (!is_value(key) || *key == '\0')))
        transfer_refuse(transfer, "invalid", "authorization, idempotencyKey: texts without line ends are expected");
    else if (transfer->as_blob && transfer->gateways->blobs < 0)
        transfer_refuse(transfer, "denied", "form: the config has no folder for blobs");
    if (transfer->limit > most)
        transfer->limit = most;
    return transfer->code == NULL && check_url(transfer) && read_headers(transfer, json_object_get(body, "headers")) &&
           read_body(transfer, json_object_get(body, "body"));
}

/* -- Its course. -- */

static void transfer_free(transfer *transfer) {
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

static void send_now(transfer *transfer) {
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
    *transfer = (struct transfer){.next = gateways->transfers, .gateways = gateways, .request = request, .url = url, .content.file = -1,
                                  .blob.file = -1, .delay = FIRST_DELAY_MS, .streams = strcmp(request->gateway, "httpStream") == 0};
    gateways->transfers = transfer;
    if (read_request(transfer))
        transfer->retry = 1; /* as soon as there is room */
    else
        end_with_error(transfer, transfer->code != NULL ? transfer->code : "storage", transfer->code != NULL ? transfer->reason : "no memory is left");
}

void http_cancel(adit_gateways *gateways, const char *key, adit_core core) {
    for (transfer **place = &gateways->transfers; *place != NULL;) {
        transfer *transfer = *place;
        if (key != NULL ? strcmp(transfer->request->key, key) != 0 : transfer->request->core != core) {
            place = &transfer->next;
            continue;
        }
        *place = transfer->next;
        pthread_mutex_lock(&gateways->lock);
        json_object_del(gateways->taken, transfer->request->key);
        pthread_mutex_unlock(&gateways->lock);
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
        end_with_error(transfer, is_url ? "redirects" : "interrupted", is_url ? "the server redirects too often" : "the redirect has no URL");
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
    if (check_url(transfer))
        send_now(transfer);
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
            answer_item(gateways, transfer->request, json_pack("{s:o}", "content", content_make(transfer->data, transfer->length, transfer->as_text)));
        answer_item(gateways, transfer->request, json_pack("{s:o}", "finished", blob != NULL ? blob : json_null()));
        answer_end(gateways, release(transfer));
    } else {
        json_t *body = blob != NULL ? json_pack("{s:o}", "blob", blob) : content_make(transfer->data, transfer->length, transfer->as_text);
        json_t *response = transfer_response(transfer, body);
        answer_result(gateways, release(transfer), response);
    }
    transfer_free(transfer);
}

static void complete(transfer *transfer, CURLcode result) {
    if (transfer->code != NULL) {
        end_with_error(transfer, transfer->code, transfer->reason);
        return;
    }
    if (result == CURLE_OK && !transfer->has_head) { /* so libcurl says if the connection has ended within the headers */
        result = CURLE_GOT_NOTHING;
        snprintf(transfer->trouble, sizeof transfer->trouble, "%s", "the connection has ended within the headers");
    }
    if (result == CURLE_OK && transfer->tls != NULL) {
        result = CURLE_PARTIAL_FILE;
        snprintf(transfer->trouble, sizeof transfer->trouble, "%s", "TLS has not ended: the body may have been cut");
    }
    if (transfer->has_head && is_redirect(transfer)) {
        follow(transfer);
        return;
    }
    const char *code = result == CURLE_OK || transfer->discards ? NULL : code_of(transfer, result);
    bool is_again = transfer->discards || (code != NULL && transfer->attempts > 1 && !transfer->is_delivered && may_recover(code));
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
             strcmp(code, "denied") == 0 ? "the address of the server is not among those that the config allows"
             : strcmp(code, "tooLarge") == 0 ? "a line of the headers is too long"
             : transfer->trouble[0] != '\0' ? transfer->trouble : curl_easy_strerror(result));
    end_with_error(transfer, code, reason);
}

/* -- libcurl and the loop. -- */

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    adit_gateways *gateways = context;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(gateways->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    event.events = (what & CURL_POLL_IN ? (uint32_t)EPOLLIN : 0) | (what & CURL_POLL_OUT ? (uint32_t)EPOLLOUT : 0);
    if (epoll_ctl(gateways->epoll, known != NULL ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) != 0)
        return 0;
    curl_multi_assign(gateways->multi, socket, gateways);
    return 0;
}

static int on_timer(CURLM *multi, long timeout_ms, void *context) {
    adit_gateways *gateways = context;
    (void)multi;
    gateways->curl_due = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    return 0;
}

bool http_open(adit_gateways *gateways) {
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return false;
    gateways->multi = curl_multi_init();
    if (gateways->multi == NULL)
        return false;
    curl_multi_setopt(gateways->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(gateways->multi, CURLMOPT_SOCKETDATA, gateways);
    curl_multi_setopt(gateways->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(gateways->multi, CURLMOPT_TIMERDATA, gateways);
    return true;
}

void http_close(adit_gateways *gateways) {
    while (gateways->transfers != NULL) {
        transfer *transfer = gateways->transfers;
        gateways->transfers = transfer->next;
        transfer_free(transfer);
    }
    if (gateways->multi != NULL)
        curl_multi_cleanup(gateways->multi);
}

void http_socket(adit_gateways *gateways, int socket, uint32_t events) {
    int what = (events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
               (events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    int running;
    curl_multi_socket_action(gateways->multi, socket, what, &running);
}

int64_t http_due(const adit_gateways *gateways) {
    int64_t due = gateways->curl_due;
    json_int_t sending = 0;
    for (const transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next)
        sending += transfer->retry == 0;
    for (const transfer *transfer = gateways->transfers; transfer != NULL && sending < gateways->most_in_flight; transfer = transfer->next) {
        if (transfer->retry > 0 && (due < 0 || transfer->retry < due))
            due = transfer->retry;
    }
    return due;
}

/* Sends those that are due, the oldest first, while there is room. */
static void send_due(adit_gateways *gateways) {
    int64_t now = now_ms();
    for (;;) {
        json_int_t sending = 0;
        transfer *oldest = NULL;
        for (transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next) {
            sending += transfer->retry == 0;
            if (transfer->retry > 0 && transfer->retry <= now)
                oldest = transfer; /* new ones are put in front */
        }
        if (oldest == NULL || sending >= gateways->most_in_flight)
            return;
        send_now(oldest);
    }
}

void http_work(adit_gateways *gateways) {
    if (gateways->multi == NULL)
        return;
    int count;
    if (gateways->curl_due >= 0 && gateways->curl_due <= now_ms()) {
        gateways->curl_due = -1;
        curl_multi_socket_action(gateways->multi, CURL_SOCKET_TIMEOUT, 0, &count);
    }
    for (transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next) {
        if (transfer->is_paused && !requests_has_waiting(gateways, transfer->request)) {
            transfer->is_paused = false;
            curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
        }
    }
    for (CURLMsg *message; (message = curl_multi_info_read(gateways->multi, &count)) != NULL;) {
        transfer *transfer;
        if (message->msg == CURLMSG_DONE && curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer) == CURLE_OK)
            complete(transfer, message->data.result);
    }
    send_due(gateways);
}
