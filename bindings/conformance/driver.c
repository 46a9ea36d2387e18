/*
 * driver.c: a driver (README.md) that calls adit.h itself, in a library that it opens.
 *
 *   driver LIBRARY
 */
#define _POSIX_C_SOURCE 200809L
#include "library.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static library adit;
static json_t *heard; /* the texts of the messages since the request began */

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core;
    json_array_append_new(heard, json_stringn(json, length));
}

static json_t *failure(int32_t code, const adit_error *error) {
    json_t *offset = error == NULL || error->offset == ADIT_NO_OFFSET ? json_null() : json_integer(error->offset);
    const char *text = error != NULL && error->text[0] != '\0' ? error->text : adit.strerror(code);
    return json_pack("{s:{s:i, s:o, s:s}}", "error", "code", code, "offset", offset, "text", text);
}

static json_t *answer_to(const char *request, const json_t *arguments) {
    adit_core core = (adit_core)json_integer_value(json_object_get(arguments, "core"));
    int timeout = (int)json_integer_value(json_object_get(arguments, "timeout"));
    const json_t *json = json_object_get(arguments, "text");
    const char *text = json_string_value(json), *app = json_string_value(json_object_get(arguments, "app"));
    size_t size = json_string_length(json);
    adit_error error = {.offset = ADIT_NO_OFFSET};
    char *out = NULL;
    size_t length = 0;
    int32_t code;
    json_t *answer = json_object();

    if (strcmp(request, "catalog") == 0) {
        code = adit.catalog(app, &out, &length);
    } else if (strcmp(request, "open") == 0) {
        const json_t *config = json_object_get(arguments, "config");
        code = adit.open(ADIT_ABI_VERSION, app, json_string_value(config), json_string_length(config), on_message, NULL,
                         NULL, &core, &error);
        json_object_set_new(answer, "core", json_integer((json_int_t)core));
    } else if (strcmp(request, "send") == 0) {
        const char *client = json_string_value(json_object_get(arguments, "client"));
        code = client != NULL ? adit.submit(core, client, text, size, &error) : adit.send(core, text, size, &error);
    } else if (strcmp(request, "process") == 0) {
        code = adit.process(core, timeout);
    } else if (strcmp(request, "call") == 0) {
        code = adit.call(core, text, size, timeout, &out, &length, &error);
    } else if (strcmp(request, "wakeup") == 0) {
        code = adit.wakeup(core);
    } else if (strcmp(request, "close") == 0) {
        code = adit.close(core, timeout);
    } else {
        code = ADIT_EINVAL;
    }
    if (code < 0) {
        json_decref(answer);
        answer = failure(code, &error);
    }
    if (out != NULL)
        json_object_set_new(answer, "out", json_stringn(out, length));
    adit.free(out);
    if (core != 0) {
        struct pollfd file = {.fd = adit.fd(core), .events = POLLIN};
        json_object_set(answer, "messages", heard);
        json_object_set_new(answer, "ready", json_boolean(file.fd >= 0 && poll(&file, 1, 0) > 0));
    }
    return answer;
}

int main(int count, char **arguments) {
    text fault = {0};
    if (count != 2 || !library_open(&adit, arguments[1], &fault)) {
        fprintf(stderr, "%s\n", count != 2 ? "usage: driver LIBRARY" : text_string(&fault));
        return 2;
    }
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        json_t *request = json_loads(line, JSON_ALLOW_NUL, NULL);
        void *first = json_object_iter(request);
        heard = json_array();
        json_t *answer = first == NULL ? failure(ADIT_EJSON, NULL)
                                       : answer_to(json_object_iter_key(first), json_object_iter_value(first));
        json_dumpf(answer, stdout, JSON_COMPACT);
        putchar('\n');
        fflush(stdout);
        json_decref(answer);
        json_decref(heard);
        json_decref(request);
    }
    free(line);
    text_destroy(&fault);
    return 0;
}
