/*
 * buffer.h: bytes that are added at the end and taken from the beginning.
 */
#ifndef SERVED_BUFFER_H
#define SERVED_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** `{0}` is an empty one; `buffer_destroy` frees what it holds. */
typedef struct buffer {
    char *bytes;
    size_t start, end, room;
} buffer;

/** The bytes that were added and not taken. */
static inline size_t buffer_length(const buffer *buffer) {
    return buffer->end - buffer->start;
}

/** The first of them. NULL if there never were any. */
static inline char *buffer_bytes(const buffer *buffer) {
    return buffer->bytes + buffer->start;
}

void buffer_add(buffer *buffer, const void *bytes, size_t length);

/** Makes room for so many bytes behind the last one, and returns where they go; `buffer_grown` adds them. */
char *buffer_reserve(buffer *buffer, size_t length);

void buffer_grown(buffer *buffer, size_t length);

/** Takes bytes from the beginning. An empty buffer frees memory beyond 128 KiB. */
void buffer_take(buffer *buffer, size_t length);

void buffer_destroy(buffer *buffer);

/** What the library does where there is no memory left: it says so, and ends the program. */
_Noreturn void end_without_memory(void);

#endif
