/*
 * todo.h: what the commands share: the session, the numbers that were given out, and how trouble is told.
 *
 * The tasks themselves are not here. They live in the core, and whoever wants to see them asks it.
 */
#ifndef TODO_TODO_H
#define TODO_TODO_H

#include "numbering.h"
#include "session.h"

typedef struct todo {
    session session;
    numbering items;
    numbering entries; /**< of the journal */
    const char *unit;  /**< what `place` counts: "line", "command"; NULL at the prompt, where everyone can see it */
    size_t place;      /**< where the command stands that is being run */
    const char *file;  /**< the file that is being imported, or NULL … */
    size_t file_line;  /**< … and the line of it that a report is about; 0 for all of it */
    bool review_told;
    bool quit;
} todo;

/** Tells on standard error what went wrong, and where in the script. Returns false. */
bool report(const todo *todo, const char *format, ...) __attribute__((format(printf, 2, 3)));

/**
 * Sends a message and waits for its answer. A refusal, an `@error` or a response that says that it was not done is
 * reported.
 *
 * @param message taken; NULL counts as memory having been short
 * @param out gets the answer where true is returned, for the caller to clear
 */
bool ask(todo *todo, json_t *message, answer *out);

/** Whether an answer says that what was asked for was done. Reports it if not. */
bool was_done(const todo *todo, const answer *answer);

/** A part of the state, by JSON Pointer, for the caller to decref; NULL, reported, where there is none. */
json_t *get_state(todo *todo, const char *pointer);

/** How many elements a table of the state, `{"ids": [ID…], "entities": {ID: ELEMENT}}`, has. */
size_t table_count(const json_t *table);

/** The element that stands at `index` in a table's order, borrowed; NULL where there is none. */
json_t *table_element(const json_t *table, size_t index);

/** Reports that memory is short. Returns false. */
bool report_no_memory(const todo *todo);

/** The id that the next word of `*rest` names by its number; NULL, reported, where it is not that of `what`. */
const char *next_id(todo *todo, const numbering *numbering, const char *what, char **rest);

#endif
