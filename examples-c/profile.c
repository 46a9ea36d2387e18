/*
 * profile: a host with a screen of two controls. The app `profile` is a user's email behind one entry: a text field and
 * a button. What is typed and touched are lines of standard input, and so is what the network answers; what happens is
 * told to analytics, and what fails to crash reporting, which are printed here.
 */
#include "screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Hearing. -- */

/* Prints a value on one line. */
static void print_json(const json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    printf("%s\n", text != NULL ? text : "?");
    free(text);
}

/* `{"@effect": {"id", "gateway", "request"}}`: to save, or to tell one of the platforms. */
static void hear_effect(screen *screen, const json_t *effect) {
    const char *gateway = screen_text(effect, "gateway");
    const json_t *request = json_object_get(effect, "request");
    const json_t *event = screen_in(request, "event", NULL), *error = screen_in(request, "report", NULL);
    if (strcmp(gateway, "save") == 0) {
        printf("-- saving %s\n", screen_text(screen_in(request, "save", NULL), "email"));
        screen_ask(screen, effect);
    } else if (event != NULL) {
        printf("   analytics: %s ", screen_text(event, "name"));
        print_json(json_object_get(event, "parameters"));
    } else if (error != NULL) {
        printf("   crash report: %s: %s\n", screen_text(error, "name"), screen_text(error, "message"));
    }
}

/* `{"networkFinishesSaving": {"result"}}`: the completion. */
static void hear_result(const json_t *result) {
    const json_t *failure = json_object_get(result, "failure");
    if (failure != NULL)
        printf("-- not saved: %s\n", screen_text(failure, "message"));
    else
        printf("-- saved %s\n", screen_text(result, "success"));
}

static void print_state(const json_t *state) {
    const json_t *failure = json_object_get(state, "failure"), *saved = json_object_get(state, "savedEmail");
    printf("Email  %s\nSaved  %s\n", screen_text(state, "email"), saved != NULL ? json_string_value(saved) : "-");
    if (failure != NULL)
        printf("Failed %s\n", screen_text(failure, "message"));
}

static void hear(screen *screen, const json_t *message) {
    const json_t *effect = screen_in(message, "@effect", NULL), *cancel = screen_in(message, "@cancel", NULL);
    const json_t *error = screen_in(message, "@error", NULL), *state = screen_in(message, "@value", "value", NULL);
    const json_t *result = screen_in(message, "networkFinishesSaving", "result", NULL);
    if (effect != NULL)
        hear_effect(screen, effect);
    else if (cancel != NULL && screen_cancel(screen, cancel))
        printf("-- not saving any more\n");
    else if (error != NULL)
        printf("-- failed: %s\n", screen_text(error, "message"));
    else if (result != NULL)
        hear_result(result);
    else if (json_is_object(state))
        print_state(state);
}

/* -- Sending. -- */

/* The network answers what it was asked: by the email as it was saved, or by an error. */
static void answer(screen *screen, const char *email, const char *error) {
    const json_t *saving = screen_in(screen->request, "save", NULL);
    json_t *result = NULL;
    if (screen->effect == NULL) {
        printf("-- nothing is being saved\n");
        return;
    }
    if (error == NULL) {
        result = json_pack("{s:s}", "email", email != NULL ? email : screen_text(saving, "email"));
        if (result == NULL) {
            screen_fail(screen, "it is no text in UTF-8");
            return;
        }
    }
    screen_answer(screen, result, error);
}

static bool run(screen *screen, char *line) {
    char *email = screen_after(line, "type"), *saved = screen_after(line, "saved"), *why = screen_after(line, "fails");
    if (email != NULL || strcmp(line, "type") == 0)
        screen_send(screen, json_pack("{s:{s:s}}", "userTypesNewEmail", "userEmail", email != NULL ? email : ""));
    else if (strcmp(line, "tap") == 0)
        screen_send(screen, json_pack("{s:{}}", "userTapsChangeEmailButton"));
    else if (saved != NULL || strcmp(line, "saved") == 0)
        answer(screen, saved, NULL);
    else if (why != NULL)
        answer(screen, NULL, why);
    else if (strcmp(line, "show") == 0)
        screen_send(screen, json_pack("{s:{s:s}}", "@get", "path", ""));
    else
        return false;
    return true;
}

static const char help[] =
    "Changes a user's email in an Adit core of the app profile. Lines are read from standard input:\n\n"
    "  type EMAIL         the user changes the text of the field\n"
    "  tap                the user taps the button that changes the email to it\n"
    "  saved [EMAIL]      the network has saved what it was asked to, or this in its place\n"
    "  fails TEXT         the network has not\n"
    "  show               print what the screen shows\n";

int main(int argc, char **argv) {
    static const screen_kind kind = {
        .program = "profile",
        .app = "profile",
        .gateways = "[\"save\",\"analytics\",\"crashReporting\"]",
        .help = help,
        .hear = hear,
        .run = run,
    };
    return screen_main(&kind, argc, argv);
}
