/*
 * documents.c: the code of the five documents (examples/documents), driven by one C program. It prints what it sends, and what it
 * receives.
 */
#include <adit.h>
#include <stdio.h>
#include <string.h>

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core, (void)length;
    if (strcmp(json, "{\"@closed\":{}}") != 0)
        printf("< %s\n", json);
}

/* Opens an app, sends it messages until NULL, and closes it. Returns 0 if all went well. */
static int play(const char *title, const char *app, const char *config, const char *const messages[]) {
    printf("%s\n", title);
    adit_core core;
    adit_error error;
    if (adit_open(ADIT_ABI_VERSION, app, config, ADIT_NTS, on_message, NULL, NULL, &core, &error) != ADIT_OK) {
        fprintf(stderr, "documents: %s\n", error.text);
        return 1;
    }
    int failed = 0;
    for (; *messages; messages++) {
        printf("> %s\n", *messages);
        if (adit_send(core, *messages, ADIT_NTS, &error) != ADIT_OK) {
            fprintf(stderr, "documents: %s\n", error.text);
            failed = 1;
        }
        int32_t heard = adit_process(core, 0);
        if (heard < 0) {
            fprintf(stderr, "documents: %s\n", adit_strerror(heard));
            failed = 1;
        }
    }
    return adit_close(core, 1000) == ADIT_OK ? failed : 1;
}

#define ADD(id, text) "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":" #id ",\"text\":\"" text "\"}}}}}"

int main(void) {
    int failed =
        play("000: a view model with one function, its analytics and its crash reports", "email", "{\"log\":\"info\"}",
             (const char *const[]){"{\"userTapsChangeEmailButton\":{}}",
                                   "{\"userTypesNewEmail\":{\"userEmail\":\"john.dohe@example.com\"}}",
                                   "{\"userTapsChangeEmailButton\":{}}", "{\"@get\":{}}", NULL});
    failed |= play("001: a screen whose actions are one enum", "trip", "{\"gateways\":[\"picker\"]}",
                   (const char *const[]){"{\"fromLocationRowPressed\":{}}",
                                         "{\"locationPicked\":{\"row\":\"from\",\"location\":{\"name\":\"Utrecht\"}}}",
                                         "{\"switchLocationButtonPressed\":{}}", "{\"@get\":{}}", NULL});
    failed |= play(
        "002: a header with dependencies of its own, and a request with a date of its own", "page", "{}",
        (const char *const[]){"{\"load\":{},\"@with\":{\"date\":\"2026-11-21T12:00:00Z\"}}", "{\"@get\":{}}", NULL});
    failed |= play("003: a review is asked for five seconds after the third item", "review",
                   "{\"clock\":\"virtual\",\"gateways\":[\"review\"]}",
                   (const char *const[]){ADD(1, "Milk"), ADD(2, "Bread"), ADD(3, "Salt"),
                                         "{\"@advance\":{\"by\":5000}}", "{\"@advance\":{\"by\":55000}}", NULL});
    failed |= play("004: use cases", "tagging", "{}",
                   (const char *const[]){ADD(1, "Hey Ho"),
                                         "{\"todo\":{\"request\":{\"tag\":{\"_0\":{\"id\":1,\"text\":\"Hey Ho\"},"
                                         "\"with\":{\"id\":1,\"name\":\"Tag 1\"}}}}}",
                                         "{\"@get\":{}}", NULL});
    return failed;
}
