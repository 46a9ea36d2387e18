/*
 * command.h: the commands, and how a line of text finds its own.
 */
#ifndef TODO_COMMAND_H
#define TODO_COMMAND_H

#include "todo.h"

/** A command: a row of a table, whose last row has no name. */
typedef struct command {
    const char *name;
    const char *arguments; /**< for the help */
    const char *help;
    size_t least, most; /**< how many words it takes */
    bool (*run)(todo *todo, char *arguments);
    const struct command *parts; /**< NULL, or the commands of which this one is made; the first runs by default */
} command;

/** For `most`: the rest of the line is text. */
#define ANY_WORDS ((size_t)-1)

/** Runs a line, which is cut up. False, and reported, where it fails. */
bool command_run(todo *todo, char *line);

/** Prints what the commands are, one a line. */
void command_help(void);

/* What each does is said in the table in command.c. */
bool run_add(todo *todo, char *arguments);
bool run_check(todo *todo, char *arguments);
bool run_uncheck(todo *todo, char *arguments);
bool run_edit(todo *todo, char *arguments);
bool run_due(todo *todo, char *arguments);
bool run_delete(todo *todo, char *arguments);
bool run_list(todo *todo, char *arguments);
bool run_tag(todo *todo, char *arguments);
bool run_untag(todo *todo, char *arguments);
bool run_tags(todo *todo, char *arguments);
bool run_journal_list(todo *todo, char *arguments);
bool run_journal_add(todo *todo, char *arguments);
bool run_journal_edit(todo *todo, char *arguments);
bool run_journal_delete(todo *todo, char *arguments);
bool run_import(todo *todo, char *arguments);

#endif
