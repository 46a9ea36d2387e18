/*
 * view.h: drawing the screen.
 *
 *     3 open, 10 in all                                  2 of 10
 *       [ ] Milk
 *     > [x] Bread
 *     …
 *     Do you like this app? Rate it!                 if the core has asked for a review
 *     Not added: the text is empty.                  or the field in which a text is typed
 *     a add  e edit  …
 */
#ifndef TERMINAL_VIEW_H
#define TERMINAL_VIEW_H

#include "ui.h"

/** Draws the screen: the rows that are visible, however many items there are. */
void view_draw(ui *ui);

#endif
