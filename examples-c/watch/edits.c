/* SPDX-License-Identifier: Apache-2.0 */
#include "edits.h"

#include <stdlib.h>

/* Notes an edit that is about to be made, and keeps what it is going to displace. */
static bool note(edits *edits, edit edit) {
    if (edits->count == edits->capacity) {
        size_t capacity = edits->capacity == 0 ? 8 : 2 * edits->capacity;
        void *list = realloc(edits->list, capacity * sizeof *edits->list);
        if (list == NULL)
            return false;
        edits->list = list;
        edits->capacity = capacity;
    }
    json_incref(edit.old);
    edits->list[edits->count++] = edit;
    return true;
}

/* Forgets the edit that was noted last where it could not be made. */
static bool made(edits *edits, int code) {
    if (code != 0)
        json_decref(edits->list[--edits->count].old);
    return code == 0;
}

bool edits_set_document(edits *edits, json_t *value) {
    if (!note(edits, (edit){.kind = EDIT_DOCUMENT, .old = *edits->document})) {
        json_decref(value);
        return false;
    }
    json_decref(*edits->document);
    *edits->document = value;
    return true;
}

bool edits_set_member(edits *edits, json_t *object, const char *key, size_t length, json_t *value) {
    json_t *old = json_object_getn(object, key, length);
    edit edit = {.kind = EDIT_MEMBER, .parent = object, .key = key, .length = length, .old = old};
    if (value == NULL || !note(edits, edit)) {
        json_decref(value);
        return false;
    }
    return made(edits, json_object_setn_new(object, key, length, value));
}

bool edits_remove_member(edits *edits, json_t *object, const char *key, size_t length) {
    json_t *old = json_object_getn(object, key, length);
    edit edit = {.kind = EDIT_MEMBER, .parent = object, .key = key, .length = length, .old = old};
    return note(edits, edit) && made(edits, json_object_deln(object, key, length));
}

bool edits_set_element(edits *edits, json_t *array, size_t index, json_t *value) {
    json_t *old = json_array_get(array, index);
    if (value == NULL || !note(edits, (edit){.kind = EDIT_ELEMENT, .parent = array, .index = index, .old = old})) {
        json_decref(value);
        return false;
    }
    return made(edits, json_array_set_new(array, index, value));
}

bool edits_insert_element(edits *edits, json_t *array, size_t index, json_t *value) {
    if (value == NULL || !note(edits, (edit){.kind = EDIT_INSERT, .parent = array, .index = index})) {
        json_decref(value);
        return false;
    }
    return made(edits, json_array_insert_new(array, index, value));
}

bool edits_remove_element(edits *edits, json_t *array, size_t index) {
    json_t *old = json_array_get(array, index);
    return note(edits, (edit){.kind = EDIT_REMOVE, .parent = array, .index = index, .old = old}) &&
           made(edits, json_array_remove(array, index));
}

void edits_keep(edits *edits) {
    for (size_t i = 0; i < edits->count; i++)
        json_decref(edits->list[i].old);
    free(edits->list);
    edits->list = NULL;
    edits->count = edits->capacity = 0;
}

/* Takes an edit back. What was there before goes back to where it was. */
static void undo(const edits *edits, const edit *edit) {
    switch (edit->kind) {
    case EDIT_DOCUMENT:
        json_decref(*edits->document);
        *edits->document = json_incref(edit->old);
        break;
    case EDIT_MEMBER:
        if (edit->old != NULL)
            json_object_setn(edit->parent, edit->key, edit->length, edit->old);
        else
            json_object_deln(edit->parent, edit->key, edit->length);
        break;
    case EDIT_ELEMENT:
        json_array_set(edit->parent, edit->index, edit->old);
        break;
    case EDIT_INSERT:
        json_array_remove(edit->parent, edit->index);
        break;
    case EDIT_REMOVE:
        json_array_insert(edit->parent, edit->index, edit->old);
        break;
    }
}

void edits_undo(edits *edits) {
    for (size_t i = edits->count; i > 0; i--)
        undo(edits, &edits->list[i - 1]);
    edits_keep(edits);
}
