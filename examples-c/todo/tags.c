/*
 * tags.c: the commands that tag tasks.
 */
#include "tags.h"

#include "command.h"
#include "print.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives back what was built, or nothing but a report where a part of it is missing. */
static json_t *whole(const todo *todo, json_t *built, bool good) {
    if (good)
        return built;
    report_no_memory(todo);
    json_decref(built);
    return NULL;
}

json_t *tag_ids(todo *todo) {
    json_t *tags = get_state(todo, "/tags");
    if (tags == NULL)
        return NULL;
    json_t *ids = json_object();
    bool good = ids != NULL;
    for (size_t i = 0; i < table_count(tags); i++) {
        json_t *tag = table_element(tags, i);
        const char *name = json_string_value(json_object_get(tag, "name"));
        good &= json_object_set(ids, name, json_object_get(tag, "id")) == 0;
    }
    json_decref(tags);
    return whole(todo, ids, good);
}

/* Adds a tag's name to the names of every item that it has. */
static bool note_tag(json_t *names, const json_t *tag) {
    size_t index;
    json_t *item;
    bool good = true;
    json_array_foreach(json_object_get(tag, "tagged"), index, item) {
        const char *id = json_string_value(item);
        if (json_object_get(names, id) == NULL)
            good &= json_object_set_new(names, id, json_array()) == 0;
        good &= json_array_append(json_object_get(names, id), json_object_get(tag, "name")) == 0;
    }
    return good;
}

json_t *tag_names(todo *todo) {
    json_t *tags = get_state(todo, "/tags");
    if (tags == NULL)
        return NULL;
    json_t *names = json_object();
    bool good = names != NULL;
    for (size_t i = 0; i < table_count(tags); i++)
        good &= note_tag(names, table_element(tags, i));
    json_decref(tags);
    return whole(todo, names, good);
}

/* The id of the tag of that name, for the caller to decref; NULL where there is none, told to `missing`. */
static json_t *find_tag(todo *todo, const char *name, bool *missing) {
    json_t *ids = tag_ids(todo);
    json_t *id = json_incref(json_object_get(ids, name));
    *missing = ids != NULL && id == NULL;
    json_decref(ids);
    return id;
}

static json_t *create_tag(todo *todo, const char *name) {
    answer answer;
    if (!ask(todo, session_request("tagging", "create", json_pack("{s:{s:s}}", "tag", "name", name)), &answer))
        return NULL;
    json_t *id = json_incref(json_object_get(answer.body, "id"));
    answer_clear(&answer);
    return id;
}

/* Sends a request and shows the item of its response, its first value, behind the verb and the tag's name. */
static bool change(todo *todo, const char *request, json_t *body, const char *verb, const char *name) {
    answer answer;
    if (!ask(todo, session_request("tagging", request, body), &answer))
        return false;
    printf("%s ", verb);
    print_item(todo, name, json_object_get(answer.body, "_0"));
    answer_clear(&answer);
    return true;
}

bool run_tag(todo *todo, char *arguments) {
    const char *item = next_id(todo, &todo->items, "a task", &arguments);
    if (item == NULL)
        return false;
    bool missing;
    json_t *tag = find_tag(todo, arguments, &missing);
    if (missing)
        tag = create_tag(todo, arguments);
    return tag != NULL && change(todo, "tag", json_pack("{s:s,s:o}", "item", item, "with", tag), "Tagged", arguments);
}

bool run_untag(todo *todo, char *arguments) {
    const char *item = next_id(todo, &todo->items, "a task", &arguments);
    if (item == NULL)
        return false;
    bool missing;
    json_t *tag = find_tag(todo, arguments, &missing);
    if (missing)
        return report(todo, "there is no tag \"%s\"", arguments);
    return tag != NULL &&
           change(todo, "untag", json_pack("{s:s,s:o}", "item", item, "from", tag), "Untagged", arguments);
}

static const char *name_of(const json_t *tag) {
    return json_string_value(json_object_get(tag, "name"));
}

static int by_name(const void *left, const void *right) {
    return strcmp(name_of(*(json_t *const *)left), name_of(*(json_t *const *)right));
}

/* The tags of a table by name, to be freed; NULL where memory is short. */
static json_t **sort(const json_t *tags) {
    size_t count = table_count(tags);
    json_t **sorted = calloc(count + 1, sizeof *sorted); /* + 1: calloc may answer NULL to 0 */
    if (sorted == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        sorted[i] = table_element(tags, i);
    qsort(sorted, count, sizeof *sorted, by_name);
    return sorted;
}

static void print_tag(const json_t *tag) {
    printf("%5zu ", json_array_size(json_object_get(tag, "tagged")));
    print_text(json_object_get(tag, "name"));
    putchar('\n');
}

bool run_tags(todo *todo, char *start) {
    json_t *tags = get_state(todo, "/tags");
    if (tags == NULL)
        return false;
    json_t **sorted = sort(tags);
    for (size_t i = 0; sorted != NULL && i < table_count(tags); i++) {
        if (strncmp(name_of(sorted[i]), start, strlen(start)) == 0)
            print_tag(sorted[i]);
    }
    bool good = sorted != NULL || report_no_memory(todo);
    free(sorted);
    json_decref(tags);
    return good;
}
