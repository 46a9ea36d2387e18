/*
 * A long run of the todo core, effects and time included, comes out of its recording to the byte; one altered byte of it is
 * found and named.
 *
 *     test_replay_many [MESSAGES [DIRECTORY]]     100000 in /tmp by default
 */
#define _GNU_SOURCE
#include "recorded.h"

#include <time.h>

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

#define ID "00000000-0000-4000-8000-%012u"

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % below;
}

/* Sends the n-th message: items come, change and go; lists are imported, and the host answers or is told to cancel; time
 * passes, by which reviews are asked for. */
static void send_one(adit_core core, uint32_t *state, uint32_t number, uint32_t *effects) {
    uint32_t item = draw(state, 2000);
    switch (draw(state, 12)) {
    case 0:
        send_format(core, "{\"todo\":{\"request\":{\"delete\":{\"id\":\"" ID "\"}}},\"@id\":%u}", item, number);
        break;
    case 1:
        send_format(core, "{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}},\"@id\":%u}", item, number);
        break;
    case 2:
        send_format(core, "{\"todo\":{\"request\":{\"uncheck\":{\"id\":\"" ID "\"}}},\"@id\":\"u%u\"}", item, number);
        break;
    case 3:
        send_format(core, "{\"todo\":{\"request\":{\"edit\":{\"id\":\"" ID "\",\"text\":\"other %u\"}}}}", item,
                    number);
        break;
    case 4:
        send_format(core, "{\"@advance\":{\"by\":%u}}", draw(state, 3000));
        send_format(core, "{\"journal\":{\"request\":{\"list\":{\"day\":\"2000-01-01\"}}}}");
        break;
    case 5:
        send_format(core, "{\"todo\":{\"request\":{\"import\":{\"from\":\"list %u\"}}},\"@id\":%u}", item % 10, number);
        break;
    case 6:
        *effects += 1;
        send_format(core, "{\"@reply\":{\"effect\":\"e1-%u\",\"result\":{\"texts\":[\"one\"]}}}", *effects);
        send_format(core, "{\"todo\":{\"request\":{\"cancelImport\":{\"from\":\"list %u\"}}}}", item % 10);
        break;
    case 7:
        send_format(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"drawn %u\"}}}}}", number);
        break;
    default:
        send_format(core,
                    "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" ID "\",\"text\":\"item %u\"}}}},\"@id\":%u}",
                    item, number, number);
    }
}

/* Nobody keeps what is heard. */
static void ignore(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json;
    *(size_t *)context += length;
}

static void record_many(const char *path, uint32_t messages) {
    char config[1000];
    size_t heard = 0;
    adit_core core;
    snprintf(config, sizeof config, "{\"record\":\"%s\",\"clock\":\"virtual\",\"gateways\":[\"review\",\"lists\"]}",
             path);
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, ignore, &heard, NULL, &core, NULL), ADIT_OK);
    uint32_t state = 4711, effects = 0;
    for (uint32_t number = 1; number <= messages; number++) {
        send_one(core, &state, number, &effects);
        if (number % 100 == 0)
            drive(core);
    }
    drive(core);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    printf("%zu bytes heard\n", heard);
}

int main(int argc, char **argv) {
    uint32_t messages = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 100000;
    struct folder folder = make_folder();
    char path[500];
    snprintf(path, sizeof path, "%s/recording", argc > 2 ? argv[2] : folder.path);
    double start = seconds();
    record_many(path, messages);
    double recorded = seconds();
    struct stat status;
    CHECK_INT(stat(path, &status), 0);
    char part[100];
    snprintf(part, sizeof part, "\"messages\":%u,", messages);
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    CHECK_INT(replay("todo", path, "", &heard, &core, &error), ADIT_OK);
    double replayed = seconds();
    CHECK_HAS(heard_last(&heard), part);
    CHECK_HAS(heard_last(&heard), "\"equal\":true,\"complete\":true}");
    if (check_result() != EXIT_SUCCESS && heard.count > 1)
        fprintf(stderr, "%s\n", heard_text(&heard, heard.count - 2));
    printf("%u messages: recorded in %.1f s, %.1f MB; replayed in %.1f s\n%s\n", messages, recorded - start,
           (double)status.st_size / 1e6, replayed - recorded, heard_last(&heard));
    adit_close(core, 0);
    heard_forget(&heard);
    // WHEN a byte in its midst is another one
    FILE *file = fopen(path, "r+b");
    char byte;
    if (file == NULL || fseek(file, (long)(status.st_size / 3 * 2), SEEK_SET) != 0 || fread(&byte, 1, 1, file) != 1)
        abort();
    byte ^= 4;
    fseek(file, -1, SEEK_CUR);
    fwrite(&byte, 1, 1, file);
    fclose(file);
    CHECK_INT(replay("todo", path, "", &heard, &core, &error), ADIT_OK);
    CHECK_HAS(heard_text(&heard, heard.count - 2), "the line is damaged");
    CHECK_HAS(heard_last(&heard), "\"equal\":false");
    printf("%s\n", heard_text(&heard, heard.count - 2));
    adit_close(core, 0);
    heard_forget(&heard);
    remove(path);
    remove_folder(&folder);
    return check_result();
}
