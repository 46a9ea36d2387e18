/* SPDX-License-Identifier: Apache-2.0 */
#include "pointer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** How many of an object's keys are named where none of them is the right one. */
enum { NAMED_KEYS = 3 };

/* -- Reading. -- */

/* What is wrong with the text; NULL: nothing. */
static const char *fault_in(const char *text, size_t length) {
    if (length > 0 && text[0] != '/')
        return "a JSON Pointer is empty or begins with \"/\"";
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '~' && (i + 1 == length || (text[i + 1] != '0' && text[i + 1] != '1')))
            return "in a JSON Pointer, ~ is written as ~0, and / within a key as ~1";
    }
    return NULL;
}

/* Takes a text that has no fault apart. The tokens' texts are written to `out`. */
static void split(pointer *pointer, char *out) {
    pointer_token *token = NULL;
    for (size_t i = 0; i < pointer->length; i++) {
        char character = pointer->text[i];
        if (character == '/') {
            token = token == NULL ? pointer->tokens : token + 1;
            token->text = out;
        } else {
            if (character == '~')
                character = pointer->text[++i] == '0' ? '~' : '/';
            *out++ = character;
            token->length++;
        }
        token->end = i + 1;
    }
}

bool pointer_read(pointer *pointer, const char *text, size_t length, line *error) {
    *pointer = (struct pointer){.text = text, .length = length};
    const char *fault = fault_in(text, length);
    if (fault != NULL) {
        line_add(error, "%s, found ", fault);
        line_add_quoted(error, text, length);
        return false;
    }
    for (size_t i = 0; i < length; i++)
        pointer->count += text[i] == '/';
    /* The tokens, and behind them their texts, which are shorter than the pointer's is. */
    pointer->tokens = calloc(1, pointer->count * sizeof *pointer->tokens + length + 1);
    if (pointer->tokens == NULL) {
        line_add(error, "there is no memory left");
        return false;
    }
    split(pointer, (char *)(pointer->tokens + pointer->count));
    return true;
}

void pointer_destroy(pointer *pointer) {
    free(pointer->tokens);
    *pointer = (struct pointer){0};
}

bool pointer_index(const pointer_token *token, size_t *index) {
    *index = 0;
    if (token->length == 0 || (token->text[0] == '0' && token->length > 1))
        return false;
    for (size_t i = 0; i < token->length; i++) {
        char digit = token->text[i];
        if (digit < '0' || digit > '9')
            return false;
        size_t value = (size_t)(digit - '0');
        *index = *index > (SIZE_MAX - value) / 10 ? SIZE_MAX : *index * 10 + value;
    }
    return true;
}

/* -- Following. -- */

static json_t *step(const json_t *parent, const pointer_token *token) {
    size_t index;
    if (json_is_object(parent))
        return json_object_getn(parent, token->text, token->length);
    if (json_is_array(parent) && pointer_index(token, &index))
        return json_array_get(parent, index); /* NULL where there is none */
    return NULL;
}

json_t *pointer_find(const pointer *pointer, size_t count, json_t *document, line *error) {
    if (document == NULL)
        line_add(error, "there is no document");
    for (size_t i = 0; i < count && document != NULL; i++) {
        json_t *value = step(document, &pointer->tokens[i]);
        if (value == NULL)
            pointer_explain(pointer, i, document, false, error);
        document = value;
    }
    return document;
}

bool pointer_is_within(const pointer *inner, const pointer *outer) {
    if (inner->count < outer->count)
        return false;
    for (size_t i = 0; i < outer->count; i++) {
        const pointer_token *one = &inner->tokens[i], *other = &outer->tokens[i];
        if (one->length != other->length || memcmp(one->text, other->text, one->length) != 0)
            return false;
    }
    return true;
}

/* -- Explaining. -- */

static void explain_object(const json_t *object, line *error) {
    size_t count = json_object_size(object), named = 0;
    line_add(error, count > 0 ? "; it has " : "; it has none");
    void *member = json_object_iter((json_t *)object);
    for (; member != NULL && named < NAMED_KEYS; member = json_object_iter_next((json_t *)object, member)) {
        if (named > 0)
            line_add(error, named + 1 == count ? " and " : ", ");
        line_add_quoted(error, json_object_iter_key(member), json_object_iter_key_len(member));
        named++;
    }
    if (count > named)
        line_add(error, " and %zu more", count - named);
}

static void explain_array(const json_t *array, bool adds, line *error) {
    size_t count = json_array_size(array);
    line_add(error, " has %zu element%s; ", count, count == 1 ? "" : "s");
    if (adds)
        line_add(error, "an index from 0 to %zu, or \"-\" for the end, is expected, found ", count);
    else if (count > 0)
        line_add(error, "an index from 0 to %zu is expected, found ", count - 1);
    else
        line_add(error, "no index leads anywhere, found ");
}

void pointer_explain(const pointer *pointer, size_t index, const json_t *parent, bool adds, line *error) {
    const pointer_token *token = &pointer->tokens[index];
    if (index == 0)
        line_add(error, "the document");
    else
        line_add_text(error, pointer->text, pointer->tokens[index - 1].end);
    if (json_is_array(parent))
        explain_array(parent, adds, error);
    else if (json_is_object(parent))
        line_add(error, " has no member ");
    else {
        line_add(error, " is ");
        line_add_json(error, parent);
        line_add(error, "; an object or an array is expected, to have ");
    }
    line_add_quoted(error, token->text, token->length);
    if (json_is_object(parent))
        explain_object(parent, error);
}
