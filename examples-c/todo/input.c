#define _POSIX_C_SOURCE 200809L /* read */
#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

char *input_line(input *input, size_t *length) {
    if (input->start == input->end)
        return NULL;
    char *line = input->bytes + input->start;
    size_t left = input->end - input->start;
    char *newline = memchr(line, '\n', left);
    if (newline == NULL && !input->ended)
        return NULL;
    *length = newline != NULL ? (size_t)(newline - line) : left;
    line[*length] = '\0'; /* there is room for one more than was read */
    input->start += *length + (newline != NULL);
    return line;
}

/* Makes room for a piece and the NUL after it. */
static bool make_room(input *input) {
    if (input->start > 0) {
        input->end -= input->start;
        memmove(input->bytes, input->bytes + input->start, input->end);
        input->start = 0;
    }
    if (input->size - input->end > PIECE)
        return true;
    size_t size = 2 * input->size + PIECE + 1;
    char *bytes = realloc(input->bytes, size);
    if (bytes == NULL)
        return false;
    input->bytes = bytes;
    input->size = size;
    return true;
}

bool input_read(input *input) {
    if (!make_room(input))
        return false;
    ssize_t count = read(input->fd, input->bytes + input->end, PIECE);
    if (count < 0)
        return errno == EINTR;
    input->ended = count == 0;
    input->end += (size_t)count;
    return true;
}

void input_destroy(input *input) {
    free(input->bytes);
    *input = (struct input){0};
}
