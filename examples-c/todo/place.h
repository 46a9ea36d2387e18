/*
 * place.h: where the list is kept.
 *
 * A core keeps its state in a file if its config has "store", and in memory if not. A config that has "store" or "state"
 * is left as it is. Any other gets the file that the command line names, or else the user's own:
 * $XDG_DATA_HOME/adit/todo.adit, or ~/.local/share/adit/todo.adit where there is no XDG_DATA_HOME.
 */
#ifndef TODO_PLACE_H
#define TODO_PLACE_H

#include <stdbool.h>

/** What the command line says of it. */
typedef struct place {
    const char *path; /**< the file; NULL where it names none */
    bool memory;      /**< nothing is to be kept */
} place;

/** Which options contradict one another, as a static text; NULL where none do. `config` is JSON text. */
const char *place_conflict(const place *place, const char *config);

/**
 * A config with the file in which the list is kept, to be freed. The directories of the user's own file are made.
 *
 * @param config JSON text; what is no object is left for Adit to refuse
 * @return NULL, reported, where there is no such file to be had
 */
char *place_config(const place *place, const char *config);

#endif
