/*
 * workload_values.h: messages of a hundred values of one kind, for the core of values/.
 *
 *     {"values":{"request":{"keep":{"doubles":[…]}}}}
 */
#ifndef ADIT_BENCHMARKS_WORKLOAD_VALUES_H
#define ADIT_BENCHMARKS_WORKLOAD_VALUES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKLOAD_VALUES = 100, WORKLOAD_VALUE_BYTES = 48 };

/* Writes the value of that number; returns its length. The values are the same each time, and have lengths as in life. */
static inline int workload_value_print(char *text, const char *kind, size_t number) {
    size_t spread = number * 2654435761u % 4294967296u;
    if (strcmp(kind, "integers") == 0) /* of 1 to 10 digits; -0 is no integer in Rust */
        return snprintf(text, WORKLOAD_VALUE_BYTES, "%s%zu", number % 4 == 3 ? "-" : "", 1 + (spread >> number % 32));
    if (strcmp(kind, "decimals") == 0) /* prices, coordinates */
        return snprintf(text, WORKLOAD_VALUE_BYTES, "%zu.%0*zu", spread % 180, number % 2 == 0 ? 2 : 6,
                        1 + spread / 7 % 99);
    if (strcmp(kind, "doubles") == 0) /* of all digits, as computed */
        return snprintf(text, WORKLOAD_VALUE_BYTES, "%.17g", (double)(spread + 1) / 3 * (number % 2 == 0 ? 1e-4 : 1e3));
    if (strcmp(kind, "ids") == 0)
        return snprintf(text, WORKLOAD_VALUE_BYTES, "\"%08zx-0000-4000-8000-%012zx\"", spread, number);
    if (strcmp(kind, "dates") == 0)
        return snprintf(text, WORKLOAD_VALUE_BYTES, "\"20%02zu-%02zu-%02zuT%02zu:%02zu:%02zuZ\"", number % 60,
                        1 + number % 12, 1 + spread % 28, spread % 24, spread / 7 % 60, spread / 11 % 60);
    return 0;
}

/* The message of a kind of values; NULL where there is none of that name. */
static inline char *workload_values_of(const char *kind) {
    char value[WORKLOAD_VALUE_BYTES];
    if (workload_value_print(value, kind, 0) == 0)
        return NULL;
    const char *key = strcmp(kind, "decimals") == 0 ? "doubles" : kind;
    char *text = malloc(128 + WORKLOAD_VALUES * WORKLOAD_VALUE_BYTES), *end = text;
    if (text == NULL)
        abort();
    end += sprintf(end, "{\"values\":{\"request\":{\"keep\":{\"%s\":[", key);
    for (size_t number = 0; number < WORKLOAD_VALUES; number++) {
        if (number > 0)
            *end++ = ',';
        end += workload_value_print(end, kind, number);
    }
    strcpy(end, "]}}}}");
    return text;
}

#endif /* ADIT_BENCHMARKS_WORKLOAD_VALUES_H */
