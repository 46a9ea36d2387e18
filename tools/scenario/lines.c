#include "lines.h"

#include "alignment.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* -- JSON. -- */

/** How long a line of JSON may be before it is broken. */
enum { WIDTH = 100 };

static void add_break(text *out, size_t indent) {
    text_add(out, "\n%*s", (int)indent, "");
}

/* Adds a value behind `taken` bytes in the line. */
static void add_value(text *out, const json_t *value, size_t indent, size_t taken);

static void add_elements(text *out, const json_t *array, size_t indent) {
    size_t index;
    json_t *element;
    text_add(out, "[");
    json_array_foreach(array, index, element) {
        text_add(out, index > 0 ? "," : "");
        add_break(out, indent + 2);
        add_value(out, element, indent + 2, indent + 2);
    }
    add_break(out, indent);
    text_add(out, "]");
}

static void add_members(text *out, const json_t *object, size_t indent) {
    const char *key, *separator = "";
    json_t *value;
    text_add(out, "{");
    json_object_foreach((json_t *)object, key, value) {
        text_add(out, "%s", separator);
        add_break(out, indent + 2);
        size_t start = out->length;
        json_t *name = need(json_string(key));
        text_add_json(out, name, SIZE_MAX);
        json_decref(name);
        text_add(out, ": ");
        add_value(out, value, indent + 2, indent + 2 + out->length - start);
        separator = ",";
    }
    add_break(out, indent);
    text_add(out, "}");
}

static void add_value(text *out, const json_t *value, size_t indent, size_t taken) {
    char *line = json_text(value);
    size_t length = strlen(line);
    if (json_array_size(value) > 0 && taken + length > WIDTH)
        add_elements(out, value, indent);
    else if (json_object_size(value) > 0 && taken + length > WIDTH)
        add_members(out, value, indent);
    else
        text_add_bytes(out, line, length);
    free(line);
}

char *lines_of_json(const json_t *value) {
    text out = {0};
    if (json_is_array(value))
        add_elements(&out, value, 0);
    else
        add_value(&out, value, 0, 0);
    return out.bytes;
}

/* -- Differences. -- */

/** How many lines around a difference are shown, and how many that differ. */
enum { AROUND = 3, MOST = 200 };

typedef struct row {
    const char **lines; /* where each begins; one more than there are */
    size_t count;
} row;

static row split(const char *text) {
    row row = {0};
    size_t count = 2;
    for (const char *at = text; *at != '\0'; at++)
        count += *at == '\n';
    row.lines = malloc(count * sizeof *row.lines);
    if (row.lines == NULL)
        end_without_memory();
    const char *at = text;
    for (const char *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
        row.lines[row.count++] = at;
    row.lines[row.count++] = at;
    row.lines[row.count] = at + strlen(at) + 1;
    return row;
}

/* Without the comma at its end, which says nothing of the line itself. */
static size_t length_of(const row *row, size_t index) {
    size_t length = (size_t)(row->lines[index + 1] - row->lines[index]) - 1;
    return length > 0 && row->lines[index][length - 1] == ',' ? length - 1 : length;
}

static bool is_same_line(const void *context, size_t one, size_t other) {
    const row *rows = context;
    size_t length = length_of(&rows[0], one);
    return length == length_of(&rows[1], other) && memcmp(rows[0].lines[one], rows[1].lines[other], length) == 0;
}

static void add_line(text *out, const char *indent, char sign, const row *row, size_t index) {
    text_add(out, "%s%c ", indent, sign);
    text_add_bytes(out, row->lines[index], length_of(row, index));
    text_add(out, "\n");
}

/* Adds the lines that are the same on both sides, but of many only those next to a difference. */
static void add_same(text *out, const char *indent, const row *row, size_t first, size_t end) {
    bool is_first = first == 0, is_last = end == row->count;
    size_t before = is_first ? 0 : AROUND, behind = is_last ? 0 : AROUND;
    bool is_cut = end - first > before + behind + 1;
    for (size_t i = first; i < end; i++) {
        if (!is_cut || i - first < before || end - i <= behind)
            add_line(out, indent, ' ', row, i);
        else if (i - first == before)
            text_add(out, "%s  …\n", indent);
    }
}

void lines_add_difference(text *out, const char *expected, const char *found, const char *indent) {
    row rows[] = {split(expected), split(found)};
    size_t *partners = alignment_make(rows[0].count, rows[1].count, is_same_line, rows);
    for (size_t i = 0, other = 0, shown = 0; i < rows[0].count || other < rows[1].count;) {
        if (shown > MOST) {
            text_add(out, "%s  …\n", indent);
            break;
        }
        size_t first = i;
        while (i < rows[0].count && partners[i] != NO_PARTNER && partners[i] == other + (i - first))
            i++;
        add_same(out, indent, &rows[0], first, i);
        other += i - first;
        for (; i < rows[0].count && partners[i] == NO_PARTNER; i++) {
            if (shown++ <= MOST)
                add_line(out, indent, '-', &rows[0], i);
        }
        for (size_t end = i < rows[0].count ? partners[i] : rows[1].count; other < end; other++) {
            if (shown++ <= MOST)
                add_line(out, indent, '+', &rows[1], other);
        }
    }
    free(partners);
    free(rows[0].lines);
    free(rows[1].lines);
}
