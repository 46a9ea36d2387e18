/*
 * file.h: files of scenarios, and whether they are as they should be.
 */
#ifndef SCENARIO_FILE_H
#define SCENARIO_FILE_H

#include "text.h"

/** A file that was read and checked. `file_destroy` frees what it holds. */
typedef struct file {
    const char *path;
    json_t *scenarios; /**< an array of objects */
    json_t *lines;     /**< for each an array: in which line it begins, and in which its steps do */
} file;

/** A place in a file, for those who read what is wrong. */
typedef struct place {
    const file *file;
    size_t scenario; /**< its index */
    size_t step;     /**< from 1 on; 0: none */
} place;

/**
 * Reads a file, and checks it.
 *
 * @param fault gets what is wrong with it, and where: "adding.json:12: step 3 of "…": …"
 * @return false where it is no file of scenarios; there is nothing to destroy then
 */
bool file_read(file *file, const char *path, text *fault);

void file_destroy(file *file);

/** The scenario's name; where it has none, that of the file. */
const char *place_name(const place *place);

size_t place_line(const place *place);

/** Adds where it is: "adding.json:12: step 3 of "a tag moves to the end": ". */
void text_add_place(text *text, const place *place);

#endif
