/*
 * journal.c: the commands of the journal. Its entries have numbers of their own.
 */
#include "command.h"
#include "day.h"
#include "print.h"
#include "words.h"

#include <stdio.h>

static bool change(todo *todo, const char *request, json_t *body) {
    answer answer;
    if (!ask(todo, session_request("journal", request, body), &answer))
        return false;
    print_entry(todo, answer.body);
    answer_clear(&answer);
    return true;
}

bool run_journal_add(todo *todo, char *arguments) {
    return change(todo, "add", json_pack("{s:{s:s}}", "entry", "text", arguments));
}

bool run_journal_edit(todo *todo, char *arguments) {
    const char *id = next_id(todo, &todo->entries, "an entry", &arguments);
    return id != NULL && change(todo, "edit", json_pack("{s:s,s:s}", "id", id, "text", arguments));
}

bool run_journal_delete(todo *todo, char *arguments) {
    bool good = true;
    while (*arguments != '\0') {
        const char *id = next_id(todo, &todo->entries, "an entry", &arguments);
        good &= id != NULL && change(todo, "delete", json_pack("{s:s}", "id", id));
    }
    return good;
}

bool run_journal_list(todo *todo, char *arguments) {
    day day;
    if (!day_read(*arguments != '\0' ? arguments : "today", day))
        return report(todo, "\"%s\" is not a day; write YYYY-MM-DD, today or tomorrow", arguments);
    answer answer;
    if (!ask(todo, session_request("journal", "list", json_pack("{s:s}", "day", day)), &answer))
        return false;
    size_t count;
    json_t *entry;
    json_array_foreach(json_object_get(answer.body, "entries"), count, entry) {
        print_entry(todo, entry);
    }
    printf("%zu %s on %s\n", count, count == 1 ? "entry" : "entries", day);
    answer_clear(&answer);
    return true;
}
