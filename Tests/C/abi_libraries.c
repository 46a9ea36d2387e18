/*
 * Two Adit libraries in one process: an id of one names no core of the other.
 *
 * usage: abi_libraries LIBRARY LIBRARY
 */
#define _GNU_SOURCE
#include "messages.h"

#include <dlfcn.h>

enum { CORES = 100 };

/* The functions of a library that this test calls. */
struct library {
    void *handle;
    int32_t (*open)(uint32_t, const char *, const char *, size_t, adit_message_fn, void *, adit_release_fn,
                    adit_core *, adit_error *);
    int32_t (*send)(adit_core, const char *, size_t, adit_error *);
    int32_t (*process)(adit_core, int32_t);
    int32_t (*fd)(adit_core);
    int32_t (*close)(adit_core, int32_t);
    const char *app;
    adit_core cores[CORES];
};

static void load(struct library *library, const char *path, const char *app) {
    *library = (struct library){.app = app, .handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (library->handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    /* ISO C has no conversion of what dlsym returns; POSIX has this one. */
    *(void **)&library->open = dlsym(library->handle, "adit_open");
    *(void **)&library->send = dlsym(library->handle, "adit_send");
    *(void **)&library->process = dlsym(library->handle, "adit_process");
    *(void **)&library->fd = dlsym(library->handle, "adit_fd");
    *(void **)&library->close = dlsym(library->handle, "adit_close");
}

static void open_all(struct library *library) {
    for (int index = 0; index < CORES; index++) {
        CHECK_INT(library->open(ADIT_ABI_VERSION, library->app, NULL, 0, NULL, NULL, NULL, &library->cores[index], NULL),
                  ADIT_OK);
        CHECK(library->cores[index] != 0);
        CHECK(library->cores[index] < UINT64_C(1) << 53);
    }
}

static void check_unknown(const struct library *library, const adit_core cores[CORES]) {
    for (int index = 0; index < CORES; index++) {
        CHECK_INT(library->send(cores[index], "{}", ADIT_NTS, NULL), ADIT_ECORE);
        CHECK_INT(library->process(cores[index], 0), ADIT_ECORE);
        CHECK_INT(library->fd(cores[index]), ADIT_ECORE);
        CHECK_INT(library->close(cores[index], 0), ADIT_ECORE);
    }
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s LIBRARY LIBRARY\n", arguments[0]);
        return 2;
    }
    struct library first, second;
    load(&first, arguments[1], "counter");
    load(&second, arguments[2], "chat");
    CHECK(first.open != second.open);
    for (int round = 0; round < 3; round++) {
        open_all(&first);
        open_all(&second);
        check_unknown(&first, second.cores);
        check_unknown(&second, first.cores);
        for (int index = 0; index < CORES; index++) {
            CHECK_INT(first.close(first.cores[index], 0), ADIT_OK);
            CHECK_INT(second.close(second.cores[index], 0), ADIT_OK);
        }
    }
    return check_result();
}
