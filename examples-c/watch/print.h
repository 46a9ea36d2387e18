/*
 * print.h: what changes, a line each.
 */
#ifndef WATCH_PRINT_H
#define WATCH_PRINT_H

#include <adit_patch.h>

/** `revision 3: = {…}`: all that is there. */
void print_value(const adit_mirror *mirror);

/**
 * One change:
 *
 *     revision 3: + /tags/0 "new"             something new
 *     revision 3: - /tags/0 "old"             something is gone
 *     revision 3: ~ /name "old" -> "new"      something else
 *     revision 3: > /tags/7 -> /tags/2        something has moved
 *     revision 3: + /tags/7 = /tags/2         something new, which is a copy
 */
void print_change(const adit_mirror *mirror, const adit_patch_change *change);

/** `12 changes by 4 patches, at revision 9`: the last line. */
void print_end(const adit_mirror *mirror, size_t changes, size_t patches);

#endif
