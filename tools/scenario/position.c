#include "position.h"

#include <string.h>

typedef struct cursor {
    const char *at;
    json_int_t line;
} cursor;

static void skip_space(cursor *cursor) {
    for (; *cursor->at != '\0' && strchr(" \t\r\n", *cursor->at) != NULL; cursor->at++)
        cursor->line += *cursor->at == '\n';
}

/* Also skips what stands between two values. */
static void skip_to_value(cursor *cursor) {
    skip_space(cursor);
    while (*cursor->at == ',' || *cursor->at == ':') {
        cursor->at++;
        skip_space(cursor);
    }
}

static void skip_text(cursor *cursor) {
    for (cursor->at++; *cursor->at != '"' && *cursor->at != '\0'; cursor->at++) {
        if (*cursor->at == '\\' && cursor->at[1] != '\0')
            cursor->at++;
    }
    cursor->at += *cursor->at == '"';
}

static void skip_value(cursor *cursor) {
    size_t depth = 0;
    do {
        skip_to_value(cursor);
        if (*cursor->at == '"') {
            skip_text(cursor);
        } else if (*cursor->at == '{' || *cursor->at == '[') {
            depth++;
            cursor->at++;
        } else if (*cursor->at == '}' || *cursor->at == ']') {
            depth--;
            cursor->at++;
        } else {
            cursor->at += strcspn(cursor->at, " \t\r\n,:]}");
        }
    } while (depth > 0 && *cursor->at != '\0');
}

static void append(json_t *array, json_t *value) {
    if (json_array_append_new(array, need(value)) != 0)
        end_without_memory();
}

/* Appends the lines of the elements of an array. */
static void read_elements(cursor *cursor, json_t *lines) {
    for (cursor->at++, skip_to_value(cursor); *cursor->at != ']' && *cursor->at != '\0'; skip_to_value(cursor)) {
        append(lines, json_integer(cursor->line));
        skip_value(cursor);
    }
    cursor->at += *cursor->at == ']';
}

static json_t *read_scenario(cursor *cursor) {
    static const char steps[] = "\"steps\"";
    json_t *lines = need(json_array());
    append(lines, json_integer(cursor->line));
    if (*cursor->at != '{')
        return skip_value(cursor), lines;
    for (cursor->at++, skip_to_value(cursor); *cursor->at != '}' && *cursor->at != '\0'; skip_to_value(cursor)) {
        bool is_steps = strncmp(cursor->at, steps, strlen(steps)) == 0;
        skip_text(cursor);
        skip_to_value(cursor);
        if (is_steps && *cursor->at == '[')
            read_elements(cursor, lines);
        else
            skip_value(cursor);
    }
    cursor->at += *cursor->at == '}';
    return lines;
}

json_t *position_of_steps(const char *json) {
    cursor cursor = {json, 1};
    json_t *lines = need(json_array());
    skip_space(&cursor);
    if (*cursor.at != '[') {
        append(lines, read_scenario(&cursor));
        return lines;
    }
    for (cursor.at++, skip_to_value(&cursor); *cursor.at != ']' && *cursor.at != '\0'; skip_to_value(&cursor))
        append(lines, read_scenario(&cursor));
    return lines;
}
