/*
 * chat: a host that feeds its core. The app `chat` has an inbox, which asks once and is answered as often as somebody
 * writes something, and a heartbeat clock. What others write is read from standard input, a line each:
 *
 *     Zoe: Hello!     Zoe writes something
 *     +30             30 seconds pass: the clock is a virtual one
 *     /room kitchen   another room is followed
 *     /offline        none is
 */
#define _POSIX_C_SOURCE 200809L /* getline, strdup */
#include <adit.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct host {
    adit_core core;
    char *inbox; /* the id of the @effect that asks for messages; NULL where none does */
    bool failed;
} host;

static void fail(host *host, const char *text) {
    fflush(stdout);
    fprintf(stderr, "chat: %s\n", text);
    host->failed = true;
}

/* -- Hearing. -- */

static const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

/* `{"@effect": {"id", "gateway": "inbox", "request": {"follow": {"room"}}, "reply": "many"}}`: from now on. */
static void follow(host *host, const json_t *effect) {
    const json_t *request = json_object_get(json_object_get(effect, "request"), "follow");
    printf("-- following %s\n", text_in(request, "room"));
    free(host->inbox);
    host->inbox = strdup(text_in(effect, "id"));
    if (host->inbox == NULL)
        fail(host, adit_strerror(ADIT_ENOMEM));
}

/* `{"@cancel": {"effect"}}`: what is written there does not matter any more. */
static void unfollow(host *host, const json_t *cancel) {
    if (host->inbox == NULL || strcmp(host->inbox, text_in(cancel, "effect")) != 0)
        return;
    printf("-- not following any more\n");
    free(host->inbox);
    host->inbox = NULL;
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    host *host = context;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    const json_t *received = json_object_get(json_object_get(message, "inbox"), "received");
    const json_t *written = json_object_get(received, "message"), *effect = json_object_get(message, "@effect");
    const json_t *beat = json_object_get(json_object_get(message, "heartbeat"), "beats");
    const json_t *cancel = json_object_get(message, "@cancel");
    if (message == NULL)
        fail(host, adit_strerror(ADIT_ENOMEM));
    else if (effect != NULL)
        follow(host, effect);
    else if (cancel != NULL)
        unfollow(host, cancel);
    else if (written != NULL)
        printf("%.8s  %s: %s\n", text_in(written, "date") + strlen("2000-01-01T"), text_in(written, "from"),
               text_in(written, "text"));
    else if (beat != NULL)
        printf("%.8s  (the heart beats)\n", text_in(beat, "at") + strlen("2000-01-01T"));
    json_decref(message);
}

/* -- Sending. -- */

/* Sends a message and lets the core handle it. The message is taken; NULL: it could not be made. */
static void send_message(host *host, json_t *message) {
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    adit_error error;
    if (text == NULL)
        fail(host, "it is no text in UTF-8");
    else if (adit_send(host->core, text, ADIT_NTS, &error) != ADIT_OK)
        fail(host, error.text);
    free(text);
    int32_t heard = adit_process(host->core, 0);
    if (heard < 0)
        fail(host, adit_strerror(heard));
}

/* An answer, and more may follow. */
static json_t *written(const host *host, const char *from, const char *text) {
    return json_pack("{s:{s:s,s:{s:s,s:s},s:b}}", "@reply", "effect", host->inbox, "result", "from", from, "text", text,
                     "more", true);
}

/* `+30`: seconds. A century is all that a core takes at once. */
static void pass(host *host, const char *line) {
    long long seconds = strtoll(line, NULL, 10);
    if (seconds < 0 || seconds > 3155760000)
        fail(host, "that is too long");
    else
        send_message(host, json_pack("{s:{s:I}}", "@advance", "by", (json_int_t)seconds * 1000));
}

static void run_line(host *host, char *line) {
    static const char room[] = "/room ";
    char *colon = strstr(line, ": ");
    if (line[0] == '+')
        pass(host, line);
    else if (strncmp(line, room, strlen(room)) == 0)
        send_message(host,
                     json_pack("{s:{s:{s:{s:s}}}}", "presence", "request", "goOnline", "room", line + strlen(room)));
    else if (strcmp(line, "/offline") == 0)
        send_message(host, json_pack("{s:{s:{s:{}}}}", "presence", "request", "goOffline"));
    else if (colon == NULL)
        fail(host, "NAME: TEXT is expected, +SECONDS, /room NAME or /offline");
    else if (host->inbox == NULL)
        printf("-- nobody listens\n");
    else {
        *colon = '\0';
        send_message(host, written(host, line, colon + 2));
    }
}

int main(void) {
    static const char config[] = "{\"gateways\":[\"inbox\"],\"clock\":\"virtual\"}";
    host host = {0};
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, "chat", config, ADIT_NTS, on_message, &host, NULL, &host.core, &error) != ADIT_OK) {
        fprintf(stderr, "chat: %s\n", error.text);
        return EXIT_FAILURE;
    }
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, stdin)) >= 0;) {
        line[length - (line[length - 1] == '\n')] = '\0';
        run_line(&host, line);
    }
    free(line);
    int32_t code = adit_close(host.core, 1000);
    if (code != ADIT_OK)
        fail(&host, adit_strerror(code));
    free(host.inbox);
    if (fflush(stdout) != 0 || ferror(stdin))
        fail(&host, "standard input or output");
    return host.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
