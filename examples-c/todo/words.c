#include "words.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

char *trim(char *line) {
    line += strspn(line, blanks);
    size_t length = strlen(line);
    while (length > 0 && strchr(blanks, line[length - 1]) != NULL)
        length -= 1;
    line[length] = '\0';
    return line;
}

char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, blanks);
    char *end = word + strcspn(word, blanks);
    *rest = end + strspn(end, blanks);
    *end = '\0';
    return word;
}

const char *find_word(const char **rest, size_t *length) {
    const char *word = *rest + strspn(*rest, blanks);
    *length = strcspn(word, blanks);
    *rest = word + *length;
    return word;
}

bool has_word(const char *text, const char *word) {
    size_t length;
    for (const char *here = find_word(&text, &length); length > 0; here = find_word(&text, &length)) {
        if (length == strlen(word) && memcmp(here, word, length) == 0)
            return true;
    }
    return false;
}

bool read_number(const char *word, size_t *out) {
    char *end;
    errno = 0;
    /* strtoull would take " 7", "+7" and "-7" as well. */
    unsigned long long number = word[0] >= '0' && word[0] <= '9' ? strtoull(word, &end, 10) : 0;
    if (number == 0 || errno != 0 || *end != '\0' || number > SIZE_MAX)
        return false;
    *out = (size_t)number;
    return true;
}
