/*
 * A transaction finds out whether the file and its log are where they were, and does not read their times: since Linux
 * 6.13, the first write after a program has read a file's times has to write its inode too
 * (Documentation/filesystems/multigrain-ts.rst of Linux), and so would each commit that of the log.
 *
 * The functions below stand before those of the C library, so the core's library finds these first.
 */
#define _GNU_SOURCE
#include "../messages.h"
#include "sound.h"

#include <dlfcn.h>
#include <sys/stat.h>

static char base[PATH_MAX], path[PATH_MAX];
/* The calls that ask for the times of a file, and those that do not. */
static atomic_long with_times, without_times;

#define BEFORE_LIBRARY(name, parameters, arguments)                                                                    \
    int name parameters {                                                                                              \
        __typeof__(&name) own;                                                                                         \
        *(void **)&own = dlsym(RTLD_NEXT, #name);                                                                      \
        atomic_fetch_add(&with_times, 1);                                                                              \
        return own arguments;                                                                                          \
    }
BEFORE_LIBRARY(stat, (const char *name, struct stat *status), (name, status))
BEFORE_LIBRARY(stat64, (const char *name, struct stat64 *status), (name, status))
BEFORE_LIBRARY(lstat, (const char *name, struct stat *status), (name, status))
BEFORE_LIBRARY(lstat64, (const char *name, struct stat64 *status), (name, status))
BEFORE_LIBRARY(fstat, (int file, struct stat *status), (file, status))
BEFORE_LIBRARY(fstat64, (int file, struct stat64 *status), (file, status))
BEFORE_LIBRARY(fstatat, (int folder, const char *name, struct stat *status, int flags), (folder, name, status, flags))
BEFORE_LIBRARY(fstatat64, (int folder, const char *name, struct stat64 *status, int flags),
               (folder, name, status, flags))

int statx(int folder, const char *name, int flags, unsigned mask, struct statx *status) {
    __typeof__(&statx) own;
    *(void **)&own = dlsym(RTLD_NEXT, "statx");
    atomic_fetch_add(mask & (STATX_ATIME | STATX_MTIME | STATX_CTIME) ? &with_times : &without_times, 1);
    return own(folder, name, flags, mask, status);
}

static void given_a_store_when_a_batch_is_written_then_no_times_are_read(void) {
    struct heard heard = {0};
    adit_error error;
    adit_core core = 0;
    char config[PATH_MAX + 40];
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", path);
    if (!CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, &heard, NULL, &core, &error),
                   ADIT_OK))
        fprintf(stderr, "%s\n", error.text);
    CHECK(atomic_load(&with_times) > 0); /* the functions above are the ones that are called */
    for (int batch = 0; batch < 4; batch++) {
        /* The first batch of a session opens files. */
        if (batch == 1) {
            atomic_store(&with_times, 0);
            atomic_store(&without_times, 0);
        }
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(adit_process(core, 0), 1);
    }
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(4));
    CHECK_INT(atomic_load(&with_times), 0);
    /* The log before and after each commit, the file before. */
    CHECK_INT(atomic_load(&without_times), 3 * 3);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    make_folder(base, true);
    joined(path, base, "/x.adit");
    given_a_store_when_a_batch_is_written_then_no_times_are_read();
    clear_folder(base);
    need(rmdir(base) == 0, base);
    return check_result();
}
