/*
 * scan.h: finds the members of a JSON object in its text, without decoding them.
 *
 * Lines are passed on with their bytes unchanged, so they are not parsed into values. The scanner accepts all JSON, and
 * some texts that are none: the core refuses those.
 */
#ifndef SERVED_SCAN_H
#define SERVED_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/** A part of a text that someone else owns. */
typedef struct span {
    const char *at; /**< NULL if there is none */
    size_t length;
} span;

/** A member of an object. */
typedef struct member {
    span key;                  /**< without its quotes, and with its escapes */
    span value;                /**< from its first byte to its last */
    size_t cut_start, cut_end; /**< the bytes to leave out of the text for an object without the member */
} member;

typedef struct scanner {
    const char *text, *at, *end;
    const char *comma; /**< the one before the next member; NULL before the first, and behind the last */
    bool has_begun;    /**< a member was found */
    bool has_ended;    /**< the object was complete, with nothing behind it */
} scanner;

/** Begins to scan an object; without one, there is no member. */
scanner scan_object(span text);

/** Gets the next member. False at the end, or where the text is not JSON: `has_ended` is true at the end only. */
bool scan_next(scanner *scanner, member *member);

/** Begins to scan an array; without one, there is no element. */
scanner scan_array(span text);

/** Gets the next element. False at the end, or where the text is not JSON. */
bool scan_element(scanner *scanner, span *element);

bool span_is(span span, const char *text);

/** What a string holds that has no escapes; NULL for any other value. */
span span_string(span value);

#endif
