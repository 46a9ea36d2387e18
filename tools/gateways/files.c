#define _GNU_SOURCE
#include "gateways.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ENTRIES = 10000 };

static bool is_link(int folder, const char *name) {
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode);
}

/*
 * Opens the folder that a path leads to but for its last name, part by part and never through a link, so that it
 * cannot lead out. `name` gets the last name. -1 with errno; EINVAL for a path that is none.
 */
static int open_folder(int root, const char *path, bool makes, char name[256]) {
    int folder = openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (folder >= 0) {
        size_t length = strcspn(path, "/");
        if (length == 0 || length > 255 || strncmp(path, ".", length) == 0 || strncmp(path, "..", length) == 0) {
            close(folder);
            errno = EINVAL;
            return -1;
        }
        memcpy(name, path, length);
        name[length] = '\0';
        if (path[length] == '\0')
            return folder;
        path += length + 1;
        if (makes)
            mkdirat(folder, name, 0700);
        int next = openat(folder, name, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
        int reason = next < 0 && errno == ENOTDIR && is_link(folder, name) ? ELOOP : errno;
        close(folder);
        errno = reason;
        folder = next;
    }
    return -1;
}

/* The answer to a path that could not be used. */
static void refuse(adit_gateways *gateways, request *request, const char *path, int reason) {
    const char *code = reason == EINVAL || reason == ELOOP     ? "denied"
                       : reason == ENOENT || reason == ENOTDIR ? "notFound"
                       : reason == EEXIST                      ? "exists"
                                                               : "storage";
    answer_error(gateways, request, code, "%s: %s", path,
                 reason == EINVAL ? "a path of names in the folder is expected" : strerror(reason));
}

/* -- Reading. -- */

static json_t *copy_to_blob(adit_gateways *gateways, int file) {
    blob_writer writer;
    char *block = malloc(COPY_BLOCK);
    json_t *blob = NULL;
    if (block != NULL && blob_begin(gateways, &writer)) {
        ssize_t count;
        while ((count = read(file, block, COPY_BLOCK)) > 0 && blob_write(&writer, block, (size_t)count))
            ;
        if (count == 0)
            blob = blob_end(&writer);
        blob_drop(&writer);
    }
    free(block);
    return blob != NULL ? json_pack("{s:o}", "blob", blob) : NULL;
}

static json_t *read_content(int file, size_t size, bool as_text) {
    char *data = malloc(size + 1);
    size_t length = 0;
    ssize_t count = data != NULL ? 1 : -1;
    while (count > 0 && length < size) {
        count = read(file, data + length, size - length);
        length += count > 0 ? (size_t)count : 0;
    }
    json_t *content = count < 0 ? NULL : content_make(data, length, as_text);
    free(data);
    return content;
}

static void serve_read(adit_gateways *gateways, request *request, const json_t *arguments, const char *path, int file) {
    form form = form_of(arguments);
    bool as_blob = form == FORM_BLOB, as_text = form == FORM_TEXT;
    struct stat about;
    json_t *content = NULL;
    if (form == NO_FORM) {
        answer_error(gateways, request, "invalid", "form: one of text, base64, blob is expected");
    } else if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        answer_error(gateways, request, "notFound", "%s: a file is expected", path);
    } else if (as_blob && gateways->blobs < 0) {
        answer_error(gateways, request, "denied", "the config has no folder for blobs");
    } else if (!as_blob && about.st_size > gateways->most_read) {
        answer_error(gateways, request, "tooLarge", "%s: found %lld bytes; at most %lld are expected, or the form blob",
                     path, (long long)about.st_size, (long long)gateways->most_read);
    } else if ((content = as_blob ? copy_to_blob(gateways, file)
                                  : read_content(file, (size_t)about.st_size, as_text)) != NULL) {
        answer_result(gateways, request, json_pack("{s:o}", "content", content));
    } else {
        refuse(gateways, request, path, EIO);
    }
}

/* -- Writing. -- */

static bool copy(const bytes *bytes, int file) {
    if (bytes->file < 0)
        return write_all(file, bytes->data, bytes->length);
    char *block = malloc(COPY_BLOCK);
    ssize_t count = block != NULL ? 1 : -1;
    while (count > 0) {
        count = read(bytes->file, block, COPY_BLOCK);
        if (count > 0 && !write_all(file, block, (size_t)count))
            count = -1;
    }
    free(block);
    return count == 0;
}

/* Writes another file, and gives it the name when it is on the disk. 0, or errno. */
static int write_file(int folder, const char *name, const bytes *bytes, bool replaces) {
    char draft[32];
    int file = make_file(folder, draft);
    if (file < 0)
        return errno;
    int reason = copy(bytes, file) && fsync(file) == 0 ? 0 : errno;
    close(file);
    if (reason == 0 && (replaces ? renameat(folder, draft, folder, name) : linkat(folder, draft, folder, name, 0)) != 0)
        reason = errno;
    if (reason != 0 || !replaces)
        unlinkat(folder, draft, 0);
    int opened = reason == 0 ? openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (opened >= 0) {
        fsync(opened);
        close(opened);
    }
    return reason;
}

static void serve_write(adit_gateways *gateways, request *request, const json_t *arguments, const char *path,
                        int folder, const char *name) {
    bytes bytes;
    const char *text;
    const json_t *replaces = json_object_get(arguments, "replace");
    if (replaces != NULL && !json_is_boolean(replaces)) {
        answer_error(gateways, request, "invalid", "replace: true or false is expected");
        return;
    }
    const char *code = content_read(gateways, json_object_get(arguments, "content"), &bytes, &text);
    if (code != NULL) {
        answer_error(gateways, request, code, "%s", text);
        return;
    }
    int reason = write_file(folder, name, &bytes, replaces == NULL || json_is_true(replaces));
    bytes_free(&bytes);
    if (reason == 0)
        answer_result(gateways, request, json_object());
    else
        refuse(gateways, request, path, reason);
}

/* -- Folders. -- */

static int by_name(const void *one, const void *other) {
    const json_t *const *left = one, *const *right = other;
    return strcmp(json_string_value(json_object_get(*left, "name")),
                  json_string_value(json_object_get(*right, "name")));
}

/* An entry of a folder as JSON; NULL for what is neither a file nor a folder, and for a name that cannot be asked for. */
static json_t *entry_of(int folder, const char *name) {
    struct stat about;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || is_made(name) ||
        fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 || (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)))
        return NULL;
    json_t *value = json_pack("{s:s}", "name", name); /* a name that is no UTF-8 has no text */
    if (value != NULL && S_ISREG(about.st_mode))
        json_object_set_new(value, "bytes", json_integer(about.st_size));
    return value;
}

/* Lists a folder; NULL with errno, E2BIG for one with too many entries. */
static json_t *read_entries(DIR *folder) {
    json_t **entries = malloc(MOST_ENTRIES * sizeof *entries);
    size_t count = 0;
    bool is_whole = entries != NULL;
    for (struct dirent *entry; is_whole && (entry = readdir(folder)) != NULL;) {
        json_t *value = entry_of(dirfd(folder), entry->d_name);
        if (value != NULL && count < MOST_ENTRIES) {
            entries[count++] = value;
        } else if (value != NULL) {
            json_decref(value);
            is_whole = false;
        }
    }
    if (entries != NULL)
        qsort(entries, count, sizeof *entries, by_name);
    json_t *list = json_array();
    for (size_t index = 0; index < count; index++)
        json_array_append_new(list, entries[index]);
    errno = entries != NULL ? E2BIG : ENOMEM;
    free(entries);
    if (is_whole)
        return list;
    json_decref(list);
    return NULL;
}

static void serve_list(adit_gateways *gateways, request *request, const char *path) {
    char name[256] = ".";
    int parent = path[0] == '\0' ? openat(gateways->files, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)
                                 : open_folder(gateways->files, path, false, name);
    int folder = parent >= 0 ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (folder < 0 && parent >= 0 && errno == ENOTDIR && is_link(parent, name))
        errno = ELOOP;
    DIR *opened = folder >= 0 ? fdopendir(folder) : NULL;
    json_t *entries = opened != NULL ? read_entries(opened) : NULL;
    if (entries != NULL)
        answer_result(gateways, request, json_pack("{s:o}", "entries", entries));
    else if (errno == E2BIG)
        answer_error(gateways, request, "tooLarge", "%s: found over %d entries", path, MOST_ENTRIES);
    else
        refuse(gateways, request, path, errno);
    if (opened != NULL)
        closedir(opened);
    else if (folder >= 0)
        close(folder);
    if (parent >= 0)
        close(parent);
}

void files_serve(adit_gateways *gateways, request *request) {
    static const char *const kinds[] = {"list", "read", "write", "remove", NULL};
    const json_t *arguments;
    int kind = kind_of(request->body, kinds, &arguments);
    const char *path = kind == 0 && json_object_get(arguments, "path") == NULL ? "" : text_of(arguments, "path");
    if (kind < 0 || path == NULL) {
        answer_error(gateways, request, "invalid", "one of read, write, remove, list {path} is expected");
        return;
    }
    if (kind == 0) {
        serve_list(gateways, request, path);
        return;
    }
    char name[256];
    int folder = open_folder(gateways->files, path, kind == 2, name);
    int file = folder >= 0 && kind == 1 ? openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    if (folder < 0 && kind == 3 && errno == ENOENT)
        answer_result(gateways, request, json_object());
    else if (folder < 0 || (kind == 1 && file < 0))
        refuse(gateways, request, path, errno);
    else if (kind == 1)
        serve_read(gateways, request, arguments, path, file);
    else if (kind == 2)
        serve_write(gateways, request, arguments, path, folder, name);
    else if (unlinkat(folder, name, 0) == 0 || errno == ENOENT ||
             (errno == EISDIR && unlinkat(folder, name, AT_REMOVEDIR) == 0))
        answer_result(gateways, request, json_object());
    else
        refuse(gateways, request, path, errno);
    if (file >= 0)
        close(file);
    if (folder >= 0)
        close(folder);
}
