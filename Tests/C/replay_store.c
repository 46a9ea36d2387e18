/*
 * A replay of a store changes nothing of it, and makes a scenario of it; extreme values in files and configs are refused;
 * and where no descriptor is left, that is said.
 */
#define _GNU_SOURCE
#include "recorded.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Uses a store, and is killed where it is not to be closed. */
static void use_store(const char *path, bool closes) {
    pid_t child = fork();
    if (child == 0) {
        char *config = NULL;
        CHECK(asprintf(&config, "{\"store\":{\"path\":\"%s\"}}", path) > 0);
        struct heard heard = {0};
        adit_core core = open_core("todo", config, &heard);
        CHECK_INT(adit_send(core, CHECK_UNKNOWN, ADIT_NTS, NULL), ADIT_OK);
        CHECK_INT(adit_send(core, ADD("kept"), ADIT_NTS, NULL), ADIT_OK);
        drive(core);
        if (!closes)
            kill(getpid(), SIGKILL);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        _exit(check_result());
    }
    CHECK_INT(waitpid(child, NULL, 0), child);
}

static bool are_equal(const char *path, const char *old, size_t length) {
    size_t now = 0;
    char *text = read_file(path, &now);
    bool same = (text == NULL && old == NULL) || (text != NULL && old != NULL && now == length && memcmp(text, old, length) == 0);
    free(text);
    return same;
}

static void given_a_store_when_replayed_then_no_byte_of_it_changes(void) {
    for (int closes = 0; closes < 2; closes++) {
        struct folder folder = make_folder();
        char path[400], wal[410], scenario[400];
        snprintf(path, sizeof path, "%s", in_folder(&folder, "todo.store"));
        snprintf(wal, sizeof wal, "%s-wal", path);
        snprintf(scenario, sizeof scenario, "%s", in_folder(&folder, "session.json"));
        use_store(path, true);
        use_store(path, closes == 1);
        size_t length = 0, wal_length = 0;
        char *old = read_file(path, &length), *old_wal = is_there(wal) ? read_file(wal, &wal_length) : NULL;
        CHECK(closes == 1 || wal_length > 0);
        // WHEN
        CHECK_REPLAYED("todo", path, "\"messages\":4,");
        // THEN
        CHECK(are_equal(path, old, length));
        CHECK(old_wal != NULL ? are_equal(wal, old_wal, wal_length) : !is_there(wal));
        // WHEN a scenario is wanted, too
        struct heard heard = {0};
        adit_core core;
        adit_error error;
        char *more = NULL;
        CHECK(asprintf(&more, ",\"scenario\":\"%s\"", scenario) > 0);
        CHECK_INT(replay("todo", path, more, &heard, &core, &error), ADIT_OK);
        // THEN it is of the last opening
        CHECK_HAS(heard_last(&heard), "\"equal\":true");
        CHECK_HAS(heard_last(&heard), "\"scenario\":\"");
        char *text = read_text(scenario);
        CHECK_HAS(text == NULL ? "" : text, "\"state\":{\"@schema\":1,\"items\":{\"ids\":[\"");
        CHECK_HAS(text == NULL ? "" : text, "\"when\":" ADD("kept"));
        free(text), free(more);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        CHECK(are_equal(path, old, length));
        CHECK(old_wal != NULL ? are_equal(wal, old_wal, wal_length) : !is_there(wal));
        free(old), free(old_wal);
        heard_forget(&heard);
        remove_folder(&folder);
    }
}

__extension__ typedef unsigned __int128 wide;

/* The checksum of an entry (FileFormat.md of AditSQLite). */
static uint64_t checksum(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325;
    const uint64_t prime = 0x100000001b3;
    size_t index = 0;
    for (; index + 8 <= length; index += 8) {
        uint64_t word;
        memcpy(&word, text + index, 8);
        wide product = (wide)(hash ^ word) * prime;
        hash = (uint64_t)(product >> 64) ^ (uint64_t)product;
    }
    for (; index < length; index++)
        hash = (hash ^ (unsigned char)text[index]) * prime;
    return hash;
}

static void add_line(FILE *file, const char *text) {
    fprintf(file, "%s,\"sum\":\"%016llx\"}\n", text, (unsigned long long)checksum(text, strlen(text)));
}

#define OPENING(revision, opens) \
    "{\"n\":1,\"open\":{\"format\":1,\"app\":\"todo\",\"version\":\"1\",\"schema\":1,\"adit\":\"0.1.0\"," \
    "\"config\":{\"clock\":\"virtual\"},\"revision\":" revision ",\"opens\":" opens "},\"time\":0,\"state\":{}"

static void given_a_recording_with_extreme_numbers_then_it_is_a_difference(void) {
    static const struct {
        const char *first, *second, *message;
    } recordings[] = {
        {OPENING("0", "1"), "{\"n\":2,\"message\":" ADD("a") ",\"time\":9223372036854775807",
         "line 2, entry 2: the entry's time: recorded: 9223372036854775807; came: no time of a clock"},
        {OPENING("0", "1"), "{\"n\":2,\"message\":" ADD("a") ",\"time\":-9223372036854775808", "the entry's time"},
        {OPENING("9223372036854775807", "1"), "{\"n\":2,\"message\":" ADD("a") ",\"time\":0",
         "found the revision 9223372036854775807; a number from 0 to"},
        {OPENING("-9223372036854775808", "1"), "{\"n\":2,\"message\":" ADD("a") ",\"time\":0", "found the revision"},
        {OPENING("0", "9223372036854775807"), "{\"n\":2,\"message\":" ADD("a") ",\"time\":0", "found the opens"},
        {OPENING("0", "1"), "{\"n\":9223372036854775807,\"message\":" ADD("a") ",\"time\":0",
         "entry 9223372036854775807: message"},
        {OPENING("0", "1"), "{\"n\":-9223372036854775808,\"message\":" ADD("a") ",\"time\":0", "message: recorded"},
        {OPENING("0", "1"), "{\"n\":2,\"timer\":9223372036854775807,\"time\":0", "no timer is due"},
        {OPENING("0", "1"), "{\"n\":2,\"batch\":{\"from\":9223372036854775807,\"revision\":-9223372036854775808},\"time\":0",
         "batch"},
    };
    for (size_t index = 0; index < sizeof recordings / sizeof *recordings; index++) {
        struct folder folder = make_folder();
        const char *path = in_folder(&folder, "session");
        FILE *file = fopen(path, "wb");
        add_line(file, recordings[index].first);
        add_line(file, recordings[index].second);
        fclose(file);
        struct heard heard = {0};
        adit_core core;
        adit_error error;
        alarm(60);
        CHECK_INT(replay("todo", path, "", &heard, &core, &error), ADIT_OK);
        CHECK_HAS(heard_text(&heard, 0), "\"code\":\"ereplay\"");
        CHECK_HAS(heard_text(&heard, 0), recordings[index].message);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
        remove_folder(&folder);
    }
}

static void given_a_retention_without_end_then_it_is_kept(void) {
    const char *const retentions[] = {
        "{\"seconds\":9223372036854775807}", "{\"seconds\":9223372036854776}", "{\"bytes\":9223372036854775807}",
        "{\"bytes\":9223372036854775806,\"seconds\":9223372036854775806}"};
    for (int index = 0; index < 4; index++) {
        struct folder folder = make_folder();
        struct heard heard = {0};
        char *config = NULL;
        CHECK(asprintf(&config, "{\"store\":{\"path\":\"%s\",\"retention\":%s}}", in_folder(&folder, "todo.store"),
                       retentions[index]) > 0);
        adit_core core = open_core("todo", config, &heard);
        for (int count = 0; count < 3; count++) {
            CHECK_INT(adit_send(core, ADD("kept"), ADIT_NTS, NULL), ADIT_OK);
            CHECK(adit_process(core, 0) > 0);
        }
        CHECK_HAS(heard_text(&heard, 0), "wasAdded");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        free(config);
        heard_forget(&heard);
        remove_folder(&folder);
    }
}

static void given_no_descriptor_then_that_is_what_is_said(void) {
    struct folder folder = make_folder();
    use_store(in_folder(&folder, "there"), true);
    const char *const configs[] = {
        "{\"store\":{\"path\":\"%s\"}}", "{\"store\":{\"path\":\"%s\"}}", "{\"record\":\"%s\"}", "{\"replay\":\"%s\"}",
        "{\"store\":{\"path\":\"%s\",\"check\":true}}"};
    const char *const names[] = {"there", "new", "session", "there", "there"};
    struct rlimit old, limit;
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &old), 0);
    limit = old;
    bool was_opened = false;
    // WHEN as many are left as it takes for some of what it does
    for (int left = 0; left < 12; left++) {
        for (int index = 0; index < 5; index++) {
            char config[600];
            snprintf(config, sizeof config, configs[index], in_folder(&folder, names[index]));
            int first = open("/dev/null", O_RDONLY | O_CLOEXEC);
            limit.rlim_cur = (rlim_t)(first + left);
            CHECK_INT(close(first), 0);
            CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
            struct heard heard = {0};
            adit_core core = 0;
            adit_error error;
            int32_t code =
                adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, hear, &heard, heard_release, &core, &error);
            CHECK_INT(setrlimit(RLIMIT_NOFILE, &old), 0);
            // THEN
            if (code != ADIT_OK && !CHECK_INT(code, ADIT_ENOMEM))
                fprintf(stderr, "%d left, %s: %s\n", left, config, error.text);
            was_opened |= code == ADIT_OK;
            CHECK(left > 0 || code != ADIT_OK);
            if (core != 0)
                CHECK_INT(adit_close(core, 0), ADIT_OK);
            heard_forget(&heard);
            unlink(in_folder(&folder, "session"));
        }
    }
    CHECK(was_opened);
    remove_folder(&folder);
}

int main(void) {
    given_a_store_when_replayed_then_no_byte_of_it_changes();
    given_a_recording_with_extreme_numbers_then_it_is_a_difference();
    given_a_retention_without_end_then_it_is_kept();
    given_no_descriptor_then_that_is_what_is_said();
    return check_result();
}
