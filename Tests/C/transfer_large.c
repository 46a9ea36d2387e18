/*
 * Export and import of a large state: memory beside the state stays flat, and its host hears how far they are.
 *
 *   test_transfer_large [ITEMS]    with a number, says how long it took, too
 */
#define _GNU_SOURCE
#include "files.h"
#include "messages.h"

#include <time.h>

/* Writes a state of so many items. */
static void write_state(const char *path, int items) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        abort();
    fputs("{\"@schema\":1,\"items\":{\"ids\":[", file);
    for (int item = 0; item < items; item++)
        fprintf(file, "%s\"00000000-0000-4000-8000-%012x\"", item > 0 ? "," : "", item);
    fputs("],\"entities\":{", file);
    for (int item = 0; item < items; item++)
        fprintf(file,
                "%s\"00000000-0000-4000-8000-%012x\":{\"id\":\"00000000-0000-4000-8000-%012x\",\"text\":\"item number "
                "%d\",\"completed\":false,\"created\":\"2026-11-22T00:00:00Z\"}",
                item > 0 ? "," : "", item, item, item);
    fputs("}},\"tags\":{\"ids\":[],\"entities\":{}},\"journal\":{\"ids\":[],\"entities\":{}}}", file);
    fclose(file);
}

/* A line of /proc/self/status, in KiB; -1 where it is not known. */
static long memory(const char *line) {
    char text[200];
    long size = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(text, sizeof text, status) != NULL)
        if (strncmp(text, line, strlen(line)) == 0)
            size = strtol(text + strlen(line) + 1, NULL, 10);
    if (status != NULL)
        fclose(status);
    return size;
}

/* The peak is what is used now. */
static void forget_peak(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file == NULL)
        return;
    fputs("5", file);
    fclose(file);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct end {
    bool has_come;
    int progress;
    long long done;
};

static void note(void *context, adit_core core, const char *json, size_t length) {
    struct end *end = context;
    (void)core, (void)length;
    const char *done = strstr(json, "\"done\":");
    if (strncmp(json, "{\"@progress\"", 12) == 0 && done != NULL) {
        long long number = strtoll(done + 7, NULL, 10);
        CHECK(number > end->done);
        end->done = number;
        end->progress++;
    } else if (strncmp(json, "{\"@closed\"", 10) != 0) {
        end->has_come = strncmp(json, "{\"@exported\"", 12) == 0 || strncmp(json, "{\"@imported\"", 12) == 0;
        if (!end->has_come)
            fprintf(stderr, "%s\n", json);
        CHECK(end->has_come);
    }
}

/* Has a core do something with a file. Returns the longest that a call took, in seconds. */
static double transfer(adit_core core, struct end *end, const char *what, const char *path) {
    char text[1000];
    double longest = 0;
    *end = (struct end){0};
    snprintf(text, sizeof text, "{\"%s\":{\"path\":\"%s\"}}", what, path);
    CHECK_INT(adit_send(core, text, ADIT_NTS, NULL), ADIT_OK);
    while (!end->has_come && check_result() == EXIT_SUCCESS) {
        double start = now();
        CHECK(adit_process(core, 0) >= 0);
        if (now() - start > longest)
            longest = now() - start;
    }
    CHECK(end->progress > 3 && end->progress <= 100);
    return longest;
}

static bool are_same(const char *path, const char *other) {
    FILE *files[] = {fopen(path, "rb"), fopen(other, "rb")};
    bool are_same = files[0] != NULL && files[1] != NULL;
    while (are_same) {
        int byte = getc(files[0]);
        are_same = byte == getc(files[1]);
        if (byte == EOF)
            break;
    }
    for (int file = 0; file < 2; file++)
        if (files[file] != NULL)
            fclose(files[file]);
    return are_same;
}

int main(int count, char **arguments) {
    const int items = count > 1 ? atoi(arguments[1]) : 200000;
    const long bound = 24 << 10; /* KiB beside the state */
    struct folder folder = make_folder();
    struct end end;
    adit_core core = 0;
    char config[1000];
    snprintf(config, sizeof config, "{\"files\":{\"folder\":\"%s\"}}", folder.path);
    if (count > 2)
        snprintf(config, sizeof config, "{\"files\":{\"folder\":\"%s\"},\"store\":{\"path\":\"%s\"}}", folder.path,
                 in_folder(&folder, "store"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, note, &end, NULL, &core, NULL), ADIT_OK);
    write_state(in_folder(&folder, "state.json"), items);
    forget_peak();

    double start = now();
    double longest_import = transfer(core, &end, "@import", "state.json");
    double import = now() - start;
    long state = memory("VmRSS:"), import_peak = memory("VmHWM:");
    forget_peak();
    start = now();
    double longest_export = transfer(core, &end, "@export", "again.json");
    double export = now() - start;
    long export_peak = memory("VmHWM:");

    CHECK(are_same(in_folder(&folder, "state.json"), in_folder(&folder, "again.json")));
    CHECK(count > 1 || import_peak - state < bound);
    CHECK(count > 1 || export_peak - state < bound);
    if (count > 1)
        printf("%d items, %ld MiB in memory. Import: %.2f s, longest call %.0f ms, %ld MiB more at its peak. "
               "Export: %.2f s, longest call %.0f ms, %ld MiB more at its peak.\n",
               items, state >> 10, import, longest_import * 1e3, (import_peak - state) >> 10, export,
               longest_export * 1e3, (export_peak - state) >> 10);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    remove_folder(&folder);
    return check_result();
}
