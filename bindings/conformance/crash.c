/*
 * What a host in C does when the process of its core crashes: for bindings/conformance/crash. adit.h has no requests and
 * gateways of its own, so they are the host's: it ends them when the core says @crashed or @gone.
 *
 *     crash LIBRARY
 */
#define _POSIX_C_SOURCE 200809L
#include "library.h"

#include <adit_patch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static library adit;
static adit_core core;
static adit_mirror count;
static bool waits;         /* a request waits for its answer */
static bool serves;        /* the gateway has a request */
static bool is_subscribed; /* the mirror has a subscription */
static int zeros;

static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

static void check(int32_t code, const adit_error *error) {
    if (code >= 0)
        return;
    fprintf(stderr, "crash: %s\n", error != NULL && error->text[0] != '\0' ? error->text : adit.strerror(code));
    exit(EXIT_FAILURE);
}

static void send(const char *text) {
    adit_error error = {0};
    check(adit.send(core, text, ADIT_NTS, &error), &error);
}

static void lose(void) {
    if (waits)
        say("failed ECRASHED");
    if (serves)
        say("cancelled lists");
    waits = serves = false;
}

static void hear_count(const json_t *message) {
    adit_line error = {0};
    switch (adit_mirror_hear(&count, message, NULL, NULL, &error)) {
    case ADIT_MIRROR_VALUE:
    case ADIT_MIRROR_PATCHED:
        printf("count %" JSON_INTEGER_FORMAT "\n", json_integer_value(count.value));
        fflush(stdout);
        zeros += json_integer_value(count.value) == 0;
        break;
    case ADIT_MIRROR_REOPENED:
    case ADIT_MIRROR_LOST:
        is_subscribed = false;
        break;
    case ADIT_MIRROR_NONE:
        break;
    }
}

static void on_message(void *context, adit_core id, const char *text, size_t length) {
    json_t *message = json_loadb(text, length, 0, NULL);
    (void)context, (void)id;
    if (json_object_get(message, "@crashed") != NULL || json_object_get(message, "@gone") != NULL)
        lose();
    if (json_object_get(message, "@effect") != NULL) {
        serves = true;
        say("called lists");
    }
    json_t *added = json_object_get(json_object_get(json_object_get(message, "todo"), "response"), "wasAdded");
    if (added != NULL) {
        waits = false;
        printf("added %s\n", json_string_value(json_object_get(added, "text")));
        fflush(stdout);
    }
    hear_count(message);
    json_decref(message);
}

static void process(void) {
    check(adit.process(core, -1), NULL);
    if (is_subscribed)
        return;
    is_subscribed = true;
    send("{\"@subscribe\":{\"subscription\":\"count\",\"path\":\"/view/openCount\"}}");
}

static void request(const char *text) {
    waits = true;
    send(text);
    while (waits)
        process();
}

int main(int argc, char **argv) {
    static const char config[] = "{\"gateways\":[\"lists\"]}";
    static const char import[] = "{\"todo\":{\"request\":{\"import\":{\"from\":\"x\"}}},\"@id\":2}";
    adit_error error = {0};
    text fault = {0};
    if (argc != 2 || !library_open(&adit, argv[1], &fault)) {
        fprintf(stderr, "crash: %s\n", argc != 2 ? "the path of a library is expected" : text_string(&fault));
        return EXIT_FAILURE;
    }
    count = adit_mirror_make("count", "/view/openCount");
    check(adit.open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, on_message, NULL, NULL, &core, &error), &error);
    is_subscribed = true;
    send("{\"@subscribe\":{\"subscription\":\"count\",\"path\":\"/view/openCount\"}}");
    request("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Milk\"}}}},\"@id\":1}");
    request(import);
    while (zeros < 2)
        process(); /* it begins anew */
    request("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Tea\"}}}},\"@id\":3}");
    request(import);
    check(adit.close(core, 1000), NULL);
    adit_mirror_destroy(&count);
    say("closed");
    return EXIT_SUCCESS;
}
