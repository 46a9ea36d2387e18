#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/** How wide the second column may be. What is longer goes on in another line. */
enum { WIDEST = 48 };

void *must(void *pointer) {
    if (pointer == NULL) {
        perror("catalog");
        exit(EXIT_FAILURE);
    }
    return pointer;
}

void lines_add(lines *lines, int indent, char *name, char *labels, const char *doc) {
    lines->all = must(realloc(lines->all, (lines->count + 1) * sizeof(line)));
    lines->all[lines->count++] = (line){indent, name, labels, doc != NULL ? doc : ""};
}

/** How many columns the first `length` bytes of a text take, where each character takes one. */
static int width(const char *text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

/** Where the first piece of a text ends, at which it may be broken: behind a comma or a bar. */
static const char *end_of_piece(const char *text) {
    const char *comma = strstr(text, ", "), *bar = strstr(text, " | ");
    if (bar != NULL && (comma == NULL || bar < comma))
        return bar + 3;
    return comma != NULL ? comma + 2 : text + strlen(text);
}

/** How many bytes of some labels go into one line: as many pieces as fit, but one at least. */
static size_t fitting(const char *labels) {
    size_t length = strlen(labels), end = 0;
    while (end < length) {
        size_t next = (size_t)(end_of_piece(labels + end) - labels);
        if (end > 0 && width(labels, next) > WIDEST)
            break;
        end = next;
    }
    return end;
}

/** Prints the first `count` bytes of some labels, without a space at the end. */
static void print_labels(const char *labels, size_t count) {
    printf("%.*s", (int)(count > 0 && labels[count - 1] == ' ' ? count - 1 : count), labels);
}

/** Prints the first line of a text, cut where there is no room for it; there always is where `room` is 0. */
static void print_doc(const char *doc, int room) {
    size_t length = strcspn(doc, "\n"), end = length;
    if (room > 0 && width(doc, length) > room)
        for (end = 0; width(doc, end + 1) < room;)
            end++;
    printf("%.*s%s\n", (int)end, doc, end < length ? "…" : "");
}

/** How many columns the terminal has; 0 where the output goes elsewhere. */
static int terminal_width(void) {
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/** Prints a line; `second` and `third` are where those columns begin. */
static void print_line(const line *line, int second, int third) {
    const char *rest = line->labels;
    size_t count = fitting(rest);
    int room = terminal_width() - third, column = line->indent + width(line->name, strlen(line->name));
    printf("%*s%s", line->indent, "", line->name);
    if (count > 0) {
        printf("%*s", second - column, "");
        print_labels(rest, count);
        column = second + width(rest, count) - (rest[count - 1] == ' ');
    }
    if (line->doc[0] != '\0')
        printf("%*s", third - column, "");
    print_doc(line->doc, room > 20 ? room : 0);
    for (rest += count; *rest != '\0'; rest += count) {
        count = fitting(rest);
        printf("%*s", second, "");
        print_labels(rest, count);
        putchar('\n');
    }
}

void lines_print(lines *lines) {
    int second = 0, third = 0;
    for (line *line = lines->all; line < lines->all + lines->count; line++) {
        int end = line->indent + width(line->name, strlen(line->name)) + 2;
        second = end > second ? end : second;
        for (const char *rest = line->labels; *rest != '\0'; rest += fitting(rest))
            third = width(rest, fitting(rest)) > third ? width(rest, fitting(rest)) : third;
    }
    third += second + 2;
    for (line *line = lines->all; line < lines->all + lines->count; line++) {
        print_line(line, second, third);
        free(line->name);
        free(line->labels);
    }
    free(lines->all);
    *lines = (struct lines){0};
}
