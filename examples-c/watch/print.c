/* SPDX-License-Identifier: Apache-2.0 */
#include "print.h"

#include <stdio.h>

static void start(line *line, const mirror *mirror, const char *sign) {
    line_add(line, "revision %" JSON_INTEGER_FORMAT ": %s", mirror->revision, sign);
}

static void add_pointer(line *line, const pointer *pointer) {
    line_add(line, pointer->length == 0 ? " \"\"" : " ");
    line_add_text(line, pointer->text, pointer->length);
}

static void add_value(line *line, const json_t *value) {
    line_add(line, " ");
    line_add_json(line, value);
}

void print_value(const mirror *mirror) {
    line line = {0};
    start(&line, mirror, "=");
    add_value(&line, mirror->value);
    puts(line.text);
}

static const char *sign_of(const patch_change *change) {
    switch (change->op) {
    case PATCH_MOVE:
        return ">";
    case PATCH_REMOVE:
        return "-";
    case PATCH_COPY:
        return "+";
    default: /* an `add` replaces the member that is there already */
        return change->old != NULL ? "~" : "+";
    }
}

void print_change(const mirror *mirror, const patch_change *change) {
    line line = {0};
    start(&line, mirror, sign_of(change));
    if (change->op == PATCH_MOVE) {
        add_pointer(&line, change->from);
        line_add(&line, " ->");
    }
    add_pointer(&line, change->path);
    if (change->op == PATCH_COPY) {
        line_add(&line, " =");
        add_pointer(&line, change->from);
    } else if (change->op != PATCH_MOVE && change->old != NULL) {
        add_value(&line, change->old);
        line_add(&line, change->op == PATCH_REMOVE ? "" : " ->");
    }
    if (change->value != NULL)
        add_value(&line, change->value);
    puts(line.text);
}

void print_end(const mirror *mirror, size_t changes, size_t patches) {
    printf("%zu change%s by %zu patch%s, ", changes, changes == 1 ? "" : "s", patches, patches == 1 ? "" : "es");
    if (mirror->revision < 0)
        puts("and no value was told");
    else
        printf("at revision %" JSON_INTEGER_FORMAT "\n", mirror->revision);
}
