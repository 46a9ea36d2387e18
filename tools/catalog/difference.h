/*
 * difference.h: what differs between two catalogs, and whom it breaks.
 */
#ifndef CATALOG_DIFFERENCE_H
#define CATALOG_DIFFERENCE_H

#include <stdbool.h>

/** What a comparison comes to. */
typedef enum difference {
    DIFFERENCE_NONE,   /**< the new one is compatible */
    DIFFERENCE_BREAKS, /**< it breaks a host, a store or a recording */
    DIFFERENCE_FAULT   /**< there was nothing to compare; standard error says why */
} difference;

/**
 * Prints what differs between two catalogs.
 *
 * @param old_place the older catalog: a file with what `catalog --json` prints of one app, or LIBRARY:APP
 * @param new_place the newer one
 * @param comparer a library that compares; NULL where one of both is in a library
 * @param as_json whether to print it as adit_catalog_compare has it
 */
difference difference_print(const char *old_place, const char *new_place, const char *comparer, bool as_json);

#endif
