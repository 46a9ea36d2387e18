/* A library that is none of Adit's, for scenario.sh: its interface is of another version, or lacks a function. */
#include <adit.h>

uint32_t adit_abi_version(void) {
    return ADIT_ABI_VERSION + 1;
}

const char *adit_version(void) {
    return "none";
}

const char *adit_strerror(int32_t code) {
    (void)code;
    return "";
}

int32_t adit_catalog(const char *app, char **out, size_t *length) {
    (void)app, (void)out, (void)length;
    return ADIT_EINTERNAL;
}

int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn release, adit_core *out, adit_error *error) {
    (void)abi, (void)app, (void)config, (void)length, (void)fn, (void)context, (void)release, (void)out, (void)error;
    return ADIT_EINTERNAL;
}

int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error) {
    (void)core, (void)json, (void)length, (void)error;
    return ADIT_EINTERNAL;
}

int32_t adit_process(adit_core core, int32_t timeout_ms) {
    (void)core, (void)timeout_ms;
    return ADIT_EINTERNAL;
}

int32_t adit_receive(adit_core core, int32_t timeout_ms, char **out, size_t *length) {
    (void)core, (void)timeout_ms, (void)out, (void)length;
    return ADIT_EINTERNAL;
}

#ifndef LACKS_CALL
int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error) {
    (void)core, (void)json, (void)length, (void)timeout_ms, (void)out, (void)out_length, (void)error;
    return ADIT_EINTERNAL;
}
#endif

int32_t adit_fd(adit_core core) {
    (void)core;
    return ADIT_EINTERNAL;
}

int32_t adit_wakeup(adit_core core) {
    (void)core;
    return ADIT_EINTERNAL;
}

int32_t adit_close(adit_core core, int32_t timeout_ms) {
    (void)core, (void)timeout_ms;
    return ADIT_EINTERNAL;
}

void adit_free(void *pointer) {
    (void)pointer;
}
