/*
 * lines.h: lines in three columns: a name, indented; what belongs to it; what it is for.
 */
#ifndef CATALOG_LINES_H
#define CATALOG_LINES_H

#include <stddef.h>

typedef struct line {
    int indent;
    char *name;
    char *labels;    /* texts with ", " or " | " between, where they may be broken */
    const char *doc; /* lives as long as the document that it is from */
} line;

typedef struct lines {
    line *all;
    size_t count;
} lines;

/** The pointer; where it is NULL, the program ends for lack of memory. */
void *must(void *pointer);

/** Adds a line, to which `name` and `labels` belong from then on. `doc` may be NULL. */
void lines_add(lines *lines, int indent, char *name, char *labels, const char *doc);

/** Prints lines with their columns below each other, and forgets them. */
void lines_print(lines *lines);

#endif
