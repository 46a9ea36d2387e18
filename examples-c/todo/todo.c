#include "todo.h"

#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* "line 3: tasks.txt:17: ", as far as it is known. */
static void print_place(const todo *todo) {
    if (todo->unit != NULL)
        fprintf(stderr, "%s %zu: ", todo->unit, todo->place);
    if (todo->file != NULL && todo->file_line > 0)
        fprintf(stderr, "%s:%zu: ", todo->file, todo->file_line);
    else if (todo->file != NULL)
        fprintf(stderr, "%s: ", todo->file);
}

bool report(const todo *todo, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout); /* so that what was printed before stands before */
    fputs("todo: ", stderr);
    print_place(todo);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

bool report_no_memory(const todo *todo) {
    return report(todo, "%s", adit_strerror(ADIT_ENOMEM));
}

/* The errors of the app, for people. A word that is new to this program is shown as it is. */
static const char *in_words(const char *error) {
    static const char *const words[][2] = {
        {"emptyText", "the text is empty"},
        {"unknownItem", "there is no such task"},
        {"doubledItem", "there is such a task already"},
        {"unknownTag", "there is no such tag"},
        {"doubledTag", "there is such a tag already"},
        {"unknownEntry", "there is no such entry"},
        {"doubledEntry", "there is such an entry already"},
        {"unknownList", "there is no such list"},
        {"unknownImport", "there is no such import"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(error, words[i][0]) == 0)
            return words[i][1];
    }
    return error;
}

static const char *text_at(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "?";
}

bool was_done(const todo *todo, const answer *answer) {
    if (strcmp(answer->name, "@error") == 0) {
        const char *path = json_string_value(json_object_get(answer->body, "path"));
        return report(todo, "the core failed: %s (%s%s%s)", text_at(answer->body, "message"),
                      text_at(answer->body, "code"), path != NULL ? " at " : "", path != NULL ? path : "");
    }
    if (strncmp(answer->name, "wasNot", 6) == 0) {
        const char *error = text_at(answer->body, "error");
        return report(todo, "%s (%s: %s)", in_words(error), answer->name, error);
    }
    return true;
}

bool ask(todo *todo, json_t *message, answer *out) {
    adit_error error;
    if (!session_ask(&todo->session, message, out, &error))
        return report(todo, "%s", error.text);
    if (was_done(todo, out))
        return true;
    answer_clear(out);
    return false;
}

json_t *get_state(todo *todo, const char *pointer) {
    answer answer;
    if (!ask(todo, json_pack("{s:{s:s}}", "@get", "path", pointer), &answer))
        return NULL;
    json_t *value = json_incref(json_object_get(answer.body, "value"));
    answer_clear(&answer);
    if (value == NULL)
        report(todo, "the state has nothing at \"%s\"", pointer);
    return value;
}

size_t table_count(const json_t *table) {
    return json_array_size(json_object_get(table, "ids"));
}

json_t *table_element(const json_t *table, size_t index) {
    const char *id = json_string_value(json_array_get(json_object_get(table, "ids"), index));
    return json_object_get(json_object_get(table, "entities"), id);
}

const char *next_id(todo *todo, const numbering *numbering, const char *what, char **rest) {
    const char *word = next_word(rest);
    size_t number;
    const char *id = read_number(word, &number) ? numbering_id(numbering, number) : NULL;
    if (id == NULL)
        report(todo, "\"%s\" is not the number of %s that has been shown", word, what);
    return id;
}
