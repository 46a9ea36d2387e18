/*
 * operation.h: the operations of a patch, as they are written down.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_OPERATION_H
#define WATCH_OPERATION_H

#include "patch.h"

typedef struct operation {
    patch_op op;
    pointer path, from;
    const json_t *value; /**< borrowed from the patch; NULL where the op takes none */
} operation;

/** The name of an op. */
const char *operation_name(patch_op op);

/**
 * Reads an operation. What the op does not take is passed over.
 *
 * @param value what the patch has there; it must stay as long as the operation is used
 * @param error gets what is wrong with it, added to what is there
 * @return false where it is none; there is nothing to destroy then
 */
bool operation_read(operation *operation, const json_t *value, line *error);

void operation_destroy(operation *operation);

#endif
