/*
 * task.h: a task on its way from a todo.txt file into the core.
 */
#ifndef TODO_TASK_H
#define TODO_TASK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct task {
    size_t line;   /**< of the file */
    json_t *item;  /**< as it is sent */
    json_t *names; /**< of its tags, each once */
} task;

/** Makes a task of what a line says. False, and nothing to clear, where the text is not UTF-8 or memory is short. */
bool task_create(task *task, size_t line, bool done, const char *text);

void task_clear(task *task);

#endif
