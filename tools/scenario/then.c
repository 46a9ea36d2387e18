#include "lines.h"
#include "pattern.h"
#include "story.h"

#include <stdlib.h>

/** How much of a value is shown where only one line is for it. */
enum { SHOWN = 200 };

/* -- Differences. -- */

/* Whether it is plain how they differ once both have been shown. */
static bool is_scalar(const json_t *pattern, const json_t *value) {
    return !json_is_object(value) && !json_is_array(value) && !json_is_array(pattern);
}

/* The two as text, and how they differ; nothing where that is plain already. */
static void add_lines(text *fault, const json_t *pattern, const json_t *value) {
    json_t *filled = pattern_filled(pattern, value);
    char *expected = lines_of_json(filled), *found = value != NULL ? lines_of_json(value) : NULL;
    if (found != NULL && !is_scalar(pattern, value)) {
        text_add(fault, "\n    - expected\n    + found\n");
        lines_add_difference(fault, expected, found, "    ");
        text_cut(fault, fault->length - 1);
    }
    free(expected);
    free(found);
    json_decref(filled);
}

/* Whether a value is as expected. `value` is NULL where there is none. */
static bool compare(story *story, const char *what, const json_t *pattern, const json_t *value) {
    mismatch mismatch = {0};
    if (pattern_matches(pattern, value))
        return true;
    pattern_mismatch(pattern, value, &mismatch);
    text *fault = &story->fault;
    text_add(fault, "%s: ", what);
    if (mismatch.pointer.length > 0)
        text_add(fault, "at %s: ", text_string(&mismatch.pointer));
    if (mismatch.is_order) {
        text_add(fault, "found in another order");
    } else {
        text_add_json(fault, mismatch.expected, SHOWN);
        text_add(fault, " is expected, found ");
        text_add_json(fault, mismatch.found, SHOWN);
    }
    add_lines(fault, pattern, value);
    text_destroy(&mismatch.pointer);
    return false;
}

/* -- Messages. -- */

static bool messages_hold(story *story, const json_t *then) {
    json_t *messages = json_object_get(then, "messages"), *heard = story->host.heard;
    bool ignores_others = json_object_get(then, "others") != NULL;
    json_t *pattern = ignores_others ? need(json_pack("{s:O}", "$has", messages)) : json_incref(messages);
    bool holds = compare(story, "messages", pattern, heard);
    json_decref(pattern);
    if (!holds)
        return false;
    size_t index;
    json_t *message;
    json_array_foreach(heard, index, message) story_log_json(story, "THEN", "", message);
    if (json_array_size(heard) == 0)
        story_log(story, "THEN", "nothing is heard");
    json_array_clear(heard);
    return true;
}

bool then_nothing_is_left(story *story) {
    size_t index, count = json_array_size(story->host.heard);
    json_t *message;
    if (count == 0)
        return true;
    text_add(&story->fault, "%zu %s heard of which no then tells:", count,
             count == 1 ? "message was" : "messages were");
    json_array_foreach(story->host.heard, index, message) {
        text_add(&story->fault, "\n    + ");
        text_add_json(&story->fault, message, SIZE_MAX);
    }
    return false;
}

/* -- The state. -- */

static bool state_holds(story *story, const json_t *then) {
    const char *pointer;
    json_t *pattern;
    json_object_foreach(json_object_get(then, "state"), pointer, pattern) {
        json_t *value;
        text what = {0};
        text_add(&what, "state: \"%s\"", pointer);
        bool holds = host_read(&story->host, pointer, &value, &story->fault) &&
                     compare(story, text_string(&what), pattern, value);
        text_cut(&what, 0);
        text_add(&what, "\"%s\" is ", pointer);
        if (holds)
            story_log_json(story, "THEN", text_string(&what), value);
        text_destroy(&what);
        json_decref(value);
        if (!holds)
            return false;
    }
    return true;
}

/* -- Effects. -- */

/* What waits, as it is compared: without the ids. */
static json_t *waiting_requests(const story *story) {
    json_t *requests = need(json_array()), *waiting;
    size_t index;
    json_array_foreach(story->host.waiting, index, waiting) {
        json_t *request = need(json_pack("{s:O,s:O}", "gateway", json_object_get(waiting, "gateway"), "request",
                                         json_object_get(waiting, "request")));
        if (json_array_append_new(requests, request) != 0)
            end_without_memory();
    }
    return requests;
}

/* Those that are expected, each maybe without its request. */
static json_t *expected_requests(json_t *effects) {
    json_t *expected = need(json_array()), *effect;
    size_t index;
    json_array_foreach(effects, index, effect) {
        if (json_array_append_new(expected, need(json_pack("{s:O}", "$has", effect))) != 0)
            end_without_memory();
    }
    return expected;
}

static bool requests_hold(story *story, json_t *effects) {
    json_t *expected = expected_requests(effects), *found = waiting_requests(story);
    bool holds = compare(story, "effects", expected, found);
    if (holds)
        story_log_json(story, "THEN", "the host has not answered ", found);
    json_decref(expected);
    json_decref(found);
    return holds;
}

static bool number_holds(story *story, const json_t *effects) {
    json_int_t count;
    if (!host_count_effects(&story->host, &count, &story->fault))
        return false;
    json_t *found = need(json_integer(count));
    bool holds = compare(story, "effects", effects, found);
    if (holds)
        story_log(story, "THEN", "%" JSON_INTEGER_FORMAT " %s in flight", count,
                  count == 1 ? "effect is" : "effects are");
    json_decref(found);
    return holds;
}

static bool effects_hold(story *story, const json_t *then) {
    json_t *effects = json_object_get(then, "effects");
    story->has_effects = story->has_effects || effects != NULL;
    if (json_is_array(effects))
        return requests_hold(story, effects);
    return !json_is_number(effects) || number_holds(story, effects);
}

bool then_nothing_is_in_flight(story *story) {
    json_int_t count;
    if (story->has_effects || story->host.is_closed)
        return true;
    if (!host_count_effects(&story->host, &count, &story->fault))
        return false;
    if (count == 0)
        return true;
    text *fault = &story->fault;
    text_add(fault, "at the end, %" JSON_INTEGER_FORMAT " %s in flight of which no then tells", count,
             count == 1 ? "effect is" : "effects are");
    json_t *requests = waiting_requests(story), *request;
    size_t index;
    json_array_foreach(requests, index, request) {
        text_add(fault, "%s\n    + ", index == 0 ? "; the host has not answered:" : "");
        text_add_json(fault, request, SIZE_MAX);
    }
    json_decref(requests);
    return false;
}

bool then_holds(story *story, const json_t *then) {
    return (json_object_get(then, "messages") == NULL || messages_hold(story, then)) && state_holds(story, then) &&
           effects_hold(story, then);
}
