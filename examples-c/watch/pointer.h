/*
 * pointer.h: JSON Pointers (RFC 6901), as they are written in a JSON string.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_POINTER_H
#define WATCH_POINTER_H

#include "line.h"

/** One step of a pointer: a key, or the index of an element. */
typedef struct pointer_token {
    const char *text; /**< with ~0 and ~1 undone; there may be NULs in it */
    size_t length;
    size_t end; /**< where in the pointer's text it ends */
} pointer_token;

/** A pointer taken apart. `pointer_destroy` frees what it holds. */
typedef struct pointer {
    const char *text; /**< borrowed from whoever made it */
    size_t length;
    pointer_token *tokens;
    size_t count; /**< how many tokens; 0: it points to the document itself */
} pointer;

/**
 * Takes a pointer apart.
 *
 * @param text UTF-8, which must stay as long as the pointer is used
 * @param error gets what is wrong with it, added to what is there
 * @return false where it is no pointer; there is nothing to destroy then
 */
bool pointer_read(pointer *pointer, const char *text, size_t length, line *error);

void pointer_destroy(pointer *pointer);

/** Reads a token as an index: digits without a leading zero. One beyond `size_t` is SIZE_MAX. */
bool pointer_index(const pointer_token *token, size_t *index);

/**
 * Follows the first `count` tokens of a pointer.
 *
 * @param document where it begins; NULL: there is no document
 * @param error gets why it leads nowhere, added to what is there
 * @return borrowed from the document; NULL where it leads nowhere
 */
json_t *pointer_find(const pointer *pointer, size_t count, json_t *document, line *error);

/**
 * Says why the token `index` leads nowhere, or nothing can be added there: what was found, and what would have been
 * right.
 *
 * @param parent what the tokens before it lead to
 * @param adds whether something was to be added, and not to be found
 */
void pointer_explain(const pointer *pointer, size_t index, const json_t *parent, bool adds, line *error);

/** Whether all tokens of `outer` are the first ones of `inner`. */
bool pointer_is_within(const pointer *inner, const pointer *outer);

#endif
