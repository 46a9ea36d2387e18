/*
 * names.h: where names lead, for tests (names.c).
 */
#ifndef NAMES_H
#define NAMES_H

/** Sets the addresses of a name: `NAME ADDRESSES …`. */
void names_set(const char *arguments);

#endif
