/*
 * hello.c: the smallest host. Opens the app `counter`, sends it one message, and prints what it answers.
 */
#include <adit.h>
#include <stdio.h>
#include <string.h>

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core, (void)length;
    if (strcmp(json, "{\"@closed\":{}}") != 0) /* the last word of every core; of no interest here */
        puts(json);
}

int main(void) {
    adit_core core;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, "counter", "{}", ADIT_NTS, on_message, NULL, NULL, &core, &error) != ADIT_OK) {
        fprintf(stderr, "hello: %s\n", error.text);
        return 1;
    }
    const char *message = "{\"counter\":{\"request\":{\"increment\":{\"by\":2}}}}";
    if (adit_send(core, message, ADIT_NTS, &error) != ADIT_OK)
        fprintf(stderr, "hello: %s\n", error.text);
    int32_t heard = adit_process(core, 0); /* prints {"counter":{"response":{"wasIncremented":{"to":2}}}} */
    if (heard < 0)
        fprintf(stderr, "hello: %s\n", adit_strerror(heard));
    return adit_close(core, 1000) == ADIT_OK && heard > 0 ? 0 : 1;
}
