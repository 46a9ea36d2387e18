/*
 * power.h: the part of libadit_faults.so that remembers what would be left of a directory if the power failed: of each
 * file what it was when it was synced last, under the names that the directory had when it was.
 */
#ifndef ADIT_TESTS_POWER_H
#define ADIT_TESTS_POWER_H

#include <stdbool.h>

/* What is in the directory now is taken for synced. */
void power_begin(const char *directory);

/* A file has been created. */
void power_created(int file);

/* A file of the directory, or the directory itself, has been synced. */
void power_synced(int file);

/* Puts the directory into the state that a failure of the power leaves. Not synced are lost all bytes, or, mixed, each
 * sector by a coin. */
void power_fail(bool mixed, unsigned seed);

#endif /* ADIT_TESTS_POWER_H */
