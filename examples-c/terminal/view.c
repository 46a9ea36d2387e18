#define _GNU_SOURCE /* wcwidth */
#include "view.h"
#include "text.h"

#include <ncurses.h>
#include <stdio.h>
#include <string.h>

static const char review_text[] = "Do you like this app? Rate it!";
static const char list_help[] = "a add  e edit  space check  d delete  u undo  q quit";
static const char field_help[] = "Enter save  Esc cancel";

/** Which rows there are: a small terminal has no room for all. */
typedef struct layout {
    int rows, columns;
    int list, list_height;   /* the first row of the list, and how many there are */
    int review, entry, help; /* -1: there is none; the entry has the field, or what could not be done */
} layout;

static layout layout_of(const ui *ui) {
    layout layout = {.review = -1, .help = -1};
    getmaxyx(stdscr, layout.rows, layout.columns);
    int end = layout.rows;
    if (layout.rows >= 6)
        layout.help = --end;
    layout.entry = --end;
    if (ui->model.wants_review && layout.rows >= 7)
        layout.review = --end;
    layout.list = layout.rows >= 4 ? 1 : 0;
    layout.list_height = end > layout.list ? end - layout.list : 0;
    return layout;
}

static void draw(int y, const row *row, attr_t attributes) {
    attrset((int)attributes);
    mvaddnwstr(y, 0, row->text, (int)row->length);
    attrset(A_NORMAL);
}

static void draw_text(int y, const layout *layout, const char *text, attr_t attributes) {
    row row;
    row_start(&row, layout->columns);
    row_add_text(&row, text, strlen(text));
    draw(y, &row, attributes);
}

/* The counts on the left; on the right, if there is room, which item is selected. */
static void draw_header(const ui *ui, const layout *layout) {
    row row;
    char text[128];
    size_t count = model_count(&ui->model);
    row_start(&row, layout->columns);
    snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT " open, %zu in all", model_open_count(&ui->model), count);
    row_add_text(&row, text, strlen(text));
    int length = count == 0 ? 0 : snprintf(text, sizeof text, "%zu of %zu", ui->model.list.selected + 1, count);
    bool has_room = length > 0 && row.width + 2 + length <= row.columns;
    while (has_room && row.width + length < row.columns)
        row_add(&row, L' ');
    if (has_room)
        row_add_text(&row, text, (size_t)length);
    row_fill(&row);
    draw(0, &row, A_REVERSE);
}

static void draw_item(int y, const layout *layout, const json_t *item, bool is_selected) {
    row row;
    const json_t *text = json_object_get(item, "text");
    bool is_completed = json_is_true(json_object_get(item, "completed"));
    row_start(&row, layout->columns);
    row_add_text(&row, is_selected ? "> " : "  ", 2);
    row_add_text(&row, is_completed ? "[x] " : "[ ] ", 4);
    row_add_text(&row, json_string_value(text), json_string_length(text));
    if (is_selected)
        row_fill(&row);
    draw(y, &row, (is_selected ? A_REVERSE : A_NORMAL) | (is_completed ? A_DIM : A_NORMAL));
}

static void draw_list(const ui *ui, const layout *layout) {
    const list *list = &ui->model.list;
    const json_t *item;
    for (int i = 0; i < layout->list_height && (item = model_item(&ui->model, list->top + (size_t)i)) != NULL; i++)
        draw_item(layout->list + i, layout, item, list->top + (size_t)i == list->selected);
}

/* -- The entry. -- */

/* Where the visible part of the field begins, so that the cursor has a column within so many. */
static size_t visible_start(const field *field, int columns) {
    size_t start = field->cursor;
    int width = 0;
    while (start > 0) {
        size_t previous = text_previous(field->text, start);
        for (size_t i = previous; i < start; i++)
            width += text_width(field->text[i]);
        if (width >= columns)
            break;
        start = previous;
    }
    return start;
}

static void draw_field(const ui *ui, const layout *layout) {
    row row;
    const field *field = &ui->field;
    const char *label = ui->mode == UI_ADD ? "Add: " : "Edit: ";
    row_start(&row, layout->columns);
    row_add_text(&row, label, strlen(label));
    int column = row.width;
    for (size_t i = visible_start(field, row.columns - row.width); i < field->length && !row.is_cut; i++) {
        row_add(&row, field->text[i]);
        if (i + 1 == field->cursor)
            column = row.width;
    }
    draw(layout->entry, &row, A_NORMAL);
    move(layout->entry, column < layout->columns ? column : layout->columns - 1);
}

static void draw_entry(const ui *ui, const layout *layout) {
    if (ui->mode != UI_LIST)
        draw_field(ui, layout);
    else if (ui->model.notice.length > 0)
        draw_text(layout->entry, layout, ui->model.notice.text, A_BOLD);
    else if (ui->model.wants_review && layout->review < 0)
        draw_text(layout->entry, layout, review_text, A_BOLD);
}

void view_draw(ui *ui) {
    layout layout = layout_of(ui);
    list_fit(&ui->model.list, model_count(&ui->model), (size_t)layout.list_height);
    erase();
    if (layout.list > 0)
        draw_header(ui, &layout);
    draw_list(ui, &layout);
    if (layout.review >= 0)
        draw_text(layout.review, &layout, review_text, A_BOLD);
    if (layout.help >= 0)
        draw_text(layout.help, &layout, ui->mode == UI_LIST ? list_help : field_help, A_DIM);
    draw_entry(ui, &layout); /* the last one: the cursor stays there */
    curs_set(ui->mode == UI_LIST ? 0 : 1);
    refresh();
}
