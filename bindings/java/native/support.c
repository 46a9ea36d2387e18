/*
 * support.c: arrays of Java as texts, and errors as exceptions.
 */
#include "adit_jni.h"

#include <stdlib.h>
#include <string.h>

JavaVM *machine;
jmethodID deliver_method;
static jclass native_class;
static jmethodID fail_method;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    JNIEnv *env;
    (void)reserved;
    machine = vm;
    if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) != JNI_OK)
        return JNI_ERR;
    jclass class = (*env)->FindClass(env, "dev/adit/Native");
    if (class == NULL || (native_class = (*env)->NewGlobalRef(env, class)) == NULL)
        return JNI_ERR;
    if ((fail_method = (*env)->GetStaticMethodID(env, class, "fail", "(IJ[B)V")) == NULL)
        return JNI_ERR;
    jclass delivery = (*env)->FindClass(env, "dev/adit/Delivery");
    if (delivery == NULL || (deliver_method = (*env)->GetMethodID(env, delivery, "deliver", "([B)V")) == NULL)
        return JNI_ERR;
    return JNI_VERSION_10;
}

static void throw_no_memory(JNIEnv *env) {
    jclass class = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (class != NULL)
        (*env)->ThrowNew(env, class, "adit: no memory is left");
}

bool text_read(JNIEnv *env, jbyteArray array, text *text) {
    text->bytes = NULL;
    if (array == NULL) {
        jclass class = (*env)->FindClass(env, "java/lang/NullPointerException");
        if (class != NULL)
            (*env)->ThrowNew(env, class, "adit: found null; a text is expected");
        return false;
    }
    jsize length = (*env)->GetArrayLength(env, array);
    text->length = (size_t)length;
    text->bytes = text->length < TEXT_ROOM ? text->room : malloc(text->length + 1);
    if (text->bytes == NULL) {
        throw_no_memory(env);
        return false;
    }
    (*env)->GetByteArrayRegion(env, array, 0, length, (jbyte *)text->bytes);
    text->bytes[length] = '\0';
    return true;
}

void text_free(text *text) {
    if (text->bytes != text->room)
        free(text->bytes);
}

void throw_error(JNIEnv *env, int32_t code, uint32_t offset, const char *message) {
    jbyteArray bytes = bytes_of(env, message, strlen(message));
    if (bytes != NULL)
        (*env)->CallStaticVoidMethod(env, native_class, fail_method, (jint)code,
                                     offset == ADIT_NO_OFFSET ? (jlong)-1 : (jlong)offset, bytes);
}

void throw_adit(JNIEnv *env, const library *library, int32_t code, const adit_error *error) {
    if (code == ADIT_OK)
        return;
    bool has_text = error != NULL && error->text[0] != '\0';
    throw_error(env, code, has_text ? error->offset : ADIT_NO_OFFSET, has_text ? error->text : library->strerror(code));
}

jbyteArray bytes_of(JNIEnv *env, const char *bytes, size_t length) {
    if (length > INT32_MAX) {
        throw_no_memory(env);
        return NULL;
    }
    jbyteArray array = (*env)->NewByteArray(env, (jsize)length);
    if (array != NULL)
        (*env)->SetByteArrayRegion(env, array, 0, (jsize)length, (const jbyte *)bytes);
    return array;
}

jbyteArray bytes_taken(JNIEnv *env, const library *library, char *bytes, size_t length) {
    jbyteArray array = bytes_of(env, bytes, length);
    library->free(bytes);
    return array;
}
