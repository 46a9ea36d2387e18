/*
 * list.c: the command that shows tasks.
 */
#include "command.h"
#include "print.h"
#include "tags.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

/* Which tasks to show. */
typedef struct filter {
    bool open, done;
    json_t *wanted; /* the names of the tags that a task must have, all of them */
    json_t *names;  /* the names of the tags that each task has, by its id */
} filter;

static void filter_clear(filter *filter) {
    json_decref(filter->wanted);
    json_decref(filter->names);
}

static bool read_word(todo *todo, filter *filter, const json_t *known, const char *word) {
    bool all = strcmp(word, "all") == 0;
    if (all || strcmp(word, "open") == 0 || strcmp(word, "done") == 0) {
        filter->open = all || word[0] == 'o';
        filter->done = all || word[0] == 'd';
        return true;
    }
    if (json_object_get(known, word) == NULL) /* rather than an empty list, which would hide a slip of the finger */
        return report(todo, "there is no tag \"%s\"", word);
    return json_array_append_new(filter->wanted, json_string(word)) == 0 || report_no_memory(todo);
}

/* Reads "[open|done|all] [TAG...]", in any order. Clear the filter in any case. */
static bool filter_read(todo *todo, filter *filter, char *arguments) {
    *filter = (struct filter){.open = true, .wanted = json_array(), .names = tag_names(todo)};
    json_t *known = tag_ids(todo);
    bool good = filter->wanted != NULL && filter->names != NULL && known != NULL;
    while (good && *arguments != '\0')
        good = read_word(todo, filter, known, next_word(&arguments));
    json_decref(known);
    return good;
}

static bool includes(const json_t *array, const json_t *text) {
    size_t index;
    json_t *element;
    json_array_foreach(array, index, element) {
        if (json_equal(element, text))
            return true;
    }
    return false;
}

static bool passes(const filter *filter, const json_t *item, const json_t *names) {
    if (json_is_true(json_object_get(item, "completed")) ? !filter->done : !filter->open)
        return false;
    size_t index;
    json_t *name;
    json_array_foreach(filter->wanted, index, name) {
        if (!includes(names, name))
            return false;
    }
    return true;
}

static void print_items(todo *todo, const filter *filter, const json_t *items) {
    size_t shown = 0, count = table_count(items);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = table_element(items, i);
        const json_t *names = json_object_get(filter->names, json_string_value(json_object_get(item, "id")));
        /* Numbered all the same, so that the numbers follow the order of the tasks whatever is listed first. */
        numbering_number(&todo->items, json_object_get(item, "id"));
        if (!passes(filter, item, names))
            continue;
        print_listed_item(todo, item, names);
        shown += 1;
    }
    printf("%zu of ", shown);
    print_count(count, "task");
    putchar('\n');
}

bool run_list(todo *todo, char *arguments) {
    filter filter;
    json_t *items = filter_read(todo, &filter, arguments) ? get_state(todo, "/items") : NULL;
    bool good = items != NULL;
    if (good)
        print_items(todo, &filter, items);
    json_decref(items);
    filter_clear(&filter);
    return good;
}
