/*
 * A library for test_damaged.py whose core damages what its process says to the server: the message {"damage": N} writes
 * the Nth of these to the sockets. What follows in each case is what the process of a core with damaged memory might say.
 */
#include <adit.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A frame's head, and the kinds of frames from a worker: AditServe/Lines/Frame.swift. */
typedef struct frame {
    uint32_t kind, core;
    uint64_t number;
    int32_t code;
    uint32_t offset, flags, name_length;
    uint64_t text_length;
} frame;
enum { FRAME_HELLO = 5, FRAME_OPENED = 7, FRAME_REFUSED, FRAME_OUTPUT, FRAME_CLOSED, FRAME_DONE, FRAME_CATALOG };
enum { WORKER_FD = 3 };

static adit_message_fn hear;
static void *hearer;
static size_t waiting;
static bool closes;

uint32_t adit_abi_version(void) {
    return ADIT_ABI_VERSION;
}

const char *adit_version(void) {
    return "damaged";
}

const char *adit_strerror(int32_t code) {
    (void)code;
    return "damaged";
}

static int32_t copy(const char *text, char **out, size_t *length) {
    *out = malloc(strlen(text) + 1);
    if (*out == NULL)
        return ADIT_ENOMEM;
    strcpy(*out, text);
    *length = strlen(text);
    return ADIT_OK;
}

int32_t adit_catalog(const char *app, char **out, size_t *length) {
    return copy(app == NULL ? "{\"damaged\":{}}" : "no catalog", out, length);
}

int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn release, adit_core *out, adit_error *error) {
    (void)abi, (void)app, (void)config, (void)length, (void)release, (void)error;
    hear = fn;
    hearer = context;
    *out = 1;
    return ADIT_OK;
}

static void say(frame head, const void *text, size_t length) {
    head.text_length = head.text_length != 0 ? head.text_length : length;
    if (write(WORKER_FD, &head, sizeof head) < 0 || write(WORKER_FD, text, length) < 0)
        _exit(1);
}

static void damage(int number) {
    char garbage[4096];
    memset(garbage, 0xFF, sizeof garbage);
    switch (number) {
    case 0:
        say((frame){.kind = FRAME_OUTPUT, .core = 4000000000}, "{}", 2);
        break;
    case 1:
        say((frame){.kind = FRAME_OUTPUT, .core = 0}, "", 0);
        break;
    case 2:
        say((frame){.kind = FRAME_OUTPUT, .core = 0}, garbage, 100);
        break;
    case 3:
        say((frame){.kind = FRAME_OUTPUT, .core = 0}, "{\"@effect\":7,\"@client\":[", 24);
        break;
    case 4:
        say((frame){.kind = FRAME_OPENED, .core = 77, .code = -99}, "", 0);
        break;
    case 5:
        say((frame){.kind = FRAME_CLOSED, .core = 77}, "", 0);
        break;
    case 6:
        say((frame){.kind = FRAME_REFUSED, .number = 1ULL << 60, .code = -99}, garbage, 10);
        break;
    case 7:
        say((frame){.kind = FRAME_REFUSED, .number = 2, .code = -99, .offset = 1U << 31}, garbage, 10);
        break;
    case 8:
        say((frame){.kind = FRAME_CATALOG, .name_length = 3, .text_length = 1}, "\xFF{}x", 4);
        break;
    case 9:
        say((frame){.kind = FRAME_DONE, .number = 1ULL << 60}, "", 0);
        break;
    case 10:
        say((frame){.kind = FRAME_HELLO}, garbage, 10);
        break;
    case 11:
        say((frame){.kind = FRAME_OPENED, .core = 0, .code = -99, .flags = 99}, "", 0);
        break;
    case 12:
        say((frame){.kind = FRAME_CLOSED, .core = 0}, "", 0);
        break;
    case 13:
        say((frame){.kind = FRAME_OUTPUT, .core = 0, .text_length = UINT64_MAX - 10}, "{}", 2);
        break;
    case 14:
        say((frame){.kind = 0xFFFFFFFF}, garbage, sizeof garbage);
        break;
    default:
        if (write(WORKER_FD, garbage, sizeof garbage) < 0)
            _exit(1);
    }
}

int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error) {
    (void)core, (void)error;
    static const char key[] = "{\"damage\":";
    char text[64] = "";
    if (length < sizeof text)
        memcpy(text, json, length);
    if (strncmp(text, key, sizeof key - 1) == 0)
        damage(atoi(text + sizeof key - 1));
    else if (strcmp(text, "{\"@close\":{}}") == 0)
        closes = true;
    else
        waiting++;
    return ADIT_OK;
}

int32_t adit_submit(adit_core core, const char *client, const char *json, size_t length, adit_error *error) {
    (void)client;
    return adit_send(core, json, length, error);
}

int32_t adit_process(adit_core core, int32_t timeout_ms) {
    (void)timeout_ms;
    for (; waiting > 0; waiting--)
        hear(hearer, core, "{\"fine\":{}}", 11);
    if (closes)
        hear(hearer, core, "{\"@closed\":{}}", 14);
    closes = false;
    return 0;
}

int32_t adit_receive(adit_core core, int32_t timeout_ms, char **out, size_t *length) {
    (void)core, (void)timeout_ms, (void)out, (void)length;
    return ADIT_EINVAL;
}

int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error) {
    (void)core, (void)json, (void)length, (void)timeout_ms, (void)out, (void)out_length, (void)error;
    return ADIT_EINVAL;
}

int32_t adit_fd(adit_core core) {
    (void)core;
    return ADIT_EINVAL;
}

int32_t adit_wakeup(adit_core core) {
    (void)core;
    return ADIT_OK;
}

int32_t adit_close(adit_core core, int32_t timeout_ms) {
    (void)core, (void)timeout_ms;
    return ADIT_OK;
}

void adit_free(void *pointer) {
    free(pointer);
}

int32_t adit_group_open(adit_group *out) {
    *out = 1;
    return ADIT_OK;
}

int32_t adit_group_add(adit_group group, adit_core core) {
    (void)group, (void)core;
    return ADIT_OK;
}

int32_t adit_group_process(adit_group group, int32_t timeout_ms) {
    (void)group;
    return adit_process(1, timeout_ms);
}

/* A descriptor that is never readable. */
int32_t adit_group_fd(adit_group group) {
    (void)group;
    int files[2];
    return pipe(files) == 0 ? files[0] : ADIT_ENOMEM;
}
