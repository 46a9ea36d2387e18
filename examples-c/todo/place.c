#define _POSIX_C_SOURCE 200809L /* strdup, mkdir */
#include "place.h"

#include "todo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const todo nowhere = {0}; /* for reports: no command runs yet */

static json_t *read_config(const char *config) {
    return json_loads(config, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
}

static bool has(const json_t *config, const char *key) {
    return json_object_get(config, key) != NULL;
}

const char *place_conflict(const place *place, const char *config) {
    if (place->path != NULL && place->memory)
        return "--store and --memory exclude each other";
    json_t *object = read_config(config);
    bool store = has(object, "store"), state = has(object, "state");
    json_decref(object);
    if (place->path != NULL && (store || state))
        return "--store is not for a --config that has \"store\" or \"state\"";
    return place->memory && store ? "--memory is not for a --config that has \"store\"" : NULL;
}

/* What the environment calls a directory. The specification of XDG_DATA_HOME has relative paths ignored. */
static const char *directory_in(const char *variable) {
    const char *path = getenv(variable);
    return path != NULL && path[0] == '/' ? path : NULL;
}

/* Makes a directory, and those above it that are missing, for this user alone. `path` is cut and mended on the way. */
static bool make_directory(char *path) {
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return true;
    char *slash = strrchr(path, '/');
    if (errno != ENOENT || slash == NULL || slash == path)
        return false;
    *slash = '\0';
    bool made = make_directory(path);
    *slash = '/';
    return made && (mkdir(path, 0700) == 0 || errno == EEXIST);
}

/* Makes the directory that a file is to be in. */
static bool make_room(const char *path) {
    char *directory = strdup(path);
    if (directory == NULL)
        return report_no_memory(&nowhere);
    *strrchr(directory, '/') = '\0';
    bool good = make_directory(directory) ||
                report(&nowhere, "%s: the directory cannot be made: %s", directory, strerror(errno));
    free(directory);
    return good;
}

/* Messages are UTF-8, and so jansson makes nothing of another path. */
static json_t *checked(json_t *path, const char *origin) {
    if (path == NULL)
        report(&nowhere, "%s: the path is not UTF-8 text", origin);
    return path;
}

/* The path of the user's own file, in a directory that is there. */
static json_t *own_file(void) {
    const char *data = directory_in("XDG_DATA_HOME"), *home = directory_in("HOME");
    json_t *path = NULL;
    if (data != NULL)
        path = checked(json_sprintf("%s/adit/todo.adit", data), "XDG_DATA_HOME");
    else if (home != NULL)
        path = checked(json_sprintf("%s/.local/share/adit/todo.adit", home), "HOME");
    else
        report(&nowhere, "HOME is no directory to keep the list in; name a file with --store, or use --memory");
    if (path != NULL && make_room(json_string_value(path)))
        return path;
    json_decref(path);
    return NULL;
}

/* `object` with the file in which its core keeps its state, as text. */
static char *with_store(json_t *object, const place *place) {
    json_t *path = place->path != NULL ? checked(json_string(place->path), "--store") : own_file();
    if (path == NULL)
        return NULL;
    json_t *store = json_pack("{s:o,s:s}", "path", path, "durability", "full");
    char *text = json_object_set_new(object, "store", store) == 0 ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text == NULL)
        report_no_memory(&nowhere);
    return text;
}

char *place_config(const place *place, const char *config) {
    json_t *object = read_config(config);
    bool stays = place->memory || !json_is_object(object) || has(object, "store") || has(object, "state");
    char *text = stays ? strdup(config) : with_store(object, place);
    json_decref(object);
    if (text == NULL && stays)
        report_no_memory(&nowhere);
    return text;
}
