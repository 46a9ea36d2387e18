/*
 * adit_jni.h: the parts of the native library.
 */
#ifndef ADIT_JNI_H
#define ADIT_JNI_H

#include "dev_adit_Native.h"

#include <adit.h>
#include <stdbool.h>
#include <stddef.h>

/** The functions of a library, named as in adit.h. It is never unloaded: the Swift runtime cannot be. */
typedef struct library {
    void *handle;
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
    void (*free)(void *);
} library;

static inline library *library_of(jlong pointer) {
    return (library *)(intptr_t)pointer;
}

/* support.c */

enum { TEXT_ROOM = 4096 };

/** The bytes of an array of Java. */
typedef struct text {
    char *bytes; /**< NULL: the array was null, or there is no memory */
    size_t length;
    char room[TEXT_ROOM];
} text;

/** The machine, for callbacks. */
extern JavaVM *machine;
/** Delivery.deliver. */
extern jmethodID deliver_method;

/** Reads an array; false after it has thrown. */
bool text_read(JNIEnv *env, jbyteArray array, text *text);
void text_free(text *text);
/** Throws an AditException. */
void throw_error(JNIEnv *env, int32_t code, uint32_t offset, const char *message);
/** Throws the error of a call. Nothing for ADIT_OK. */
void throw_adit(JNIEnv *env, const library *library, int32_t code, const adit_error *error);
/** An array with bytes; NULL after it has thrown. */
jbyteArray bytes_of(JNIEnv *env, const char *bytes, size_t length);
/** The same for a text that the library made; frees it. */
jbyteArray bytes_taken(JNIEnv *env, const library *library, char *bytes, size_t length);

#endif
