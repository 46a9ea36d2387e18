/*
 * keys.h: what each key does.
 */
#ifndef TERMINAL_KEYS_H
#define TERMINAL_KEYS_H

#include "ui.h"

/** Reads the keys that were pressed, and does what they are for. Waits for none. */
void keys_read(ui *ui);

#endif
