/*
 * One bit of a store is another one, a thousand times: of a store that was closed, and of one whose host was killed. None of
 * them opens with another state, or another revision, than what was committed; and those that open go on without a loss. What
 * is refused is repaired into another file.
 *
 *     test_store_flips HOST [FLIPS [SEED]]     1000 of each kind by default
 *
 * Half of the stores have a journal of their whole story, half one that is short, so that most bits are of the state. Prints
 * how many were refused, and how many of those were repaired.
 */
#define _GNU_SOURCE
#include "hosting.h"

static const char *const endings[] = {"", "-wal", "-head"};
enum { FILES = sizeof endings / sizeof *endings };

struct bytes {
    char *bytes;
    size_t length;
};

static struct hosting hosting;
static char aside[PATH_MAX];

static struct bytes read_file(const char *ending) {
    char file[PATH_MAX];
    struct bytes found = {0};
    FILE *stream = fopen(joined(file, hosting.path, ending), "r");
    if (stream == NULL)
        return found;
    fseek(stream, 0, SEEK_END);
    found.length = (size_t)ftell(stream);
    rewind(stream);
    found.bytes = malloc(found.length + 1);
    need(found.bytes != NULL && fread(found.bytes, 1, found.length, stream) == found.length, file);
    fclose(stream);
    return found;
}

static void write_file(const char *ending, const struct bytes *content) {
    char file[PATH_MAX];
    if (content->bytes == NULL)
        return;
    FILE *stream = fopen(joined(file, hosting.path, ending), "w");
    need(stream != NULL && fwrite(content->bytes, 1, content->length, stream) == content->length, file);
    fclose(stream);
}

/* Opens the store as it is now; true where that is refused. */
static bool is_refused(const struct twin *twin) {
    struct heard heard = {0};
    adit_error error = {0};
    adit_core core = try_store(hosting.path, hosting.options, &heard, &error);
    if (core == 0) {
        CHECK(error.code == ADIT_ESTORE || error.code == ADIT_ESCHEMA);
        CHECK_HAS(error.text, hosting.path);
        return true;
    }
    check_same_state(core, twin);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    return false;
}

/* Whether the files are what they were. */
static bool are_same(const struct bytes files[FILES]) {
    bool same = true;
    for (int file = 0; file < FILES; file++) {
        struct bytes now = read_file(endings[file]);
        same = same && now.length == files[file].length && memcmp(now.bytes, files[file].bytes, now.length) == 0;
        free(now.bytes);
    }
    return same;
}

/* What repairs of refused stores came to. */
struct repairs {
    long tried, made, whole; /* whole: with the state and the revision that were committed */
};

/* Repairs the store as it is now into a file aside, and opens that. */
static void repair(const struct twin *twin, struct repairs *repairs) {
    char config[PATH_MAX * 2 + 64];
    struct heard heard = {0};
    adit_error error = {0};
    adit_core core = 7;
    repairs->tried++;
    clear_folder(aside);
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\",\"repair\":\"%s\"}}", hosting.path, hosting.aside);
    int32_t code = adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, hear, &heard, NULL, &core, &error);
    CHECK_INT(core, 0);
    if (code != ADIT_OK) {
        CHECK(strlen(error.text) > 0);
        return;
    }
    CHECK(strncmp(error.text, "repaired: ", 10) == 0);
    core = open_store(hosting.aside, hosting.options, &heard);
    if (core == 0)
        return;
    struct state found = state_of(core), expected = state_of(twin->core);
    bool whole = found.revision == expected.revision && strcmp(found.text, expected.text) == 0;
    repairs->made++;
    repairs->whole += whole;
    /* It says so only where it is so. */
    if (strstr(error.text, "all that was committed") != NULL && !CHECK(whole))
        fprintf(stderr, "    %s\n", error.text);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    free(found.text);
    free(expected.text);
}

/* Flips bits of the store that a host left, one at a time. Returns how many were refused. */
static long flip(const char *name, char *const schedule[], long flips, struct steps *dice) {
    struct bytes files[FILES];
    struct twin twin;
    size_t all = 0;
    long refused = 0;
    struct repairs repairs = {0};
    clear_folder(hosting.folder);
    pid_t child = hosting_start(&hosting, schedule, NULL);
    hosting_killed(child);
    struct trace trace = trace_read(hosting.trace, 0);
    for (int file = 0; file < FILES; file++) {
        files[file] = read_file(endings[file]);
        all += files[file].length;
    }
    twin_open(&twin, hosting.seed);
    while (twin.steps.number < trace.certain)
        twin_next(&twin);
    CHECK(!is_refused(&twin));
    for (long number = 0; number < flips; number++) {
        size_t bit = steps_random(dice, all * 8), place = bit / 8;
        int file = 0, before = atomic_load(&check_failures);
        while (place >= files[file].length)
            place -= files[file++].length;
        clear_folder(hosting.folder);
        files[file].bytes[place] ^= (char)(1 << bit % 8);
        for (int index = 0; index < FILES; index++)
            write_file(endings[index], &files[index]);
        if (is_refused(&twin)) {
            refused++;
            CHECK(are_same(files));
            repair(&twin, &repairs);
            CHECK(are_same(files));
        } else {
            CHECK(!is_refused(&twin)); /* what was written by opening it */
        }
        files[file].bytes[place] ^= (char)(1 << bit % 8);
        if (atomic_load(&check_failures) != before)
            fprintf(stderr, "    with the bit %zu of the byte %zu of \"%s\", %s\n", bit % 8, place, endings[file], name);
        if (atomic_load(&check_failures) > 40)
            exit(EXIT_FAILURE); /* more would tell nothing new */
    }
    printf("%s, %zu bytes: %ld flips; %ld refused, %ld opened with what was committed; %ld of %ld repaired, %ld of them with "
           "all of it\n",
           name, all, flips, refused, flips - refused, repairs.made, repairs.tried, repairs.whole);
    for (int file = 0; file < FILES; file++)
        free(files[file].bytes);
    twin_close(&twin);
    trace_forget(&trace);
    return refused;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    long flips = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
    struct steps dice = {.state = argc > 3 ? strtoul(argv[3], NULL, 10) : 1};
    hosting_begin(&hosting, argv[1], true);
    joined(aside, hosting.base, "/aside");
    for (int kind = 0; kind < 2; kind++) {
        hosting.options = kind == 0 ? "" : ",\"retention\":{\"bytes\":4000}";
        /* Both have been open more than once, with small batches and larger ones. */
        CHECK(flip("closed", (char *[]){"40", "10x1", "close", "30", "10x1", NULL}, flips / 2, &dice) > 0);
        CHECK(flip("killed", (char *[]){"40", "10x1", "close", "30", "10x1", "kill", NULL}, flips / 2, &dice) > 0);
    }
    hosting_end(&hosting);
    return check_result();
}
