/**
 * @file
 * For hosts in C, on jansson: JSON Pointers, JSON Patches, and mirrors, which are copies of parts of a core's state that
 * `@value` and `@patch` keep up to date (docs/state.md).
 *
 * All of it is in this header, as static functions. It needs jansson 2.14 (pkg-config: jansson) and C11 with a compiler
 * that is like gcc; in C++, adit.hpp has the same.
 *
 *     adit_mirror list = adit_mirror_make("list", "/items");
 *     // send {"@subscribe":{"subscription":"list","path":"/items"}}; in the callback, for each message:
 *     adit_line error = {0};
 *     if (adit_mirror_hear(&list, message, NULL, NULL, &error) == ADIT_MIRROR_LOST)
 *         ... // @unsubscribe, and @subscribe anew
 *
 * Nothing here is global: threads may use different documents at the same time.
 */
#ifndef ADIT_PATCH_H
#define ADIT_PATCH_H

#ifdef __cplusplus
#error "adit_patch.h is for C; in C++, include adit.hpp"
#endif

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Texts for people. -- */

/** A line of text for people, of limited length. `{0}` is an empty one. What does not fit is cut at a character's end, and "…" is there in its place. */
typedef struct adit_line {
    char text[1024]; /**< UTF-8, NUL-terminated */
    size_t length;
    bool is_cut;
} adit_line;

/** Adds what printf would print, of which nothing may come from outside. */
static inline void adit_line_add(adit_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Adds a text from outside, its control characters made visible: a key must not steer the terminal. */
static inline void adit_line_add_text(adit_line *line, const char *text, size_t length);

/** Adds a text from outside in quotation marks. */
static inline void adit_line_add_quoted(adit_line *line, const char *text, size_t length);

/** Adds a value as JSON, at most some eighty bytes of it; NULL is "nothing". */
static inline void adit_line_add_json(adit_line *line, const json_t *value);

/* -- Values. -- */

/** As json_equal, but that numbers are equal where they are the same number: 1 and 1.0 (RFC 6902, section 4.6). */
static inline bool adit_value_equal(const json_t *one, const json_t *other);

/** Adds a value and all in it to `count`. False where it has more than `levels` levels of arrays and objects. */
static inline bool adit_value_measure(const json_t *value, size_t levels, size_t *count);

/**
 * Describes the first difference of two values: `/items/ids/3 is "a", and not "b"`.
 *
 * @param one,other NULL if absent
 * @param line what that is added to; unchanged where they are equal by json_equal
 * @return whether they differ
 */
static inline bool adit_value_differ(const json_t *one, const json_t *other, adit_line *line);

/* -- JSON Pointers (RFC 6901). -- */

/** One step of a pointer: a key, or the index of an element. */
typedef struct adit_pointer_token {
    const char *text; /**< with ~0 and ~1 undone; there may be NULs in it */
    size_t length;
    size_t end; /**< where in the pointer's text it ends */
} adit_pointer_token;

/** A parsed pointer. `adit_pointer_destroy` frees its memory. */
typedef struct adit_pointer {
    const char *text; /**< borrowed from whoever made it */
    size_t length;
    adit_pointer_token *tokens;
    size_t count; /**< how many tokens; 0: it points to the document itself */
} adit_pointer;

/**
 * Takes a pointer apart.
 *
 * @param text UTF-8, which must stay as long as the pointer is used
 * @param error gets a description of the error, appended to its text
 * @return false if it is not a pointer; nothing has to be destroyed then
 */
static inline bool adit_pointer_read(adit_pointer *pointer, const char *text, size_t length, adit_line *error);

/** Frees the memory of a pointer. */
static inline void adit_pointer_destroy(adit_pointer *pointer);

/** Reads a token as an index: digits without a leading zero. One beyond `size_t` is SIZE_MAX. */
static inline bool adit_pointer_index(const adit_pointer_token *token, size_t *index);

/**
 * Follows the first `count` tokens of a pointer.
 *
 * @param document the value where it begins; NULL if there is no document
 * @param error gets the reason why it leads nowhere, appended to its text
 * @return borrowed from the document; NULL where it leads nowhere
 */
static inline json_t *adit_pointer_find(const adit_pointer *pointer, size_t count, json_t *document, adit_line *error);

/**
 * Says why the token `index` leads nowhere, or nothing can be added there: the value found and the value expected.
 *
 * @param parent the value that the tokens before it lead to
 * @param adds whether something was to be added, and not to be found
 */
static inline void adit_pointer_explain(const adit_pointer *pointer, size_t index, const json_t *parent, bool adds,
                                        adit_line *error);

/** Whether all tokens of `outer` are the first ones of `inner`. */
static inline bool adit_pointer_is_within(const adit_pointer *inner, const adit_pointer *outer);

/* -- JSON Patches (RFC 6902). -- */

enum {
    /** No value gets deeper in the document than this, which is as deep as jansson reads and can handle safely. */
    ADIT_PATCH_DEPTH = 2048,
    /** The maximum number of values that a patch copies: a few operations that double a value could fill the memory. */
    ADIT_PATCH_COPIES = 1 << 20
};

/** The operations of RFC 6902. */
typedef enum adit_patch_op {
    ADIT_PATCH_ADD,
    ADIT_PATCH_REMOVE,
    ADIT_PATCH_REPLACE,
    ADIT_PATCH_MOVE,
    ADIT_PATCH_COPY,
    ADIT_PATCH_TEST
} adit_patch_op;

/** The change made by an operation. All members are borrowed for the call. */
typedef struct adit_patch_change {
    adit_patch_op op; /**< never ADIT_PATCH_TEST, which changes nothing */
    const adit_pointer *path;
    const adit_pointer *from; /**< of ADIT_PATCH_MOVE and ADIT_PATCH_COPY; otherwise it has no tokens */
    const json_t *old;        /**< what was at `path`; NULL: nothing, or it has made room */
    const json_t *value;      /**< of ADIT_PATCH_ADD and ADIT_PATCH_REPLACE, what came there; otherwise NULL */
} adit_patch_change;

/** Receives a change. */
typedef void (*adit_patch_fn)(void *context, const adit_patch_change *change);

/**
 * Applies a patch, all of it or nothing.
 *
 * @param document the value that is changed in place; it may be NULL, and a value can then be added. No part of it may
 *        be in it
 *        twice.
 * @param patch an array of operations; nothing of it becomes a part of the document
 * @param fn called for each change, in order, after all of them are made; may be NULL
 * @param error gets the operation that failed, counted from 0, the value found and the value expected, added to
 *        what is there
 * @return false if it cannot be applied; the document is then unchanged, except for the order of an object's members
 */
static inline bool adit_patch_apply(json_t **document, const json_t *patch, adit_patch_fn fn, void *context,
                                    adit_line *error);

/* -- Mirrors. -- */

/** `adit_mirror_make` creates one, and `adit_mirror_destroy` frees its memory. */
typedef struct adit_mirror {
    const char *subscription, *path; /**< borrowed */
    json_t *value;                   /**< NULL: the path leads nowhere */
    json_int_t revision;             /**< that of `value`; -1: nothing has been told yet */
    bool is_lost; /**< something was missed or wrong: patches are passed over until the next @value */
} adit_mirror;

/** The effect of a message on a mirror. */
typedef enum adit_mirror_news {
    ADIT_MIRROR_NONE,    /**< the message says nothing of the mirror, or it is lost */
    ADIT_MIRROR_VALUE,   /**< the mirror has been told its value anew */
    ADIT_MIRROR_PATCHED, /**< the mirror has changed */
    ADIT_MIRROR_LOST,    /**< the mirror is lost from now on: it has to be subscribed anew */
    ADIT_MIRROR_REOPENED /**< likewise, of a core that adit serve has opened again, in which there is no subscription to end */
} adit_mirror_news;

/** Creates a mirror that has no value yet. Both texts are borrowed as long as the mirror exists. */
static inline adit_mirror adit_mirror_make(const char *subscription, const char *path);

/** Frees the memory of a mirror. */
static inline void adit_mirror_destroy(adit_mirror *mirror);

/**
 * Takes any message of the core.
 *
 * @param message the future value of the mirror is taken out of it
 * @param fn called for each change by a @patch; the mirror has the new revision already. May be NULL.
 * @param error gets the reason why the mirror is lost, appended to its text; otherwise it is unchanged
 */
static inline adit_mirror_news adit_mirror_hear(adit_mirror *mirror, const json_t *message, adit_patch_fn fn,
                                                void *context, adit_line *error);

/* -- Internal from here on: not API. -- */

/** The change at one place. */
typedef struct adit_edit {
    enum { ADIT_EDIT_DOCUMENT, ADIT_EDIT_MEMBER, ADIT_EDIT_ELEMENT, ADIT_EDIT_INSERT, ADIT_EDIT_REMOVE } kind;
    json_t *parent;  /**< the object or array; alive, as whatever left the document is an `old` */
    const char *key; /**< of ADIT_EDIT_MEMBER */
    size_t length;   /**< the key's */
    size_t index;    /**< of the others */
    json_t *old;     /**< what was there; NULL: nothing */
} adit_edit;

/** The edits of a document, in order. Zero but for `document`; `adit_edits_keep` or `adit_edits_undo` ends them. */
typedef struct adit_edits {
    json_t **document; /**< NULL in it: there is none */
    adit_edit *list;
    size_t count, capacity;
} adit_edits;

/*
 * Each takes the new value, if there is any, also where it fails: for lack of memory, or as the value is NULL. A key is
 * borrowed until the edits have ended. The previous value is `old` of the last edit.
 */

/** Sets the document itself; `value` NULL removes it. */
static inline bool adit_edits_set_document(adit_edits *edits, json_t *value);

/** Sets a member, whether there is one of that key or not. */
static inline bool adit_edits_set_member(adit_edits *edits, json_t *object, const char *key, size_t length,
                                         json_t *value);

/** Removes a member, which there is. */
static inline bool adit_edits_remove_member(adit_edits *edits, json_t *object, const char *key, size_t length);

/** Sets an element, which there is. */
static inline bool adit_edits_set_element(adit_edits *edits, json_t *array, size_t index, json_t *value);

/** Inserts an element before the one of that index, or at the end. */
static inline bool adit_edits_insert_element(adit_edits *edits, json_t *array, size_t index, json_t *value);

/** Removes an element, which there is. */
static inline bool adit_edits_remove_element(adit_edits *edits, json_t *array, size_t index);

/** Lets the document be as it is now. */
static inline void adit_edits_keep(adit_edits *edits);

/** Restores the document to the state before the first edit, except for the order of an object's members. */
static inline void adit_edits_undo(adit_edits *edits);

typedef struct adit_operation {
    adit_patch_op op;
    adit_pointer path, from;
    const json_t *value; /**< borrowed from the patch; NULL where the op takes none */
} adit_operation;

/** The name of an op. */
static inline const char *adit_operation_name(adit_patch_op op);

/**
 * Reads an operation. Members that the operation does not use are ignored.
 *
 * @param value the operation's JSON in the patch; it must stay as long as the operation is used
 * @param error gets a description of the error, appended to its text
 * @return false if it is not an operation; nothing has to be destroyed then
 */
static inline bool adit_operation_read(adit_operation *operation, const json_t *value, adit_line *error);

static inline void adit_operation_destroy(adit_operation *operation);

/* -- line. -- */

/** How many bytes of a value are shown. */
enum { ADIT_VALUE_LENGTH = 80 };

static const char adit_ellipsis_[] = "\xE2\x80\xA6";

/* The start of a text that has at most so many bytes, and no half of a character. */
static inline size_t adit_line_whole_characters_(const char *text, size_t most) {
    while (most > 0 && (text[most] & 0xC0) == 0x80)
        most--;
    return most;
}

static inline void adit_line_append_(adit_line *line, const char *text, size_t length) {
    size_t room = sizeof line->text - sizeof adit_ellipsis_ - line->length;
    if (line->is_cut)
        return;
    line->is_cut = length > room;
    if (line->is_cut)
        length = adit_line_whole_characters_(text, room);
    memcpy(line->text + line->length, text, length);
    line->length += length;
    if (line->is_cut) {
        memcpy(line->text + line->length, adit_ellipsis_, sizeof adit_ellipsis_ - 1);
        line->length += sizeof adit_ellipsis_ - 1;
    }
    line->text[line->length] = '\0';
}

static inline void adit_line_add(adit_line *line, const char *format, ...) {
    char text[sizeof line->text];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0)
        adit_line_append_(line, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* The control character that a text begins with, and the bytes that it takes; 0: it begins with none. */
static inline size_t adit_line_control_length_(const char *text, size_t length, unsigned *character) {
    const unsigned char *bytes = (const unsigned char *)text;
    bool is_pair = length > 1 && bytes[0] == 0xC2 && bytes[1] < 0xA0; /* U+0080 to U+009F */
    *character = is_pair ? bytes[1] : bytes[0];
    return is_pair ? 2 : bytes[0] < ' ' || bytes[0] == 0x7F ? 1 : 0;
}

static inline void adit_line_add_text(adit_line *line, const char *text, size_t length) {
    size_t start = 0, index = 0;
    while (index < length) {
        unsigned character;
        size_t count = adit_line_control_length_(text + index, length - index, &character);
        if (count > 0) {
            adit_line_append_(line, text + start, index - start);
            adit_line_add(line, "\\u%04x", character);
            start = index + count;
        }
        index += count > 0 ? count : 1;
    }
    adit_line_append_(line, text + start, length - start);
}

static inline void adit_line_add_quoted(adit_line *line, const char *text, size_t length) {
    adit_line_append_(line, "\"", 1);
    adit_line_add_text(line, text, length);
    adit_line_append_(line, "\"", 1);
}

/** The beginning of a value as JSON. */
typedef struct adit_beginning {
    char text[ADIT_VALUE_LENGTH + 1];
    size_t length;
    bool is_cut;
} adit_beginning;

/* The json_dump_callback_t of a beginning, which ends the dump when there is enough. */
static inline int adit_line_take_(const char *text, size_t length, void *context) {
    adit_beginning *beginning = context;
    size_t room = ADIT_VALUE_LENGTH - beginning->length;
    beginning->is_cut = length > room;
    if (beginning->is_cut)
        length = adit_line_whole_characters_(text, room);
    memcpy(beginning->text + beginning->length, text, length);
    beginning->length += length;
    return beginning->is_cut ? -1 : 0;
}

static inline void adit_line_add_json(adit_line *line, const json_t *value) {
    if (value == NULL) {
        adit_line_append_(line, "nothing", strlen("nothing"));
        return;
    }
    adit_beginning beginning = {0};
    json_dump_callback(value, adit_line_take_, &beginning, JSON_ENCODE_ANY | JSON_COMPACT);
    adit_line_add_text(line, beginning.text, beginning.length);
    if (beginning.is_cut)
        adit_line_append_(line, adit_ellipsis_, sizeof adit_ellipsis_ - 1);
}

/* -- value. -- */

/* Whether an integer and a real number are the same number. */
static inline bool adit_value_equal_numbers_(json_int_t integer, double real) {
    const double limit = 9223372036854775808.0; /* 2 to the power of 63 */
    return real >= -limit && real < limit && (json_int_t)real == integer && (double)(json_int_t)real == real;
}

static inline bool adit_value_equal_arrays_(const json_t *one, const json_t *other) {
    size_t count = json_array_size(one), i = 0;
    while (i < count && adit_value_equal(json_array_get(one, i), json_array_get(other, i)))
        i++;
    return i == count && count == json_array_size(other);
}

static inline bool adit_value_equal_objects_(const json_t *one, const json_t *other) {
    const char *key;
    size_t length;
    json_t *value;
    json_object_keylen_foreach((json_t *)one, key, length, value) {
        if (!adit_value_equal(value, json_object_getn(other, key, length)))
            return false;
    }
    return json_object_size(one) == json_object_size(other);
}

static inline bool adit_value_equal(const json_t *one, const json_t *other) {
    if (json_is_integer(one) && json_is_real(other))
        return adit_value_equal_numbers_(json_integer_value(one), json_real_value(other));
    if (json_is_real(one) && json_is_integer(other))
        return adit_value_equal_numbers_(json_integer_value(other), json_real_value(one));
    if (json_is_array(one) && json_is_array(other))
        return adit_value_equal_arrays_(one, other);
    if (json_is_object(one) && json_is_object(other))
        return adit_value_equal_objects_(one, other);
    return json_equal(one, other); /* false where one is NULL */
}

static inline bool adit_value_measure(const json_t *value, size_t levels, size_t *count) {
    size_t index;
    json_t *part;
    *count += 1;
    if (!json_is_array(value) && !json_is_object(value))
        return true;
    if (levels == 0)
        return false;
    json_array_foreach(value, index, part) {
        if (!adit_value_measure(part, levels - 1, count))
            return false;
    }
    void *member = json_object_iter((json_t *)value);
    for (; member != NULL; member = json_object_iter_next((json_t *)value, member)) {
        if (!adit_value_measure(json_object_iter_value(member), levels - 1, count))
            return false;
    }
    return true;
}

/* -- Differences. -- */

/** Where two values are: the way from the whole to them, from its end on. */
typedef struct adit_place {
    const struct adit_place *parent; /* NULL: the whole */
    const char *key;                 /* NULL: an element */
    size_t length, index;
} adit_place;

static inline void adit_value_add_place_(const adit_place *place, adit_line *line) {
    if (place->parent == NULL)
        return;
    adit_value_add_place_(place->parent, line);
    adit_line_add(line, "/");
    if (place->key == NULL)
        adit_line_add(line, "%zu", place->index);
    for (size_t i = 0; place->key != NULL && i < place->length;) {
        size_t start = i;
        while (i < place->length && place->key[i] != '~' && place->key[i] != '/')
            i++;
        adit_line_add_text(line, place->key + start, i - start);
        if (i < place->length)
            adit_line_add(line, place->key[i++] == '~' ? "~0" : "~1");
    }
}

static inline bool adit_value_differ_(const json_t *one, const json_t *other, const adit_place *place, adit_line *line);

static inline bool adit_value_arrays_differ_(const json_t *one, const json_t *other, const adit_place *parent,
                                             adit_line *line) {
    size_t count = json_array_size(one), more = json_array_size(other);
    for (size_t i = 0; i < count || i < more; i++) {
        if (adit_value_differ_(json_array_get(one, i), json_array_get(other, i),
                               &(adit_place){.parent = parent, .index = i}, line))
            return true;
    }
    return false;
}

/* Whether a member of `one` differs from that of `other`; those that only `other` has are left out. */
static inline bool adit_value_members_differ_(const json_t *one, const json_t *other, bool swapped,
                                              const adit_place *parent, adit_line *line) {
    const char *key;
    size_t length;
    json_t *value;
    json_object_keylen_foreach((json_t *)one, key, length, value) {
        const json_t *same = json_object_getn(other, key, length);
        adit_place here = {.parent = parent, .key = key, .length = length};
        if (adit_value_differ_(swapped ? same : value, swapped ? value : same, &here, line))
            return true;
    }
    return false;
}

static inline bool adit_value_differ_(const json_t *one, const json_t *other, const adit_place *place,
                                      adit_line *line) {
    if (json_is_array(one) && json_is_array(other))
        return adit_value_arrays_differ_(one, other, place, line);
    if (json_is_object(one) && json_is_object(other))
        return adit_value_members_differ_(one, other, false, place, line) ||
               (json_object_size(one) != json_object_size(other) &&
                adit_value_members_differ_(other, one, true, place, line));
    if (json_equal(one, other) || (one == NULL && other == NULL))
        return false;
    if (place->parent == NULL)
        adit_line_add(line, "the whole");
    adit_value_add_place_(place, line);
    adit_line_add(line, " is ");
    adit_line_add_json(line, one);
    adit_line_add(line, ", and not ");
    adit_line_add_json(line, other);
    return true;
}

static inline bool adit_value_differ(const json_t *one, const json_t *other, adit_line *line) {
    return adit_value_differ_(one, other, &(adit_place){0}, line);
}

/* -- pointer. -- */

/** How many of an object's keys are named where none of them is the right one. */
enum { ADIT_NAMED_KEYS = 3 };

/* -- Reading. -- */

/* The error of the text; NULL if it is valid. */
static inline const char *adit_pointer_fault_in_(const char *text, size_t length) {
    if (length > 0 && text[0] != '/')
        return "a JSON Pointer is empty or begins with \"/\"";
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '~' && (i + 1 == length || (text[i + 1] != '0' && text[i + 1] != '1')))
            return "in a JSON Pointer, ~ is written as ~0, and / within a key as ~1";
    }
    return NULL;
}

/* Takes a text that has no fault apart. The tokens' texts are written to `out`. */
static inline void adit_pointer_split_(adit_pointer *pointer, char *out) {
    adit_pointer_token *token = NULL;
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

static inline bool adit_pointer_read(adit_pointer *pointer, const char *text, size_t length, adit_line *error) {
    *pointer = (struct adit_pointer){.text = text, .length = length};
    const char *fault = adit_pointer_fault_in_(text, length);
    if (fault != NULL) {
        adit_line_add(error, "%s, found ", fault);
        adit_line_add_quoted(error, text, length);
        return false;
    }
    for (size_t i = 0; i < length; i++)
        pointer->count += text[i] == '/';
    /* The tokens, and behind them their texts, which are shorter than the pointer's is. */
    pointer->tokens = calloc(1, pointer->count * sizeof *pointer->tokens + length + 1);
    if (pointer->tokens == NULL) {
        adit_line_add(error, "there is no memory left");
        return false;
    }
    adit_pointer_split_(pointer, (char *)(pointer->tokens + pointer->count));
    return true;
}

static inline void adit_pointer_destroy(adit_pointer *pointer) {
    free(pointer->tokens);
    *pointer = (struct adit_pointer){0};
}

static inline bool adit_pointer_index(const adit_pointer_token *token, size_t *index) {
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

static inline json_t *adit_pointer_step_(const json_t *parent, const adit_pointer_token *token) {
    size_t index;
    if (json_is_object(parent))
        return json_object_getn(parent, token->text, token->length);
    if (json_is_array(parent) && adit_pointer_index(token, &index))
        return json_array_get(parent, index); /* NULL where there is none */
    return NULL;
}

static inline json_t *adit_pointer_find(const adit_pointer *pointer, size_t count, json_t *document, adit_line *error) {
    if (document == NULL)
        adit_line_add(error, "there is no document");
    for (size_t i = 0; i < count && document != NULL; i++) {
        json_t *value = adit_pointer_step_(document, &pointer->tokens[i]);
        if (value == NULL)
            adit_pointer_explain(pointer, i, document, false, error);
        document = value;
    }
    return document;
}

static inline bool adit_pointer_is_within(const adit_pointer *inner, const adit_pointer *outer) {
    if (inner->count < outer->count)
        return false;
    for (size_t i = 0; i < outer->count; i++) {
        const adit_pointer_token *one = &inner->tokens[i], *other = &outer->tokens[i];
        if (one->length != other->length || memcmp(one->text, other->text, one->length) != 0)
            return false;
    }
    return true;
}

/* -- Explaining. -- */

static inline void adit_pointer_explain_object_(const json_t *object, adit_line *error) {
    size_t count = json_object_size(object), named = 0;
    adit_line_add(error, count > 0 ? "; it has " : "; it has none");
    void *member = json_object_iter((json_t *)object);
    for (; member != NULL && named < ADIT_NAMED_KEYS; member = json_object_iter_next((json_t *)object, member)) {
        if (named > 0)
            adit_line_add(error, named + 1 == count ? " and " : ", ");
        adit_line_add_quoted(error, json_object_iter_key(member), json_object_iter_key_len(member));
        named++;
    }
    if (count > named)
        adit_line_add(error, " and %zu more", count - named);
}

static inline void adit_pointer_explain_array_(const json_t *array, bool adds, adit_line *error) {
    size_t count = json_array_size(array);
    adit_line_add(error, " has %zu element%s; ", count, count == 1 ? "" : "s");
    if (adds)
        adit_line_add(error, "an index from 0 to %zu, or \"-\" for the end, is expected, found ", count);
    else if (count > 0)
        adit_line_add(error, "an index from 0 to %zu is expected, found ", count - 1);
    else
        adit_line_add(error, "no index leads anywhere, found ");
}

static inline void adit_pointer_explain(const adit_pointer *pointer, size_t index, const json_t *parent, bool adds,
                                        adit_line *error) {
    const adit_pointer_token *token = &pointer->tokens[index];
    if (index == 0)
        adit_line_add(error, "the document");
    else
        adit_line_add_text(error, pointer->text, pointer->tokens[index - 1].end);
    if (json_is_array(parent))
        adit_pointer_explain_array_(parent, adds, error);
    else if (json_is_object(parent))
        adit_line_add(error, " has no member ");
    else {
        adit_line_add(error, " is ");
        adit_line_add_json(error, parent);
        adit_line_add(error, "; an object or an array is expected, to have ");
    }
    adit_line_add_quoted(error, token->text, token->length);
    if (json_is_object(parent))
        adit_pointer_explain_object_(parent, error);
}

/* -- edits. -- */

/* Records an edit that is about to be made, and keeps the value that it displaces. */
static inline bool adit_edits_note_(adit_edits *edits, adit_edit edit) {
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
static inline bool adit_edits_made_(adit_edits *edits, int code) {
    if (code != 0)
        json_decref(edits->list[--edits->count].old);
    return code == 0;
}

static inline bool adit_edits_set_document(adit_edits *edits, json_t *value) {
    if (!adit_edits_note_(edits, (adit_edit){.kind = ADIT_EDIT_DOCUMENT, .old = *edits->document})) {
        json_decref(value);
        return false;
    }
    json_decref(*edits->document);
    *edits->document = value;
    return true;
}

static inline bool adit_edits_set_member(adit_edits *edits, json_t *object, const char *key, size_t length,
                                         json_t *value) {
    json_t *old = json_object_getn(object, key, length);
    adit_edit edit = {.kind = ADIT_EDIT_MEMBER, .parent = object, .key = key, .length = length, .old = old};
    if (value == NULL || !adit_edits_note_(edits, edit)) {
        json_decref(value);
        return false;
    }
    return adit_edits_made_(edits, json_object_setn_new(object, key, length, value));
}

static inline bool adit_edits_remove_member(adit_edits *edits, json_t *object, const char *key, size_t length) {
    json_t *old = json_object_getn(object, key, length);
    adit_edit edit = {.kind = ADIT_EDIT_MEMBER, .parent = object, .key = key, .length = length, .old = old};
    return adit_edits_note_(edits, edit) && adit_edits_made_(edits, json_object_deln(object, key, length));
}

static inline bool adit_edits_set_element(adit_edits *edits, json_t *array, size_t index, json_t *value) {
    json_t *old = json_array_get(array, index);
    if (value == NULL ||
        !adit_edits_note_(edits, (adit_edit){.kind = ADIT_EDIT_ELEMENT, .parent = array, .index = index, .old = old})) {
        json_decref(value);
        return false;
    }
    return adit_edits_made_(edits, json_array_set_new(array, index, value));
}

static inline bool adit_edits_insert_element(adit_edits *edits, json_t *array, size_t index, json_t *value) {
    if (value == NULL ||
        !adit_edits_note_(edits, (adit_edit){.kind = ADIT_EDIT_INSERT, .parent = array, .index = index})) {
        json_decref(value);
        return false;
    }
    return adit_edits_made_(edits, json_array_insert_new(array, index, value));
}

static inline bool adit_edits_remove_element(adit_edits *edits, json_t *array, size_t index) {
    json_t *old = json_array_get(array, index);
    return adit_edits_note_(edits,
                            (adit_edit){.kind = ADIT_EDIT_REMOVE, .parent = array, .index = index, .old = old}) &&
           adit_edits_made_(edits, json_array_remove(array, index));
}

static inline void adit_edits_keep(adit_edits *edits) {
    for (size_t i = 0; i < edits->count; i++)
        json_decref(edits->list[i].old);
    free(edits->list);
    edits->list = NULL;
    edits->count = edits->capacity = 0;
}

/* Reverts an edit: the displaced value returns to its place. */
static inline void adit_edits_undo_(const adit_edits *edits, const adit_edit *edit) {
    switch (edit->kind) {
    case ADIT_EDIT_DOCUMENT:
        json_decref(*edits->document);
        *edits->document = json_incref(edit->old);
        break;
    case ADIT_EDIT_MEMBER:
        if (edit->old != NULL)
            json_object_setn(edit->parent, edit->key, edit->length, edit->old);
        else
            json_object_deln(edit->parent, edit->key, edit->length);
        break;
    case ADIT_EDIT_ELEMENT:
        json_array_set(edit->parent, edit->index, edit->old);
        break;
    case ADIT_EDIT_INSERT:
        json_array_remove(edit->parent, edit->index);
        break;
    case ADIT_EDIT_REMOVE:
        json_array_insert(edit->parent, edit->index, edit->old);
        break;
    }
}

static inline void adit_edits_undo(adit_edits *edits) {
    for (size_t i = edits->count; i > 0; i--)
        adit_edits_undo_(edits, &edits->list[i - 1]);
    adit_edits_keep(edits);
}

/* -- operation. -- */

/** The adit_ops_, and which of them take what beside a path. In the order of patch_op. */
static const struct {
    const char *name;
    bool takes_value, takes_from;
} adit_ops_[] = {
    {"add", true, false},  {"remove", false, false}, {"replace", true, false},
    {"move", false, true}, {"copy", false, true},    {"test", true, false},
};

static inline const char *adit_operation_name(adit_patch_op op) {
    return adit_ops_[op].name;
}

/* Reports that a key does not have the expected value. */
static inline bool adit_operation_refuse_(const json_t *operation, const char *key, const char *expected,
                                          adit_line *error) {
    const json_t *found = json_object_get(operation, key);
    adit_line_add(error, "\"%s\" is ", key);
    if (found != NULL)
        adit_line_add_json(error, found);
    else
        adit_line_add(error, "missing");
    adit_line_add(error, "; %s is expected", expected);
    return false;
}

static inline bool adit_operation_read_op_(adit_operation *operation, const json_t *value, adit_line *error) {
    const json_t *name = json_object_get(value, "op");
    for (size_t i = 0; i < sizeof adit_ops_ / sizeof adit_ops_[0]; i++) {
        operation->op = (adit_patch_op)i;
        if (json_is_string(name) && json_string_length(name) == strlen(adit_ops_[i].name) &&
            strcmp(json_string_value(name), adit_ops_[i].name) == 0)
            return true;
    }
    return adit_operation_refuse_(value, "op", "one of add, remove, replace, move, copy and test", error);
}

static inline bool adit_operation_read_pointer_(adit_pointer *pointer, const json_t *operation, const char *key,
                                                adit_line *error) {
    const json_t *text = json_object_get(operation, key);
    if (!json_is_string(text))
        return adit_operation_refuse_(operation, key, "a JSON Pointer", error);
    adit_line fault = {0};
    if (adit_pointer_read(pointer, json_string_value(text), json_string_length(text), &fault))
        return true;
    adit_line_add(error, "\"%s\": %s", key, fault.text);
    return false;
}

static inline bool adit_operation_read(adit_operation *operation, const json_t *value, adit_line *error) {
    *operation = (struct adit_operation){.value = json_object_get(value, "value")};
    if (!json_is_object(value)) {
        adit_line_add(error, "an object is expected, found ");
        adit_line_add_json(error, value);
        return false;
    }
    if (!adit_operation_read_op_(operation, value, error))
        return false;
    if (!adit_ops_[operation->op].takes_value)
        operation->value = NULL;
    else if (operation->value == NULL)
        return adit_operation_refuse_(value, "value", "any JSON", error);
    if (!adit_operation_read_pointer_(&operation->path, value, "path", error))
        return false;
    if (!adit_ops_[operation->op].takes_from || adit_operation_read_pointer_(&operation->from, value, "from", error))
        return true;
    adit_pointer_destroy(&operation->path);
    return false;
}

static inline void adit_operation_destroy(adit_operation *operation) {
    adit_pointer_destroy(&operation->path);
    adit_pointer_destroy(&operation->from);
}

/* -- patch. -- */

/** An operation, and the value that it has displaced. */
typedef struct adit_step {
    adit_operation operation;
    size_t edits; /* how many edits there were when it was done: the last one of them is its own */
} adit_step;

typedef struct adit_patch {
    adit_step *steps;
    size_t count;
    adit_edits edits;
    size_t copied; /* how many values */
    adit_line *error;
} adit_patch;

static inline bool adit_patch_refuse_(const adit_patch *patch, const char *text) {
    adit_line_add(patch->error, "%s", text);
    return false;
}

/* Explains why an edit failed. */
static inline bool adit_patch_edited_(const adit_patch *patch, bool done) {
    return done || adit_patch_refuse_(patch, "there is no memory left");
}

static inline json_t *adit_patch_document_of_(const adit_patch *patch) {
    return *patch->edits.document;
}

/* -- The operations. A value that is handed to a function is taken. -- */

/* Whether a value is not too deep to be put there. */
static inline bool adit_patch_fits_(const adit_patch *patch, const adit_pointer *path, const json_t *value,
                                    size_t *count) {
    *count = 0;
    if (path->count <= ADIT_PATCH_DEPTH && adit_value_measure(value, ADIT_PATCH_DEPTH - path->count, count))
        return true;
    adit_line_add(patch->error, "the value would be too deep; at most %d levels are expected", ADIT_PATCH_DEPTH);
    return false;
}

/* The object or array that the last token belongs to; there is a token. */
static inline json_t *adit_patch_find_parent_(const adit_patch *patch, const adit_pointer *path) {
    return adit_pointer_find(path, path->count - 1, adit_patch_document_of_(patch), patch->error);
}

static inline bool adit_patch_explain_(const adit_patch *patch, const adit_pointer *path, const json_t *parent,
                                       bool adds) {
    adit_pointer_explain(path, path->count - 1, parent, adds, patch->error);
    return false;
}

static inline bool adit_patch_add_(adit_patch *patch, const adit_pointer *path, json_t *value) {
    if (path->count == 0)
        return adit_patch_edited_(patch, value != NULL && adit_edits_set_document(&patch->edits, value));
    json_t *parent = adit_patch_find_parent_(patch, path);
    const adit_pointer_token *last = &path->tokens[path->count - 1];
    size_t size = json_array_size(parent), index = size;
    bool is_end = last->length == 1 && last->text[0] == '-';
    if (json_is_object(parent))
        return adit_patch_edited_(patch, adit_edits_set_member(&patch->edits, parent, last->text, last->length, value));
    if (json_is_array(parent) && (is_end || adit_pointer_index(last, &index)) && index <= size)
        return adit_patch_edited_(patch, adit_edits_insert_element(&patch->edits, parent, index, value));
    json_decref(value);
    return parent != NULL && adit_patch_explain_(patch, path, parent, true);
}

/* Removes the value; there is nothing to remove if the path leads to no value. */
static inline bool adit_patch_remove_at_(adit_patch *patch, const adit_pointer *path) {
    if (adit_pointer_find(path, path->count, adit_patch_document_of_(patch), patch->error) == NULL)
        return false;
    if (path->count == 0)
        return adit_patch_edited_(patch, adit_edits_set_document(&patch->edits, NULL));
    json_t *parent = adit_patch_find_parent_(patch, path);
    const adit_pointer_token *last = &path->tokens[path->count - 1];
    size_t index;
    if (json_is_object(parent))
        return adit_patch_edited_(patch, adit_edits_remove_member(&patch->edits, parent, last->text, last->length));
    adit_pointer_index(last, &index);
    return adit_patch_edited_(patch, adit_edits_remove_element(&patch->edits, parent, index));
}

static inline bool adit_patch_replace_(adit_patch *patch, const adit_pointer *path, json_t *value) {
    json_t *old = adit_pointer_find(path, path->count, adit_patch_document_of_(patch), patch->error);
    json_t *parent = old != NULL && path->count > 0 ? adit_patch_find_parent_(patch, path) : NULL;
    size_t index;
    if (!json_is_array(parent) && old != NULL)
        return adit_patch_add_(patch, path, value); /* which replaces the document, and a member */
    if (old != NULL && adit_pointer_index(&path->tokens[path->count - 1], &index))
        return adit_patch_edited_(patch, adit_edits_set_element(&patch->edits, parent, index, value));
    json_decref(value);
    return false;
}

static inline bool adit_patch_move_(adit_patch *patch, const adit_pointer *path, const adit_pointer *from) {
    json_t *value = adit_pointer_find(from, from->count, adit_patch_document_of_(patch), patch->error);
    size_t count;
    if (value == NULL)
        return false;
    if (adit_pointer_is_within(path, from)) {
        if (path->count == from->count)
            return true; /* to where it is */
        return adit_patch_refuse_(patch, "a value cannot move into itself; a \"path\" outside of \"from\" is expected");
    }
    if (!adit_patch_fits_(patch, path, value, &count))
        return false;
    json_incref(value);
    if (adit_patch_remove_at_(patch, from))
        return adit_patch_add_(patch, path, value);
    json_decref(value);
    return false;
}

static inline bool adit_patch_copy_(adit_patch *patch, const adit_pointer *path, const adit_pointer *from) {
    json_t *value = adit_pointer_find(from, from->count, adit_patch_document_of_(patch), patch->error);
    size_t count;
    if (value == NULL || !adit_patch_fits_(patch, path, value, &count))
        return false;
    patch->copied += count;
    if (patch->copied > ADIT_PATCH_COPIES) {
        adit_line_add(patch->error, "the patch would copy too much; at most %d values are expected", ADIT_PATCH_COPIES);
        return false;
    }
    return adit_patch_add_(patch, path, json_deep_copy(value));
}

static inline bool adit_patch_test_(const adit_patch *patch, const adit_pointer *path, const json_t *value) {
    const json_t *found = adit_pointer_find(path, path->count, adit_patch_document_of_(patch), patch->error);
    if (found == NULL || adit_value_equal(found, value))
        return found != NULL;
    adit_line_add_json(patch->error, value);
    adit_line_add(patch->error, " is expected, found ");
    adit_line_add_json(patch->error, found);
    return false;
}

static inline bool adit_patch_apply_(adit_patch *patch, const adit_operation *operation) {
    const adit_pointer *path = &operation->path;
    size_t count;
    switch (operation->op) {
    case ADIT_PATCH_ADD:
        return adit_patch_fits_(patch, path, operation->value, &count) &&
               adit_patch_add_(patch, path, json_deep_copy(operation->value));
    case ADIT_PATCH_REMOVE:
        return adit_patch_remove_at_(patch, path);
    case ADIT_PATCH_REPLACE:
        return adit_patch_fits_(patch, path, operation->value, &count) &&
               adit_patch_replace_(patch, path, json_deep_copy(operation->value));
    case ADIT_PATCH_MOVE:
        return adit_patch_move_(patch, path, &operation->from);
    case ADIT_PATCH_COPY:
        return adit_patch_copy_(patch, path, &operation->from);
    default:
        return adit_patch_test_(patch, path, operation->value);
    }
}

/* -- The patch. -- */

/* Reports the change of an operation. */
static inline void adit_patch_tell_(const adit_patch *patch, size_t index, adit_patch_fn fn, void *context) {
    const adit_step *step = &patch->steps[index];
    size_t before = index > 0 ? patch->steps[index - 1].edits : 0;
    const adit_edit *last = step->edits > before ? &patch->edits.list[step->edits - 1] : NULL;
    if (step->operation.op == ADIT_PATCH_TEST)
        return;
    fn(context, &(adit_patch_change){.op = step->operation.op,
                                     .path = &step->operation.path,
                                     .from = &step->operation.from,
                                     .old = last != NULL ? last->old : NULL,
                                     .value = step->operation.value});
}

/* "op 2 (replace /a/b): " */
static inline void adit_patch_name_(adit_line *error, size_t index, const adit_operation *operation) {
    adit_line_add(error, "op %zu (%s ", index, adit_operation_name(operation->op));
    adit_line_add_text(error, operation->path.text, operation->path.length);
    adit_line_add(error, "): ");
}

/* Reads and applies the operation that follows. */
static inline bool adit_patch_run_next_(adit_patch *patch, const json_t *value) {
    adit_step *step = &patch->steps[patch->count];
    adit_line *told = patch->error, error = {0};
    if (!adit_operation_read(&step->operation, value, &error)) {
        adit_line_add(told, "op %zu: %s", patch->count, error.text);
        return false;
    }
    patch->count++;
    patch->error = &error;
    bool done = adit_patch_apply_(patch, &step->operation);
    patch->error = told;
    step->edits = patch->edits.count;
    if (!done) {
        adit_patch_name_(told, patch->count - 1, &step->operation);
        adit_line_add(told, "%s", error.text);
    }
    return done;
}

static inline bool adit_patch_apply(json_t **document, const json_t *operations, adit_patch_fn fn, void *context,
                                    adit_line *error) {
    if (!json_is_array(operations)) {
        adit_line_add(error, "a patch is an array of operations, found ");
        adit_line_add_json(error, operations);
        return false;
    }
    size_t count = json_array_size(operations);
    adit_patch patch = {.edits = {.document = document}, .error = error};
    patch.steps = calloc(count + 1, sizeof *patch.steps);
    bool good = adit_patch_edited_(&patch, patch.steps != NULL);
    while (good && patch.count < count)
        good = adit_patch_run_next_(&patch, json_array_get(operations, patch.count));
    for (size_t i = 0; good && fn != NULL && i < patch.count; i++)
        adit_patch_tell_(&patch, i, fn, context);
    if (good)
        adit_edits_keep(&patch.edits);
    else
        adit_edits_undo(&patch.edits);
    for (size_t i = 0; i < patch.count; i++)
        adit_operation_destroy(&patch.steps[i].operation);
    free(patch.steps);
    return good;
}

/* -- mirror. -- */

static inline adit_mirror adit_mirror_make(const char *subscription, const char *path) {
    return (adit_mirror){.subscription = subscription, .path = path, .revision = -1};
}

static inline void adit_mirror_destroy(adit_mirror *mirror) {
    json_decref(mirror->value);
    mirror->value = NULL;
}

static inline adit_mirror_news adit_mirror_lose_(adit_mirror *mirror) {
    mirror->is_lost = true;
    return ADIT_MIRROR_LOST;
}

static inline bool adit_mirror_is_text_(const json_t *value, const char *text) {
    return json_is_string(value) && json_string_length(value) == strlen(text) &&
           strcmp(json_string_value(value), text) == 0;
}

/* Whether `body` has an integer there that can be a revision. */
static inline bool adit_mirror_read_revision_(const char *message, const json_t *body, const char *key, json_int_t *out,
                                              adit_line *error) {
    const json_t *value = json_object_get(body, key);
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out >= 0)
        return true;
    adit_line_add(error, "%s.%s: a revision is expected, found ", message, key);
    adit_line_add_json(error, value);
    return false;
}

/* `{"subscription", "path", "revision", "value"}`: the present value; without `value`, there is none. */
static inline adit_mirror_news adit_mirror_hear_value_(adit_mirror *mirror, json_t *body, adit_line *error) {
    json_int_t revision;
    if (!adit_mirror_is_text_(json_object_get(body, "path"), mirror->path)) {
        adit_line_add(error, "@value.path: ");
        adit_line_add_quoted(error, mirror->path, strlen(mirror->path));
        adit_line_add(error, " is expected, found ");
        adit_line_add_json(error, json_object_get(body, "path"));
        return adit_mirror_lose_(mirror);
    }
    if (!adit_mirror_read_revision_("@value", body, "revision", &revision, error))
        return adit_mirror_lose_(mirror);
    json_decref(mirror->value);
    mirror->value = json_incref(json_object_get(body, "value"));
    json_object_del(body, "value");
    mirror->revision = revision;
    mirror->is_lost = false;
    return ADIT_MIRROR_VALUE;
}

/* `{"subscription", "from", "revision", "ops"}`: the changes since the revision `from`. */
static inline adit_mirror_news adit_mirror_hear_patch_(adit_mirror *mirror, const json_t *body, adit_patch_fn fn,
                                                       void *context, adit_line *error) {
    json_int_t from, revision, before = mirror->revision;
    if (mirror->is_lost)
        return ADIT_MIRROR_NONE;
    if (!adit_mirror_read_revision_("@patch", body, "from", &from, error) ||
        !adit_mirror_read_revision_("@patch", body, "revision", &revision, error))
        return adit_mirror_lose_(mirror);
    if (from != before) {
        adit_line_add(error, "a patch from revision %" JSON_INTEGER_FORMAT " came, and the mirror ", from);
        if (before < 0)
            adit_line_add(error, "has no value yet");
        else
            adit_line_add(error, "is at revision %" JSON_INTEGER_FORMAT, before);
        return adit_mirror_lose_(mirror);
    }
    if (revision < from) {
        adit_line_add(error, "a patch leads back from revision %" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT, from,
                      revision);
        return adit_mirror_lose_(mirror);
    }
    adit_line fault = {0};
    mirror->revision = revision;
    if (adit_patch_apply(&mirror->value, json_object_get(body, "ops"), fn, context, &fault))
        return ADIT_MIRROR_PATCHED;
    mirror->revision = before;
    adit_line_add(error, "the patch to revision %" JSON_INTEGER_FORMAT " does not apply: %s", revision, fault.text);
    return adit_mirror_lose_(mirror);
}

static inline adit_mirror_news adit_mirror_hear(adit_mirror *mirror, const json_t *message, adit_patch_fn fn,
                                                void *context, adit_line *error) {
    json_t *value = json_object_get(message, "@value"), *patch = json_object_get(message, "@patch");
    if (json_object_get(message, "@reopened") != NULL) {
        mirror->is_lost = true;
        return ADIT_MIRROR_REOPENED;
    }
    if (adit_mirror_is_text_(json_object_get(value, "subscription"), mirror->subscription))
        return adit_mirror_hear_value_(mirror, value, error);
    if (adit_mirror_is_text_(json_object_get(patch, "subscription"), mirror->subscription))
        return adit_mirror_hear_patch_(mirror, patch, fn, context, error);
    return ADIT_MIRROR_NONE;
}

#endif /* ADIT_PATCH_H */
