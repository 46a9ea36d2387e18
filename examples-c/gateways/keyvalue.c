#include "keyvalue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool load(keyvalue *store) {
    FILE *file = fopen(store->file, "rb");
    if (file == NULL) {
        if (errno == ENOENT)
            return true; /* it is made when there is something to keep */
        perror(store->file);
        return false;
    }
    json_error_t error;
    json_t *values = json_loadf(file, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    fclose(file);
    if (!json_is_object(values)) {
        fprintf(stderr, "gateways: %s: %s\n", store->file, values == NULL ? error.text : "an object is expected");
        json_decref(values);
        return false;
    }
    json_decref(store->values);
    store->values = values;
    return true;
}

bool keyvalue_open(keyvalue *store, const char *file) {
    static const char end[] = ".new";
    *store = (keyvalue){.values = json_object(), .file = file};
    if (file != NULL && (store->draft = malloc(strlen(file) + sizeof end)) != NULL)
        sprintf(store->draft, "%s%s", file, end);
    if (store->values == NULL || (file != NULL && store->draft == NULL)) {
        perror("gateways");
        keyvalue_close(store);
        return false;
    }
    if (file == NULL || load(store))
        return true;
    keyvalue_close(store);
    return false;
}

void keyvalue_close(keyvalue *store) {
    json_decref(store->values);
    free(store->draft);
    *store = (keyvalue){0};
}

/* Writes another file and lets that take the place of the first, so that there is a whole one at any time. */
static json_t *save(const keyvalue *store) {
    char text[256];
    if (store->file == NULL ||
        (json_dump_file(store->values, store->draft, JSON_INDENT(2)) == 0 && rename(store->draft, store->file) == 0))
        return json_pack("{s:{}}", "result");
    snprintf(text, sizeof text, "the store cannot be written: %s", strerror(errno));
    return json_pack("{s:s}", "error", text);
}

json_t *keyvalue_answer(keyvalue *store, const json_t *request) {
    json_t *get = json_object_get(request, "get"), *put = json_object_get(request, "put");
    json_t *removal = json_object_get(request, "remove");
    const char *key = json_string_value(json_object_get(get != NULL ? get : put != NULL ? put : removal, "key"));
    json_t *value = json_object_get(put, "value");
    if (key == NULL || (put != NULL && value == NULL))
        return json_pack("{s:s}", "error", "keyValue knows get {key}, put {key, value} and remove {key} only");
    if (get != NULL && (value = json_object_get(store->values, key)) != NULL)
        return json_pack("{s:{s:O}}", "result", "value", value);
    if (put != NULL && json_object_set(store->values, key, value) != 0)
        return NULL;
    if (put != NULL || (removal != NULL && json_object_del(store->values, key) == 0))
        return save(store);
    return json_pack("{s:{}}", "result");
}
