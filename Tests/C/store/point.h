/*
 * point.h: what calls.c asks faults.c for: what is to become of a call that a program makes.
 */
#ifndef ADIT_TESTS_POINT_H
#define ADIT_TESTS_POINT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A call that is about to be made. */
struct point {
    const char *call;
    char path[PATH_MAX];
    bool counted, chosen;
};

/* The C library's own function, as a pointer of the function's type. */
#define POINT_OWN(name) (*(__typeof__(name) **)&(void *){point_own(#name)})
void *point_own(const char *name);

/* A call that changes an open file, or a name of a folder (AT_FDCWD: that of the process). Does not return where the process
 * is to end before it; errno stays as it is. */
struct point point_at_file(const char *call, int file, size_t length);
struct point point_at_name(const char *call, int folder, const char *name);

/* Whether the call is to fail; errno is set then. */
bool point_fails(const struct point *point);

/* Whether the process is to end in the middle of the call. */
bool point_tears(const struct point *point);

/* The call has been made. Does not return where the process is to end after it. */
void point_leave(const struct point *point);

/* Whether it has to be remembered what is synced. */
bool point_power(void);

_Noreturn void point_die(void);

#endif /* ADIT_TESTS_POINT_H */
