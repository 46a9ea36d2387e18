/*
 * model.h: a core of the app todo, and what a screen needs of it: mirrors of two parts of its state, kept up to date by
 * patches, and its last failure.
 */
#ifndef TERMINAL_MODEL_H
#define TERMINAL_MODEL_H

#include "list.h"
#include <adit_patch.h>

#include <adit.h>

/** `model_open` makes one. */
typedef struct model {
    adit_core core;
    adit_mirror items;      /**< /items */
    adit_mirror open_count; /**< /view/openCount */
    list list;              /**< of the items */
    char *added;            /**< the id of the item that was added last, until it is selected; NULL if none */
    adit_line notice;       /**< what could not be done; empty if nothing */
    adit_line failure;      /**< why the program cannot go on; empty if it can */
    bool wants_review;      /**< the core has asked for a review */
} model;

/**
 * Opens a core, subscribes to both parts, and says that the screen has appeared.
 *
 * @param config JSON text, with the gateway `review`
 * @return false with `failure` set; there is nothing to close then
 */
bool model_open(model *model, const char *config);

/** Lets the core handle all that there is. False, with `failure` set, if it cannot go on. */
bool model_process(model *model);

/**
 * Sends the request NAME to the feature todo, and lets the core handle it. If it is refused, `notice` says why.
 *
 * @param body what is in the request, which is taken; NULL: it could not be made
 */
void model_request(model *model, const char *name, json_t *body);

/** Sends a control message without arguments, such as `@undo`, and lets the core handle it. */
void model_send(model *model, const char *name);

/** How many items there are. */
size_t model_count(const model *model);

/** How many of them are not completed. */
json_int_t model_open_count(const model *model);

/** The item at an index, borrowed until the core is driven again; NULL if there is none. */
const json_t *model_item(const model *model, size_t index);

/** Closes the core. False, with `failure` set, if that fails. */
bool model_close(model *model);

#endif
