/*
 * patch.h: JSON Patches (RFC 6902).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_PATCH_H
#define WATCH_PATCH_H

#include "line.h"
#include "pointer.h"

enum {
    /** No value gets deeper in the document than this, which is as deep as jansson reads and can handle safely. */
    PATCH_DEPTH = 2048,
    /** A patch copies at most so many values: a few operations that double what is there could fill the memory. */
    PATCH_COPIES = 1 << 20
};

typedef enum patch_op { PATCH_ADD, PATCH_REMOVE, PATCH_REPLACE, PATCH_MOVE, PATCH_COPY, PATCH_TEST } patch_op;

/** What an operation has done. All is borrowed for the call. */
typedef struct patch_change {
    patch_op op; /**< never PATCH_TEST, which changes nothing */
    const pointer *path;
    const pointer *from; /**< of PATCH_MOVE and PATCH_COPY; otherwise it has no tokens */
    const json_t *old;   /**< what was at `path`; NULL: nothing, or it has made room */
    const json_t *value; /**< of PATCH_ADD and PATCH_REPLACE, what came there; otherwise NULL */
} patch_change;

typedef void (*patch_fn)(void *context, const patch_change *change);

/**
 * Applies a patch, all of it or nothing.
 *
 * @param document what is changed in place; NULL in it: there is none, and one can be added. No part of it may be in it
 *        twice.
 * @param patch an array of operations; nothing of it becomes a part of the document
 * @param fn told of each change, in order, when all are made; NULL where nobody is to be told
 * @param error gets which operation failed, counted from 0, what was found and what would have been right, added to
 *        what is there
 * @return false where it cannot be applied; then the document is as it was, but for the order of an object's members
 */
bool patch_apply(json_t **document, const json_t *patch, patch_fn fn, void *context, line *error);

#endif
