#include "todotxt.h"

#include "day.h"
#include "words.h"

#include <string.h>

char *todotxt_skip_mark(char *line) {
    static const char mark[] = "\xEF\xBB\xBF";
    return strncmp(line, mark, strlen(mark)) == 0 ? line + strlen(mark) : line;
}

bool todotxt_read(char *line, bool *done, const char **text) {
    const char *start = line + strspn(line, " \t");
    *done = start[0] == 'x' && start[1] == ' '; /* looked for before the end is trimmed: "x " is a done mark */
    *text = trim(line);
    if (*done) {
        *text += 1;
        *text += strspn(*text, " \t");
        bool day = day_starts(*text) && strchr(" \t", (*text)[10]) != NULL; /* strchr finds the NUL as well */
        *text += day ? 10 : 0;
        *text += strspn(*text, " \t");
    }
    return *done || **text != '\0';
}

const char *todotxt_next_tag(const char **rest, size_t *length) {
    const char *word = find_word(rest, length);
    while (*length > 0 && (*length == 1 || (*word != '+' && *word != '@')))
        word = find_word(rest, length);
    return *length > 0 ? word : NULL;
}
