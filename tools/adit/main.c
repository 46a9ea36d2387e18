/*
 * adit: runs the programs of Adit. `adit NAME` is `adit-NAME`, from the folder of this program, or from ../libexec/adit.
 */
#define _GNU_SOURCE /* scandir, versionsort */
#include <adit.h>

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What the program ends with: the command line is wrong, or as a shell does for a program that it does not find. */
enum { MISUSE = 2, NOT_FOUND = 127 };

static const char prefix[] = "adit-";
enum { PREFIX = sizeof prefix - 1 };

/** Where the programs are, in the order in which they are sought, behind the folder of this one. */
static const char *const places[] = {"", "/../libexec/adit"};
enum { PLACES = sizeof places / sizeof *places };

/* The folder of this program, without a link. */
static bool find_folder(char folder[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    return true;
}

static bool is_program(const char *folder, const char *place, const char *name, char path[PATH_MAX]) {
    int length = snprintf(path, PATH_MAX, "%s%s/%s%s", folder, place, prefix, name);
    return length < PATH_MAX && access(path, X_OK) == 0;
}

static int is_ours(const struct dirent *entry) {
    return strncmp(entry->d_name, prefix, PREFIX) == 0;
}

static void list(const char *folder, FILE *out) {
    char path[PATH_MAX], first[PATH_MAX];
    size_t count = 0;
    for (size_t i = 0; i < PLACES; i++) {
        struct dirent **entries;
        snprintf(path, sizeof path, "%s%s", folder, places[i]);
        int found = scandir(path, &entries, is_ours, versionsort);
        for (int k = 0; k < found; k++) {
            const char *name = entries[k]->d_name + PREFIX;
            /* One that is in both places is that of the first. */
            if (is_program(folder, places[i], name, path) && !(i > 0 && is_program(folder, places[0], name, first))) {
                fprintf(out, "  adit %s\n", name);
                count++;
            }
            free(entries[k]);
        }
        if (found >= 0)
            free(entries);
    }
    if (count == 0)
        fprintf(out, "  none: no adit-NAME is in %s or in ../libexec/adit beside it\n", folder);
}

static void print_usage(const char *folder, FILE *out) {
    fprintf(out, "Usage: adit NAME [ARGUMENT]...\n\nRuns one of these programs; adit NAME --help describes it.\n\n");
    list(folder, out);
}

int main(int argc, char **argv) {
    char folder[PATH_MAX], path[PATH_MAX];
    if (!find_folder(folder)) {
        fprintf(stderr, "adit: /proc/self/exe: %s\n", strerror(errno));
        return NOT_FOUND;
    }
    if (argc < 2) {
        print_usage(folder, stderr);
        return MISUSE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return print_usage(folder, stdout), EXIT_SUCCESS;
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return printf("adit (Adit %s)\n", ADIT_VERSION), EXIT_SUCCESS;
    if (*name == '-' || strchr(name, '/') != NULL) {
        fprintf(stderr, "adit: found \"%s\"; the name of a program is expected\n", name);
        print_usage(folder, stderr);
        return MISUSE;
    }
    for (size_t i = 0; i < PLACES; i++) {
        if (!is_program(folder, places[i], name, path))
            continue;
        argv[1] = path;
        execv(path, argv + 1);
        fprintf(stderr, "adit: %s: %s\n", path, strerror(errno));
        return NOT_FOUND;
    }
    fprintf(stderr,
            "adit: there is no program %s%s in %s or in ../libexec/adit beside it; install it there, or run one of "
            "these:\n\n",
            prefix, name, folder);
    list(folder, stderr);
    return NOT_FOUND;
}
