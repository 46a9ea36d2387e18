/*
 * Paths and descriptors of the host's process, which may get another working directory, and which may have closed its standard
 * streams.
 *
 * The server has a working directory of its own, so the paths of a config are resolved here, when a core is opened.
 */
#define _GNU_SOURCE
#include "served.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int above_streams(int fd) {
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), cause = errno;
    close(fd);
    errno = cause;
    return copy;
}

char *absolute_path(const char *path, size_t length) {
    buffer text = {0};
    char *directory = length > 0 && path[0] != '/' ? getcwd(NULL, 0) : NULL;
    if (directory != NULL) {
        add_text(&text, directory);
        if (strcmp(directory, "/") != 0)
            add_text(&text, "/");
    }
    free(directory);
    buffer_add(&text, path, length);
    buffer_add(&text, "", 1);
    return text.bytes;
}

/* -- Configs. -- */

/** The members of a config that have paths: as a string, or in an object. */
typedef struct path_member {
    const char *key;
    bool may_be_text;       /**< as a string */
    const char *members[2]; /**< the members of an object; NULL behind the last */
} path_member;

static const path_member path_members[] = {{"record", true, {"path", NULL}},
                                           {"replay", true, {NULL, NULL}},
                                           {"scenario", true, {NULL, NULL}},
                                           {"store", false, {"path", "repair"}},
                                           {"fork", false, {"path", NULL}},
                                           {"files", false, {"folder", NULL}}};

/* Whether a path is relative. A text with a scheme ("x://…") is for an engine of stores that has no files. */
static bool is_relative(const buffer *path) {
    const char *bytes = buffer_bytes(path);
    size_t length = buffer_length(path);
    return length > 0 && bytes[0] != '/' && memchr(bytes, '\0', length) == NULL && is_utf8(bytes, length) &&
           memmem(bytes, length, "://", 3) == NULL;
}

/* Adds a value: a path from the root on if it is a relative path, else as it is. Returns whether it is another one. */
static bool add_path(buffer *out, span value) {
    bool is_other = false;
    if (value.length >= 2 && value.at[0] == '"') {
        buffer path = {0};
        add_decoded(&path, (span){value.at + 1, value.length - 2});
        char *absolute = is_relative(&path) ? absolute_path(buffer_bytes(&path), buffer_length(&path)) : NULL;
        is_other = absolute != NULL && absolute[0] == '/' && is_utf8(absolute, strlen(absolute));
        if (is_other)
            add_string(out, absolute, strlen(absolute));
        free(absolute);
        buffer_destroy(&path);
    }
    if (!is_other)
        buffer_add(out, value.at, value.length);
    return is_other;
}

static const path_member *find_path_member(span key) {
    for (size_t i = 0; i < sizeof path_members / sizeof *path_members; i++) {
        if (is_key(key, path_members[i].key))
            return &path_members[i];
    }
    return NULL;
}

/* Adds an object with absolute paths: of a config, or of the member `of` of one. Returns whether anything is another. */
static bool add_object(buffer *out, span object, const path_member *of) {
    scanner scanner = scan_object(object);
    member member;
    const char *rest = object.at;
    bool is_other = false;
    while (scan_next(&scanner, &member)) {
        const path_member *found = of == NULL ? find_path_member(member.key) : NULL;
        buffer_add(out, rest, (size_t)(member.value.at - rest));
        rest = member.value.at + member.value.length;
        bool has_path = false;
        for (size_t i = 0; of != NULL && i < 2 && of->members[i] != NULL; i++)
            has_path = has_path || is_key(member.key, of->members[i]);
        if (found != NULL && member.value.at[0] == '{')
            is_other |= add_object(out, member.value, found);
        else if (has_path || (found != NULL && found->may_be_text))
            is_other |= add_path(out, member.value);
        else
            buffer_add(out, member.value.at, member.value.length);
    }
    buffer_add(out, rest, (size_t)(object.at + object.length - rest));
    return is_other && scanner.has_ended;
}

bool add_absolute_paths(buffer *out, span config) {
    bool is_other = add_object(out, config, NULL);
    if (!is_other)
        buffer_take(out, buffer_length(out));
    return is_other;
}
