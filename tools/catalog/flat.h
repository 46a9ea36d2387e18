/*
 * flat.h: the flat form of a catalog, which adit-generate makes.
 */
#ifndef CATALOG_FLAT_H
#define CATALOG_FLAT_H

/** Prints the flat form of an app of a library, by running adit-generate in place of this program: the one beside it, or that of
 * the PATH. Returns only if there is none; why has been printed then. */
void flat_print(const char *library, const char *app);

#endif
