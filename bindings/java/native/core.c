/*
 * core.c: cores. A callback of Adit calls Delivery.deliver, which throws nothing but what the machine itself throws, such
 * as a StackOverflowError; that is kept until the driving call has returned.
 */
#include "adit_jni.h"

#include <poll.h>
#include <string.h>

/* The exception that left the callback in this thread: a global reference, or NULL. Later ones are dropped. */
static _Thread_local jthrowable thrown;

/* The callback of Adit; `context` is a weak reference to the Delivery, which the Core owns. */
static void deliver(void *context, adit_core core, const char *json, size_t length) {
    JNIEnv *env;
    (void)core;
    if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_10) != JNI_OK)
        return;
    jobject delivery = (*env)->NewLocalRef(env, context);
    if (delivery == NULL) /* collected */
        return;
    jbyteArray bytes = bytes_of(env, json, length);
    if (bytes != NULL) {
        (*env)->CallVoidMethod(env, delivery, deliver_method, bytes);
    }
    jthrowable exception = (*env)->ExceptionOccurred(env);
    if (exception != NULL) {
        (*env)->ExceptionClear(env);
        if (thrown == NULL)
            thrown = (*env)->NewGlobalRef(env, exception);
        (*env)->DeleteLocalRef(env, exception);
    }
    if (bytes != NULL)
        (*env)->DeleteLocalRef(env, bytes);
    (*env)->DeleteLocalRef(env, delivery);
}

static void release(void *context) {
    JNIEnv *env;
    if (context != NULL && (*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_10) == JNI_OK)
        (*env)->DeleteWeakGlobalRef(env, context);
}

/* Throws what has left a callback; true if there was any. */
static bool throw_kept(JNIEnv *env) {
    jthrowable exception = thrown;
    if (exception == NULL)
        return false;
    thrown = NULL;
    (*env)->Throw(env, exception);
    (*env)->DeleteGlobalRef(env, exception);
    return true;
}

JNIEXPORT jlong JNICALL Java_dev_adit_Native_open(JNIEnv *env, jclass class, jlong pointer, jbyteArray name,
                                                  jbyteArray config_text, jobject delivery, jobjectArray verdict) {
    library *library = library_of(pointer);
    text app, config;
    adit_core core = 0;
    adit_error error = {.code = ADIT_OK};
    (void)class;
    if (!text_read(env, name, &app))
        return 0;
    if (!text_read(env, config_text, &config)) {
        text_free(&app);
        return 0;
    }
    jweak context = delivery != NULL ? (*env)->NewWeakGlobalRef(env, delivery) : NULL;
    int32_t code = library->open(ADIT_ABI_VERSION, app.bytes, config.bytes, config.length,
                                 delivery != NULL ? deliver : NULL, context, release, &core, &error);
    text_free(&app);
    text_free(&config);
    throw_adit(env, library, code, &error);
    if (code == ADIT_OK && core == 0) {
        jbyteArray bytes = bytes_of(env, error.text, strlen(error.text));
        if (bytes != NULL)
            (*env)->SetObjectArrayElement(env, verdict, 0, bytes);
    }
    return (jlong)core;
}

JNIEXPORT void JNICALL Java_dev_adit_Native_send(JNIEnv *env, jclass class, jlong pointer, jlong core,
                                                 jbyteArray json) {
    library *library = library_of(pointer);
    text message;
    adit_error error;
    (void)class;
    if (!text_read(env, json, &message))
        return;
    int32_t code = library->send((adit_core)core, message.bytes, message.length, &error);
    text_free(&message);
    throw_adit(env, library, code, &error);
}

JNIEXPORT void JNICALL Java_dev_adit_Native_submit(JNIEnv *env, jclass class, jlong pointer, jlong core,
                                                   jbyteArray name, jbyteArray json) {
    library *library = library_of(pointer);
    text client, message;
    adit_error error;
    (void)class;
    if (!text_read(env, name, &client))
        return;
    if (text_read(env, json, &message)) {
        int32_t code = library->submit((adit_core)core, client.bytes, message.bytes, message.length, &error);
        text_free(&message);
        throw_adit(env, library, code, &error);
    }
    text_free(&client);
}

JNIEXPORT jint JNICALL Java_dev_adit_Native_process(JNIEnv *env, jclass class, jlong pointer, jlong core,
                                                    jint timeout) {
    int32_t count = library_of(pointer)->process((adit_core)core, timeout);
    (void)class;
    throw_kept(env);
    return count;
}

static jbyteArray received(JNIEnv *env, const library *library, int32_t code, char *out, size_t length) {
    if (code == ADIT_OK)
        return bytes_taken(env, library, out, length);
    if (code != ADIT_ETIMEDOUT)
        throw_adit(env, library, code, NULL);
    return NULL;
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_receive(JNIEnv *env, jclass class, jlong pointer, jlong core,
                                                          jint timeout) {
    char *out = NULL;
    size_t length = 0;
    (void)class;
    int32_t code = library_of(pointer)->receive((adit_core)core, timeout, &out, &length);
    return received(env, library_of(pointer), code, out, length);
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_receiveAll(JNIEnv *env, jclass class, jlong pointer, jlong core,
                                                             jint timeout, jlong maximum) {
    char *out = NULL;
    size_t length = 0;
    (void)class;
    int32_t code =
        library_of(pointer)->receive_all((adit_core)core, timeout, maximum > 0 ? (size_t)maximum : 0, &out, &length);
    return received(env, library_of(pointer), code, out, length);
}

JNIEXPORT jbyteArray JNICALL Java_dev_adit_Native_call(JNIEnv *env, jclass class, jlong pointer, jlong core,
                                                       jbyteArray json, jint timeout) {
    library *library = library_of(pointer);
    text message;
    char *out = NULL;
    size_t length = 0;
    adit_error error = {.code = ADIT_OK};
    (void)class;
    if (!text_read(env, json, &message))
        return NULL;
    int32_t code = library->call((adit_core)core, message.bytes, message.length, timeout, &out, &length, &error);
    text_free(&message);
    if (throw_kept(env)) {
        library->free(out);
        return NULL;
    }
    throw_adit(env, library, code, &error);
    return code == ADIT_OK ? bytes_taken(env, library, out, length) : NULL;
}

JNIEXPORT jint JNICALL Java_dev_adit_Native_wakeup(JNIEnv *env, jclass class, jlong pointer, jlong core) {
    (void)env;
    (void)class;
    return library_of(pointer)->wakeup((adit_core)core);
}

JNIEXPORT jint JNICALL Java_dev_adit_Native_isReady(JNIEnv *env, jclass class, jlong pointer, jlong core) {
    struct pollfd descriptor = {.fd = library_of(pointer)->fd((adit_core)core), .events = POLLIN};
    (void)env;
    (void)class;
    return descriptor.fd < 0 ? descriptor.fd : poll(&descriptor, 1, 0) > 0;
}

JNIEXPORT jint JNICALL Java_dev_adit_Native_close(JNIEnv *env, jclass class, jlong pointer, jlong core, jint timeout) {
    int32_t code = library_of(pointer)->close((adit_core)core, timeout);
    (void)class;
    throw_kept(env);
    return code;
}
