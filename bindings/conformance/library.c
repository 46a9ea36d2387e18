#define _POSIX_C_SOURCE 200809L
#include "library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A function's name, and where its pointer is kept. */
typedef struct function {
    const char *name;
    size_t offset;
} function;

static const function functions[] = {
    {"adit_abi_version", offsetof(library, abi_version)},
    {"adit_version", offsetof(library, version)},
    {"adit_strerror", offsetof(library, strerror)},
    {"adit_catalog", offsetof(library, catalog)},
    {"adit_catalog_compare", offsetof(library, catalog_compare)},
    {"adit_open", offsetof(library, open)},
    {"adit_send", offsetof(library, send)},
    {"adit_submit", offsetof(library, submit)},
    {"adit_process", offsetof(library, process)},
    {"adit_receive", offsetof(library, receive)},
    {"adit_receive_all", offsetof(library, receive_all)},
    {"adit_call", offsetof(library, call)},
    {"adit_fd", offsetof(library, fd)},
    {"adit_wakeup", offsetof(library, wakeup)},
    {"adit_close", offsetof(library, close)},
    {"adit_group_open", offsetof(library, group_open)},
    {"adit_group_add", offsetof(library, group_add)},
    {"adit_group_process", offsetof(library, group_process)},
    {"adit_group_fd", offsetof(library, group_fd)},
    {"adit_free", offsetof(library, free)},
};

/* Functions that an older library lacks, and that most programs do without. */
static bool is_newer(size_t offset) {
    return offset == offsetof(library, submit) || offset == offsetof(library, receive_all) ||
           offset == offsetof(library, catalog_compare) || offset == offsetof(library, group_open) ||
           offset == offsetof(library, group_add) || offset == offsetof(library, group_process) ||
           offset == offsetof(library, group_fd);
}

static bool find_functions(library *library, const char *path, text *fault) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *symbol = dlsym(library->handle, functions[i].name);
        if (symbol == NULL && is_newer(functions[i].offset))
            continue;
        if (symbol == NULL) {
            text_add(fault, "%s: there is no %s in it; an Adit library is expected", path, functions[i].name);
            return false;
        }
        /* POSIX has it that a pointer to a function fits; C has no conversion for it. */
        memcpy((char *)library + functions[i].offset, &symbol, sizeof symbol);
    }
    uint32_t version = library->abi_version();
    if (version != ADIT_ABI_VERSION)
        text_add(fault, "%s: its interface is of version %u; %d is expected", path, (unsigned)version,
                 ADIT_ABI_VERSION);
    return version == ADIT_ABI_VERSION;
}

void open_standard_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            return; /* as it is, then */
    }
}

/* Why a library cannot be loaded: where it was looked for, and what to do. */
static void add_reason(text *fault, const char *path, const char *reason) {
    static const char missing[] = ": cannot open shared object file: No such file";
    size_t length = strlen(path);
    char folder[PATH_MAX];
    const char *folders = getenv("LD_LIBRARY_PATH");
    if (strncmp(reason, path, length) != 0 || strncmp(reason + length, missing, sizeof missing - 1) != 0) {
        text_add(fault, "%s", reason);
        return;
    }
    if (getcwd(folder, sizeof folder) == NULL)
        strcpy(folder, ".");
    if (strchr(path, '/') != NULL)
        text_add(
            fault,
            "%s: there is no such file; it was looked for at %s%s%s. Give the path of an Adit library; scripts/build "
            "makes build/lib/libadit_cores.so",
            path, *path == '/' ? "" : folder, *path == '/' ? "" : "/", path);
    else
        text_add(
            fault,
            "%s: there is no such library in %s, in LD_LIBRARY_PATH (%s) and in the folders of the system (ldconfig "
            "-p). Give its path, or add its folder to LD_LIBRARY_PATH",
            path, folder, folders != NULL ? folders : "not set");
}

bool library_open(library *library, const char *path, text *fault) {
    text local = {0};
    text_add(&local, "%s%s", strchr(path, '/') == NULL && access(path, F_OK) == 0 ? "./" : "", path);
    *library = (struct library){.handle = dlopen(text_string(&local), RTLD_NOW | RTLD_LOCAL)};
    text_destroy(&local);
    if (library->handle == NULL) {
        add_reason(fault, path, dlerror());
        return false;
    }
    if (find_functions(library, path, fault))
        return true;
    library_close(library);
    return false;
}

void library_close(library *library) {
    dlclose(library->handle);
    library->handle = NULL;
}

/* -- Codes. -- */

/* By the number without its sign. */
static const char *const codes[] = {
    [1] = "einval",    [2] = "eabi",     [3] = "eapp",     [4] = "econfig",  [5] = "ecore",      [6] = "ebusy",
    [7] = "efork",     [8] = "ejson",    [9] = "emessage", [10] = "esize",   [11] = "efull",     [12] = "etimedout",
    [13] = "estore",   [14] = "elocked", [15] = "eschema", [16] = "enomem",  [17] = "einternal", [18] = "ehandler",
    [19] = "ecascade", [20] = "eclosed", [21] = "ereplay", [22] = "edenied", [23] = "ecrashed",  [24] = "efenced",
};
enum { CODE_COUNT = sizeof codes / sizeof codes[0] };

const char *code_name(int32_t code) {
    return code < 0 && code > -CODE_COUNT ? codes[-code] : NULL;
}

int32_t code_named(const char *name) {
    for (int32_t i = 1; i < CODE_COUNT; i++) {
        if (strcmp(codes[i], name) == 0)
            return -i;
    }
    return 0;
}
