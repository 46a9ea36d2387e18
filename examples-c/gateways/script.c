#define _POSIX_C_SOURCE 200809L /* read */
#include "script.h"
#include "print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** A day, in milliseconds: no wait is longer. */
enum { LONGEST = 86400000 };

static const int64_t ALL_ANSWERED = INT64_MAX;

bool script_read(script *script) {
    size_t room = sizeof script->text - 1 - script->length;
    ssize_t length = read(STDIN_FILENO, script->text + script->length, room);
    if (length < 0 && errno != EINTR && errno != EAGAIN) {
        perror("gateways: standard input");
        return false;
    }
    if (length == 0) {
        script->is_over = true;
        if (script->length > 0) /* the last line may lack its end */
            script->text[script->length++] = '\n';
    }
    script->length += length > 0 ? (size_t)length : 0;
    return true;
}

bool script_has_line(const script *script) {
    return !script->is_ended &&
           (memchr(script->text, '\n', script->length) != NULL || script->length == sizeof script->text - 1);
}

static bool complain(const script *script, const char *text) {
    fflush(stdout);
    fprintf(stderr, "gateways: line %" JSON_INTEGER_FORMAT ": %s\n", script->count, text);
    return false;
}

/* Sends a message with the line's number for an `@id`: its output, however late, carries that number. */
static bool send_message(const script *script, host *host, json_t *message) {
    bool sent;
    if (message == NULL)
        sent = complain(script, "it is no text in UTF-8, or no JSON");
    else if (json_object_set_new(message, "@id", json_integer(script->count)) != 0)
        sent = complain(script, adit_strerror(ADIT_ENOMEM));
    else
        sent = host_send(host, message);
    json_decref(message);
    return sent;
}

static bool read_milliseconds(const char *text, int64_t *out) {
    char *end;
    long long number = strtoll(text, &end, 10);
    *out = number;
    return end > text && *end == '\0' && number >= 0 && number <= LONGEST;
}

static bool set_delay(const script *script, host *host, char *gateway) {
    char *time = strchr(gateway, ' ');
    int64_t delay;
    if (time != NULL)
        *time++ = '\0';
    if (time == NULL || !read_milliseconds(time, &delay))
        return complain(script, "delay GATEWAY MS is expected");
    if (strcmp(gateway, "fetch") == 0)
        host->fetch_delay = delay;
    else if (strcmp(gateway, "keyValue") == 0)
        host->key_value_delay = delay;
    else
        return complain(script, "there is no such gateway; one of fetch, keyValue");
    return true;
}

static bool wait_for(script *script, const host *host, const char *time) {
    int64_t milliseconds;
    if (*time == '\0')
        return script_wait_for_answers(script), true;
    if (!read_milliseconds(time, &milliseconds))
        return complain(script, "wait MS is expected, or wait");
    script->is_waiting = true;
    script->until = host->now + milliseconds;
    return true;
}

/* Runs a line. False, with a text on stderr, where it is no command, or is refused. */
static bool run(script *script, host *host, char *line) {
    static const char *const requests[] = {"open", "refresh", "cancel", "forget"};
    if (line[0] == '{')
        return send_message(script, host, json_loads(line, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL));
    char *rest = line + strcspn(line, " ");
    if (*rest != '\0')
        *rest++ = '\0';
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(line, requests[i]) == 0)
            return send_message(script, host, json_pack("{s:{s:{s:{s:s}}}}", "page", "request", line, "url", rest));
    }
    if (strcmp(line, "delay") == 0)
        return set_delay(script, host, rest);
    if (strcmp(line, "wait") == 0)
        return wait_for(script, host, rest);
    if (strcmp(line, "state") == 0)
        return send_message(script, host, json_pack("{s:{s:s}}", "@get", "path", rest));
    if (strcmp(line, "stats") == 0)
        return send_message(script, host, json_pack("{s:{}}", "@stats"));
    script->is_ended = strcmp(line, "quit") == 0;
    return script->is_ended || complain(script, "there is no such command; see gateways --help");
}

void script_run_line(script *script, host *host) {
    char line[sizeof script->text];
    char *end = memchr(script->text, '\n', script->length);
    size_t length = end != NULL ? (size_t)(end - script->text) : script->length;
    memcpy(line, script->text, length);
    line[length] = '\0';
    length += end != NULL;
    script->length -= length;
    memmove(script->text, script->text + length, script->length);
    script->count += 1;
    if (end == NULL) {
        script->has_failed = true;
        complain(script, "it is too long");
    } else if (line[0] != '\0' && line[0] != '#') {
        print_start(host, script->count);
        printf("> ");
        print_text(line);
        putchar('\n');
        script->has_failed |= !run(script, host, line);
    }
}

void script_wait_for_answers(script *script) {
    script->is_waiting = true;
    script->until = ALL_ANSWERED;
}

bool script_waits(script *script, const host *host) {
    if (script->until == ALL_ANSWERED ? host->jobs.first == NULL : host->now >= script->until)
        script->is_waiting = false;
    return script->is_waiting;
}
