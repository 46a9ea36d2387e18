#define _GNU_SOURCE /* asprintf */
#include "catalog/flat.h"
#include "catalog/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Runs the program of a name in the folder of this one; returns if there is none. */
static void run_beside(const char *name, char **arguments) {
    char self[4096], *path = NULL;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        return;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash == NULL)
        return;
    *slash = '\0';
    must(asprintf(&path, "%s/%s", self, name) >= 0 ? path : NULL);
    execv(path, arguments);
    free(path);
}

void flat_print(const char *library, const char *app) {
    char *place = NULL;
    must(asprintf(&place, "%s:%s", library, app) >= 0 ? place : NULL);
    char *arguments[] = {"adit-generate", "--flat", place, NULL};
    run_beside("adit-generate", arguments);
    run_beside("generate", arguments); /* in the build folder */
    execvp("adit-generate", arguments);
    fprintf(stderr, "catalog: adit-generate: %s; it makes the flat form\n", strerror(errno));
    free(place);
}
