/*
 * library.h: an Adit library that is opened while the program runs.
 */
#ifndef CONFORMANCE_LIBRARY_H
#define CONFORMANCE_LIBRARY_H

#include "text.h"

#include <adit.h>

/** The functions of a library, named as in adit.h. */
typedef struct library {
    void *handle;
    uint32_t (*abi_version)(void);
    const char *(*version)(void);
    const char *(*strerror)(int32_t);
    int32_t (*catalog)(const char *, char **, size_t *);
    int32_t (*catalog_compare)(const char *, size_t, const char *, size_t, char **, size_t *,
                               adit_error *); /**< NULL in an older library */
    int32_t (*open)(uint32_t, const char *, const char *, size_t, adit_message_fn, void *, adit_release_fn, adit_core *,
                    adit_error *);
    int32_t (*send)(adit_core, const char *, size_t, adit_error *);
    int32_t (*submit)(adit_core, const char *, const char *, size_t, adit_error *); /**< NULL in an older library */
    int32_t (*process)(adit_core, int32_t);
    int32_t (*receive)(adit_core, int32_t, char **, size_t *);
    int32_t (*receive_all)(adit_core, int32_t, size_t, char **, size_t *); /**< NULL in an older library */
    int32_t (*call)(adit_core, const char *, size_t, int32_t, char **, size_t *, adit_error *);
    int32_t (*fd)(adit_core);
    int32_t (*wakeup)(adit_core);
    int32_t (*close)(adit_core, int32_t);
    int32_t (*group_open)(adit_group *); /**< NULL in an older library, as the next three */
    int32_t (*group_add)(adit_group, adit_core);
    int32_t (*group_process)(adit_group, int32_t);
    int32_t (*group_fd)(adit_group);
    void (*free)(void *);
} library;

/**
 * Opens /dev/null, for reading, in place of each standard stream that is closed: its number would be that of the next file.
 * Writing to it fails as before.
 */
void open_standard_streams(void);

/**
 * Opens a library, with nothing of it seen by others, and finds its functions.
 *
 * @param path the file; one without a `/` is sought in the folder where the program runs, and then where the system has
 *        its libraries
 * @param fault gets what is wrong with it
 * @return false where it is no Adit library of this version of the interface; there is nothing to close then
 */
bool library_open(library *library, const char *path, text *fault);

void library_close(library *library);

/** The name of a code, as it is in an `@error`: "emessage". NULL where there is none. */
const char *code_name(int32_t code);

/** The code of a name; 0 where there is none. */
int32_t code_named(const char *name);

#endif
