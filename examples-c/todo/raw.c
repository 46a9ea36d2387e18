#define _POSIX_C_SOURCE 200809L /* getline */
#include "raw.h"

#include <adit.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Sends a line, and drives the core until nothing more comes of it. */
static bool pass(adit_core core, size_t number, const char *line, size_t length) {
    adit_error error;
    if (adit_send(core, line, length, &error) != ADIT_OK)
        return refuse(number, &error);
    int32_t heard = adit_process(core, 0);
    return heard >= 0 || fail(adit_strerror(heard));
}

static bool pass_all(adit_core core) {
    static const char blanks[] = " \t\r";
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool good = true;
    for (size_t number = 1; (length = getline(&line, &size, stdin)) >= 0; number++) {
        length -= line[length - 1] == '\n';
        if (strspn(line, blanks) < (size_t)length)
            good &= pass(core, number, line, (size_t)length);
        fflush(stdout); /* whoever writes the lines may wait for the answer to one before writing the next */
    }
    if (!feof(stdin))
        good = fail(strerror(errno));
    free(line);
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
