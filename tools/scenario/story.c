#include "story.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/** How much of a message is in the log. */
enum { LOGGED = 1000 };

/* -- The log. -- */

static void begin_line(story *story, const char *word) {
    text_add(&story->log, "    %-5s ", word);
}

void story_log(story *story, const char *word, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    begin_line(story, word);
    text_add(&story->log, "%s\n", line);
}

void story_log_json(story *story, const char *word, const char *before, const json_t *value) {
    begin_line(story, word);
    text_add(&story->log, "%s", before);
    text_add_json(&story->log, value, LOGGED);
    text_add(&story->log, "\n");
}

/* -- The steps. -- */

static bool has_action(const json_t *step) {
    static const char *const actions[] = {"when", "advance", "reply", "reopen"};
    bool has_one = false;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        has_one = has_one || json_object_get(step, actions[i]) != NULL;
    return has_one;
}

static bool run_step(story *story, const json_t *step) {
    const json_t *note = json_object_get(step, "note"), *then = json_object_get(step, "then");
    if (has_action(step) && !then_nothing_is_left(story))
        return false; /* which is said of the step before: it is there that they were heard */
    story->place.step++;
    if (note != NULL)
        story_log_json(story, "NOTE", "", note);
    return (!has_action(step) || action_run(story, step)) && (then == NULL || then_holds(story, then));
}

static bool run_steps(story *story) {
    size_t index;
    json_t *step;
    json_array_foreach(json_object_get(story->scenario, "steps"), index, step) {
        if (!run_step(story, step))
            return false;
    }
    return then_nothing_is_left(story) && then_nothing_is_in_flight(story);
}

static bool run(story *story, const library *library) {
    const char *app = json_string_value(json_object_get(story->scenario, "app"));
    const json_t *given = json_object_get(story->scenario, "given");
    text before = {0};
    text_add(&before, "the app %s%s", app, given != NULL ? ", " : "");
    if (given != NULL)
        story_log_json(story, "GIVEN", text_string(&before), given);
    else
        story_log(story, "GIVEN", "%s", text_string(&before));
    text_destroy(&before);
    bool is_good = given_prepare(story) && given_open(story, library) && run_steps(story);
    if (story->host.core != 0) {
        text fault = {0};
        bool is_closed = host_close(&story->host, &fault);
        if (is_good && !is_closed)
            text_add(&story->fault, "at the end: %s", text_string(&fault));
        is_good = is_good && is_closed;
        text_destroy(&fault);
    }
    given_destroy(story);
    return is_good;
}

/* Prints what happened: all of it where it failed. */
static void print(const story *story, bool is_good, bool is_verbose) {
    text heading = {0};
    text_add_place(&heading, &story->place);
    if (!is_good)
        printf("%s%s\n  so far:\n%s", text_string(&heading), text_string(&story->fault), text_string(&story->log));
    else if (is_verbose)
        printf("%s:%zu: \"%s\"\n%s", story->place.file->path,
               place_line(&(place){story->place.file, story->place.scenario, 0}), place_name(&story->place),
               text_string(&story->log));
    text_destroy(&heading);
}

void story_run_all(const library *library, const file *file, bool is_verbose, tally *tally) {
    size_t index;
    json_t *scenario;
    json_array_foreach(file->scenarios, index, scenario) {
        story story = {.scenario = scenario, .place = {file, index, 0}};
        bool is_good = run(&story, library);
        print(&story, is_good, is_verbose);
        tally->scenarios++;
        tally->steps += json_array_size(json_object_get(scenario, "steps"));
        tally->failures += !is_good;
        text_destroy(&story.log);
        text_destroy(&story.fault);
    }
}
