/*
 * A core's connection: the calls that are sent, and the lines that come.
 */
#define _GNU_SOURCE
#include "served.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL)
        end_without_memory();
    return memory;
}

/* -- Messages for the host. -- */

void core_add_message(core *core, const char *text, size_t length) {
    message *message = allocate(sizeof *message + length + 1);
    message->length = length;
    memcpy(message->text, text, length);
    *core->last = message;
    core->last = &message->next;
}

message *core_take_message(core *core) {
    message *message = core->first;
    if (message == NULL)
        return NULL;
    core->first = message->next;
    if (core->first == NULL)
        core->last = &core->first;
    return message;
}

void core_drop_messages(core *core) {
    for (message *message; (message = core_take_message(core)) != NULL;)
        free(message);
}

/* -- Messages of the host that are not known to be handled. -- */

static void remember(core *core, const request *request) {
    sent *sent = allocate(sizeof *sent + request->id.length + 1);
    memcpy(sent->id, request->id.at, request->id.length);
    if (request->client.at != NULL) {
        sent->client = allocate(request->client.length + 1);
        memcpy(sent->client, request->client.at, request->client.length);
    }
    *core->last_unhandled = sent;
    core->last_unhandled = &sent->next;
}

/* Forgets them; after a crash, each is answered by an `@error`. */
static void forget(core *core, bool has_crashed) {
    for (sent *sent; (sent = core->unhandled) != NULL;) {
        core->unhandled = sent->next;
        if (has_crashed) {
            buffer text = {0};
            add_text(&text, "{\"@error\":{\"code\":\"ecrashed\",\"message\":\"the process of the core ended before the "
                            "message was known to be handled\"},\"@id\":");
            add_text(&text, sent->id);
            if (sent->client != NULL) {
                add_text(&text, ",\"@client\":");
                add_string(&text, sent->client, strlen(sent->client));
            }
            add_text(&text, "}");
            core_add_message(core, buffer_bytes(&text), buffer_length(&text));
            buffer_destroy(&text);
        }
        free(sent->client);
        free(sent);
    }
    core->last_unhandled = &core->unhandled;
}

void core_forget_sent(core *core) {
    forget(core, false);
}

/* -- Calls. -- */

void call_begin(core *core, const char *which) {
    add_text(&core->out, "{\"@host\":{\"call\":\"");
    add_text(&core->out, which);
    add_text(&core->out, "\",\"core\":");
    add_string(&core->out, core->name, strlen(core->name));
}

/* A line feed would end the line. In JSON a carriage return is the same: a space, or refused where no space may be. */
static void add_line_text(buffer *out, const char *text, size_t length) {
    char *at = buffer_reserve(out, length);
    for (size_t i = 0; i < length; i++)
        at[i] = text[i] == '\n' ? '\r' : text[i];
    buffer_grown(out, length);
}

void call_end(core *core, request *request, const char *text, size_t length, const char *rest, size_t rest_length) {
    request->number = ++core->last_number;
    request->sent = length + rest_length;
    request->error.offset = ADIT_NO_OFFSET;
    add_format(&core->out, "},\"@id\":%llu", (unsigned long long)request->number);
    if (text != NULL) {
        add_text(&core->out, ",\"@text\":");
        add_line_text(&core->out, text, length);
        if (rest != NULL)
            add_line_text(&core->out, rest, rest_length);
    }
    add_text(&core->out, "}\n");
    request->next = core->requests;
    core->requests = request;
    core_flush(core);
}

void call_output(const request *request, char **out, size_t *length) {
    *out = request->out;
    if (length != NULL)
        *length = request->length;
}

static request *take_request(core *core, uint64_t number) {
    request **link = &core->requests;
    while (*link != NULL && (*link)->number != number)
        link = &(*link)->next;
    request *request = *link;
    if (request != NULL)
        *link = request->next;
    return request;
}

/* The call with the longest text: it is that of a line which is too long, and whose `@id` the server has not read. */
static request *take_longest(core *core) {
    const request *longest = core->requests;
    for (const request *each = longest; each != NULL; each = each->next)
        longest = each->sent > longest->sent ? each : longest;
    return longest != NULL ? take_request(core, longest->number) : NULL;
}

void core_fail_requests(core *core, int32_t code, const char *words) {
    for (request *request; (request = core->requests) != NULL;) {
        core->requests = request->next;
        request->code = fail(&request->error, code, "%s", words);
        request->is_done = true;
    }
}

/* -- Lines. -- */

/* The text behind the head of a line, up to its last brace. */
static span text_behind(span line, size_t start) {
    return (span){line.at + start, line.length - start - 1};
}

static bool begins(span line, const char *prefix) {
    size_t length = strlen(prefix);
    return line.length > length && memcmp(line.at, prefix, length) == 0;
}

static int64_t number_of(span value) {
    return value.at != NULL ? strtoll(value.at, NULL, 10) : 0;
}

static void set_error(request *request, span body) {
    span code = find_member(body, "code"), words = find_member(body, "message"), offset = find_member(body, "offset");
    bool is_name = code.length > 0 && code.at[0] == '"';
    buffer text = {0};
    request->code = is_name ? code_of_name(span_string(code)) : (int32_t)number_of(code);
    if (words.length >= 2)
        add_decoded(&text, (span){words.at + 1, words.length - 2});
    fail_text(&request->error, is_name ? request->code : ADIT_OK,
              offset.at != NULL ? (uint32_t)number_of(offset) : ADIT_NO_OFFSET,
              buffer_length(&text) > 0 ? buffer_bytes(&text) : "", buffer_length(&text));
    buffer_destroy(&text);
}

static void finish(core *core, request *request, span body) {
    set_error(request, body);
    if (request->is_send && request->code == ADIT_OK) {
        core->is_ready = true;
        if (request->id.at != NULL)
            remember(core, request);
    }
    if (request->is_drive) {
        core->is_ready = span_is(find_member(body, "ready"), "true");
        request->has_worked = span_is(find_member(body, "worked"), "true");
        if (!core->is_ready)
            forget(core, false);
    }
    request->is_done = true;
}

/* Notes whether a message, or the last one of an array, says that the core has closed. */
static void note_closed(core *core, span text) {
    static const char closed[] = "{\"@closed\":", last_closed[] = "{\"@closed\":{}}]";
    size_t tail = sizeof last_closed - 1;
    core->is_closed = core->is_closed || begins(text, closed) ||
                      (text.length > tail && memcmp(text.at + text.length - tail, last_closed, tail) == 0);
}

static void take_answer(core *core, span line) {
    static const char text[] = "\"@text\":";
    scanner scanner = scan_object(line);
    member body, id;
    if (!scan_next(&scanner, &body) || !scan_next(&scanner, &id))
        return;
    request *request = take_request(core, (uint64_t)number_of(id.value));
    if (request == NULL)
        return;
    finish(core, request, body.value);
    span rest = {scanner.at, (size_t)(line.at + line.length - scanner.at)};
    if (!begins(rest, text))
        return;
    rest = text_behind(rest, sizeof text - 1);
    note_closed(core, rest);
    if (hand_over(rest.at, rest.length, &request->out, &request->length) != ADIT_OK)
        request->code = fail_plainly(&request->error, ADIT_ENOMEM);
}

static void take_output(core *core, span text) {
    note_closed(core, text);
    core_add_message(core, text.at, text.length);
}

/* What the server says of the core, for its host: without the core's name beside it. */
static void tell(core *core, span line) {
    scanner scanner = scan_object(line);
    member member;
    buffer text = {0};
    size_t from = 0;
    while (scan_next(&scanner, &member)) {
        if (!span_is(member.key, "@core"))
            continue;
        buffer_add(&text, line.at, member.cut_start);
        from = member.cut_end;
    }
    buffer_add(&text, line.at + from, line.length - from);
    core_add_message(core, buffer_bytes(&text), buffer_length(&text));
    buffer_destroy(&text);
}

static void take_crash(core *core, span line) {
    core->is_down = true;
    core->is_ready = false;
    forget(core, true);
    tell(core, line);
}

static void take_name(core *core, span line) {
    span name = span_string(find_member(find_member(line, "@ready"), "client"));
    buffer_add(&core->ready, line.at, line.length);
    core->name = allocate(name.length + 1);
    if (name.length > 0)
        memcpy(core->name, name.at, name.length);
    core->has_begun = true;
}

static void take_line(core *core, span line) {
    if (begins(line, "{\"@output\":")) {
        static const char text[] = "\"},\"@text\":";
        const char *at = memmem(line.at, line.length, text, sizeof text - 1);
        if (at != NULL)
            take_output(core, text_behind(line, (size_t)(at - line.at) + sizeof text - 1));
    } else if (begins(line, "{\"@hosted\":")) {
        take_answer(core, line);
    } else if (begins(line, "{\"@work\":")) {
        core->is_ready = true;
    } else if (begins(line, "{\"@ready\":")) {
        take_name(core, line);
    } else if (begins(line, "{\"@dropped\":")) {
        core->is_refused = true;
    } else if (begins(line, "{\"@refused\":")) {
        span id = find_member(line, "@id");
        request *request = id.at != NULL ? take_request(core, (uint64_t)number_of(id)) : take_longest(core);
        if (request != NULL)
            finish(core, request, find_member(line, "@refused"));
    } else if (begins(line, "{\"@crashed\":")) {
        take_crash(core, line);
    } else if (begins(line, "{\"@reopened\":")) {
        core->is_down = false;
        core->is_ready = true;
        tell(core, line);
    } else if (begins(line, "{\"@gone\":")) {
        core->is_lost = true;
        tell(core, line);
    }
}

void core_take_lines(core *core) {
    buffer *in = &core->in;
    while (buffer_length(in) > core->searched) {
        char *start = buffer_bytes(in);
        char *end = memchr(start + core->searched, '\n', buffer_length(in) - core->searched);
        core->searched = end != NULL ? 0 : buffer_length(in);
        if (end == NULL)
            return;
        take_line(core, (span){start, (size_t)(end - start)});
        buffer_take(in, (size_t)(end + 1 - start));
    }
}

void core_lose(core *core) {
    bool is_news = !core->is_lost && !core->is_closed;
    core->is_lost = true;
    core->is_ready = false;
    core_fail_requests(core, ADIT_ECRASHED,
                       "the connection to adit serve has ended before the call was known to be done");
    if (!is_news)
        return;
    forget(core, true);
    const char *name = core->name != NULL ? core->name : "";
    buffer text = {0};
    add_text(&text, "{\"@gone\":{\"core\":");
    add_string(&text, name, strlen(name));
    add_text(&text, ",\"code\":\"ecrashed\",\"message\":\"the connection to adit serve has ended\"}}");
    core_add_message(core, buffer_bytes(&text), buffer_length(&text));
    buffer_destroy(&text);
}

int32_t core_missing(const core *core, adit_error *error) {
    if (core->is_gone)
        return fail_plainly(error, ADIT_ECORE);
    if (core->is_closed)
        return fail_plainly(error, ADIT_ECLOSED);
    if (core->is_lost)
        return fail(error, ADIT_ECRASHED, "the process of the core has ended, and is not started again");
    if (core->is_down)
        return fail(error, ADIT_ECRASHED,
                    "the process of the core is being started again; @reopened says when the core is there");
    return ADIT_OK;
}
