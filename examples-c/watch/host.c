#include "host.h"
#include "print.h"
#include <adit_patch.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The name of the subscription; lines from standard input can make others, which the mirror does not hear. */
static const char SUBSCRIPTION[] = "watch";

/** How long the core's own work may take to end. */
enum { PATIENCE_MS = 1000 };

bool host_fail(host *host, const char *text) {
    fflush(stdout);
    fprintf(stderr, "watch: %s\n", text);
    host->has_failed = true;
    return false;
}

/* -- Hearing. This runs inside adit_process. -- */

static void on_change(void *context, const adit_patch_change *change) {
    host *host = context;
    host->changes += 1;
    print_change(&host->mirror, change);
}

/*
 * The answer to a @get of all that is mirrored. What the core does from one batch to the next is told in order, so that
 * the mirror must be equal to it now.
 */
static void compare(host *host, const json_t *body) {
    const char *path = json_string_value(json_object_get(body, "path"));
    adit_line difference = {0};
    if (path == NULL || strcmp(path, host->mirror.path) != 0 || json_object_get(body, "count") != NULL ||
        host->mirror.is_lost)
        return;
    host->was_compared = true;
    adit_line_add(&difference, "the mirror differs: ");
    if (adit_value_differ(host->mirror.value, json_object_get(body, "value"), &difference))
        host_fail(host, difference.text);
}

static void add_text_in(adit_line *line, const json_t *object, const char *key) {
    const json_t *text = json_object_get(object, key);
    if (json_is_string(text))
        adit_line_add_text(line, json_string_value(text), json_string_length(text));
}

/* `{"code", "message"}`: something failed in the core. */
static void hear_error(host *host, const json_t *error) {
    adit_line line = {0};
    adit_line_add(&line, "the core failed (");
    add_text_in(&line, error, "code");
    adit_line_add(&line, "): ");
    add_text_in(&line, error, "message");
    host_fail(host, line.text);
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    host *host = context;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    const json_t *value = json_object_get(message, "@value"), *error = json_object_get(message, "@error");
    adit_line fault = {0};
    adit_mirror_news news = adit_mirror_hear(&host->mirror, message, on_change, host, &fault);
    if (message == NULL)
        host_fail(host, adit_strerror(ADIT_ENOMEM));
    else if (news == ADIT_MIRROR_VALUE)
        print_value(&host->mirror);
    else if (news == ADIT_MIRROR_PATCHED)
        host->patches += 1;
    else if (news == ADIT_MIRROR_LOST)
        host_fail(host, fault.text);
    else if (value != NULL && json_object_get(value, "subscription") == NULL && host->checks)
        compare(host, value);
    else if (error != NULL)
        hear_error(host, error);
    host->is_closed |= json_object_get(message, "@closed") != NULL;
    json_decref(message);
}

/* -- Sending. -- */

/* Lets the core handle all that there is. */
static bool process(host *host) {
    int32_t heard;
    do {
        heard = adit_process(host->core, 0);
    } while (heard > 0);
    return heard == 0 || heard == ADIT_ECLOSED || host_fail(host, adit_strerror(heard));
}

/* Sends a message, which is taken. NULL: it could not be made. */
static bool send_message(host *host, json_t *message) {
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    adit_error error = {.text = "there is no memory left"};
    bool sent = text != NULL && adit_send(host->core, text, ADIT_NTS, &error) == ADIT_OK;
    free(text);
    return sent || host_fail(host, error.text);
}

static bool subscribe(host *host) {
    return send_message(
        host, json_pack("{s:{s:s,s:s}}", "@subscribe", "subscription", SUBSCRIPTION, "path", host->mirror.path));
}

/* Begins anew where the mirror is lost. */
static bool resubscribe(host *host) {
    printf("subscribing anew\n");
    return send_message(host, json_pack("{s:{s:s}}", "@unsubscribe", "subscription", SUBSCRIPTION)) &&
           subscribe(host) && process(host);
}

static void check(host *host) {
    host->was_compared = false;
    if (send_message(host, json_pack("{s:{s:s}}", "@get", "path", host->mirror.path)) && process(host) &&
        !host->was_compared)
        host_fail(host, "the mirror could not be compared: the core has not answered");
}

bool host_follow(host *host) {
    if (!process(host))
        return false;
    /* Once: should it be lost again by then, the next time is soon enough. */
    if (host->mirror.is_lost && !host->is_closed && !resubscribe(host))
        return false;
    if (host->checks && !host->is_closed)
        check(host);
    fflush(stdout); /* whoever writes the lines may wait for what comes of one before writing the next */
    return true;
}

bool host_run_line(host *host, size_t number, const char *text, size_t length) {
    adit_error error;
    adit_line refused = {0};
    if (strspn(text, " \t\r") == length)
        return true;
    if (adit_send(host->core, text, length, &error) == ADIT_OK)
        return host_follow(host);
    adit_line_add(&refused, "line %zu: ", number);
    adit_line_add_text(&refused, error.text, strlen(error.text));
    host_fail(host, refused.text);
    return true;
}

/* -- Opening and closing. -- */

bool host_open(host *host, const char *app, const char *config) {
    adit_error error;
    host->mirror = adit_mirror_make(SUBSCRIPTION, host->path);
    if (adit_open(ADIT_ABI_VERSION, app, config, ADIT_NTS, on_message, host, NULL, &host->core, &error) != ADIT_OK)
        return host_fail(host, error.text);
    if (subscribe(host) && host_follow(host))
        return true;
    host_close(host);
    return false;
}

void host_close(host *host) {
    int32_t code = adit_close(host->core, PATIENCE_MS);
    if (code != ADIT_OK)
        host_fail(host, adit_strerror(code));
    print_end(&host->mirror, host->changes, host->patches);
    adit_mirror_destroy(&host->mirror);
}
