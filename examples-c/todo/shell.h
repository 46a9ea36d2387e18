/*
 * shell.h: where commands come from: the prompt, a script, the command line.
 */
#ifndef TODO_SHELL_H
#define TODO_SHELL_H

#include "todo.h"

#include <stdio.h>

/**
 * Runs one line, which is cut up, and which is:
 *
 * - blank or a comment, which begins with `#`: nothing to do;
 * - `-` and a command: the command may fail, as in a makefile; what went wrong is still told;
 * - a command.
 *
 * @param length of the line, which may have a NUL in it
 * @param echo whether to print the line first
 * @return false where it failed
 */
bool shell_line(todo *todo, char *line, size_t length, bool echo);

/** Imports a file. False where something in it failed. */
bool shell_import(todo *todo, char *path);

/** Runs all lines of `input`, with a prompt where it is a terminal. False where one of them failed. */
bool shell_lines(todo *todo, FILE *input, bool echo);

#endif
