/*
 * words.h: the words that patterns are made of.
 */
#ifndef SCENARIO_WORDS_H
#define SCENARIO_WORDS_H

#include "text.h"

typedef enum word { WORD_NONE, WORD_ANY, WORD_HAS, WORD_ABSENT, WORD_IS } word;

/** The word that a pattern is, and what stands behind it; WORD_NONE, and the pattern, where it stands for itself. */
word word_of(const json_t *pattern, const json_t **operand);

/** Whether a value is of a kind that `$any` names. */
bool word_kind_holds(const char *kind, const json_t *value);

#endif
