#define _GNU_SOURCE /* getopt_long, getline, strdup */
#include "screen.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What the program ends with: beside success, whether something failed or the command line was no good. */
enum { FAILURE = 1, MISUSE = 2 };

/** How long the core's own work may take to end. */
enum { PATIENCE_MS = 1000 };

void screen_fail(screen *screen, const char *text) {
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", screen->kind->program, text);
    screen->failed = true;
}

/* -- Reading. -- */

const json_t *screen_in(const json_t *object, ...) {
    va_list keys;
    va_start(keys, object);
    for (const char *key; object != NULL && (key = va_arg(keys, const char *)) != NULL;)
        object = json_object_get(object, key);
    va_end(keys);
    return object;
}

const char *screen_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

char *screen_after(char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* -- Sending. -- */

/* Lets the core handle all that there is. */
static void process(screen *screen) {
    int32_t heard;
    do {
        heard = adit_process(screen->core, 0);
    } while (heard > 0);
    if (heard < 0 && heard != ADIT_ECLOSED)
        screen_fail(screen, adit_strerror(heard));
}

void screen_send_text(screen *screen, const char *text) {
    adit_error error;
    if (adit_send(screen->core, text, ADIT_NTS, &error) != ADIT_OK)
        screen_fail(screen, error.text);
    process(screen);
}

void screen_send(screen *screen, json_t *message) {
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    if (text == NULL)
        screen_fail(screen, "it is no text in UTF-8");
    else
        screen_send_text(screen, text);
    free(text);
}

json_t *screen_state(screen *screen) {
    adit_error error;
    char *text = NULL;
    size_t length = 0;
    if (adit_call(screen->core, "{\"@get\":{\"path\":\"\"}}", ADIT_NTS, 0, &text, &length, &error) != ADIT_OK) {
        screen_fail(screen, error.text);
        return NULL;
    }
    json_t *messages = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    adit_free(text);
    json_t *state = json_incref((json_t *)screen_in(json_array_get(messages, 0), "@value", "value", NULL));
    json_decref(messages);
    if (state == NULL)
        screen_fail(screen, "the state cannot be read");
    return state;
}

/* `+30`: seconds. A century is all that a core takes at once. */
static void pass(screen *screen, const char *line) {
    char *end;
    long long seconds = strtoll(line, &end, 10);
    if (seconds < 0 || seconds > 3155760000 || *end != '\0')
        screen_fail(screen, "a number of seconds is expected, of no more than a century");
    else
        screen_send(screen, json_pack("{s:{s:I}}", "@advance", "by", (json_int_t)seconds * 1000));
}

/* -- What the core asks of the user. -- */

static void forget(screen *screen) {
    free(screen->effect);
    free(screen->gateway);
    json_decref(screen->request);
    screen->effect = screen->gateway = NULL;
    screen->request = NULL;
}

void screen_ask(screen *screen, const json_t *effect) {
    forget(screen);
    screen->effect = strdup(screen_text(effect, "id"));
    screen->gateway = strdup(screen_text(effect, "gateway"));
    screen->request = json_deep_copy(json_object_get(effect, "request"));
    if (screen->effect == NULL || screen->gateway == NULL || screen->request == NULL) {
        forget(screen);
        screen_fail(screen, adit_strerror(ADIT_ENOMEM));
    }
}

bool screen_cancel(screen *screen, const json_t *cancel) {
    if (screen->effect == NULL || strcmp(screen->effect, screen_text(cancel, "effect")) != 0)
        return false;
    forget(screen);
    return true;
}

void screen_answer(screen *screen, json_t *result, const char *error) {
    json_t *reply = result != NULL ? json_pack("{s:{s:s,s:o}}", "@reply", "effect", screen->effect, "result", result)
                                   : json_pack("{s:{s:s,s:s}}", "@reply", "effect", screen->effect, "error", error);
    if (reply != NULL) /* otherwise it still waits */
        forget(screen);
    screen_send(screen, reply);
}

/* -- Hearing. -- */

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    screen *screen = context;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    if (message == NULL)
        screen_fail(screen, adit_strerror(ADIT_ENOMEM));
    else
        screen->kind->hear(screen, message);
    json_decref(message);
}

/* -- Running. -- */

static void run_line(screen *screen, char *line) {
    if (line[0] == '\0' || line[0] == '#')
        return;
    if (line[0] == '+')
        pass(screen, line);
    else if (line[0] == '{')
        screen_send_text(screen, line);
    else if (!screen->kind->run(screen, line))
        screen_fail(screen, "that is no line of it; --help lists them");
}

static void run_lines(screen *screen) {
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, stdin)) >= 0;) {
        line[length - (line[length - 1] == '\n')] = '\0';
        run_line(screen, line);
        fflush(stdout); /* whoever writes the lines may wait for what comes of one before writing the next */
    }
    free(line);
    if (ferror(stdin))
        screen_fail(screen, "standard input cannot be read");
}

/* Adds `{KEY: {MEMBER: TEXT}}`, unless there is no text. False where that is no UTF-8. */
static bool add(json_t *config, const char *key, const char *member, const char *text) {
    return text == NULL || json_object_set_new(config, key, json_pack("{s:s}", member, text)) == 0;
}

/* The config, to be freed: a virtual clock, the gateways, the store, the date. NULL: it cannot be made. */
static char *config_of(const screen_kind *kind, const char *store, const char *date) {
    json_t *gateways = json_loads(kind->gateways, 0, NULL);
    json_t *config = json_pack("{s:s,s:o}", "clock", "virtual", "gateways", gateways);
    char *text = NULL;
    if (add(config, "store", "path", store) && add(config, "with", "date", date))
        text = json_dumps(config, JSON_COMPACT);
    json_decref(config);
    return text;
}

static bool run(const screen_kind *kind, const char *store, const char *date) {
    screen screen = {.kind = kind};
    char *config = config_of(kind, store, date);
    if (config == NULL)
        return screen_fail(&screen, "the path and the date are to be texts in UTF-8"), false;
    adit_error error;
    int32_t code =
        adit_open(ADIT_ABI_VERSION, kind->app, config, ADIT_NTS, on_message, &screen, NULL, &screen.core, &error);
    free(config);
    if (code != ADIT_OK)
        return screen_fail(&screen, error.text), false;
    process(&screen);
    run_lines(&screen);
    code = adit_close(screen.core, PATIENCE_MS); /* what is in flight is cancelled, and heard of */
    if (code != ADIT_OK)
        screen_fail(&screen, adit_strerror(code));
    forget(&screen);
    return !screen.failed;
}

/* -- The command line. -- */

static void print_usage(const screen_kind *kind, FILE *out) {
    fprintf(out, "Usage: %s [--store FILE] [--date DATE] <LINES\n", kind->program);
}

static void print_help(const screen_kind *kind) {
    print_usage(kind, stdout);
    printf("\n%s"
           "  +SECONDS           time passes: the clock is a virtual one\n"
           "  {…}                send this message\n\n"
           "      --store FILE   keep the state in this file; otherwise it is forgotten at the end\n"
           "      --date DATE    when the clock begins, such as 2026-11-21T09:30:00Z\n"
           "  -h, --help         print this\n"
           "  -V, --version      print the version\n\n"
           "The status is 0, 1 if something failed, or 2 if the command line is no good.\n",
           kind->help);
}

enum { STORE = 256, DATE };

static const struct option long_options[] = {
    {"store", required_argument, NULL, STORE},
    {"date", required_argument, NULL, DATE},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

/* Does what the command line says, and returns what to end with. */
static int run_options(const screen_kind *kind, int argc, char **argv) {
    const char *store = NULL, *date = NULL;
    for (int option; (option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1;) {
        if (option == 'h')
            return print_help(kind), EXIT_SUCCESS;
        if (option == 'V')
            return printf("%s (Adit %s)\n", kind->program, adit_version()), EXIT_SUCCESS;
        if (option == STORE)
            store = optarg;
        else if (option == DATE)
            date = optarg;
        else
            return print_usage(kind, stderr), MISUSE;
    }
    if (optind < argc)
        return print_usage(kind, stderr), MISUSE;
    return run(kind, store, date) ? EXIT_SUCCESS : FAILURE;
}

int screen_main(const screen_kind *kind, int argc, char **argv) {
    int status = run_options(kind, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        fprintf(stderr, "%s: standard output cannot be written\n", kind->program);
        status = FAILURE;
    }
    return status;
}
