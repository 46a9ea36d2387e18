/*
 * The fuzz targets in one program: ADIT_FUZZ names the one that libFuzzer runs.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

static const fuzz_target *const targets[] = {&fuzz_json,    &fuzz_patches, &fuzz_store, &fuzz_recording,
                                             &fuzz_compare, &fuzz_line,    &fuzz_serve, &fuzz_web,
                                             &fuzz_generator};
static const fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    const char *name = getenv("ADIT_FUZZ");
    for (size_t index = 0; index < sizeof targets / sizeof *targets; index++) {
        if (name != NULL && strcmp(name, targets[index]->name) == 0)
            target = targets[index];
    }
    if (target == NULL) {
        fprintf(stderr,
                "ADIT_FUZZ: found %s; json, patches, store, recording, compare, line, serve, web or generator is expected\n",
                name != NULL ? name : "nothing");
        exit(2);
    }
    if (target->prepare != NULL)
        target->prepare();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    target->run(data, size);
    return 0;
}

void fuzz_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", target->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

/* -- Cores. -- */

adit_core fuzz_open(const char *config) {
    adit_core core = 0;
    adit_error error;
    int32_t code = adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error);
    if (code != ADIT_OK)
        fuzz_fail("%s: %s", config, error.text);
    return core;
}

json_t *fuzz_receive(adit_core core) {
    char *text = NULL;
    size_t length = 0;
    int32_t code = adit_receive(core, 0, &text, &length);
    if (code != ADIT_OK)
        return NULL;
    json_error_t error;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (message == NULL)
        fuzz_fail("the core says what is no JSON (%s): %s", error.text, text);
    adit_free(text);
    return message;
}

json_t *fuzz_state(adit_core core, const char *path) {
    json_t *get = json_pack("{s:{s:s},s:s}", "@get", "path", path, "@id", "state");
    char *text = json_dumps(get, JSON_COMPACT);
    json_decref(get);
    int32_t code = adit_send(core, text, ADIT_NTS, NULL);
    free(text);
    if (code != ADIT_OK)
        return NULL;
    json_t *found = NULL, *message;
    while (found == NULL && (message = fuzz_receive(core)) != NULL) {
        const char *id = json_string_value(json_object_get(message, "@id"));
        if (id != NULL && strcmp(id, "state") == 0) {
            found = json_incref(json_object_get(json_object_get(message, "@value"), "value"));
            json_decref(message);
            break;
        }
        json_decref(message);
    }
    return found;
}

/* -- Files. -- */

static const char *folder(void) {
    static char path[64];
    if (*path == 0) {
        struct stat status;
        /* Of memory, where there is such a folder: most of the time is files. */
        const char *parent = stat("/dev/shm", &status) == 0 ? "/dev/shm" : "/tmp";
        snprintf(path, sizeof path, "%s/adit-fuzz-XXXXXX", parent);
        FUZZ_NEED(mkdtemp(path) != NULL);
    }
    return path;
}

static void remove_folder(void) {
    fuzz_clear_folder();
    rmdir(folder());
}

const char *fuzz_path(const char *name) {
    static bool is_removed_at_exit;
    static char paths[4][128];
    static unsigned next;
    if (!is_removed_at_exit)
        is_removed_at_exit = atexit(remove_folder) == 0;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder(), name);
    return path;
}

void fuzz_clear_folder(void) {
    DIR *entries = opendir(folder());
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries != NULL)
        closedir(entries);
}

bytes fuzz_read(const char *path) {
    FILE *file = fopen(path, "rb");
    FUZZ_NEED(file != NULL);
    bytes bytes = {NULL, 0};
    uint8_t part[65536];
    size_t count;
    while ((count = fread(part, 1, sizeof part, file)) > 0) {
        bytes.at = realloc(bytes.at, bytes.length + count);
        FUZZ_NEED(bytes.at != NULL);
        memcpy(bytes.at + bytes.length, part, count);
        bytes.length += count;
    }
    fclose(file);
    return bytes;
}

void fuzz_write(const char *path, bytes bytes) {
    FILE *file = fopen(path, "wb");
    FUZZ_NEED(file != NULL && fwrite(bytes.at, 1, bytes.length, file) == bytes.length && fclose(file) == 0);
}

bool fuzz_alter(bytes *bytes, choices *choices) {
    uint8_t *before = malloc(bytes->length + 1);
    size_t length = bytes->length;
    FUZZ_NEED(before != NULL);
    memcpy(before, bytes->at, length);
    while (has_choice(choices) && bytes->length > 0) {
        uint8_t kind = choose(choices);
        size_t place = choose16(choices) * bytes->length / 65536, count = choose(choices);
        if (count > bytes->length - place)
            count = bytes->length - place;
        switch (kind % 8) {
        default: /* another byte */
            bytes->at[place] = (uint8_t)count;
            break;
        case 4: /* one bit */
            bytes->at[place] ^= (uint8_t)(1 << count % 8);
            break;
        case 5: /* what is behind it moves up */
            memmove(bytes->at + place, bytes->at + place + count, bytes->length - place - count);
            bytes->length -= count;
            break;
        case 6: /* what is there is at another place as well */
            memmove(bytes->at + choose16(choices) * (bytes->length - count) / 65536, bytes->at + place, count);
            break;
        case 7: /* the end is missing */
            bytes->length = place;
            break;
        }
    }
    bool is_altered = length != bytes->length || memcmp(before, bytes->at, length) != 0;
    free(before);
    return is_altered;
}
