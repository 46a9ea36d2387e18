/*
 * library.c: loads a library of apps while the program runs.
 */
#include "adit_jni.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function's name, and where its pointer is kept. */
static const struct function {
    const char *name;
    size_t offset;
} functions[] = {
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
    {"adit_free", offsetof(library, free)},
};

/* Returns false after it has thrown. */
static bool find_functions(JNIEnv *env, library *library, const char *path) {
    char message[512];
    for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
        void *symbol = dlsym(library->handle, functions[index].name);
        if (symbol == NULL) {
            snprintf(message, sizeof message, "%s: there is no %s in it; an Adit library is expected", path,
                     functions[index].name);
            throw_error(env, ADIT_EABI, ADIT_NO_OFFSET, message);
            return false;
        }
        /* POSIX has it that a pointer to a function fits; C has no conversion for it. */
        memcpy((char *)library + functions[index].offset, &symbol, sizeof symbol);
    }
    uint32_t version = library->abi_version();
    if (version == ADIT_ABI_VERSION)
        return true;
    snprintf(message, sizeof message, "%s: its interface is of version %u; %d is expected", path, (unsigned)version,
             ADIT_ABI_VERSION);
    throw_error(env, ADIT_EABI, ADIT_NO_OFFSET, message);
    return false;
}

JNIEXPORT jlong JNICALL Java_dev_adit_Native_load(JNIEnv *env, jclass class, jbyteArray name) {
    text path;
    bool is_loaded = false;
    (void)class;
    if (!text_read(env, name, &path))
        return 0;
    library *library = calloc(1, sizeof *library);
    if (library == NULL)
        throw_error(env, ADIT_ENOMEM, ADIT_NO_OFFSET, "no memory is left");
    else if ((library->handle = dlopen(path.bytes, RTLD_NOW | RTLD_LOCAL)) == NULL)
        throw_error(env, ADIT_EINVAL, ADIT_NO_OFFSET, dlerror());
    else if (!(is_loaded = find_functions(env, library, path.bytes)))
        dlclose(library->handle);
    text_free(&path);
    if (is_loaded)
        return (jlong)(intptr_t)library;
    free(library);
    return 0;
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_version(JNIEnv *env, jclass class, jlong pointer) {
    const char *version = library_of(pointer)->version();
    (void)class;
    return bytes_of(env, version, strlen(version));
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_strerror(JNIEnv *env, jclass class, jlong pointer, jint code) {
    const char *words = library_of(pointer)->strerror(code);
    (void)class;
    return bytes_of(env, words, strlen(words));
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_catalog(JNIEnv *env, jclass class, jlong pointer, jbyteArray name) {
    library *library = library_of(pointer);
    text app = {.bytes = NULL};
    char *out = NULL;
    size_t length = 0;
    (void)class;
    if (name != NULL && !text_read(env, name, &app))
        return NULL;
    int32_t code = library->catalog(app.bytes, &out, &length);
    text_free(&app);
    throw_adit(env, library, code, NULL);
    return code == ADIT_OK ? bytes_taken(env, library, out, length) : NULL;
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_compare(JNIEnv *env, jclass class, jlong pointer, jbyteArray old_text,
                                                          jbyteArray new_text) {
    library *library = library_of(pointer);
    text old, new;
    char *out = NULL;
    size_t length = 0;
    adit_error error;
    (void)class;
    if (!text_read(env, old_text, &old))
        return NULL;
    if (text_read(env, new_text, &new)) {
        int32_t code = library->catalog_compare(old.bytes, old.length, new.bytes, new.length, &out, &length, &error);
        text_free(&new);
        throw_adit(env, library, code, &error);
    }
    text_free(&old);
    return out != NULL ? bytes_taken(env, library, out, length) : NULL;
}
