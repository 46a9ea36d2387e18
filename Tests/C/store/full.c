/*
 * A store on a disk that is really full: a small tmpfs, in which a file takes away all but some of the room. What finds no
 * room is refused as trial.h says, also the making of the store; once there is room again, the core goes on.
 *
 * Needs to mount; 77 where that is not allowed, also not in a namespace of its own.
 */
#define _GNU_SOURCE
#include "trial.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

enum { SKIPPED = 77, PAGE = 4096, MOST_ROOM = 80, BATCH = 12 };

static char base[PATH_MAX], disk[PATH_MAX], path[PATH_MAX], ballast[PATH_MAX], outside[PATH_MAX], aside[PATH_MAX];

/* Mounts in a namespace of this process alone, so that nothing is left of it. */
static bool mount_disk(void) {
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return false;
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tmpfs", disk, "tmpfs", MS_NOSUID | MS_NODEV, "size=2m,mode=0700") == 0;
}

/* Leaves so many pages of room on the disk. */
static void leave_room(size_t pages) {
    static const char page[PAGE];
    struct statvfs status;
    int file = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    need(file >= 0, ballast);
    while (fstatvfs(file, &status) == 0 && status.f_bfree * status.f_bsize > pages * PAGE)
        need(write(file, page, sizeof page) == (ssize_t)sizeof page, ballast);
    close(file);
}

static void make_room(void) {
    need(unlink(ballast) == 0, ballast);
}

/* Sends batches until one is refused; then there is room again, and they go on. */
static void fill(struct trial *trial) {
    long refused = trial->refused;
    for (int batch = 0; batch < 200 && trial->refused == refused; batch++)
        trial_batch(trial, 1 + (size_t)batch % BATCH);
    CHECK(trial->refused > refused);
    trial_check_file(trial, 0);
    trial_batch(trial, 1); /* may fit, where a batch of several did not */
    make_room();
    CHECK(trial_batch(trial, BATCH));
    trial_check_file(trial, 0);
}

/* Opens a core where there is room for so many pages, goes on until there is none, closes it on the full disk. Returns
 * whether it opened at once. */
static bool with_room(struct trial *trial, size_t pages) {
    leave_room(pages);
    bool opened = trial_open(trial);
    if (!opened) {
        make_room();
        if (!CHECK(trial_open(trial)))
            return false;
        leave_room(pages);
    }
    fill(trial);
    leave_room(0);
    trial_close(trial);
    make_room();
    if (CHECK(trial_open(trial)))
        trial_close(trial);
    check_integrity(path);
    return opened;
}

int main(void) {
    struct trial trial = {.path = path, .options = ",\"retention\":{\"bytes\":20000}", .aside = aside};
    long opened = 0, made = 0;
    make_folder(base, false);
    joined(disk, base, "/disk");
    joined(path, disk, "/x.adit");
    joined(ballast, disk, "/ballast");
    joined(outside, base, "/aside");
    joined(aside, outside, "/x.adit");
    need(mkdir(disk, 0700) == 0 && mkdir(outside, 0700) == 0, base);
    if (!mount_disk()) {
        fprintf(stderr, "skipped: a file system may not be mounted here: %s\n", strerror(errno));
        need(rmdir(disk) == 0 && rmdir(outside) == 0 && rmdir(base) == 0, base);
        return SKIPPED;
    }
    for (size_t pages = 0; pages < MOST_ROOM && check_result() == EXIT_SUCCESS; pages++) {
        twin_open(&trial.twin, pages);
        made += with_room(&trial, pages);   /* there is no store yet */
        opened += with_room(&trial, pages); /* there is one */
        twin_close(&trial.twin);
        heard_forget(&trial.heard);
        clear_folder(disk);
        if (check_result() != EXIT_SUCCESS)
            fprintf(stderr, "    where there was room for %zu pages\n", pages);
    }
    printf("room for 0 to %d pages: a store was made at once in %ld of them, opened in %ld; refused %ld times\n",
           MOST_ROOM - 1, made, opened, trial.refused);
    clear_folder(outside);
    need(umount(disk) == 0 && rmdir(disk) == 0 && rmdir(outside) == 0 && rmdir(base) == 0, base);
    return check_result();
}
