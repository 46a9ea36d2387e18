#include "pattern.h"
#include "story.h"

#include <stdlib.h>
#include <string.h>

/** How much of a message is shown. */
enum { SHOWN = 1000 };

/* -- Sending. -- */

/* Whether a message was refused as expected. */
static bool is_refused_so(story *story, const json_t *refused, int32_t code, const adit_error *error) {
    text *fault = &story->fault;
    const char *expected = json_string_value(json_object_get(refused, "code")), *found = code_name(code);
    if (code == ADIT_OK) {
        text_add(fault, "refused: \"%s\" is expected, but it was accepted", expected);
        return false;
    }
    if (code != code_named(expected)) {
        text_add(fault, "refused: \"%s\" is expected, found \"%s\": %s", expected, found != NULL ? found : "no code",
                 error->text);
        return false;
    }
    const json_t *pattern = json_object_get(refused, "text"), *offset = json_object_get(refused, "offset");
    json_t *words = need(json_string(error->text));
    bool is_so = pattern == NULL || pattern_matches(pattern, words);
    if (!is_so) {
        text_add(fault, "refused.text: ");
        text_add_json(fault, pattern, SHOWN);
        text_add(fault, " is expected, found ");
        text_add_json(fault, words, SHOWN);
    } else if (offset != NULL && json_integer_value(offset) != (json_int_t)error->offset) {
        text_add(fault, "refused.offset: %" JSON_INTEGER_FORMAT " is expected, found ", json_integer_value(offset));
        text_add(fault, error->offset == ADIT_NO_OFFSET ? "none" : "%u", (unsigned)error->offset);
        is_so = false;
    }
    if (is_so)
        story_log(story, "THEN", "it is refused (%s): %s", found, error->text);
    json_decref(words);
    return is_so;
}

/* Who sends what a step says, and how that is to be refused: NULL that it is the host, and that it is not refused. */
typedef struct sending {
    const char *client;
    const json_t *refused;
} sending;

static bool send_text(story *story, const char *json, size_t length, sending how) {
    adit_error error;
    int32_t code = host_send(&story->host, how.client, json, length, &error);
    const json_t *refused = how.refused;
    if (refused != NULL)
        return is_refused_so(story, refused, code, &error);
    const char *name = code_name(code);
    if (code != ADIT_OK)
        text_add(&story->fault, "it was refused (%s): %s", name != NULL ? name : "no code", error.text);
    return code == ADIT_OK;
}

static bool send_message(story *story, const json_t *message, sending how) {
    char *json = json_text(message);
    bool is_good = send_text(story, json, strlen(json), how);
    free(json);
    return is_good;
}

/* -- Acting. -- */

static bool run_when(story *story, const json_t *when, sending how) {
    if (json_is_string(when)) {
        story_log_json(story, "WHEN", "the text ", when);
        return send_text(story, json_string_value(when), json_string_length(when), how);
    }
    if (json_is_object(when)) {
        story_log_json(story, "WHEN", "", when);
        return send_message(story, when, how);
    }
    for (size_t i = 0, count = json_array_size(when); i < count; i++) {
        story_log_json(story, i == 0 ? "WHEN" : "AND", "", json_array_get(when, i));
        sending next = {how.client, i + 1 == count ? how.refused : NULL};
        if (!send_message(story, json_array_get(when, i), next))
            return false;
    }
    return true;
}

static bool run_advance(story *story, const json_t *advance, sending how) {
    json_t *message = need(json_pack("{s:{s:O}}", "@advance", "by", advance));
    story_log(story, "WHEN", "%" JSON_INTEGER_FORMAT " ms pass", json_integer_value(advance));
    bool is_good = send_message(story, message, how);
    json_decref(message);
    return is_good;
}

/* The id of the oldest request that a reply is for; NULL, with a fault, where none waits. */
static const char *find_request(story *story, const json_t *reply) {
    const json_t *gateway = json_object_get(reply, "gateway"), *pattern = json_object_get(reply, "request");
    size_t index;
    json_t *waiting;
    json_array_foreach(story->host.waiting, index, waiting) {
        if (json_equal(gateway, json_object_get(waiting, "gateway")) &&
            (pattern == NULL || pattern_matches(pattern, json_object_get(waiting, "request"))))
            return json_string_value(json_object_get(waiting, "id"));
    }
    text_add(&story->fault,
             "reply: no such request to the gateway \"%s\" waits; what waits:", json_string_value(gateway));
    json_array_foreach(story->host.waiting, index, waiting) {
        text_add(&story->fault, "\n    + ");
        text_add_json(&story->fault, waiting, SHOWN);
    }
    if (json_array_size(story->host.waiting) == 0)
        text_add(&story->fault, " nothing");
    return NULL;
}

/* A reply may be for many: the request waits on where more is to come. */
static void end_request(story *story, const char *effect) {
    size_t index = host_find_waiting(&story->host, effect);
    if (index != SIZE_MAX)
        json_array_remove(story->host.waiting, index);
}

static bool run_reply(story *story, json_t *reply, sending how) {
    static const char *const passed_on[] = {"result", "error", "more"};
    const char *effect = json_string_value(json_object_get(reply, "effect"));
    story_log_json(story, "WHEN", "the host answers ", reply);
    if (effect == NULL && (effect = find_request(story, reply)) == NULL)
        return false;
    json_t *body = need(json_pack("{s:s}", "effect", effect));
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        json_t *value = json_object_get(reply, passed_on[i]);
        if (value != NULL && json_object_set(body, passed_on[i], value) != 0)
            end_without_memory();
    }
    json_t *message = need(json_pack("{s:O}", "@reply", body));
    bool is_good = send_message(story, message, how);
    if (is_good && how.refused == NULL && !json_is_true(json_object_get(reply, "more")))
        end_request(story, json_string_value(json_object_get(body, "effect")));
    json_decref(message);
    json_decref(body);
    return is_good;
}

static bool run_reopen(story *story, const json_t *reopen) {
    const library *library = story->host.library;
    json_t *with = json_object_get(reopen, "with");
    if (with != NULL)
        story_log_json(story, "WHEN", "the core is closed, and opened again with ", with);
    else
        story_log(story, "WHEN", "the core is closed, and opened again");
    if (with != NULL && json_object_update(json_object_get(story->config, "with"), with) != 0)
        end_without_memory();
    return host_close(&story->host, &story->fault) && given_open(story, library);
}

bool action_run(story *story, const json_t *step) {
    const json_t *when = json_object_get(step, "when"), *advance = json_object_get(step, "advance");
    sending how = {json_string_value(json_object_get(step, "client")), json_object_get(step, "refused")};
    json_t *reply = json_object_get(step, "reply");
    story->has_effects = false;
    if (json_object_get(step, "reopen") != NULL)
        return run_reopen(story, json_object_get(step, "reopen"));
    if (how.client != NULL)
        story_log(story, "AS", "the client %s", how.client);
    bool is_good = when != NULL      ? run_when(story, when, how)
                   : advance != NULL ? run_advance(story, advance, how)
                                     : run_reply(story, reply, how);
    return is_good && host_drive(&story->host, &story->fault);
}
