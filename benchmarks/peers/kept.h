/*
 * kept.h: the values that the cores of yyjson_values.c and jansson_values.c keep.
 */
#ifndef ADIT_BENCHMARKS_PEERS_KEPT_H
#define ADIT_BENCHMARKS_PEERS_KEPT_H

#include "baseline_todo.h"

enum kept_kind { KEPT_INTEGERS, KEPT_DOUBLES, KEPT_IDS, KEPT_DATES, KEPT_KINDS };

static const char *const kept_names[KEPT_KINDS] = {"integers", "doubles", "ids", "dates"};

union kept_value {
    int64_t integer;
    double real;
    struct uuid id;
    struct timespec date;
};

struct kept {
    enum kept_kind kind;
    size_t count;
    union kept_value *values;
};

/* The kind of that name; KEPT_KINDS where there is none. */
static inline enum kept_kind kept_kind_of(const char *name) {
    enum kept_kind kind = KEPT_INTEGERS;
    while (kind < KEPT_KINDS && strcmp(kept_names[kind], name) != 0)
        kind++;
    return kind;
}

static inline struct kept kept_made(enum kept_kind kind, size_t count) {
    struct kept kept = {kind, count, malloc((count + 1) * sizeof *kept.values)};
    if (kept.values == NULL)
        abort();
    return kept;
}

/* Writes the text of an id or a date; returns its length. */
static inline size_t kept_print(enum kept_kind kind, union kept_value value, char text[40]) {
    if (kind == KEPT_IDS)
        uuid_print(value.id, text);
    else
        time_print(value.date, text);
    return strlen(text);
}

#endif /* ADIT_BENCHMARKS_PEERS_KEPT_H */
