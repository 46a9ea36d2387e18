#define _GNU_SOURCE /* getline, open_memstream */
#include "catalog/difference.h"
#include "catalog/lines.h"
#include "scenario/library.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A catalog, and the library that it is of, if any. */
typedef struct source {
    char *text;
    size_t length;
    library library;
    bool has_library;
} source;

static bool complain(const char *place, const char *reason) {
    fprintf(stderr, "catalog: %s: %s\n", place, reason);
    return false;
}

static bool open_library(source *source, const char *path) {
    text fault = {0};
    source->has_library = library_open(&source->library, path, &fault);
    if (!source->has_library)
        fprintf(stderr, "catalog: %s\n", text_string(&fault));
    text_destroy(&fault);
    return source->has_library;
}

static bool read_file(source *source, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return complain(path, strerror(errno));
    /* A document is one line or many: all up to a byte that it does not have. */
    size_t capacity = 0;
    errno = 0;
    ssize_t length = getdelim(&source->text, &capacity, '\0', file);
    int code = errno;
    fclose(file);
    if (length < 0)
        return complain(path, code == 0 ? "found an empty file; a catalog is expected" : strerror(code));
    source->length = (size_t)length;
    return true;
}

/** Takes the catalog of LIBRARY:APP. */
static bool read_library(source *source, const char *place, const char *colon) {
    char *path = must(strndup(place, (size_t)(colon - place))), *text;
    size_t length;
    bool good = open_library(source, path);
    free(path);
    if (!good)
        return false;
    int32_t code = source->library.catalog(colon + 1, &text, &length);
    if (code != ADIT_OK)
        return complain(place, source->library.strerror(code));
    source->text = must(strndup(text, length));
    source->length = length;
    source->library.free(text);
    return true;
}

static bool read_source(source *source, const char *place) {
    const char *colon = strrchr(place, ':');
    FILE *file = fopen(place, "rb");
    if (file != NULL)
        fclose(file);
    return file == NULL && colon != NULL ? read_library(source, place, colon) : read_file(source, place);
}

static void close_source(source *source) {
    free(source->text);
    if (source->has_library)
        library_close(&source->library);
}

/** "host, store" */
static void print_names(json_t *names) {
    json_t *name;
    size_t i;
    json_array_foreach(names, i, name) printf("%s%s", i > 0 ? ", " : "", json_string_value(name));
}

static void print_comparison(json_t *comparison) {
    json_t *difference, *omitted = json_object_get(comparison, "omitted");
    size_t i;
    json_array_foreach(json_object_get(comparison, "differences"), i, difference) {
        json_t *breaks = json_object_get(difference, "breaks");
        printf("%s\n    was %s\n    is %s\n    ", json_string_value(json_object_get(difference, "path")),
               json_string_value(json_object_get(difference, "was")), json_string_value(json_object_get(difference, "is")));
        printf(json_array_size(breaks) > 0 ? "breaks: " : "compatible");
        print_names(breaks);
        putchar('\n');
    }
    if (omitted != NULL)
        printf("and %lld more\n", (long long)json_integer_value(omitted));
    if (json_array_size(json_object_get(comparison, "breaks")) > 0) {
        printf("The new one breaks: ");
        print_names(json_object_get(comparison, "breaks"));
        putchar('\n');
    }
}

static difference compare(const library *library, const source *old, const source *new, bool as_json) {
    char *text;
    size_t length;
    adit_error error;
    int32_t code = library->catalog_compare(old->text, old->length, new->text, new->length, &text, &length, &error);
    if (code != ADIT_OK) {
        fprintf(stderr, "catalog: %s\n", error.text);
        return DIFFERENCE_FAULT;
    }
    json_t *comparison = must(json_loadb(text, length, JSON_ALLOW_NUL, NULL));
    bool breaks = json_array_size(json_object_get(comparison, "breaks")) > 0;
    if (as_json)
        puts(text);
    else
        print_comparison(comparison);
    json_decref(comparison);
    library->free(text);
    return breaks ? DIFFERENCE_BREAKS : DIFFERENCE_NONE;
}

difference difference_print(const char *old_place, const char *new_place, const char *comparer, bool as_json) {
    source old = {0}, new = {0}, third = {0};
    bool good = read_source(&old, old_place) && read_source(&new, new_place) &&
                (comparer == NULL || open_library(&third, comparer));
    const source *able = third.has_library ? &third : new.has_library ? &new : &old;
    if (good && (!able->has_library || able->library.catalog_compare == NULL))
        good = complain("--diff", "found no library that compares catalogs; OLD or NEW as LIBRARY:APP, or --by LIBRARY, "
                                  "is expected");
    difference result = good ? compare(&able->library, &old, &new, as_json) : DIFFERENCE_FAULT;
    close_source(&old);
    close_source(&new);
    close_source(&third);
    return result;
}
