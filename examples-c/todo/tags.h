/*
 * tags.h: what the tags of the core look like from here.
 */
#ifndef TODO_TAGS_H
#define TODO_TAGS_H

#include "todo.h"

/** All tags, an object from name to id, for the caller to decref. NULL, reported, where it cannot be had. */
json_t *tag_ids(todo *todo);

/** The tags' names of each item, an object from the item's id to an array, as tag_ids. */
json_t *tag_names(todo *todo);

#endif
