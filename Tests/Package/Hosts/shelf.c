/* shelf FILE ISBN...: looks books up, and puts them on a shelf that is kept in a file. */
#include <adit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t say(adit_core core, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    int32_t code = adit_send(core, text, ADIT_NTS, NULL);
    free(text);
    json_decref(message);
    return code;
}

/* Serves the gateway: it knows one book. */
static void answer(adit_core core, json_t *effect) {
    const char *id, *isbn;
    if (json_unpack(effect, "{s:s, s:{s:{s:s}}}", "id", &id, "request", "title", "isbn", &isbn) != 0)
        return;
    if (strcmp(isbn, "9780140177398") == 0)
        say(core, json_pack("{s:{s:s, s:{s:s}}}", "@reply", "effect", id, "result", "title", "Of Mice and Men"));
    else
        say(core, json_pack("{s:{s:s, s:s}}", "@reply", "effect", id, "error", "no such book"));
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)context;
    printf("%.*s\n", (int)length, json);
    json_t *message = json_loadb(json, length, 0, NULL);
    json_t *effect = json_object_get(message, "@effect");
    if (effect != NULL)
        answer(core, effect);
    json_decref(message);
}

int main(int count, char **arguments) {
    if (count < 2)
        return EXIT_FAILURE;
    json_t *config = json_pack("{s:[s], s:{s:s}}", "gateways", "titles", "store", "path", arguments[1]);
    char *text = json_dumps(config, 0);
    adit_core core;
    adit_error error;
    int32_t code = adit_open(ADIT_ABI_VERSION, "shelf", text, ADIT_NTS, on_message, NULL, NULL, &core, &error);
    free(text);
    json_decref(config);
    if (code != ADIT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    for (int i = 2; i < count; i++)
        say(core, json_pack("{s:{s:{s:{s:s}}}}", "lookUp", "request", "find", "isbn", arguments[i]));
    while (adit_process(core, 0) > 0) /* what the callback has sent waits for the next call */
        ;
    say(core, json_pack("{s:{s:s}}", "@get", "path", "/books/ids"));
    adit_process(core, 0);
    return adit_close(core, 1000) == ADIT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
