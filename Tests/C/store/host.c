/*
 * store_host: a host that tells a todo core on a store a story (steps.h), and is killed by those that test the store.
 *
 *     store_host PATH OPTIONS TRACE SEED SCHEDULE...
 *
 * OPTIONS goes into the config's `store`, such as `,"durability":"normal"`. TRACE is the file that it tells in what it
 * does (trace.h). It goes on where the store is, by SCHEDULE:
 *
 *     SIZE    sends so many messages, then drives the core: one batch, until it is written
 *     NxSIZE  does so N times
 *     close   closes the core, and opens it again
 *     kill    kills itself
 *     again   begins with the schedule's first again
 *
 * and closes the core at the end.
 */
#define _GNU_SOURCE
#include "adit.h"
#include "steps.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

static int trace;
static struct steps steps;
static bool refused; /* whether the batch was not written */

/* Writes a line into the trace, in one piece. */
static void tell(const char *format, ...) {
    char line[1024];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line - 1, format, values);
    va_end(values);
    if (length < 0 || length >= (int)sizeof line - 1)
        abort();
    line[length++] = '\n';
    if (write(trace, line, (size_t)length) != length)
        abort();
}

static void expect(bool holds, const char *what, const char *why) {
    if (holds)
        return;
    tell("failed: %s: %.300s", what, why);
    exit(EXIT_FAILURE);
}

/* Traced in one write: it has been heard when its line is there. */
static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core;
    refused = refused || strncmp(json, "{\"@error\":", 10) == 0;
    char *line = malloc(length + 1);
    if (line == NULL)
        abort();
    memcpy(line, json, length);
    line[length] = '\n';
    if (write(trace, line, length + 1) != (ssize_t)length + 1)
        abort();
    free(line);
}

/* Opens the store, and goes on to the part of the story that comes next. */
static adit_core opened(const char *path, const char *options) {
    char config[8192], *told, message[STEPS_LENGTH];
    adit_core core;
    adit_error error;
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"%s}}", path, options);
    tell("open");
    int32_t code = adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, hear, NULL, NULL, &core, &error);
    expect(code == ADIT_OK, "adit_open", error.text);
    code = adit_call(core, "{\"@get\":{\"path\":\"/items/ids/0\"}}", ADIT_NTS, -1, &told, NULL, &error);
    expect(code == ADIT_OK, "adit_call", error.text);
    const char *revision = strstr(told, "\"revision\":");
    expect(revision != NULL, "@get", told);
    long number = strtol(revision + strlen("\"revision\":"), NULL, 10);
    adit_free(told);
    tell("opened %ld", number);
    expect(number >= steps.number, "the revision", "is lower than it was");
    while (steps.number < number)
        steps_next(&steps, message);
    return core;
}

static void closed(adit_core core) {
    tell("close");
    int32_t code = adit_close(core, 1000);
    expect(code == ADIT_OK, "adit_close", adit_strerror(code));
    tell("closed");
}

static void batch(adit_core core, long count) {
    const struct steps before = steps;
    char message[STEPS_LENGTH];
    adit_error error;
    do {
        steps = before;
        refused = false;
        tell("send %ld", steps.number + count);
        for (long index = 0; index < count; index++) {
            size_t length = steps_next(&steps, message);
            expect(adit_send(core, message, length, &error) == ADIT_OK, "adit_send", error.text);
        }
        /* 0: the storage does not know yet whether the batch is written. */
        int32_t heard = 0;
        while (heard == 0)
            heard = adit_process(core, -1);
        expect(heard > 0, "adit_process", adit_strerror(heard));
        tell(refused ? "refused" : "done");
    } while (refused);
}

int main(int argc, char **argv) {
    if (argc < 6)
        return 2;
    trace = open(argv[3], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (trace < 0)
        return 2;
    steps.seed = strtoul(argv[4], NULL, 10);
    adit_core core = opened(argv[1], argv[2]);
    for (int index = 5; index < argc; index++) {
        if (strcmp(argv[index], "close") == 0) {
            closed(core);
            core = opened(argv[1], argv[2]);
        } else if (strcmp(argv[index], "kill") == 0) {
            raise(SIGKILL);
        } else if (strcmp(argv[index], "again") == 0) {
            index = 4;
        } else {
            const char *size = strchr(argv[index], 'x');
            for (long count = size != NULL ? strtol(argv[index], NULL, 10) : 1; count > 0; count--)
                batch(core, strtol(size != NULL ? size + 1 : argv[index], NULL, 10));
        }
    }
    closed(core);
    tell("end");
    return EXIT_SUCCESS;
}
