/*
 * tty.h: the terminal: its modes, the signals, and standard error meanwhile. There is one in a process.
 */
#ifndef TERMINAL_TTY_H
#define TERMINAL_TTY_H

#include <adit_patch.h>

/** Whether standard input and output are a terminal; otherwise `error` says so. */
bool tty_exists(adit_line *error);

/**
 * Takes the terminal of standard input and output, with ncurses.
 *
 * From now on a signal is handled in `tty_wait` only. Standard error, if it is a terminal, is kept until `tty_end`:
 * what is written there would be lost among the rows. A crash of the process restores the terminal as well.
 *
 * @param error gets why it cannot be taken
 * @return false if it cannot; there is nothing to end then
 */
bool tty_start(adit_line *error);

/**
 * Waits until there is input, the descriptor of a core is readable, or a signal arrives.
 *
 * @param error gets what failed
 * @return false if the wait fails, or the terminal is gone
 */
bool tty_wait(int core, adit_line *error);

/** The signal that asked the program to end: SIGTERM, SIGINT or SIGHUP; 0: none did. */
int tty_signal(void);

/** Restores the terminal, and then writes what standard error has kept. */
void tty_end(void);

/** Ends the process by the signal that asked for it, as if it were not handled; returns if none did. */
void tty_raise(void);

#endif
