/*
 * ui.h: what the screen shows beside the state of the core.
 */
#ifndef TERMINAL_UI_H
#define TERMINAL_UI_H

#include "field.h"
#include "model.h"

typedef enum ui_mode { UI_LIST, UI_ADD, UI_EDIT } ui_mode;

/** `{0}` but for `model`, which is open. */
typedef struct ui {
    model model;
    ui_mode mode;
    field field;   /**< of UI_ADD and UI_EDIT */
    char *edited;  /**< of UI_EDIT: the item's id */
    bool has_quit; /**< the user has asked for the end */
} ui;

#endif
