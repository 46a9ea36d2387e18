#define _POSIX_C_SOURCE 200809L
#include "host.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** How long a core may be at work on one step, in seconds; how long it may take to close, in milliseconds. */
enum { PATIENCE_S = 60, PATIENCE_MS = 10000 };

/* -- Hearing. -- */

size_t host_find_waiting(const host *host, const char *effect) {
    size_t index;
    json_t *waiting;
    json_array_foreach(host->waiting, index, waiting) {
        const char *id = json_string_value(json_object_get(waiting, "id"));
        if (id != NULL && effect != NULL && strcmp(id, effect) == 0)
            return index;
    }
    return SIZE_MAX;
}

static void append(json_t *array, json_t *value) {
    if (json_array_append_new(array, need(value)) != 0)
        end_without_memory();
}

/* What the host has to know of a message: requests that begin to wait, and those that end. */
static void note(host *host, const json_t *message) {
    json_t *effect = json_object_get(message, "@effect");
    const json_t *cancel = json_object_get(message, "@cancel");
    if (effect != NULL && !json_is_false(json_object_get(effect, "reply")))
        append(host->waiting, json_incref(effect));
    if (cancel != NULL) {
        size_t index = host_find_waiting(host, json_string_value(json_object_get(cancel, "effect")));
        if (index != SIZE_MAX)
            json_array_remove(host->waiting, index);
    }
    host->is_closed = host->is_closed || json_object_get(message, "@closed") != NULL;
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    host *host = context;
    json_t *message = need(json_loadb(json, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL));
    note(host, message);
    append(host->heard, message);
}

/* -- Opening and closing. -- */

static bool fail(const host *host, const char *what, int32_t code, const adit_error *error, text *fault) {
    const char *name = code_name(code);
    const char *words = error != NULL && error->text[0] != '\0' ? error->text : host->library->strerror(code);
    text_add(fault, "%s (%s): %s", what, name != NULL ? name : "no code", words);
    return false;
}

static void destroy(host *host) {
    json_decref(host->heard);
    json_decref(host->waiting);
    *host = (struct host){0};
}

bool host_open(host *host, const library *library, const char *app, const json_t *config, text *fault) {
    *host = (struct host){.library = library, .heard = need(json_array()), .waiting = need(json_array())};
    char *json = json_text(config);
    adit_error error;
    int32_t code = library->open(ADIT_ABI_VERSION, app, json, ADIT_NTS, on_message, host, NULL, &host->core, &error);
    free(json);
    if (code == ADIT_OK)
        return true;
    fail(host, "adit_open refused it", code, &error, fault);
    destroy(host);
    return false;
}

bool host_close(host *host, text *fault) {
    int32_t code = host->library->close(host->core, PATIENCE_MS);
    bool is_good = code == ADIT_OK || fail(host, "adit_close failed", code, NULL, fault);
    destroy(host);
    return is_good;
}

/* -- Driving. -- */

int32_t host_send(host *host, const char *client, const char *json, size_t length, adit_error *error) {
    if (client != NULL && host->library->submit == NULL) {
        *error = (adit_error){.code = ADIT_EABI, .offset = ADIT_NO_OFFSET, .text = "the library has no adit_submit"};
        return ADIT_EABI;
    }
    if (client != NULL)
        return host->library->submit(host->core, client, json, length, error);
    return host->library->send(host->core, json, length, error);
}

static bool has_more_to_do(const host *host) {
    struct pollfd file = {.fd = host->library->fd(host->core), .events = POLLIN};
    return file.fd >= 0 && poll(&file, 1, 0) > 0;
}

static time_t now(void) {
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

bool host_drive(host *host, text *fault) {
    time_t end = now() + PATIENCE_S;
    do {
        int32_t code = host->library->process(host->core, 0);
        if (code < 0)
            return host->is_closed || fail(host, "adit_process failed", code, NULL, fault);
        if (now() > end) {
            text_add(fault, "the core did not come to rest in %d seconds", PATIENCE_S);
            return false;
        }
    } while (!host->is_closed && has_more_to_do(host));
    return true;
}

/* -- Asking. -- */

/*
 * Asks a question, which is taken, of which one answer comes of that name. What was heard stays as it is.
 *
 * `*answer` gets it, the caller's; NULL where another one came: then `fault` is told which.
 */
static bool ask(host *host, json_t *question, const char *name, json_t **answer, text *fault) {
    char *json = json_text(need(question)), *out;
    adit_error error;
    int32_t code = host->library->call(host->core, json, ADIT_NTS, PATIENCE_MS, &out, NULL, &error);
    *answer = NULL;
    json_decref(question);
    if (code == ADIT_OK) {
        json_t *answers = need(json_loads(out, JSON_ALLOW_NUL, NULL));
        *answer = json_incref(json_object_get(json_array_get(answers, 0), name));
        if (*answer == NULL) {
            text_add(fault, "%s was answered by ", json);
            text_add_json(fault, answers, 400);
        }
        json_decref(answers);
        host->library->free(out);
    } else {
        fail(host, json, code, &error, fault);
    }
    free(json);
    return *answer != NULL;
}

bool host_read(host *host, const char *pointer, json_t **value, text *fault) {
    json_t *answer;
    *value = NULL;
    if (!ask(host, json_pack("{s:{s:s}}", "@get", "path", pointer), "@value", &answer, fault))
        return false;
    *value = json_incref(json_object_get(answer, "value"));
    json_decref(answer);
    return true;
}

bool host_count_effects(host *host, json_int_t *count, text *fault) {
    json_t *answer;
    *count = 0;
    if (!ask(host, json_pack("{s:{}}", "@stats"), "@stats", &answer, fault))
        return false;
    *count = json_integer_value(json_object_get(answer, "effects"));
    json_decref(answer);
    return true;
}
