/*
 * The hook by which a failure that Adit finds in a test reaches the library that runs the tests. It is not part of the
 * C interface: AditTesting defines it, and nothing that ships does.
 */
#ifndef ADIT_ISSUES_H
#define ADIT_ISSUES_H

#include <stdbool.h>

/*
 * Records a failure. All texts are NUL-terminated and borrowed during the call; file_id and file_path are empty, line and
 * column 0 where the place is not known. Weak: NULL in a program without AditTesting. Any thread.
 */
extern void adit_report_issue(const char *text, const char *file_id, const char *file_path, long line, long column)
    __attribute__((weak));

/* Records a failure if AditTesting is linked; returns whether it is. */
static inline bool adit_report_issue_if_any(const char *text, const char *file_id, const char *file_path, long line,
                                            long column) {
    if (!adit_report_issue)
        return false;
    adit_report_issue(text, file_id, file_path, line, column);
    return true;
}

#endif
