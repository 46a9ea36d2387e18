/* SPDX-License-Identifier: Apache-2.0 */
#include "CSwiftRuntime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *none[] = {NULL};
static struct {
    char **texts;
    int count;
} own = {none, 0}, replaced;

/* All of a file, which ends with a NUL then; NULL if it cannot be read. The caller owns it. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    *length = 0;
    while (file != NULL) {
        if (size - *length < 2) {
            char *larger = realloc(text, size = size * 2 + 4096);
            if (larger == NULL)
                break;
            text = larger;
        }
        size_t count = fread(text + *length, 1, size - *length - 1, file);
        text[ *length += count] = '\0';
        if (count == 0)
            break;
    }
    if (file != NULL)
        fclose(file);
    return text;
}

static void read_arguments(void) {
    size_t length, count = 0, index = 0;
    char *text = read_file("/proc/self/cmdline", &length);
    if (text == NULL)
        return;
    for (size_t place = 0; place < length; place++)
        count += text[place] == '\0';
    char **texts = calloc(count + 1, sizeof *texts);
    if (texts == NULL) {
        free(text);
        return;
    }
    for (char *next = text; index < count; next += strlen(next) + 1)
        texts[index++] = next;
    own.texts = texts;
    own.count = (int)count;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (replaced.texts != NULL) {
        *count = replaced.count;
        return replaced.texts;
    }
    pthread_once(&once, read_arguments);
    *count = own.count;
    return own.texts;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) {
    replaced.texts = arguments;
    replaced.count = count;
}
