/*
 * The child process. It reads frames, sends the messages in them to the cores, drives those that have work, and writes
 * their output. It writes with blocking calls: while the server does not read, no core is driven.
 */
#define _POSIX_C_SOURCE 200809L
#include "worker.h"

#include "effect_ids.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/** How much is read at a time, and how much output is collected before it is written, in bytes. */
enum { PIECE = 1 << 16, COLLECTED = 1 << 20 };

static worker this = {.watch = -1};

/* -- Writing. -- */

static void flush(void) {
    while (buffer_length(&this.out) > 0 && !this.is_alone) {
        ssize_t count = send(WORKER_FD, buffer_bytes(&this.out), buffer_length(&this.out), MSG_NOSIGNAL);
        if (count >= 0)
            buffer_take(&this.out, (size_t)count);
        else if (errno != EINTR)
            this.is_alone = true;
    }
    if (this.is_alone)
        buffer_destroy(&this.out);
}

static span string_span(const char *text) {
    return (span){text, strlen(text)};
}

void worker_report(worker *worker, frame frame, span name, span text) {
    frame_add(&worker->out, frame, name, text);
    if (buffer_length(&worker->out) > COLLECTED)
        flush();
}

static void report(frame frame, span name, span text) {
    worker_report(&this, frame, name, text);
}

void worker_report_output(worker *worker, uint32_t core, span text) {
    worker_report(worker, (frame){.kind = FRAME_OUTPUT, .core = core}, (span){0},
                  effect_ids_written(&worker->scratch, worker->entries[core].openings, text));
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    static const char closed[] = "{\"@closed\":";
    (void)core;
    uint32_t number = (uint32_t)(uintptr_t)context;
    worker_report_output(&this, number, (span){json, length});
    if (length >= sizeof closed - 1 && memcmp(json, closed, sizeof closed - 1) == 0)
        this.entries[number].is_closed = this.has_closed = true;
}

/* -- Frames. -- */

/* Whether the config has limits.processSteps or limits.processMilliseconds. */
static bool limits_process(span config) {
    span limits = scan_member(config, "limits");
    return limits.at != NULL &&
           (scan_member(limits, "processSteps").at != NULL || scan_member(limits, "processMilliseconds").at != NULL);
}

void worker_make_entry(worker *worker, uint32_t number) {
    if (number < worker->count)
        return;
    size_t count = (size_t)number + 64;
    entry *entries = realloc(worker->entries, count * sizeof *entries);
    if (entries == NULL)
        end_without_memory();
    memset(entries + worker->count, 0, (count - worker->count) * sizeof *entries);
    worker->entries = entries;
    worker->count = count;
}

static void open_core(const frame *head, span app, span config) {
    adit_error error = {0};
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)app.length, app.at);
    worker_make_entry(&this, head->core);
    entry *entry = &this.entries[head->core];
    *entry = (struct entry){.is_limited = limits_process(config), .openings = head->flags};
    int32_t code = this.library.open(ADIT_ABI_VERSION, name, config.at, config.length, on_message,
                                     (void *)(uintptr_t)head->core, NULL, &entry->core, &error);
    if (code == ADIT_OK && entry->core != 0) {
        code = this.library.group_add(this.group, entry->core);
        if (code != ADIT_OK)
            snprintf(error.text, sizeof error.text, "%s", this.library.strerror(code));
    }
    if (code != ADIT_OK && entry->core != 0) {
        this.library.close(entry->core, 0);
        entry->core = 0;
    }
    bool is_open = entry->core != 0;
    this.open += is_open;
    this.limited += is_open && entry->is_limited;
    report((frame){.kind = FRAME_OPENED,
                   .core = head->core,
                   .code = code,
                   .offset = error.offset,
                   .flags = is_open ? 0 : FRAME_NO_CORE},
           (span){0}, string_span(error.text));
}

static void send_message(const frame *head, span client, span text) {
    adit_error error = {.offset = ADIT_NO_OFFSET};
    adit_core core = head->core < this.count ? this.entries[head->core].core : 0;
    int32_t code;
    if (core != 0)
        text = effect_ids_read(&this.scratch, this.entries[head->core].openings, text);
    if (core == 0) {
        code = ADIT_ECORE;
        snprintf(error.text, sizeof error.text, "%s", this.library.strerror(code));
    } else if (client.length == 0) {
        code = this.library.send(core, text.at, text.length, &error);
    } else {
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)client.length, client.at);
        code = this.library.submit(core, name, text.at, text.length, &error);
    }
    if (code != ADIT_OK)
        report((frame){.kind = FRAME_REFUSED,
                       .core = head->core,
                       .number = head->number,
                       .code = code,
                       .offset = error.offset},
               (span){0}, string_span(error.text));
}

static void handle_frames(void) {
    frame head;
    span name, text;
    size_t size;
    while (!this.ends && frame_next(&this.in, &head, &name, &text, &size)) {
        switch (head.kind) {
        case FRAME_OPEN:
            open_core(&head, name, text);
            break;
        case FRAME_SEND:
            send_message(&head, name, text);
            break;
        case FRAME_CALL:
            hosted_call(&this, &head, name, text);
            break;
        case FRAME_END:
            this.ends = true;
            break;
        default:
            break;
        }
        if (head.number != 0)
            this.received = head.number;
        buffer_take(&this.in, size);
    }
}

/* False where the server is gone. */
static bool read_frames(void) {
    ssize_t count = recv(WORKER_FD, buffer_reserve(&this.in, PIECE), PIECE, MSG_DONTWAIT);
    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    buffer_grown(&this.in, (size_t)count);
    handle_frames();
    return count > 0;
}

/* -- Driving. -- */

static bool has_work(void) {
    struct pollfd file = {.fd = this.group_fd, .events = POLLIN};
    return poll(&file, 1, 0) > 0;
}

static void forget_closed(void) {
    if (!this.has_closed)
        return;
    this.has_closed = false;
    for (uint32_t i = 0; i < this.count; i++) {
        entry *entry = &this.entries[i];
        if (!entry->is_closed)
            continue;
        this.library.close(entry->core, PATIENCE_MS);
        this.limited -= entry->is_limited;
        this.open--;
        *entry = (struct entry){0};
        report((frame){.kind = FRAME_CLOSED, .core = i}, (span){0}, (span){0});
    }
}

/* Drives what has work, once, and says up to which message everything has been handled. */
static void drive(void) {
    this.library.group_process(this.group, 0);
    forget_closed();
    if (this.received == this.reported || (this.limited > 0 && has_work()))
        return;
    this.reported = this.received;
    report((frame){.kind = FRAME_DONE, .number = this.reported}, (span){0}, (span){0});
}

static int64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Closes the cores after the messages that were sent to them. */
static void close_cores(void) {
    static const char close[] = "{\"@close\":{}}";
    int64_t end = milliseconds() + PATIENCE_MS;
    for (size_t i = 0; i < this.count; i++) {
        if (this.entries[i].core != 0 && !this.entries[i].is_hosted)
            this.library.send(this.entries[i].core, close, sizeof close - 1, NULL);
    }
    for (int64_t left; this.open > 0 && (left = end - milliseconds()) > 0;) {
        this.library.group_process(this.group, (int32_t)left);
        forget_closed();
    }
    for (size_t i = 0; i < this.count; i++) {
        if (this.entries[i].core != 0)
            this.library.close(this.entries[i].core, 0);
    }
    this.reported = this.received;
    report((frame){.kind = FRAME_DONE, .number = this.reported}, (span){0}, (span){0});
}

/* -- The process. -- */

static bool begin(const char *path, text *fault) {
    if (!library_open(&this.library, path, fault))
        return false;
    if (this.library.group_open == NULL || this.library.group_add == NULL || this.library.group_process == NULL ||
        this.library.group_fd == NULL || this.library.submit == NULL) {
        text_add(fault,
                 "%s: there is no adit_submit or no adit_group_open in it; an Adit library of version %s is expected",
                 path, ADIT_VERSION);
        return false;
    }
    int32_t code = this.library.group_open(&this.group);
    if (code == ADIT_OK) {
        this.group_fd = this.library.group_fd(this.group);
        code = this.group_fd < 0 ? this.group_fd : ADIT_OK;
    }
    if (code != ADIT_OK)
        text_add(fault, "%s: %s", path, this.library.strerror(code));
    return code == ADIT_OK;
}

/* Says which apps there are, with their catalogs: they stay the same, and no client makes the cores wait for them. */
static void introduce(void) {
    char *apps = NULL, *catalog;
    size_t length = 0;
    if (this.library.catalog(NULL, &apps, &length) != ADIT_OK)
        end_without_memory();
    json_t *all = json_loadb(apps, length, JSON_ALLOW_NUL, NULL), *value;
    const char *app;
    json_object_foreach(all, app, value) {
        size_t size = 0;
        catalog = NULL;
        if (this.library.catalog(app, &catalog, &size) == ADIT_OK)
            report((frame){.kind = FRAME_CATALOG}, string_span(app), (span){catalog, size});
        this.library.free(catalog);
    }
    report((frame){.kind = FRAME_HELLO}, string_span(this.library.version()), (span){apps, length});
    json_decref(all);
    this.library.free(apps);
}

int worker_run(const char *path) {
    text fault = {0};
    if (!begin(path, &fault)) {
        report((frame){.kind = FRAME_FAULT}, (span){0}, string_span(text_string(&fault)));
        flush();
        text_destroy(&fault);
        return EXIT_FAILURE;
    }
    introduce();
    flush();
    while (!this.ends && !this.is_alone) {
        struct pollfd files[] = {{.fd = WORKER_FD, .events = POLLIN},
                                 {.fd = this.group_fd, .events = POLLIN},
                                 {.fd = this.watch, .events = POLLIN}};
        if (poll(files, 3, -1) < 0 && errno != EINTR)
            break;
        if (files[0].revents != 0 && !read_frames())
            this.is_alone = true;
        drive();
        if (files[2].revents != 0)
            hosted_look(&this);
        flush();
    }
    close_cores();
    flush();
    return EXIT_SUCCESS;
}
