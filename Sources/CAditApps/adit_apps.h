/*
 * The hook by which an app library says which apps it holds. It is not part of the C interface: the library's Swift
 * target defines it, AditC calls it once, and the linker keeps it inside.
 */
#ifndef ADIT_APPS_H
#define ADIT_APPS_H

#include <stddef.h>

/* Weak: a program that links AditC without being an app library has no apps. */
extern void *adit_apps(void) __attribute__((weak));

/* The result of adit_apps; NULL if the library has no such function. */
static inline void *adit_apps_if_any(void) {
    return adit_apps ? adit_apps() : NULL;
}

#endif
