/* SPDX-License-Identifier: Apache-2.0 */
#include "patch.h"
#include "edits.h"
#include "operation.h"
#include "value.h"

#include <stdlib.h>

/** An operation, and what it has displaced. */
typedef struct step {
    operation operation;
    size_t edits; /* how many edits there were when it was done: the last one of them is its own */
} step;

typedef struct patch {
    step *steps;
    size_t count;
    edits edits;
    size_t copied; /* how many values */
    line *error;
} patch;

static bool refuse(const patch *patch, const char *text) {
    line_add(patch->error, "%s", text);
    return false;
}

/* Explains why an edit failed. */
static bool edited(const patch *patch, bool done) {
    return done || refuse(patch, "there is no memory left");
}

static json_t *document_of(const patch *patch) {
    return *patch->edits.document;
}

/* -- The operations. A value that is handed to a function is taken. -- */

/* Whether a value is not too deep to be put there. */
static bool fits(const patch *patch, const pointer *path, const json_t *value, size_t *count) {
    *count = 0;
    if (path->count <= PATCH_DEPTH && value_measure(value, PATCH_DEPTH - path->count, count))
        return true;
    line_add(patch->error, "the value would be too deep; at most %d levels are expected", PATCH_DEPTH);
    return false;
}

/* The object or array that the last token belongs to; there is a token. */
static json_t *find_parent(const patch *patch, const pointer *path) {
    return pointer_find(path, path->count - 1, document_of(patch), patch->error);
}

static bool explain(const patch *patch, const pointer *path, const json_t *parent, bool adds) {
    pointer_explain(path, path->count - 1, parent, adds, patch->error);
    return false;
}

static bool add(patch *patch, const pointer *path, json_t *value) {
    if (path->count == 0)
        return edited(patch, value != NULL && edits_set_document(&patch->edits, value));
    json_t *parent = find_parent(patch, path);
    const pointer_token *last = &path->tokens[path->count - 1];
    size_t size = json_array_size(parent), index = size;
    bool is_end = last->length == 1 && last->text[0] == '-';
    if (json_is_object(parent))
        return edited(patch, edits_set_member(&patch->edits, parent, last->text, last->length, value));
    if (json_is_array(parent) && (is_end || pointer_index(last, &index)) && index <= size)
        return edited(patch, edits_insert_element(&patch->edits, parent, index, value));
    json_decref(value);
    return parent != NULL && explain(patch, path, parent, true);
}

/* Removes what is there; nothing is there where the path is that of no value. */
static bool remove_at(patch *patch, const pointer *path) {
    if (pointer_find(path, path->count, document_of(patch), patch->error) == NULL)
        return false;
    if (path->count == 0)
        return edited(patch, edits_set_document(&patch->edits, NULL));
    json_t *parent = find_parent(patch, path);
    const pointer_token *last = &path->tokens[path->count - 1];
    size_t index;
    if (json_is_object(parent))
        return edited(patch, edits_remove_member(&patch->edits, parent, last->text, last->length));
    pointer_index(last, &index);
    return edited(patch, edits_remove_element(&patch->edits, parent, index));
}

static bool replace(patch *patch, const pointer *path, json_t *value) {
    json_t *old = pointer_find(path, path->count, document_of(patch), patch->error);
    json_t *parent = old != NULL && path->count > 0 ? find_parent(patch, path) : NULL;
    size_t index;
    if (!json_is_array(parent) && old != NULL)
        return add(patch, path, value); /* which replaces the document, and a member */
    if (old != NULL && pointer_index(&path->tokens[path->count - 1], &index))
        return edited(patch, edits_set_element(&patch->edits, parent, index, value));
    json_decref(value);
    return false;
}

static bool move(patch *patch, const pointer *path, const pointer *from) {
    json_t *value = pointer_find(from, from->count, document_of(patch), patch->error);
    size_t count;
    if (value == NULL)
        return false;
    if (pointer_is_within(path, from)) {
        if (path->count == from->count)
            return true; /* to where it is */
        return refuse(patch, "a value cannot move into itself; a \"path\" outside of \"from\" is expected");
    }
    if (!fits(patch, path, value, &count))
        return false;
    json_incref(value);
    if (remove_at(patch, from))
        return add(patch, path, value);
    json_decref(value);
    return false;
}

static bool copy(patch *patch, const pointer *path, const pointer *from) {
    json_t *value = pointer_find(from, from->count, document_of(patch), patch->error);
    size_t count;
    if (value == NULL || !fits(patch, path, value, &count))
        return false;
    patch->copied += count;
    if (patch->copied > PATCH_COPIES) {
        line_add(patch->error, "the patch would copy too much; at most %d values are expected", PATCH_COPIES);
        return false;
    }
    return add(patch, path, json_deep_copy(value));
}

static bool test(const patch *patch, const pointer *path, const json_t *value) {
    const json_t *found = pointer_find(path, path->count, document_of(patch), patch->error);
    if (found == NULL || value_equal(found, value))
        return found != NULL;
    line_add_json(patch->error, value);
    line_add(patch->error, " is expected, found ");
    line_add_json(patch->error, found);
    return false;
}

static bool apply(patch *patch, const operation *operation) {
    const pointer *path = &operation->path;
    size_t count;
    switch (operation->op) {
    case PATCH_ADD:
        return fits(patch, path, operation->value, &count) && add(patch, path, json_deep_copy(operation->value));
    case PATCH_REMOVE:
        return remove_at(patch, path);
    case PATCH_REPLACE:
        return fits(patch, path, operation->value, &count) && replace(patch, path, json_deep_copy(operation->value));
    case PATCH_MOVE:
        return move(patch, path, &operation->from);
    case PATCH_COPY:
        return copy(patch, path, &operation->from);
    default:
        return test(patch, path, operation->value);
    }
}

/* -- The patch. -- */

/* Tells of what an operation has done. */
static void tell(const patch *patch, size_t index, patch_fn fn, void *context) {
    const step *step = &patch->steps[index];
    size_t before = index > 0 ? patch->steps[index - 1].edits : 0;
    const edit *last = step->edits > before ? &patch->edits.list[step->edits - 1] : NULL;
    if (step->operation.op == PATCH_TEST)
        return;
    fn(context, &(patch_change){.op = step->operation.op,
                                .path = &step->operation.path,
                                .from = &step->operation.from,
                                .old = last != NULL ? last->old : NULL,
                                .value = step->operation.value});
}

/* "op 2 (replace /a/b): " */
static void name(line *error, size_t index, const operation *operation) {
    line_add(error, "op %zu (%s ", index, operation_name(operation->op));
    line_add_text(error, operation->path.text, operation->path.length);
    line_add(error, "): ");
}

/* Reads and applies the operation that follows. */
static bool run_next(patch *patch, const json_t *value) {
    step *step = &patch->steps[patch->count];
    line *told = patch->error, error = {0};
    if (!operation_read(&step->operation, value, &error)) {
        line_add(told, "op %zu: %s", patch->count, error.text);
        return false;
    }
    patch->count++;
    patch->error = &error;
    bool done = apply(patch, &step->operation);
    patch->error = told;
    step->edits = patch->edits.count;
    if (!done) {
        name(told, patch->count - 1, &step->operation);
        line_add(told, "%s", error.text);
    }
    return done;
}

bool patch_apply(json_t **document, const json_t *operations, patch_fn fn, void *context, line *error) {
    if (!json_is_array(operations)) {
        line_add(error, "a patch is an array of operations, found ");
        line_add_json(error, operations);
        return false;
    }
    size_t count = json_array_size(operations);
    patch patch = {.edits = {.document = document}, .error = error};
    patch.steps = calloc(count + 1, sizeof *patch.steps);
    bool good = edited(&patch, patch.steps != NULL);
    while (good && patch.count < count)
        good = run_next(&patch, json_array_get(operations, patch.count));
    for (size_t i = 0; good && fn != NULL && i < patch.count; i++)
        tell(&patch, i, fn, context);
    if (good)
        edits_keep(&patch.edits);
    else
        edits_undo(&patch.edits);
    for (size_t i = 0; i < patch.count; i++)
        operation_destroy(&patch.steps[i].operation);
    free(patch.steps);
    return good;
}
