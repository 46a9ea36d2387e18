/*
 * print.h: what travel prints.
 */
#ifndef TRAVEL_PRINT_H
#define TRAVEL_PRINT_H

#include <jansson.h>

/** What the screen shows: a row a line. */
void print_rows(const json_t *state);

/** What is to be picked, of an @effect. */
void print_picker(const json_t *effect);

/** A message of the app. */
void print_message(const json_t *message);

#endif
