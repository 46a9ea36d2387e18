#include "task.h"

#include "todotxt.h"

/* A short list is searched: no one gives a task more than a few tags. */
static bool includes(const json_t *names, const json_t *name) {
    size_t index;
    json_t *other;
    json_array_foreach(names, index, other) {
        if (json_equal(other, name))
            return true;
    }
    return false;
}

static bool add_once(json_t *names, json_t *name) {
    bool good = name != NULL && (includes(names, name) || json_array_append(names, name) == 0);
    json_decref(name);
    return good;
}

static json_t *names_in(const char *text) {
    json_t *names = json_array();
    bool good = names != NULL;
    size_t length;
    for (const char *tag = todotxt_next_tag(&text, &length); tag != NULL; tag = todotxt_next_tag(&text, &length))
        good &= add_once(names, json_stringn(tag, length));
    if (good)
        return names;
    json_decref(names);
    return NULL;
}

bool task_create(task *task, size_t line, bool done, const char *text) {
    *task = (struct task){.line = line};
    task->item = json_pack("{s:s,s:b}", "text", text, "completed", done);
    if (task->item != NULL)
        task->names = names_in(text);
    if (task->names != NULL)
        return true;
    task_clear(task);
    return false;
}

void task_clear(task *task) {
    json_decref(task->item);
    json_decref(task->names);
    *task = (struct task){0};
}
