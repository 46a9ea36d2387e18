#define _GNU_SOURCE
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- What is allowed. -- */

static bool is_one_of(const char *word, const char *const *words, int (*compare)(const char *, const char *)) {
    while (*words != NULL && compare(word, *words) != 0)
        words++;
    return *words != NULL;
}

static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", NULL};
static const char *const idempotent[] = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", NULL};
/* What the library sets, or would be wrong if it were set; and what has a member of its own. */
static const char *const reserved[] = {"host",
                                       "content-length",
                                       "transfer-encoding",
                                       "connection",
                                       "expect",
                                       "upgrade",
                                       "te",
                                       "trailer",
                                       "keep-alive",
                                       "proxy-authorization",
                                       "proxy-connection",
                                       "accept-encoding",
                                       "authorization",
                                       "idempotency-key",
                                       NULL};

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

/* -- Its parts. -- */

static bool read_headers(transfer *transfer, const json_t *headers) {
    const char *name;
    json_t *value;
    if (headers != NULL && !json_is_null(headers) && !json_is_object(headers)) {
        transfer_refuse(transfer, "invalid", "headers: an object is expected");
        return false;
    }
    json_object_foreach((json_t *)headers, name, value) {
        const char *text = text_of(headers, name);
        if (text == NULL || !is_name(name) || !is_value(text) || is_one_of(name, reserved, strcasecmp)) {
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

bool http_check_url(transfer *transfer) {
    char *scheme = NULL, *host = NULL, *port = NULL, *user = NULL;
    bool is_url = curl_url_get(transfer->url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                  curl_url_get(transfer->url, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
                  curl_url_get(transfer->url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK;
    bool has_user = curl_url_get(transfer->url, CURLUPART_USER, &user, 0) == CURLUE_OK;
    if (!is_url || has_user)
        transfer_refuse(transfer, "invalid", "url: %s",
                        has_user ? "found a user; set authorization" : "an absolute URL is expected");
    else if (!origins_allow(transfer->gateways, scheme, host, strtol(port, NULL, 10)))
        transfer_refuse(transfer, "denied", "%s://%.100s:%s is not among the origins that the config allows", scheme,
                        host, port);
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(user);
    return transfer->code == NULL;
}

static bool read_body(transfer *transfer, const json_t *content) {
    if (content == NULL || json_is_null(content))
        return true;
    if (strcmp(transfer->method, "HEAD") == 0) { /* libcurl would send it by PUT */
        transfer_refuse(transfer, "invalid", "body: a request by HEAD has none");
        return false;
    }
    const char *reason;
    const char *code = content_read(transfer->gateways, content, &transfer->content, &reason);
    if (code != NULL)
        transfer_refuse(transfer, code, "body: %s", reason);
    transfer->has_content = true;
    return code == NULL;
}

/* Whether what should be texts are: one that is not sent, as it is of another kind, may be what protects something. */
static bool has_texts(transfer *transfer) {
    static const char *const members[] = {"url", "method", "authorization", "idempotencyKey", "form"};
    for (size_t index = 0; index < sizeof members / sizeof *members; index++) {
        if (!may_be_text(transfer->request->body, members[index]))
            transfer_refuse(transfer, "invalid", "%s: a text is expected", members[index]);
    }
    return transfer->code == NULL;
}

bool http_read_request(transfer *transfer) {
    const json_t *body = transfer->request->body;
    if (!has_texts(transfer))
        return false;
    const char *url = text_of(body, "url"), *method = text_of(body, "method"), *key = text_of(body, "idempotencyKey");
    form form = form_of(body);
    transfer->method = method != NULL ? method : "GET";
    transfer->authorization = text_of(body, "authorization");
    int64_t timeout = duration_of(body, "timeout", 30000);
    transfer->as_text = form == FORM_TEXT;
    transfer->as_blob = form == FORM_BLOB;
    json_int_t most =
        transfer->as_blob || transfer->streams ? transfer->gateways->most_blob : transfer->gateways->most_response;
    transfer->attempts = number_of(body, "attempts", 1, 100, 1);
    transfer->limit = number_of(body, "limit", 0, INT64_MAX, most);
    transfer->redirects = transfer->gateways->most_redirects;
    transfer->deadline = now_ms() + timeout;
    if (url == NULL || curl_url_set(transfer->url, CURLUPART_URL, url, 0) != CURLUE_OK)
        transfer_refuse(transfer, "invalid", "url: an absolute URL is expected");
    else if (!is_one_of(transfer->method, methods, strcmp))
        transfer_refuse(transfer, "invalid",
                        "method: found %.20s; one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS is expected",
                        transfer->method);
    else if (form == NO_FORM)
        transfer_refuse(transfer, "invalid", "form: one of text, base64, blob is expected");
    else if (timeout < 0 || transfer->attempts < 0 || transfer->limit < 0)
        transfer_refuse(transfer, "invalid", "%s",
                        timeout < 0           ? "timeout: a duration such as PT30S is expected"
                        : transfer->limit < 0 ? "limit: a whole number from 0 on is expected"
                                              : "attempts: a whole number from 1 to 100 is expected");
    else if (transfer->attempts > 1 && key == NULL && !is_one_of(transfer->method, idempotent, strcmp))
        transfer_refuse(transfer, "invalid", "attempts: %s is not idempotent; idempotencyKey is expected",
                        transfer->method);
    else if ((transfer->authorization != NULL && !is_value(transfer->authorization)) ||
             (key != NULL && (!is_value(key) || *key == '\0')))
        transfer_refuse(transfer, "invalid", "authorization, idempotencyKey: texts without line ends are expected");
    else if (transfer->as_blob && transfer->gateways->blobs < 0)
        transfer_refuse(transfer, "denied", "form: the config has no folder for blobs");
    if (transfer->limit > most)
        transfer->limit = most;
    return transfer->code == NULL && http_check_url(transfer) &&
           read_headers(transfer, json_object_get(body, "headers")) &&
           read_body(transfer, json_object_get(body, "body"));
}
