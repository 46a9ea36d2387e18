/*
 * list.h: the selected row of a list, and the part of the list that is visible. Nothing here depends on the list's
 * length.
 */
#ifndef TERMINAL_LIST_H
#define TERMINAL_LIST_H

#include <stddef.h>

/** `{0}` is the one of a new list. */
typedef struct list {
    size_t selected; /**< an index; 0 in an empty list */
    size_t top;      /**< the index of the first visible row */
    size_t height;   /**< how many rows are visible */
} list;

/** Moves the selection by so many rows, or as far as that is possible. */
void list_move(list *list, size_t count, ptrdiff_t rows);

/** Moves the selection and the visible part by pages. */
void list_page(list *list, size_t count, ptrdiff_t pages);

/** Keeps the selection where it is, on the same element, when one was added at an index or removed. */
void list_added(list *list, size_t index);
void list_removed(list *list, size_t index);

/** Makes the selection an element of a list of so many, and visible. */
void list_fit(list *list, size_t count, size_t height);

#endif
