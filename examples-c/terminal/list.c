#include "list.h"

/* An index moved by so many rows within a list of `count`. */
static size_t moved(size_t index, size_t count, ptrdiff_t rows) {
    size_t last = count > 0 ? count - 1 : 0;
    if (rows < 0)
        return index < (size_t)-rows ? 0 : index - (size_t)-rows;
    return index > last || last - index < (size_t)rows ? last : index + (size_t)rows;
}

void list_move(list *list, size_t count, ptrdiff_t rows) {
    list->selected = moved(list->selected, count, rows);
}

void list_page(list *list, size_t count, ptrdiff_t pages) {
    ptrdiff_t rows = pages * (ptrdiff_t)(list->height > 0 ? list->height : 1);
    list->selected = moved(list->selected, count, rows);
    list->top = moved(list->top, count, rows);
}

void list_added(list *list, size_t index) {
    list->selected += index < list->selected;
    list->top += index < list->top;
}

void list_removed(list *list, size_t index) {
    list->selected -= index < list->selected;
    list->top -= index < list->top;
}

void list_fit(list *list, size_t count, size_t height) {
    size_t last_top = count > height ? count - height : 0;
    list->height = height;
    list->selected = moved(list->selected, count, 0);
    if (list->top > list->selected)
        list->top = list->selected;
    if (height > 0 && list->selected - list->top >= height)
        list->top = list->selected - height + 1;
    if (list->top > last_top)
        list->top = last_top;
}
