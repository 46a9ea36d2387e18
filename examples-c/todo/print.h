/*
 * print.h: how the things of the core look on a terminal.
 */
#ifndef TODO_PRINT_H
#define TODO_PRINT_H

#include "todo.h"

/** Prints a text, its control characters made visible: what came from a file must not steer the terminal. */
void print_text(const json_t *text);

/** Prints "1 task", "2 tasks". */
void print_count(size_t count, const char *noun);

/** Prints an item as one line, behind `verb`: "Checked: 3 [x] Water the tomatoes". */
void print_item(todo *todo, const char *verb, const json_t *item);

/** Prints an item as a line of a list, with those of its tags, an array of names or NULL, that its text lacks. */
void print_listed_item(todo *todo, const json_t *item, const json_t *tags);

/** Prints an entry of the journal. */
void print_entry(todo *todo, const json_t *entry);

/** Prints any value as JSON over several lines. False where memory is short. */
bool print_json(const json_t *value);

#endif
