#include "print.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>

void print_text(const json_t *text) {
    const unsigned char *bytes = (const unsigned char *)json_string_value(text);
    size_t length = json_string_length(text);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] < 0x20 || bytes[i] == 0x7F)
            printf("^%c", bytes[i] ^ 0x40);
        else if (bytes[i] == 0xC2 && bytes[i + 1] < 0xA0) /* U+0080 to U+009F, each of two bytes */
            printf("\\x%X", bytes[++i]);
        else
            putchar(bytes[i]);
    }
}

void print_count(size_t count, const char *noun) {
    printf("%zu %s%s", count, noun, count == 1 ? "" : "s");
}

/* What stands behind the number of an item, in every place. */
static void print_rest(const json_t *item) {
    printf("[%c] ", json_is_true(json_object_get(item, "completed")) ? 'x' : ' ');
    print_text(json_object_get(item, "text"));
    const char *due = json_string_value(json_object_get(item, "due"));
    if (due != NULL)
        printf("  (due %.10s)", due);
}

void print_item(todo *todo, const char *verb, const json_t *item) {
    printf("%s: %zu ", verb, numbering_number(&todo->items, json_object_get(item, "id")));
    print_rest(item);
    putchar('\n');
}

void print_listed_item(todo *todo, const json_t *item, const json_t *tags) {
    printf("%5zu ", numbering_number(&todo->items, json_object_get(item, "id")));
    print_rest(item);
    const char *text = json_string_value(json_object_get(item, "text"));
    size_t index;
    json_t *tag;
    json_array_foreach(tags, index, tag) {
        const char *name = json_string_value(tag);
        if (text == NULL || has_word(text, name))
            continue;
        fputs(name[0] == '+' || name[0] == '@' ? "  " : "  #", stdout);
        print_text(tag);
    }
    putchar('\n');
}

void print_entry(todo *todo, const json_t *entry) {
    const char *date = json_string_value(json_object_get(entry, "date"));
    printf("%5zu %.10s ", numbering_number(&todo->entries, json_object_get(entry, "id")), date != NULL ? date : "");
    print_text(json_object_get(entry, "text"));
    putchar('\n');
}

bool print_json(const json_t *value) {
    char *text = json_dumps(value, JSON_INDENT(2) | JSON_ENCODE_ANY);
    if (text == NULL)
        return false;
    puts(text);
    free(text);
    return true;
}
