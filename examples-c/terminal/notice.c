#include "notice.h"

#include <string.h>

/** The names of the core, and the words for them. */
typedef struct phrase {
    const char *name, *words;
} phrase;

static const phrase failures[] = {
    {"wasNotAdded", "Not added"},         {"wasNotChecked", "Not checked"}, {"wasNotUnchecked", "Not unchecked"},
    {"wasNotEdited", "The text is kept"}, {"wasNotDeleted", "Not deleted"}, {NULL, NULL},
};

static const phrase errors[] = {
    {"emptyText", "the text is empty"},
    {"unknownItem", "there is no such item any more"},
    {"doubledItem", "there is such an item already"},
    {NULL, NULL},
};

/** How the texts of errors begin that are no failures. */
static const phrase refusals[] = {
    {"@undo: found nothing to undo", "There is nothing to undo."},
    {"@redo: found nothing to redo", "There is nothing to redo."},
    {NULL, NULL},
};

/* The words for a name, or the name itself: an app may have more names than a host knows. */
static const char *words_for(const phrase *phrases, const char *name) {
    while (phrases->name != NULL && strcmp(phrases->name, name) != 0)
        phrases++;
    return phrases->name != NULL ? phrases->words : name;
}

static void add(adit_line *notice, const char *text) {
    adit_line_add_text(notice, text, strlen(text));
}

/* Of `{"id", "error"}`, or `{"item", "error"}`. */
static const char *error_in(const json_t *body) {
    return json_string_value(json_object_get(body, "error"));
}

void notice_of_response(adit_line *notice, const json_t *response) {
    void *only = json_object_iter((json_t *)response);
    if (only == NULL || strncmp(json_object_iter_key(only), "wasNot", strlen("wasNot")) != 0)
        return;
    const char *error = error_in(json_object_iter_value(only));
    *notice = (adit_line){0};
    add(notice, words_for(failures, json_object_iter_key(only)));
    if (error != NULL) {
        add(notice, ": ");
        add(notice, words_for(errors, error));
    }
    add(notice, ".");
}

void notice_of_error(adit_line *notice, const json_t *error) {
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *message = json_string_value(json_object_get(error, "message"));
    if (error == NULL)
        return;
    *notice = (adit_line){0};
    for (const phrase *phrase = refusals; message != NULL && phrase->name != NULL; phrase++)
        if (strncmp(message, phrase->name, strlen(phrase->name)) == 0) {
            add(notice, phrase->words);
            return;
        }
    adit_line_add(notice, "The core failed (");
    add(notice, code != NULL ? code : "?");
    adit_line_add(notice, "): ");
    add(notice, message != NULL ? message : "?");
}
