/*
 * items.c: the commands that change tasks. Each asks the core, and shows the task as it is afterwards.
 */
#include "command.h"
#include "day.h"
#include "print.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

/* Sends a request of the feature `todo` and shows the item of its response. */
static bool change(todo *todo, const char *request, json_t *body, const char *verb) {
    answer answer;
    if (!ask(todo, session_request("todo", request, body), &answer))
        return false;
    print_item(todo, verb, answer.body);
    answer_clear(&answer);
    return true;
}

/* The same for each of several numbers; one that fails does not keep the others from being done. */
static bool change_each(todo *todo, char *numbers, const char *request, const char *verb) {
    bool good = true;
    while (*numbers != '\0') {
        const char *id = next_id(todo, &todo->items, "a task", &numbers);
        good &= id != NULL && change(todo, request, json_pack("{s:s}", "id", id), verb);
    }
    return good;
}

bool run_add(todo *todo, char *arguments) {
    return change(todo, "add", json_pack("{s:{s:s}}", "item", "text", arguments), "Added");
}

bool run_check(todo *todo, char *arguments) {
    return change_each(todo, arguments, "check", "Checked");
}

bool run_uncheck(todo *todo, char *arguments) {
    return change_each(todo, arguments, "uncheck", "Unchecked");
}

bool run_delete(todo *todo, char *arguments) {
    return change_each(todo, arguments, "delete", "Deleted");
}

bool run_edit(todo *todo, char *arguments) {
    const char *id = next_id(todo, &todo->items, "a task", &arguments);
    return id != NULL && change(todo, "edit", json_pack("{s:s,s:s}", "id", id, "text", arguments), "Edited");
}

/* Midnight at the start of the day: the core keeps moments, people mean days. */
static json_t *schedule(const char *id, const char *due) {
    return json_pack("{s:s,s:o}", "id", id, "due", json_sprintf("%sT00:00:00Z", due));
}

bool run_due(todo *todo, char *arguments) {
    const char *id = next_id(todo, &todo->items, "a task", &arguments);
    if (id == NULL)
        return false;
    if (strcmp(arguments, "none") == 0)
        return change(todo, "schedule", json_pack("{s:s}", "id", id), "Unscheduled");
    day due;
    if (!day_read(arguments, due))
        return report(todo, "\"%s\" is not a day; write YYYY-MM-DD, today, tomorrow or none", arguments);
    return change(todo, "schedule", schedule(id, due), "Scheduled");
}
