/*
 * files.h: a folder of a test's own, and what it asks of files. Define _GNU_SOURCE before the first include.
 */
#ifndef ADIT_TESTS_FILES_H
#define ADIT_TESTS_FILES_H

#include "check.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[100];
    char texts[4][400]; /* the last paths that were asked for */
    int next;
};

static inline struct folder make_folder(void) {
    struct folder folder = {.path = "/tmp/adit-test-XXXXXX"};
    if (mkdtemp(folder.path) == NULL)
        abort();
    return folder;
}

/* The path of a file in it, which is valid until four more have been asked for. */
static inline const char *in_folder(struct folder *folder, const char *name) {
    char *text = folder->texts[folder->next++ % 4];
    size_t head = strlen(folder->path), length = strlen(name);
    if (head + 1 + length >= sizeof folder->texts[0])
        abort();
    memcpy(text, folder->path, head);
    text[head] = '/';
    memcpy(text + head + 1, name, length + 1);
    return text;
}

/* How many files it has. With `removes`, they are removed. */
static inline int count_files(struct folder *folder, bool removes) {
    DIR *directory = opendir(folder->path);
    int count = 0;
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (removes)
            unlink(in_folder(folder, entry->d_name));
    }
    if (directory != NULL)
        closedir(directory);
    return count;
}

static inline int count_in_folder(struct folder *folder) {
    return count_files(folder, false);
}

static inline void remove_folder(struct folder *folder) {
    count_files(folder, true);
    CHECK_INT(rmdir(folder->path), 0);
}

/* Takes away the right to write in it; false where that changes nothing, as for root. */
static inline bool forbid(struct folder *folder) {
    return chmod(folder->path, 0500) == 0 && access(folder->path, W_OK) != 0;
}

static inline void permit(struct folder *folder) {
    CHECK_INT(chmod(folder->path, 0700), 0);
}

static inline bool is_there(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

static inline int file_mode(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int)(status.st_mode & 07777) : -1;
}

static inline void make_pipe(const char *path) {
    CHECK_INT(mkfifo(path, 0600), 0);
}

static inline void make_link(const char *path) {
    CHECK_INT(symlink("/nowhere", path), 0);
}

static inline void write_text(const char *path, const char *text, mode_t mode) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        abort();
    fputs(text, file);
    fclose(file);
    CHECK_INT(chmod(path, mode), 0);
}

/* A copy, to be freed. */
static inline char *strdup_text(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy == NULL ? NULL : strcpy(copy, text);
}

/* What a file has, to be freed; NULL where there is none. */
static inline char *read_text(const char *path) {
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &status) != 0)
        return NULL;
    char *text = malloc((size_t)status.st_size + 1);
    if (text != NULL)
        text[fread(text, 1, (size_t)status.st_size, file)] = '\0';
    fclose(file);
    return text;
}

/* A core that may write and read files in a folder. */
static inline adit_core open_in(struct folder *folder, struct heard *heard) {
    char config[1000];
    snprintf(config, sizeof config, "{\"files\":{\"folder\":\"%s\"}}", folder->path);
    return open_core("todo", config, heard);
}

#endif /* ADIT_TESTS_FILES_H */
