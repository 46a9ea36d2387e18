/*
 * The child's side of hosted cores: each call of a host is made as it is, and answered.
 */
#define _POSIX_C_SOURCE 200809L
#include "effect_ids.h"
#include "worker.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* A call, and what it comes to. */
typedef struct call {
    worker *worker;
    const frame *head;
    const json_t *arguments;
    span text;
    entry *entry; /* NULL where there is no open core */
    int32_t code; /* or a number, from 0 */
    adit_error error;
    bool has_worked, is_driven;
    char *out; /* the library's */
    size_t length;
} call;

static worker *hearer;

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    worker_report_output(hearer, (uint32_t)(uintptr_t)context, (span){json, length});
}

static const char *text_argument(const call *call, const char *name) {
    return json_string_value(json_object_get(call->arguments, name));
}

static json_int_t number_argument(const call *call, const char *name) {
    return json_integer_value(json_object_get(call->arguments, name));
}

/* -- Watching. -- */

static bool is_readable(int fd) {
    struct pollfd file = {.fd = fd, .events = POLLIN};
    return poll(&file, 1, 0) > 0;
}

static bool watch(worker *worker, entry *entry, uint32_t number) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u32 = number};
    if (worker->watch < 0 && (worker->watch = epoll_create1(EPOLL_CLOEXEC)) < 0)
        return false;
    entry->fd = worker->library.fd(entry->core);
    entry->is_armed = true;
    return entry->fd >= 0 && epoll_ctl(worker->watch, EPOLL_CTL_ADD, entry->fd, &event) == 0;
}

/* Whether the core has work left; if it has none, it is watched. */
static bool settle(worker *worker, entry *entry, uint32_t number) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u32 = number};
    entry->is_told = is_readable(entry->fd);
    if (!entry->is_told && !entry->is_armed)
        entry->is_armed = epoll_ctl(worker->watch, EPOLL_CTL_MOD, entry->fd, &event) == 0;
    return entry->is_told;
}

void hosted_look(worker *worker) {
    struct epoll_event events[64];
    int count = epoll_wait(worker->watch, events, 64, 0);
    for (int i = 0; i < count; i++) {
        uint32_t number = events[i].data.u32;
        entry *entry = &worker->entries[number];
        if (entry->core == 0 || !entry->is_hosted)
            continue;
        entry->is_armed = false;
        if (!entry->is_told)
            worker_report(worker, (frame){.kind = FRAME_READY, .core = number}, (span){0}, (span){0});
        entry->is_told = true;
    }
}

/* -- The calls. -- */

static void call_open(call *call) {
    worker *worker = call->worker;
    uint32_t number = call->head->core;
    bool is_pulled = json_is_true(json_object_get(call->arguments, "pull"));
    worker_make_entry(worker, number);
    entry *entry = &worker->entries[number];
    *entry = (struct entry){.is_hosted = true, .fd = -1, .openings = call->head->flags};
    call->code = worker->library.open(ADIT_ABI_VERSION, text_argument(call, "app"), call->text.at, call->text.length,
                                      is_pulled ? NULL : on_message, (void *)(uintptr_t)number, NULL, &entry->core,
                                      &call->error);
    if (entry->core == 0)
        return;
    if (!watch(worker, entry, number)) {
        worker->library.close(entry->core, 0);
        *entry = (struct entry){0};
        call->code = ADIT_ENOMEM;
        return;
    }
    call->entry = entry;
    call->is_driven = true;
}

/* The message of a call, for its core. */
static span message_of(const call *call) {
    return effect_ids_read(&call->worker->scratch, call->entry->openings, call->text);
}

static void call_send(call *call) {
    const library *library = &call->worker->library;
    const char *client = text_argument(call, "client");
    adit_core core = call->entry->core;
    span message = message_of(call);
    call->code = client != NULL ? library->submit(core, client, message.at, message.length, &call->error)
                                : library->send(core, message.at, message.length, &call->error);
    /* The host knows of its own message. */
    call->entry->is_told = call->entry->is_told || call->code == ADIT_OK;
}

static void call_process(call *call) {
    call->is_driven = true;
    call->has_worked = is_readable(call->entry->fd);
    call->code = call->worker->library.process(call->entry->core, 0);
}

static void call_receive(call *call) {
    const library *library = &call->worker->library;
    json_int_t most = number_argument(call, "bytes");
    call->is_driven = true;
    if (!json_is_true(json_object_get(call->arguments, "all")))
        call->code = library->receive(call->entry->core, 0, &call->out, &call->length);
    else if (library->receive_all != NULL)
        call->code = library->receive_all(call->entry->core, 0, (size_t)most, &call->out, &call->length);
    else
        call->code = ADIT_EABI;
}

static void call_call(call *call) {
    call->is_driven = true;
    /* A copy: callbacks that are called meanwhile need the scratch. */
    buffer message = {0};
    span text = effect_ids_read(&message, call->entry->openings, call->text);
    call->code =
        call->worker->library.call(call->entry->core, text.at, text.length, 0, &call->out, &call->length, &call->error);
    buffer_destroy(&message);
}

static void call_close(call *call) {
    /* The other cores of the library wait meanwhile. */
    json_int_t timeout = number_argument(call, "timeout");
    timeout = timeout < 0 || timeout > PATIENCE_MS ? PATIENCE_MS : timeout;
    call->code = call->worker->library.close(call->entry->core, (int32_t)timeout);
    if (call->code == ADIT_EBUSY || call->code == ADIT_EINVAL)
        return;
    *call->entry = (struct entry){0};
    call->entry = NULL;
}

static void call_catalog(call *call) {
    call->code = call->worker->library.catalog(text_argument(call, "app"), &call->out, &call->length);
}

static void call_compare(call *call) {
    const library *library = &call->worker->library;
    json_int_t old = number_argument(call, "old");
    if (library->catalog_compare == NULL)
        call->code = ADIT_EABI;
    else if (old < 0 || (size_t)old > call->text.length)
        call->code = ADIT_EINVAL;
    else
        call->code = library->catalog_compare(call->text.at, (size_t)old, call->text.at + old,
                                              call->text.length - (size_t)old, &call->out, &call->length, &call->error);
}

static const struct {
    const char *name;
    void (*make)(call *);
    bool is_of_core;
} calls[] = {
    {"open", call_open, false},       {"send", call_send, true},        {"process", call_process, true},
    {"receive", call_receive, true},  {"call", call_call, true},        {"close", call_close, true},
    {"catalog", call_catalog, false}, {"compare", call_compare, false},
};

static void make(call *call) {
    const char *name = text_argument(call, "call");
    for (size_t i = 0; name != NULL && i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(name, calls[i].name) != 0)
            continue;
        if (calls[i].is_of_core && call->entry == NULL)
            call->code = ADIT_ECORE;
        else
            calls[i].make(call);
        return;
    }
    call->code = ADIT_EINVAL;
}

/* -- The answer. -- */

static json_t *answer_of(const call *call, bool is_ready) {
    json_t *answer = need(json_object());
    const char *name = code_name(call->code), *message = call->error.text;
    if (message[0] == '\0' && call->code < 0)
        message = call->worker->library.strerror(call->code);
    json_object_set_new(answer, "code", name != NULL ? json_string(name) : json_integer(call->code));
    if (message[0] != '\0')
        json_object_set_new(answer, "message", json_string(message));
    if (call->code < 0 && call->error.offset != ADIT_NO_OFFSET)
        json_object_set_new(answer, "offset", json_integer(call->error.offset));
    if (call->is_driven) {
        json_object_set_new(answer, "worked", json_boolean(call->has_worked));
        json_object_set_new(answer, "ready", json_boolean(is_ready));
    }
    return answer;
}

void hosted_call(worker *worker, const frame *head, span call_text, span text) {
    json_t *arguments = json_loadb(call_text.at, call_text.length, 0, NULL);
    /* An empty text is one as well: NULL is none. */
    call call = {.worker = worker,
                 .head = head,
                 .arguments = arguments,
                 .text = {text.at != NULL ? text.at : "", text.length},
                 .error = {.offset = ADIT_NO_OFFSET}};
    hearer = worker;
    if (head->core < worker->count && worker->entries[head->core].core != 0 && worker->entries[head->core].is_hosted)
        call.entry = &worker->entries[head->core];
    make(&call);
    bool is_ready = call.is_driven && call.entry != NULL && settle(worker, call.entry, head->core);
    json_t *answer = answer_of(&call, is_ready);
    char *json = json_text(answer);
    uint32_t flags = (call.entry == NULL ? FRAME_NO_CORE : 0) | (call.out != NULL ? FRAME_TEXT : 0);
    uint32_t openings = call.entry != NULL && call.is_driven ? call.entry->openings : 0;
    span out = effect_ids_written(&worker->scratch, openings, (span){call.out, call.length});
    worker_report(worker, (frame){.kind = FRAME_CALLED, .core = head->core, .number = head->number, .flags = flags},
                  (span){json, strlen(json)}, out);
    free(json);
    worker->library.free(call.out);
    json_decref(answer);
    json_decref(arguments);
}
