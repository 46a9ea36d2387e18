/*
 * guarded.h: memory that ends where its text ends. Reading one byte more is a fault of the processor, in every build.
 */
#ifndef ADIT_TESTS_GUARDED_H
#define ADIT_TESTS_GUARDED_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct guarded {
    char *end; /* the first byte that must not be touched */
    size_t size;
};

/* Room for texts of up to `size` bytes. Ends the test where there is none. */
static inline struct guarded guarded_make(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size = (size + page) / page * page;
    char *start = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + size, page, PROT_NONE) != 0)
        abort();
    return (struct guarded){start + size, size};
}

/* Puts a copy of a text right before the end; there is no NUL behind it. */
static inline const char *guarded_copy(struct guarded guarded, const char *text, size_t length) {
    if (length > guarded.size)
        abort();
    return length == 0 ? guarded.end : memcpy(guarded.end - length, text, length);
}

static inline void guarded_unmake(struct guarded guarded) {
    munmap(guarded.end - guarded.size, guarded.size + (size_t)sysconf(_SC_PAGESIZE));
}

#endif /* ADIT_TESTS_GUARDED_H */
