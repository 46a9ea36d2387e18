/*
 * effects.h: what the tests of effects share: a host of the app `reader` that remembers what it was asked for.
 */
#ifndef ADIT_TESTS_EFFECTS_H
#define ADIT_TESTS_EFFECTS_H

#include "check.h"

#include <dirent.h>

#define READER "{\"clock\":\"virtual\",\"gateways\":[\"http\",\"keyValue\"]}"

static inline void send_text(adit_core core, const char *text) {
    adit_error error;
    if (adit_send(core, text, ADIT_NTS, &error) != ADIT_OK) {
        fprintf(stderr, "adit_send(%s): %s\n", text, error.text);
        exit(EXIT_FAILURE);
    }
}

/* The number behind a key in a text, such as "\"@id\":"; -1 where there is none. */
static inline long number_behind(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found == NULL ? -1 : strtol(found + strlen(key), NULL, 10);
}

/* The number n of the effect `e1-n` that a text names; -1 where it names none. */
static inline long effect_of(const char *text) {
    return number_behind(text, "\"e1-");
}

static inline void reply(adit_core core, long effect, const char *answer) {
    char text[256];
    snprintf(text, sizeof text, "{\"@reply\":{\"effect\":\"e1-%ld\",%s}}", effect, answer);
    send_text(core, text);
}

/* How many effects are in flight, by @stats. */
static inline void check_effects(adit_core core, int count) {
    char *stats, expected[32];
    snprintf(expected, sizeof expected, "\"effects\":%d,", count);
    CHECK_INT(adit_call(core, "{\"@stats\":{}}", ADIT_NTS, 0, &stats, NULL, NULL), ADIT_OK);
    CHECK_HAS(stats, expected);
    adit_free(stats);
}

/* How many threads this process has. */
static inline int thread_count(void) {
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    if (folder != NULL)
        closedir(folder);
    return count;
}

#endif /* ADIT_TESTS_EFFECTS_H */
