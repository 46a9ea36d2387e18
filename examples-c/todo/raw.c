#define _POSIX_C_SOURCE 200809L /* STDIN_FILENO */
#include "raw.h"

#include "input.h"

#include <adit.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool fail(const char *text) {
    fflush(stdout);
    fprintf(stderr, "todo: %s\n", text);
    return false;
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core;
    fwrite(json, 1, length, stdout);
    putchar('\n');
}

/* The name that Adit gives a code in an `@error`: that of adit.h, in lower case, without ADIT_. */
static const char *code_name(int32_t code) {
    switch (code) {
    case ADIT_EINVAL:
        return "einval";
    case ADIT_ECORE:
        return "ecore";
    case ADIT_EJSON:
        return "ejson";
    case ADIT_EMESSAGE:
        return "emessage";
    case ADIT_ESIZE:
        return "esize";
    case ADIT_EFULL:
        return "efull";
    case ADIT_ENOMEM:
        return "enomem";
    case ADIT_ECLOSED:
        return "eclosed";
    default:
        return "einternal";
    }
}

static bool refuse(size_t line, const adit_error *error) {
    json_t *what = json_pack("{s:I,s:s}", "line", (json_int_t)line, "code", code_name(error->code));
    if (error->offset != ADIT_NO_OFFSET)
        json_object_set_new(what, "offset", json_integer(error->offset));
    json_object_set_new(what, "text", json_string(error->text));
    json_t *refused = json_pack("{s:o}", "@refused", what);
    if (refused == NULL || json_dumpf(refused, stdout, JSON_COMPACT) != 0)
        fail(error->text);
    putchar('\n');
    json_decref(refused);
    return false;
}

/* Sends a line, and drives the core until its output has ended. */
static bool pass(adit_core core, size_t number, const char *line, size_t length) {
    adit_error error;
    if (adit_send(core, line, length, &error) != ADIT_OK)
        return refuse(number, &error);
    int32_t heard = adit_process(core, 0);
    return heard >= 0 || fail(adit_strerror(heard));
}

/* Passes the lines on that are there. */
static bool pass_lines(adit_core core, input *input, size_t *number) {
    static const char blanks[] = " \t\r";
    char *line;
    size_t length;
    bool good = true;
    while ((line = input_line(input, &length)) != NULL) {
        *number += 1;
        if (strspn(line, blanks) < length)
            good &= pass(core, *number, line, length);
        fflush(stdout); /* whoever writes the lines may wait for the answer to one before writing the next */
    }
    return good;
}

/* Lets the core go on with what it waits for until there is something to read. */
static bool await_input(adit_core core, int fd) {
    /* The descriptor of a core that a message has closed is an error, and so below 0: poll leaves it out. */
    struct pollfd ready[] = {{.fd = fd, .events = POLLIN}, {.fd = adit_fd(core), .events = POLLIN}};
    while (true) {
        if (poll(ready, 2, -1) < 0) {
            if (errno == EINTR)
                continue;
            return fail(strerror(errno));
        }
        if (ready[0].revents != 0)
            return true;
        int32_t heard = adit_process(core, 0);
        if (heard < 0)
            return fail(adit_strerror(heard));
        fflush(stdout);
    }
}

static bool pass_all(adit_core core) {
    input input = {.fd = STDIN_FILENO};
    size_t number = 0;
    bool good = true, goes_on = true;
    while (goes_on && !input.ended) {
        goes_on = await_input(core, input.fd) && (input_read(&input) || fail(strerror(errno)));
        good &= goes_on && pass_lines(core, &input, &number);
    }
    input_destroy(&input);
    return good;
}

bool raw_run(const char *app, const char *config) {
    adit_core core;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, app, config, ADIT_NTS, on_message, NULL, NULL, &core, &error) != ADIT_OK)
        return fail(error.text);
    bool good = pass_all(core);
    int32_t closed = adit_close(core, 1000);
    return closed == ADIT_OK ? good : fail(adit_strerror(closed));
}
