/*
 * glue.h: the functions of adit.h, found at run time in a library that is opened by its path.
 */
#ifndef ADIT_GO_GLUE_H
#define ADIT_GO_GLUE_H

#include "adit.h"

/* The functions of one library. */
typedef struct adit_library {
    uint32_t (*abi_version)(void);
    const char *(*version)(void);
    const char *(*strerror)(int32_t);
    int32_t (*catalog)(const char *, char **, size_t *);
    int32_t (*catalog_compare)(const char *, size_t, const char *, size_t, char **, size_t *, adit_error *);
    int32_t (*open)(uint32_t, const char *, const char *, size_t, adit_message_fn, void *, adit_release_fn, adit_core *,
                    adit_error *);
    int32_t (*send)(adit_core, const char *, size_t, adit_error *);
    int32_t (*submit)(adit_core, const char *, const char *, size_t, adit_error *);
    int32_t (*process)(adit_core, int32_t);
    int32_t (*receive)(adit_core, int32_t, char **, size_t *);
    int32_t (*receive_all)(adit_core, int32_t, size_t, char **, size_t *);
    int32_t (*call)(adit_core, const char *, size_t, int32_t, char **, size_t *, adit_error *);
    int32_t (*fd)(adit_core);
    int32_t (*wakeup)(adit_core);
    int32_t (*close)(adit_core, int32_t);
    int32_t (*group_open)(adit_group *);
    int32_t (*group_add)(adit_group, adit_core);
    int32_t (*group_process)(adit_group, int32_t);
    int32_t (*group_fd)(adit_group);
    int32_t (*group_close)(adit_group);
    void (*free)(void *);
} adit_library;

/*
 * Functions that drive set `panic` to the cgo.Handle of the first panic of a callback in them, or to 0. No panic unwinds
 * through C.
 */

/* Opens a library. Returns NULL with a text, the caller's, in `fault`, and `is_abi` where only the version is another. */
adit_library *glue_load(const char *path, char **fault, int *is_abi);

const char *glue_version(const adit_library *library);
const char *glue_strerror(const adit_library *library, int32_t code);
int32_t glue_catalog(const adit_library *library, const char *app, char **out, size_t *length);
int32_t glue_compare(const adit_library *library, const char *old_catalog, size_t old_length, const char *new_catalog,
                     size_t new_length, char **out, size_t *length, adit_error *error);
/* `handle` is a cgo.Handle; 0 is pull mode. */
int32_t glue_open(const adit_library *library, const char *app, const char *config, size_t length, uintptr_t handle,
                  adit_core *out, adit_error *error);
int32_t glue_send(const adit_library *library, adit_core core, const char *json, size_t length, adit_error *error);
int32_t glue_submit(const adit_library *library, adit_core core, const char *client, const char *json, size_t length,
                    adit_error *error);
int32_t glue_process(const adit_library *library, adit_core core, int32_t timeout, uintptr_t *panic);
int32_t glue_receive(const adit_library *library, adit_core core, int32_t timeout, int all, char **out, size_t *length,
                     uintptr_t *panic);
int32_t glue_call(const adit_library *library, adit_core core, const char *json, size_t length, int32_t timeout,
                  char **out, size_t *out_length, adit_error *error, uintptr_t *panic);
int32_t glue_fd(const adit_library *library, adit_core core);
int32_t glue_wakeup(const adit_library *library, adit_core core);
int32_t glue_close(const adit_library *library, adit_core core, int32_t timeout, uintptr_t *panic);
int32_t glue_group_open(const adit_library *library, adit_group *out);
int32_t glue_group_add(const adit_library *library, adit_group group, adit_core core);
int32_t glue_group_process(const adit_library *library, adit_group group, int32_t timeout, uintptr_t *panic);
int32_t glue_group_fd(const adit_library *library, adit_group group);
int32_t glue_group_close(const adit_library *library, adit_group group);
void glue_free(const adit_library *library, char *text);

/* Whether a descriptor is readable now. */
int glue_is_readable(int file);

#endif /* ADIT_GO_GLUE_H */
