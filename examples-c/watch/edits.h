/*
 * edits.h: changes to a JSON document that can be taken back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_EDITS_H
#define WATCH_EDITS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/** What was done at one place. */
typedef struct edit {
    enum { EDIT_DOCUMENT, EDIT_MEMBER, EDIT_ELEMENT, EDIT_INSERT, EDIT_REMOVE } kind;
    json_t *parent;  /**< the object or array; alive, as whatever left the document is an `old` */
    const char *key; /**< of EDIT_MEMBER */
    size_t length;   /**< the key's */
    size_t index;    /**< of the others */
    json_t *old;     /**< what was there; NULL: nothing */
} edit;

/** The edits of a document, in order. Zero but for `document`; `edits_keep` or `edits_undo` ends them. */
typedef struct edits {
    json_t **document; /**< NULL in it: there is none */
    edit *list;
    size_t count, capacity;
} edits;

/*
 * Each takes the new value, if there is any, also where it fails: for lack of memory, or as the value is NULL. A key is
 * borrowed until the edits have ended. What was there before is `old` of the last edit.
 */

/** Sets the document itself; `value` NULL: there is none any more. */
bool edits_set_document(edits *edits, json_t *value);

/** Sets a member, whether there is one of that key or not. */
bool edits_set_member(edits *edits, json_t *object, const char *key, size_t length, json_t *value);

/** Removes a member, which there is. */
bool edits_remove_member(edits *edits, json_t *object, const char *key, size_t length);

/** Sets an element, which there is. */
bool edits_set_element(edits *edits, json_t *array, size_t index, json_t *value);

/** Inserts an element before the one of that index, or at the end. */
bool edits_insert_element(edits *edits, json_t *array, size_t index, json_t *value);

/** Removes an element, which there is. */
bool edits_remove_element(edits *edits, json_t *array, size_t index);

/** Lets the document be as it is now. */
void edits_keep(edits *edits);

/** Makes the document what it was before the first edit, but for the order of an object's members. */
void edits_undo(edits *edits);

#endif
