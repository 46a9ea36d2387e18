/*
 * faults.c: the part of libadit_faults.so that numbers the calls that calls.c stands before, and says what becomes of each;
 * faults.h says what it is for.
 *
 * What is written into mapped memory (SQLite's -shm) is not seen; it needs not outlive a process.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "faults.h"
#include "point.h"
#include "power.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *point_own(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL)
        abort();
    return function;
}

static char directory[PATH_MAX];
static struct faults set;
static atomic_long count, met;
static char what[PATH_MAX + 32];
static int log_file = -1;

_Noreturn void point_die(void) {
    raise(SIGKILL);
    _exit(137); /* never reached */
}

/* Looks at a call whose path is known. Does not return where the process is to end before it. */
static void arrive(struct point *point, const char *call, size_t length) {
    size_t prefix = strlen(directory);
    point->call = call;
    point->counted = prefix > 0 && strncmp(point->path, directory, prefix) == 0 &&
                     (point->path[prefix] == '/' || point->path[prefix] == 0);
    if (!point->counted)
        return;
    long number = atomic_fetch_add(&count, 1) + 1;
    point->chosen = set.action != FAULTS_NONE && number >= set.first && number <= set.last;
    if (log_file >= 0) {
        char line[PATH_MAX + 96];
        const char *name = point->path[prefix] == '/' ? point->path + prefix + 1 : ".";
        int bytes = snprintf(line, sizeof line, "%ld %s %s %zu\n", number, call, name, length);
        if (POINT_OWN(write)(log_file, line, (size_t)bytes) < 0)
            abort();
    }
    if (!point->chosen)
        return;
    if (point_power())
        power_fail(set.action == FAULTS_MIXED, set.seed);
    if (set.action == FAULTS_BEFORE || point_power())
        point_die();
}

struct point point_at_file(const char *call, int file, size_t length) {
    struct point point = {0};
    int before = errno;
    if (directory[0] != 0) {
        char link[32];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t bytes = readlink(link, point.path, sizeof point.path - 1);
        point.path[bytes < 0 ? 0 : bytes] = 0;
        arrive(&point, call, length);
    }
    errno = before;
    return point;
}

struct point point_at_name(const char *call, int folder, const char *name) {
    struct point point = {0};
    int before = errno;
    if (directory[0] != 0 && name != NULL) {
        ssize_t bytes = 0;
        if (name[0] != '/') {
            char link[32] = "/proc/self/cwd";
            if (folder != AT_FDCWD)
                snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            bytes = readlink(link, point.path, sizeof point.path - 1);
            bytes = bytes < 0 ? 0 : bytes;
        }
        snprintf(point.path + bytes, sizeof point.path - (size_t)bytes, bytes > 0 ? "/%s" : "%s", name);
        arrive(&point, call, 0);
    }
    errno = before;
    return point;
}

bool point_fails(const struct point *point) {
    if (!point->chosen || set.action != FAULTS_FAIL)
        return false;
    atomic_fetch_add(&met, 1);
    snprintf(what, sizeof what, "%s %s", point->call, strrchr(point->path, '/') + 1);
    errno = set.error;
    return true;
}

bool point_tears(const struct point *point) {
    return point->chosen && set.action == FAULTS_TORN;
}

void point_leave(const struct point *point) {
    if (point->chosen && set.action == FAULTS_AFTER)
        point_die();
}

bool point_power(void) {
    return set.action == FAULTS_LOST || set.action == FAULTS_MIXED;
}

void faults_set(const struct faults *faults) {
    set.action = FAULTS_NONE;
    snprintf(directory, sizeof directory, "%s", faults->directory != NULL ? faults->directory : "");
    atomic_store(&count, 0);
    atomic_store(&met, 0);
    what[0] = 0;
    if (faults->action == FAULTS_LOST || faults->action == FAULTS_MIXED)
        power_begin(directory);
    set = *faults;
    set.directory = NULL;
}

void faults_lift(void) {
    set.action = FAULTS_NONE;
    directory[0] = 0;
}

long faults_count(void) {
    return atomic_load(&count);
}

long faults_met(void) {
    return atomic_load(&met);
}

const char *faults_what(void) {
    return what;
}

void faults_log(const char *path) {
    if (log_file >= 0)
        close(log_file);
    log_file = path != NULL ? POINT_OWN(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

/* Takes what the environment says. A program that is started by this one starts without. */
__attribute__((constructor)) static void begin(void) {
    static const char *const names[] = {
        [FAULTS_NONE] = "",     [FAULTS_BEFORE] = "before", [FAULTS_AFTER] = "after", [FAULTS_TORN] = "torn",
        [FAULTS_LOST] = "lost", [FAULTS_MIXED] = "mixed",   [FAULTS_FAIL] = "EIO",
    };
    struct faults faults = {.directory = getenv("FAULTS_DIRECTORY"), .error = EIO};
    const char *action = getenv("FAULTS_ACTION"), *first = getenv("FAULTS_FIRST"), *last = getenv("FAULTS_LAST");
    const char *seed = getenv("FAULTS_SEED"), *log = getenv("FAULTS_LOG");
    if (faults.directory == NULL)
        return;
    for (size_t index = 0; action != NULL && index < sizeof names / sizeof *names; index++) {
        if (strcmp(action, names[index]) == 0)
            faults.action = (enum faults_action)index;
    }
    if (action != NULL && strcmp(action, "ENOSPC") == 0) {
        faults.action = FAULTS_FAIL;
        faults.error = ENOSPC;
    }
    faults.first = first != NULL ? strtol(first, NULL, 10) : 1;
    faults.last = last != NULL ? strtol(last, NULL, 10) : faults.first;
    faults.seed = seed != NULL ? (unsigned)strtoul(seed, NULL, 10) : 0;
    faults_log(log);
    faults_set(&faults);
}
