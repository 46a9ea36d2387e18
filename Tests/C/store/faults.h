/*
 * faults.h: how a program is stopped, or let down, inside the calls that it makes to change files.
 *
 * libadit_faults.so stands before the C library, by LD_PRELOAD or because a test links it. It numbers every call that
 * writes to a file below one directory, syncs it, creates, renames, links or unlinks it, from 1 on. A test that links it
 * sets what is to happen by faults_set; any other program by its environment:
 *
 *     FAULTS_DIRECTORY  the directory, an absolute path without links; without it nothing is counted
 *     FAULTS_ACTION     what happens at the calls FAULTS_FIRST to FAULTS_LAST (by default FAULTS_FIRST):
 *                       before, after    SIGKILL before the call is made, or when it has been
 *                       torn             SIGKILL when half of the bytes have been written; of a write only
 *                       lost, mixed      SIGKILL before the call, and the power fails: what was not synced is lost, or
 *                                        each 512 bytes of it by a coin that FAULTS_SEED tosses
 *                       EIO, ENOSPC      the call is not made and fails so
 *     FAULTS_LOG        a file that gets a line a call: number, call, path, bytes; see faults_log
 */
#ifndef ADIT_TESTS_FAULTS_H
#define ADIT_TESTS_FAULTS_H

#include <limits.h>

enum faults_action {
    FAULTS_NONE,
    FAULTS_BEFORE,
    FAULTS_AFTER,
    FAULTS_TORN,
    FAULTS_LOST,
    FAULTS_MIXED,
    FAULTS_FAIL,
};

#define FAULTS_FOR_EVER LONG_MAX

struct faults {
    const char *directory; /* NULL: nothing is counted */
    enum faults_action action;
    long first, last; /* the calls at which it happens */
    int error;        /* for FAULTS_FAIL: errno */
    unsigned seed;    /* for FAULTS_MIXED */
};

/* Begins to count anew. The directory's path is copied. */
void faults_set(const struct faults *faults);

/* Ends what faults_set has begun; faults_count and faults_met stay as they are. */
void faults_lift(void);

/* How many calls there were since faults_set. */
long faults_count(void);

/* How many of them failed because of it. */
long faults_met(void);

/* The name and the path of the last call that did, such as "fdatasync x.adit-wal". */
const char *faults_what(void);

/* Writes a line a call to a file from now on; NULL: to none. */
void faults_log(const char *path);

#endif /* ADIT_TESTS_FAULTS_H */
