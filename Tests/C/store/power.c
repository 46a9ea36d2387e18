/*
 * power.c: what is left of a directory when the power fails. power.h says more.
 *
 * It is the least that POSIX promises: a sync of a file keeps its bytes, and only a sync of the directory keeps names.
 */
#define _GNU_SOURCE
#include "power.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 256, SECTOR = 512 };

/* Bytes of a file. */
struct bytes {
    uint8_t *bytes;
    size_t length;
};

static struct kept {
    ino_t file;
    struct bytes synced;
} kept[MOST];

static struct name {
    char text[NAME_MAX + 1];
    struct kept *kept;
} names[MOST];

static size_t kept_count, name_count;
static char directory[PATH_MAX];

static void *or_abort(void *pointer) {
    if (pointer == NULL)
        abort();
    return pointer;
}

/* The calls here go round the functions that count. */
static int opened(const char *path, int flags) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
}

static struct bytes read_all(const char *path) {
    struct stat status;
    struct bytes found = {0};
    int file = opened(path, O_RDONLY);
    if (file < 0)
        return found;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        found.bytes = or_abort(malloc((size_t)status.st_size));
        ssize_t length = pread(file, found.bytes, (size_t)status.st_size, 0);
        found.length = length < 0 ? 0 : (size_t)length;
    }
    close(file);
    return found;
}

static void write_all(const char *path, struct bytes bytes) {
    int file = opened(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (file < 0 || syscall(SYS_pwrite64, file, bytes.bytes, bytes.length, (off_t)0) != (long)bytes.length)
        abort();
    close(file);
}

static struct kept *kept_new(ino_t file) {
    if (kept_count == MOST)
        abort();
    kept[kept_count] = (struct kept){.file = file};
    return &kept[kept_count++];
}

/* Of files with one number, the newest: the number of a file that is gone is given to others. */
static struct kept *kept_of(ino_t file) {
    for (size_t index = kept_count; index-- > 0;) {
        if (kept[index].file == file)
            return &kept[index];
    }
    return kept_new(file);
}

/* The names that the directory has now. */
static size_t list(struct name *list) {
    size_t found = 0;
    DIR *folder = or_abort(opendir(directory));
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        if (found == MOST)
            abort();
        strcpy(list[found].text, entry->d_name);
        list[found++].kept = kept_of(entry->d_ino);
    }
    closedir(folder);
    return found;
}

static void path_of(char path[PATH_MAX], const char *name) {
    if (snprintf(path, PATH_MAX, "%s/%s", directory, name) >= PATH_MAX)
        abort();
}

void power_begin(const char *path) {
    char file[PATH_MAX];
    snprintf(directory, sizeof directory, "%s", path);
    kept_count = 0;
    name_count = list(names);
    for (size_t index = 0; index < name_count; index++) {
        path_of(file, names[index].text);
        names[index].kept->synced = read_all(file);
    }
}

void power_created(int file) {
    struct stat status;
    if (fstat(file, &status) == 0)
        kept_new(status.st_ino);
}

void power_synced(int file) {
    struct stat status;
    char link[32];
    if (fstat(file, &status) != 0)
        return;
    if (S_ISDIR(status.st_mode)) {
        name_count = list(names);
        return;
    }
    struct kept *known = kept_of(status.st_ino);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    free(known->synced.bytes);
    known->synced = read_all(link);
}

/* Of what was synced and what is there now, each sector by a coin. */
static struct bytes mix(struct bytes synced, struct bytes now, unsigned *seed) {
    size_t most = synced.length > now.length ? synced.length : now.length;
    struct bytes mixed = {or_abort(calloc(most + 1, 1)), rand_r(seed) % 2 == 0 ? synced.length : now.length};
    for (size_t start = 0; start < mixed.length; start += SECTOR) {
        struct bytes from = rand_r(seed) % 2 == 0 ? synced : now;
        size_t end = start + SECTOR < mixed.length ? start + SECTOR : mixed.length;
        end = end < from.length ? end : from.length;
        if (start < end)
            memcpy(mixed.bytes + start, from.bytes + start, end - start);
    }
    return mixed;
}

void power_fail(bool mixed, unsigned seed) {
    char path[PATH_MAX];
    struct name now[MOST];
    struct bytes left[MOST];
    size_t now_count = list(now);
    for (size_t index = 0; index < name_count; index++) {
        left[index] = names[index].kept->synced;
        for (size_t other = 0; mixed && other < now_count; other++) {
            if (now[other].kept != names[index].kept)
                continue;
            path_of(path, now[other].text);
            left[index] = mix(left[index], read_all(path), &seed);
        }
    }
    for (size_t index = 0; index < now_count; index++) {
        path_of(path, now[index].text);
        syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    }
    for (size_t index = 0; index < name_count; index++) {
        path_of(path, names[index].text);
        write_all(path, left[index]);
    }
}
