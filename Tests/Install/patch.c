/* A mirror of a counter, by adit_patch.h. Says nothing if it is right. */
#include <adit.h>
#include <adit_patch.h>

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    json_t *message = json_loadb(json, length, 0, NULL);
    adit_line error = {0};
    (void)core;
    if (adit_mirror_hear(context, message, NULL, NULL, &error) == ADIT_MIRROR_LOST)
        fprintf(stderr, "%s\n", error.text);
    json_decref(message);
}

int main(void) {
    adit_mirror value = adit_mirror_make("value", "/value");
    adit_core core;
    if (adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, on_message, &value, NULL, &core, NULL) != ADIT_OK)
        return 1;
    adit_send(core, "{\"@subscribe\":{\"subscription\":\"value\",\"path\":\"/value\"}}", ADIT_NTS, NULL);
    adit_process(core, 0);
    adit_send(core, "{\"counter\":{\"request\":{\"increment\":{\"by\":2}}}}", ADIT_NTS, NULL);
    adit_process(core, 0);
    int right = json_integer_value(value.value) == 2 && value.revision == 1;
    adit_close(core, 1000);
    adit_mirror_destroy(&value);
    return !right;
}
