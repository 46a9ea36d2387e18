/*
 * mirror.h: a copy of a part of a core's state, kept up to date by what the core tells its subscription.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WATCH_MIRROR_H
#define WATCH_MIRROR_H

#include "patch.h"

/** `mirror_make` makes one, and `mirror_destroy` frees what it holds. */
typedef struct mirror {
    const char *subscription, *path; /**< borrowed */
    json_t *value;                   /**< NULL: the path leads nowhere */
    json_int_t revision;             /**< that of `value`; -1: nothing has been told yet */
    bool is_lost; /**< something was missed or wrong: patches are passed over until the next @value */
} mirror;

typedef enum mirror_news {
    MIRROR_NONE,    /**< the message says nothing of the mirror, or it is lost */
    MIRROR_VALUE,   /**< the mirror has been told its value anew */
    MIRROR_PATCHED, /**< the mirror has changed */
    MIRROR_LOST     /**< the mirror is lost from now on: it has to be subscribed anew */
} mirror_news;

/** A mirror that has not heard anything. Both texts are borrowed as long as there is the mirror. */
mirror mirror_make(const char *subscription, const char *path);

void mirror_destroy(mirror *mirror);

/**
 * Takes in a message of the core, whatever it is.
 *
 * @param message what is to become the mirror's value is taken out of it
 * @param fn told of each change by a @patch; the mirror has the new revision already. May be NULL.
 * @param error gets why the mirror is lost, added to what is there; otherwise it stays as it is
 */
mirror_news mirror_hear(mirror *mirror, const json_t *message, patch_fn fn, void *context, line *error);

#endif
