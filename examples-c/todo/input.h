/*
 * input.h: the lines of a descriptor, read so that whoever reads knows when there is none to be had yet.
 */
#ifndef TODO_INPUT_H
#define TODO_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/** Zero but for `fd`. `input_destroy` frees what it holds. */
typedef struct input {
    int fd;
    bool ended; /**< there is nothing more to be read */
    char *bytes;
    size_t start, end, size;
} input;

/**
 * The next line that is there as a whole, without its newline; the rest counts as one at the end.
 *
 * @return NUL-terminated, but it may have NULs in it too; borrowed until the next call of any function here. NULL where
 *         there is none.
 */
char *input_line(input *input, size_t *length);

/** Reads what there is, and waits for something where there is nothing. False, with `errno`, where that fails. */
bool input_read(input *input);

void input_destroy(input *input);

#endif
