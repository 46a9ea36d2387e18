/*
 * types.h: JSON Schema in a few words. A document says more than is read here; this is what a person wants to see.
 */
#ifndef CATALOG_TYPES_H
#define CATALOG_TYPES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/** Writes what the values of a schema are: `[TodoItem]`, `uuid`, `"light" | "dark"`. */
void write_type(FILE *out, json_t *schema);

/** Writes the keys of an object with their types: `id: uuid, due?: date-time`. */
void write_members(FILE *out, json_t *schema);

/** The name of the type that a schema refers to; NULL where it refers to none. */
const char *reference(json_t *schema);

/** What the values are for; NULL where that is not said. */
const char *doc_of(json_t *schema);

/** Whether the values are objects with one of several keys: an enum's. */
bool has_cases(json_t *schema);

/** Whether the values are objects whose keys are all known, and no enum's. */
bool has_members(json_t *schema);

/** Whether a key may be absent from an object. */
bool may_be_absent(json_t *schema, const char *name);

/** What a value is where it is not null; NULL where it cannot be null. */
json_t *optional(json_t *schema);

#endif
