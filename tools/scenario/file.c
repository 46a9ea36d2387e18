#include "file.h"

#include "check.h"
#include "position.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Places. -- */

const char *place_name(const place *place) {
    const json_t *scenario = json_array_get(place->file->scenarios, place->scenario);
    const char *name = json_string_value(json_object_get(scenario, "name"));
    const char *slash = strrchr(place->file->path, '/');
    return name != NULL ? name : slash != NULL ? slash + 1 : place->file->path;
}

size_t place_line(const place *place) {
    const json_t *lines = json_array_get(place->file->lines, place->scenario);
    return (size_t)json_integer_value(json_array_get(lines, place->step));
}

void text_add_place(text *text, const place *place) {
    text_add(text, "%s:%zu: ", place->file->path, place_line(place));
    if (place->step > 0)
        text_add(text, "step %zu of ", place->step);
    text_add(text, "\"%s\": ", place_name(place));
}

/* -- Reading. -- */

static bool read_bytes(const char *path, text *bytes) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    char buffer[16384];
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, stream)) > 0;)
        text_add_bytes(bytes, buffer, count);
    int code = ferror(stream) ? errno : 0;
    fclose(stream);
    errno = code;
    return code == 0;
}

/* Takes the JSON apart: one scenario is as an array of one. */
static bool parse(file *file, const text *bytes, text *fault) {
    json_error_t error;
    json_t *root = json_loadb(text_string(bytes), bytes->length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (root == NULL) {
        text_add(fault, "%s:%d:%d: %s", file->path, error.line, error.column, error.text);
        return false;
    }
    file->lines = position_of_steps(text_string(bytes));
    file->scenarios = json_is_array(root) ? json_incref(root) : need(json_pack("[O]", root));
    json_decref(root);
    return true;
}

bool file_read(file *file, const char *path, text *fault) {
    *file = (struct file){.path = path};
    text bytes = {0};
    bool is_read = read_bytes(path, &bytes);
    if (!is_read)
        text_add(fault, "%s: %s", path, strerror(errno));
    bool is_good = is_read && parse(file, &bytes, fault) && check_file(file, fault);
    text_destroy(&bytes);
    if (!is_good)
        file_destroy(file);
    return is_good;
}

void file_destroy(file *file) {
    json_decref(file->scenarios);
    json_decref(file->lines);
    *file = (struct file){0};
}
