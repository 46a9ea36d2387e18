/*
 * numbering.h: short numbers for long ids.
 *
 * The core names things by UUID, people by number. A thing gets its number when it is first shown and keeps it for the
 * session, also after it is deleted: a number never comes to mean something else between two commands.
 */
#ifndef TODO_NUMBERING_H
#define TODO_NUMBERING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct numbering {
    json_t *ids;     /**< an array: number - 1 -> id */
    json_t *numbers; /**< an object: id -> number */
} numbering;

/** False where memory is short. */
bool numbering_create(numbering *numbering);

void numbering_destroy(numbering *numbering);

/** The number of an id, a new one where it has none yet; 0 where `id` is no text or memory is short. */
size_t numbering_number(numbering *numbering, const json_t *id);

/** The id that a number names; NULL where it names none. Lives as long as the numbering. */
const char *numbering_id(const numbering *numbering, size_t number);

#endif
