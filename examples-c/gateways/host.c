#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "host.h"
#include "fetch.h"
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** How long the core's own work may take to end. */
enum { PATIENCE_MS = 1000 };

static bool fail(const char *text) {
    fflush(stdout);
    fprintf(stderr, "gateways: %s\n", text);
    return false;
}

/* -- Hearing. This runs inside adit_process. Nothing is served here, as that could take long: it is only noted. -- */

/* `{"@effect": {"id", "gateway", "request"}}`: work that the core waits for. */
static void hear_effect(host *host, json_t *message, json_t *effect) {
    const char *gateway = json_string_value(json_object_get(effect, "gateway"));
    bool fetches = gateway != NULL && strcmp(gateway, "fetch") == 0;
    if (!jobs_add(&host->jobs, message, host->now + (fetches ? host->fetch_delay : host->key_value_delay)))
        host->is_short_of_memory = true;
    else
        print_request(host, &(job){.message = message});
}

/* `{"@cancel": {"effect"}}`: the time is up, or nobody wants to know any more. An answer would be ignored. */
static void hear_cancel(host *host, const json_t *cancel) {
    const char *effect = json_string_value(json_object_get(cancel, "effect"));
    job *job = effect != NULL ? jobs_take(&host->jobs, effect) : NULL;
    if (job != NULL)
        print_cancelled(host, job);
    job_free(job);
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    host *host = context;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    json_t *effect = json_object_get(message, "@effect"), *cancel = json_object_get(message, "@cancel");
    if (message == NULL)
        host->is_short_of_memory = true;
    else if (effect != NULL)
        hear_effect(host, message, effect);
    else if (cancel != NULL)
        hear_cancel(host, cancel);
    else
        print_message(host, message);
    host->is_closed |= json_object_get(message, "@closed") != NULL;
    json_decref(message);
}

/* -- Serving. This runs between two calls of adit_process. -- */

/* Hands a request to the library, which answers it. `*taken` is whether it serves the gateway. */
static bool hand_over(host *host, const job *job, bool *taken) {
    char *text = json_dumps(job->message, JSON_COMPACT);
    int32_t code = text != NULL ? adit_gateways_take(host->gateways, host->core, text, ADIT_NTS) : ADIT_ENOMEM;
    free(text);
    *taken = code > 0;
    return code >= 0 || fail(adit_strerror(code));
}

/* `{"@reply": {"effect", "result"}}`, or with an "error". */
static bool reply(host *host, const job *job) {
    bool fetches = strcmp(job_gateway(job), "fetch") == 0, is_taken = false;
    if (!fetches && (!hand_over(host, job, &is_taken) || is_taken))
        return is_taken;
    json_t *body = fetches ? fetch_answer(host->folder, json_object_get(job_effect(job), "request"))
                           : json_pack("{s:s}", "error", "there is no such gateway here");
    if (body == NULL)
        return fail(adit_strerror(ADIT_ENOMEM));
    print_answer(host, job, body);
    json_t *reply = NULL;
    if (json_object_set_new(body, "effect", json_string(job_id(job))) == 0)
        reply = json_pack("{s:O}", "@reply", body);
    json_decref(body);
    bool sent = host_send(host, reply);
    json_decref(reply);
    return sent;
}

/* Lets the core handle all that there is. */
static bool process(host *host) {
    int32_t heard;
    do {
        heard = adit_process(host->core, 0);
    } while (heard > 0);
    if (heard < 0 && heard != ADIT_ECLOSED)
        return fail(adit_strerror(heard));
    return host->is_short_of_memory ? fail(adit_strerror(ADIT_ENOMEM)) : true;
}

bool host_work(host *host) {
    job *due;
    do {
        if (!process(host))
            return false;
        due = jobs_take_due(&host->jobs, host->now);
        bool replied = due == NULL || reply(host, due);
        job_free(due);
        int32_t left = replied ? adit_gateways_process(host->gateways, 0) : 0;
        if (!replied || (left < 0 && !fail(adit_strerror(left))))
            return false;
    } while (due != NULL);
    return true;
}

/* -- Sending. -- */

bool host_send(host *host, const json_t *message) {
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    if (text == NULL)
        return fail(adit_strerror(ADIT_ENOMEM));
    adit_error error;
    int32_t code = adit_send(host->core, text, ADIT_NTS, &error);
    if (code == ADIT_EFULL && process(host)) /* what waits is handled, and then there is room */
        code = adit_send(host->core, text, ADIT_NTS, &error);
    free(text);
    return code == ADIT_OK || fail(error.text);
}

bool host_pass(host *host, int64_t milliseconds) {
    if (!host->is_virtual)
        return true;
    json_t *advance = json_pack("{s:{s:I}}", "@advance", "by", (json_int_t)milliseconds);
    host->now += milliseconds; /* what is heard now is heard then */
    bool sent = host_send(host, advance);
    json_decref(advance);
    return sent;
}

void host_read_clock(host *host) {
    struct timespec time;
    if (!host->is_virtual && clock_gettime(CLOCK_MONOTONIC, &time) == 0)
        host->now = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* -- Opening and closing. -- */

/* The config with what the host does, to be freed. What is no object is left for Adit to refuse. */
static char *complete(const host *host, const char *config) {
    json_t *object = json_loads(config, JSON_REJECT_DUPLICATES, NULL);
    json_t *own = json_pack("{s:[s,s],s:s,s:s}", "gateways", "fetch", "keyValue", "log", "warning", "clock",
                            host->is_virtual ? "virtual" : "real");
    char *text = NULL;
    if (own != NULL && (object == NULL || !json_is_object(object)))
        text = strdup(config);
    else if (own != NULL && json_object_update_missing(object, own) == 0)
        text = json_dumps(object, JSON_COMPACT);
    json_decref(own);
    json_decref(object);
    return text;
}

/* The library answers by adit_send. */
static bool open_gateways(host *host) {
    json_t *config = json_pack("{s:{s:s}}", "keyValue", "path", host->store != NULL ? host->store : ":memory:");
    char *text = config != NULL ? json_dumps(config, JSON_COMPACT) : NULL;
    json_decref(config);
    if (text == NULL)
        return fail(adit_strerror(ADIT_ENOMEM));
    adit_error error;
    int32_t code = adit_gateways_open(text, ADIT_NTS, adit_send, &host->gateways, &error);
    free(text);
    return code == ADIT_OK || fail(error.text);
}

int host_gateways_fd(const host *host) {
    return adit_gateways_fd(host->gateways);
}

bool host_open(host *host, const char *config) {
    if (!open_gateways(host))
        return false;
    char *text = complete(host, config);
    if (text == NULL)
        return fail(adit_strerror(ADIT_ENOMEM));
    adit_error error;
    int32_t code = adit_open(ADIT_ABI_VERSION, "reader", text, ADIT_NTS, on_message, host, NULL, &host->core, &error);
    free(text);
    if (code != ADIT_OK)
        adit_gateways_close(host->gateways);
    return code == ADIT_OK || fail(error.text);
}

bool host_close(host *host) {
    int32_t code = adit_close(host->core, PATIENCE_MS); /* what is in flight is cancelled, and heard of */
    jobs_clear(&host->jobs);
    adit_gateways_close(host->gateways);
    return code == ADIT_OK || fail(adit_strerror(code));
}
