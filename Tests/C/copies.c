/*
 * Many Adit libraries in one process: 32 copies of one, each under a name of its own, as 32 plug-ins would bring them.
 *
 * usage: test_copies LIBRARY, which should be stripped
 */
#define _GNU_SOURCE
#include "files.h"
#include "messages.h"

#include <dlfcn.h>
#include <pthread.h>

enum { COPIES = 32 };

struct copy {
    void *library;
    adit_core core;
    struct heard heard;
    int32_t (*open)(uint32_t, const char *, const char *, size_t, adit_message_fn, void *, adit_release_fn, adit_core *,
                    adit_error *);
    int32_t (*send)(adit_core, const char *, size_t, adit_error *);
    int32_t (*process)(adit_core, int32_t);
    int32_t (*close)(adit_core, int32_t);
};

/* Finds a function, and keeps it in a pointer to one. */
static void find(void *library, const char *name, void *place) {
    void *found = dlsym(library, name);
    if (found == NULL)
        fprintf(stderr, "%s\n", dlerror());
    memcpy(place, &found, sizeof found); /* C has no conversion for it */
}

static void copy_file(const char *from, const char *to) {
    char buffer[1 << 16];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    if (in == NULL || out == NULL)
        abort();
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, in)) > 0;) {
        if (fwrite(buffer, 1, count, out) != count)
            abort();
    }
    fclose(in);
    if (fclose(out) != 0)
        abort();
}

static bool open_copy(struct copy *copy, const char *path) {
    copy->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (copy->library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    find(copy->library, "adit_open", &copy->open);
    find(copy->library, "adit_send", &copy->send);
    find(copy->library, "adit_process", &copy->process);
    find(copy->library, "adit_close", &copy->close);
    return CHECK_INT(copy->open(ADIT_ABI_VERSION, "counter", NULL, 0, hear, &copy->heard, heard_release, &copy->core,
                                NULL),
                     ADIT_OK);
}

static void *count_in_each(void *context) {
    struct copy *copies = context;
    for (int index = 0; index < COPIES; index++) {
        if (copies[index].core == 0)
            continue;
        CHECK_INT(copies[index].send(copies[index].core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(copies[index].process(copies[index].core, 0), 1);
    }
    return NULL;
}

static void given_many_copies_of_a_library_when_opened_then_each_has_a_core_on_every_thread(const char *library) {
    // GIVEN
    static struct copy copies[COPIES];
    struct folder folder = make_folder();
    int opened = 0;
    for (int index = 0; index < COPIES; index++) {
        char name[40];
        snprintf(name, sizeof name, "lib%d.so", index);
        copy_file(library, in_folder(&folder, name));
        // WHEN
        opened += open_copy(&copies[index], in_folder(&folder, name));
        unlink(in_folder(&folder, name));
    }
    // THEN
    CHECK_INT(opened, COPIES);
    count_in_each(copies);
    pthread_t thread;
    pthread_create(&thread, NULL, count_in_each, copies);
    pthread_join(thread, NULL);
    for (int index = 0; index < COPIES; index++) {
        if (copies[index].core == 0)
            continue;
        CHECK_TEXT(heard_last(&copies[index].heard), WAS_INCREMENTED(2));
        CHECK_INT(copies[index].close(copies[index].core, 0), ADIT_OK);
        heard_forget(&copies[index].heard);
    }
    remove_folder(&folder);
}

int main(int count, char **arguments) {
    if (count != 2)
        return EXIT_FAILURE;
    given_many_copies_of_a_library_when_opened_then_each_has_a_core_on_every_thread(arguments[1]);
    return check_result();
}
