/*
 * story.h: a scenario that is being run.
 *
 *     story.c    the steps
 *     action.c   what is done
 *     then.c     what is expected
 *     given.c    what there is before
 */
#ifndef SCENARIO_STORY_H
#define SCENARIO_STORY_H

#include "file.h"
#include "host.h"

typedef struct story {
    const json_t *scenario;
    place place; /**< the step that is being run */
    host host;
    json_t *config;   /**< what its core is opened with */
    char *folder;     /**< where its store is; NULL: it has none */
    text log;         /**< what was done and heard so far, a line each */
    text fault;       /**< why it failed; empty: it has not */
    bool has_effects; /**< whether a `then` since the last action says which effects are in flight */
} story;

/** What came of some scenarios. */
typedef struct tally {
    size_t scenarios, steps, failures;
} tally;

/** Runs the scenarios of a file, one after the other, and prints those that fail; with `is_verbose`, all of them. */
void story_run_all(const library *library, const file *file, bool is_verbose, tally *tally);

/** Adds a line to the log: a word such as THEN, and what printf would print. */
void story_log(story *story, const char *word, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** Adds a line to the log: a word, a text, and JSON behind it. */
void story_log_json(story *story, const char *word, const char *before, const json_t *value);

/** Opens the story's core as the scenario says, and lets it begin. False where that fails, as its fault says. */
bool given_open(story *story, const library *library);

/** Makes what the core is opened with. False where that fails, as the story's fault says. */
bool given_prepare(story *story);

/** Takes away what given_prepare has made. */
void given_destroy(story *story);

/** Does what a step says, and lets the core come to rest. False where that fails, as the story's fault says. */
bool action_run(story *story, const json_t *step);

/** Compares what a `then` says with what has happened. False where that differs, as the story's fault says. */
bool then_holds(story *story, const json_t *then);

/** Whether a `then` has accounted for all that was heard. Otherwise the story's fault says what was left. */
bool then_nothing_is_left(story *story);

/** Whether nothing is in flight, or a `then` has said what is. Otherwise the story's fault says what is left. */
bool then_nothing_is_in_flight(story *story);

#endif
