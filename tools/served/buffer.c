#include "buffer.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 1 << 17 };

char *buffer_reserve(buffer *buffer, size_t length) {
    if (buffer->start > 0 && (buffer->start == buffer->end || buffer->start >= buffer->room / 2)) {
        memmove(buffer->bytes, buffer_bytes(buffer), buffer_length(buffer));
        buffer->end -= buffer->start;
        buffer->start = 0;
    }
    size_t needed = buffer->end + length;
    if (needed > buffer->room) {
        size_t room = needed < KEPT / 32 ? KEPT / 32 : needed + needed / 2;
        char *bytes = realloc(buffer->bytes, room);
        if (bytes == NULL)
            end_without_memory();
        buffer->bytes = bytes;
        buffer->room = room;
    }
    return buffer->bytes + buffer->end;
}

void buffer_grown(buffer *buffer, size_t length) {
    buffer->end += length;
}

void buffer_add(buffer *buffer, const void *bytes, size_t length) {
    if (length == 0)
        return;
    memcpy(buffer_reserve(buffer, length), bytes, length);
    buffer->end += length;
}

void buffer_take(buffer *buffer, size_t length) {
    buffer->start += length;
    if (buffer->start < buffer->end)
        return;
    buffer->start = buffer->end = 0;
    if (buffer->room > KEPT)
        buffer_destroy(buffer);
}

void buffer_destroy(buffer *buffer) {
    free(buffer->bytes);
    *buffer = (struct buffer){0};
}
