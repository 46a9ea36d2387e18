#define _POSIX_C_SOURCE 200809L
#include "story.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void set(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, need(value)) != 0)
        end_without_memory();
}

/* -- The store's folder. -- */

static bool make_folder(story *story) {
    const char *parent = getenv("TMPDIR");
    text path = {0};
    text_add(&path, "%s/scenario-XXXXXX", parent != NULL && *parent != '\0' ? parent : "/tmp");
    if (mkdtemp(path.bytes) == NULL) {
        text_add(&story->fault, "given.store: %s: %s", text_string(&path), strerror(errno));
        text_destroy(&path);
        return false;
    }
    story->folder = path.bytes;
    return true;
}

/* There are only files in it: the store's, and what the store keeps beside it. */
static void remove_folder(const char *folder) {
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        text path = {0};
        text_add(&path, "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(text_string(&path));
        text_destroy(&path);
    }
    if (entries != NULL)
        closedir(entries);
    rmdir(folder);
}

/* -- The config. -- */

/* What is not given is fixed all the same, so that a scenario is the same in each run. */
static json_t *with_defaults(const json_t *given) {
    json_t *with = need(given != NULL ? json_copy((json_t *)given) : json_object());
    if (json_object_get(with, "uuid") == NULL)
        set(with, "uuid", json_pack("{s:{}}", "counting"));
    if (json_object_get(with, "random") == NULL)
        set(with, "random", json_integer(0));
    return with;
}

bool given_prepare(story *story) {
    const json_t *given = json_object_get(story->scenario, "given");
    bool has_store = json_is_true(json_object_get(given, "store"));
    story->config = need(given != NULL ? json_copy((json_t *)given) : json_object());
    set(story->config, "clock", json_string("virtual"));
    set(story->config, "with", with_defaults(json_object_get(given, "with")));
    json_object_del(story->config, "store");
    if (!has_store)
        return true;
    if (!make_folder(story))
        return false;
    text path = {0};
    text_add(&path, "%s/store.adit", story->folder);
    set(story->config, "store", json_pack("{s:s}", "path", text_string(&path)));
    text_destroy(&path);
    return true;
}

void given_destroy(story *story) {
    json_decref(story->config);
    story->config = NULL;
    if (story->folder != NULL)
        remove_folder(story->folder);
    free(story->folder);
    story->folder = NULL;
}

bool given_open(story *story, const library *library) {
    const char *app = json_string_value(json_object_get(story->scenario, "app"));
    return host_open(&story->host, library, app, story->config, &story->fault) &&
           host_drive(&story->host, &story->fault);
}
