#define _POSIX_C_SOURCE 200809L /* strdup */
#include "keys.h"
#include "tty.h"

#include <ncurses.h>
#include <stdlib.h>
#include <string.h>

/** Characters that are no text. */
enum { CONTROL_L = 0x0C, ESCAPE = 0x1B, CONTROL_H = 0x08, DELETE = 0x7F };

static const json_t *selected(const ui *ui) {
    return model_item(&ui->model, ui->model.list.selected);
}

/* -- Requests. -- */

/* A request that names the selected item, if there is one. */
static void request_for_selected(ui *ui, const char *name) {
    const json_t *item = selected(ui);
    if (item != NULL)
        model_request(&ui->model, name, json_pack("{s:O}", "id", json_object_get(item, "id")));
}

static void toggle(ui *ui) {
    request_for_selected(ui, json_is_true(json_object_get(selected(ui), "completed")) ? "uncheck" : "check");
}

/* -- The field. -- */

static void open_field(ui *ui, ui_mode mode, const char *text, size_t length) {
    if (field_set(&ui->field, text, length))
        ui->mode = mode;
}

static void open_selected(ui *ui) {
    const json_t *item = selected(ui), *text = json_object_get(item, "text");
    if (item == NULL)
        return;
    free(ui->edited);
    ui->edited = strdup(json_string_value(json_object_get(item, "id")));
    if (ui->edited != NULL)
        open_field(ui, UI_EDIT, json_string_value(text), json_string_length(text));
}

static void submit(ui *ui) {
    size_t length;
    char *text = field_text(&ui->field, &length);
    json_t *value = text != NULL ? json_stringn(text, length) : NULL;
    free(text);
    if (ui->mode == UI_ADD)
        model_request(&ui->model, "add", json_pack("{s:{s:o}}", "item", "text", value));
    else
        model_request(&ui->model, "edit", json_pack("{s:s,s:o}", "id", ui->edited, "text", value));
    ui->mode = UI_LIST;
}

static void press_in_field(ui *ui, bool is_function, wint_t key) {
    field *field = &ui->field;
    if (key == ESCAPE && !is_function)
        ui->mode = UI_LIST;
    else if (is_function ? key == KEY_ENTER : key == L'\r' || key == L'\n')
        submit(ui);
    else if (is_function ? key == KEY_BACKSPACE : key == DELETE || key == CONTROL_H)
        field_erase(field);
    else if (is_function && key == KEY_DC)
        field_delete(field);
    else if (is_function && key == KEY_LEFT)
        field_left(field);
    else if (is_function && key == KEY_RIGHT)
        field_right(field);
    else if (is_function && key == KEY_HOME)
        field->cursor = 0;
    else if (is_function && key == KEY_END)
        field->cursor = field->length;
    else if (!is_function && key >= L' ' && !(key >= DELETE && key < 0xA0) && !field_insert(field, (wchar_t)key))
        adit_line_add(&ui->model.notice, "There is no memory left.");
}

/* -- The list. -- */

static void press_function_in_list(ui *ui, wint_t key) {
    list *list = &ui->model.list;
    size_t count = model_count(&ui->model);
    if (key == KEY_UP || key == KEY_DOWN)
        list_move(list, count, key == KEY_UP ? -1 : 1);
    else if (key == KEY_PPAGE || key == KEY_NPAGE)
        list_page(list, count, key == KEY_PPAGE ? -1 : 1);
    else if (key == KEY_HOME || key == KEY_END)
        list_move(list, count, key == KEY_HOME ? -(ptrdiff_t)count : (ptrdiff_t)count);
}

static void press_in_list(ui *ui, wint_t key) {
    if (key == L' ')
        toggle(ui);
    else if (key == L'a')
        open_field(ui, UI_ADD, "", 0);
    else if (key == L'e')
        open_selected(ui);
    else if (key == L'd')
        request_for_selected(ui, "delete");
    else if (key == L'u')
        model_send(&ui->model, "@undo");
    else if (key == L'r')
        model_send(&ui->model, "@redo");
    else if (key == L'q')
        ui->has_quit = true;
    else if (key == ESCAPE)
        ui->model.wants_review = false;
}

/* -- Reading. -- */

static void press(ui *ui, bool is_function, wint_t key) {
    bool resizes = is_function && key == KEY_RESIZE;
    if (resizes || (!is_function && key == CONTROL_L)) {
        clearok(curscr, TRUE); /* all of the screen is drawn anew */
        return;
    }
    ui->model.notice = (adit_line){0};
    if (ui->mode != UI_LIST)
        press_in_field(ui, is_function, key);
    else if (is_function)
        press_function_in_list(ui, key);
    else
        press_in_list(ui, key);
}

void keys_read(ui *ui) {
    wint_t key;
    for (int kind; !ui->has_quit && ui->model.failure.length == 0 && (kind = get_wch(&key)) != ERR;)
        press(ui, kind == KEY_CODE_YES, key);
}
