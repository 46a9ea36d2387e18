/*
 * loop.h: the main loop, in which keys and the core have their turns.
 */
#ifndef TERMINAL_LOOP_H
#define TERMINAL_LOOP_H

#include "ui.h"

/** Runs until the user quits, a signal asks for the end, or the model fails; `model.failure` has the reason then. */
void loop_run(ui *ui);

#endif
