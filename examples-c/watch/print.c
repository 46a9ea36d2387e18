#include "print.h"

#include <stdio.h>

static void start(adit_line *line, const adit_mirror *mirror, const char *sign) {
    adit_line_add(line, "revision %" JSON_INTEGER_FORMAT ": %s", mirror->revision, sign);
}

static void add_pointer(adit_line *line, const adit_pointer *pointer) {
    adit_line_add(line, pointer->length == 0 ? " \"\"" : " ");
    adit_line_add_text(line, pointer->text, pointer->length);
}

static void add_value(adit_line *line, const json_t *value) {
    adit_line_add(line, " ");
    adit_line_add_json(line, value);
}

void print_value(const adit_mirror *mirror) {
    adit_line line = {0};
    start(&line, mirror, "=");
    add_value(&line, mirror->value);
    puts(line.text);
}

static const char *sign_of(const adit_patch_change *change) {
    switch (change->op) {
    case ADIT_PATCH_MOVE:
        return ">";
    case ADIT_PATCH_REMOVE:
        return "-";
    case ADIT_PATCH_COPY:
        return "+";
    default: /* an `add` replaces the member that is there already */
        return change->old != NULL ? "~" : "+";
    }
}

void print_change(const adit_mirror *mirror, const adit_patch_change *change) {
    adit_line line = {0};
    start(&line, mirror, sign_of(change));
    if (change->op == ADIT_PATCH_MOVE) {
        add_pointer(&line, change->from);
        adit_line_add(&line, " ->");
    }
    add_pointer(&line, change->path);
    if (change->op == ADIT_PATCH_COPY) {
        adit_line_add(&line, " =");
        add_pointer(&line, change->from);
    } else if (change->op != ADIT_PATCH_MOVE && change->old != NULL) {
        add_value(&line, change->old);
        adit_line_add(&line, change->op == ADIT_PATCH_REMOVE ? "" : " ->");
    }
    if (change->value != NULL)
        add_value(&line, change->value);
    puts(line.text);
}

void print_end(const adit_mirror *mirror, size_t changes, size_t patches) {
    printf("%zu change%s by %zu patch%s, ", changes, changes == 1 ? "" : "s", patches, patches == 1 ? "" : "es");
    if (mirror->revision < 0)
        puts("and no value was told");
    else
        printf("at revision %" JSON_INTEGER_FORMAT "\n", mirror->revision);
}
