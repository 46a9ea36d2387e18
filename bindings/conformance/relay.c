/*
 * relay.c: an Adit library whose cores are in another process.
 *
 * Each call is one line of JSON to a driver, a program that makes the call through a binding and answers by one line
 * (README.md describes both). So adit scenario, which opens a library, runs its scenarios through any binding. The
 * driver is the command in ADIT_DRIVER; it is started by the first call, and ends with its input.
 *
 * One thread; callback mode only.
 */
#define _GNU_SOURCE
#include <adit.h>

#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* -- The driver. -- */

static FILE *to_driver, *from_driver;

static bool start_driver(void) {
    const char *command = getenv("ADIT_DRIVER");
    int in[2], out[2];
    if (command == NULL || pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        fprintf(stderr, "relay: ADIT_DRIVER is not set, or the system has no pipe left\n");
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_driver = fdopen(in[1], "w");
    from_driver = fdopen(out[0], "r");
    return child > 0 && to_driver != NULL && from_driver != NULL;
}

/* Sends a request, which is taken, and returns the answer, the caller's; NULL if the driver does not answer. */
static json_t *ask(const char *name, json_t *arguments) {
    if (to_driver == NULL && !start_driver())
        return NULL;
    json_t *request = json_pack("{s:o}", name, arguments);
    char *line = NULL;
    size_t capacity = 0;
    if (json_dumpf(request, to_driver, JSON_COMPACT) == 0 && fputc('\n', to_driver) != EOF && fflush(to_driver) == 0 &&
        getline(&line, &capacity, from_driver) > 0) {
        json_error_t error;
        json_t *answer = json_loads(line, JSON_ALLOW_NUL, &error);
        if (!json_is_object(answer))
            fprintf(stderr, "relay: the driver's answer to %s is no JSON object: %s\n", name, line);
        json_decref(request);
        free(line);
        return answer;
    }
    fprintf(stderr, "relay: the driver ended before it answered %s\n", name);
    json_decref(request);
    free(line);
    return NULL;
}

/* The code of an answer, which fills in `error`. */
static int32_t code_of(const json_t *answer, adit_error *error) {
    const json_t *failure = json_object_get(answer, "error");
    adit_error filled = {.code = ADIT_OK, .offset = ADIT_NO_OFFSET};
    if (answer == NULL) {
        filled.code = ADIT_EINTERNAL;
        snprintf(filled.text, sizeof filled.text, "the driver did not answer");
    } else if (failure != NULL) {
        const json_t *offset = json_object_get(failure, "offset");
        const char *text = json_string_value(json_object_get(failure, "text"));
        filled.code = (int32_t)json_integer_value(json_object_get(failure, "code"));
        filled.offset = json_is_integer(offset) ? (uint32_t)json_integer_value(offset) : ADIT_NO_OFFSET;
        snprintf(filled.text, sizeof filled.text, "%s", text != NULL ? text : "");
        /* An error without a code is the driver's fault, and not a success. */
        if (filled.code == ADIT_OK)
            filled.code = ADIT_EINTERNAL;
    }
    if (error != NULL)
        *error = filled;
    return filled.code;
}

/* -- Cores. -- */

typedef struct relayed {
    adit_core core;
    adit_message_fn fn;
    void *context;
    adit_release_fn release;
    int file; /* what adit_fd returns */
    struct relayed *next;
} relayed;

static relayed *cores;

static relayed *find(adit_core core) {
    for (relayed *each = cores; each != NULL; each = each->next) {
        if (each->core == core)
            return each;
    }
    return NULL;
}

static void forget(relayed *core) {
    relayed **place = &cores;
    while (*place != core)
        place = &(*place)->next;
    *place = core->next;
    close(core->file);
    if (core->release != NULL)
        core->release(core->context);
    free(core);
}

/* Passes the messages of an answer on, and keeps whether the core is ready. Returns their number. */
static int32_t deliver(relayed *core, const json_t *answer) {
    json_t *messages = json_object_get(answer, "messages"), *message;
    size_t index;
    uint64_t count;
    bool is_ready = json_is_true(json_object_get(answer, "ready"));
    if (read(core->file, &count, sizeof count) < 0)
        count = 0; /* it was not ready */
    count = 1;
    if (is_ready && write(core->file, &count, sizeof count) < 0)
        perror("relay");
    json_array_foreach(messages, index, message)
        core->fn(core->context, core->core, json_string_value(message), json_string_length(message));
    return (int32_t)json_array_size(messages);
}

/* The text of an answer's `out`, for the caller of the library. */
static int32_t hand_over(const json_t *answer, char **out, size_t *length) {
    const json_t *text = json_object_get(answer, "out");
    size_t size = json_string_length(text);
    *out = malloc(size + 1);
    if (*out == NULL || !json_is_string(text)) {
        free(*out);
        *out = NULL;
        return ADIT_EINTERNAL;
    }
    memcpy(*out, json_string_value(text), size);
    (*out)[size] = '\0';
    if (length != NULL)
        *length = size;
    return ADIT_OK;
}

static json_t *text_of(const char *json, size_t length) {
    /* Texts of scenarios are UTF-8: they come from JSON files. */
    return json_stringn(json, length == ADIT_NTS ? strlen(json) : length);
}

/* -- The functions of adit.h that adit scenario calls. -- */

uint32_t adit_abi_version(void) {
    return ADIT_ABI_VERSION;
}

const char *adit_version(void) {
    return ADIT_VERSION;
}

const char *adit_strerror(int32_t code) {
    return code == ADIT_OK ? "success" : "an error that the driver did not describe";
}

void adit_free(void *pointer) {
    free(pointer);
}

int32_t adit_catalog(const char *app, char **out, size_t *length) {
    json_t *answer = ask("catalog", json_pack("{s:s?}", "app", app));
    int32_t code = code_of(answer, NULL);
    *out = NULL;
    if (code == ADIT_OK)
        code = hand_over(answer, out, length);
    json_decref(answer);
    return code;
}

int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn release, adit_core *out, adit_error *error) {
    (void)abi;
    *out = 0;
    if (fn == NULL)
        return ADIT_EINVAL;
    json_t *answer = ask("open", json_pack("{s:s, s:o}", "app", app, "config",
                                           config == NULL ? json_string("{}") : text_of(config, length)));
    int32_t code = code_of(answer, error);
    if (code == ADIT_OK) {
        relayed *core = malloc(sizeof *core);
        *core = (relayed){.core = (adit_core)json_integer_value(json_object_get(answer, "core")), .fn = fn,
                          .context = context, .release = release, .file = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC),
                          .next = cores};
        cores = core;
        *out = core->core;
    } else if (release != NULL) {
        release(context);
    }
    json_decref(answer);
    return code;
}

int32_t adit_submit(adit_core core, const char *client, const char *json, size_t length, adit_error *error) {
    json_t *answer = ask("send", json_pack("{s:I, s:s*, s:o}", "core", (json_int_t)core, "client", client, "text",
                                           text_of(json, length)));
    int32_t code = code_of(answer, error);
    json_decref(answer);
    return code;
}

int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error) {
    return adit_submit(core, NULL, json, length, error);
}

/* A request that drives a core. */
static int32_t drive(adit_core core, const char *name, json_t *arguments, json_t **answer, adit_error *error) {
    relayed *driven = find(core);
    *answer = NULL;
    if (driven == NULL) {
        json_decref(arguments);
        return ADIT_ECORE;
    }
    *answer = ask(name, arguments);
    int32_t code = code_of(*answer, error);
    int32_t count = deliver(driven, *answer);
    return code == ADIT_OK ? count : code;
}

int32_t adit_process(adit_core core, int32_t timeout_ms) {
    json_t *answer;
    int32_t code = drive(core, "process", json_pack("{s:I, s:i}", "core", (json_int_t)core, "timeout", timeout_ms),
                         &answer, NULL);
    json_decref(answer);
    return code;
}

int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error) {
    json_t *answer;
    *out = NULL;
    int32_t code = drive(core, "call",
                         json_pack("{s:I, s:o, s:i}", "core", (json_int_t)core, "text", text_of(json, length),
                                   "timeout", timeout_ms),
                         &answer, error);
    if (code >= 0)
        code = hand_over(answer, out, out_length);
    json_decref(answer);
    return code;
}

int32_t adit_receive(adit_core core, int32_t timeout_ms, char **out, size_t *length) {
    (void)core, (void)timeout_ms, (void)length;
    *out = NULL;
    return ADIT_EINVAL;
}

int32_t adit_fd(adit_core core) {
    const relayed *found = find(core);
    return found == NULL ? ADIT_ECORE : found->file;
}

int32_t adit_wakeup(adit_core core) {
    json_t *answer = ask("wakeup", json_pack("{s:I}", "core", (json_int_t)core));
    int32_t code = code_of(answer, NULL);
    json_decref(answer);
    return code;
}

int32_t adit_close(adit_core core, int32_t timeout_ms) {
    json_t *answer;
    int32_t code = drive(core, "close", json_pack("{s:I, s:i}", "core", (json_int_t)core, "timeout", timeout_ms),
                         &answer, NULL);
    relayed *closed = find(core);
    if (closed != NULL && code != ADIT_EBUSY)
        forget(closed);
    json_decref(answer);
    return code > 0 ? ADIT_OK : code;
}
