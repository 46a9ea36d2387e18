/*
 * Recordings: what happens in a core is in them when it is heard, and comes out again to the byte; what was altered is found
 * and named.
 */
#define _GNU_SOURCE
#include "recorded.h"

#include <signal.h>
#include <sys/wait.h>

static void given_a_recording_when_replayed_then_all_comes_out_as_it_was(void) {
    // GIVEN
    struct folder folder = make_folder();
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    record(in_folder(&folder, "a"), "," VIRTUAL, 12);
    record(in_folder(&folder, "b"), ",\"echo\":true,\"with\":{\"random\":7}", 3);
    CHECK_INT(file_mode(in_folder(&folder, "a")), 0600);
    // THEN
    CHECK_REPLAYED("todo", in_folder(&folder, "b"), "\"messages\":12,");
    CHECK_REPLAYED("todo", in_folder(&folder, "b"), "\"equal\":true,\"complete\":true}");
    CHECK_INT(replay("todo", in_folder(&folder, "a"), "", &heard, &core, &error), ADIT_OK);
    CHECK_HAS(heard_last(&heard), "\"equal\":true,\"complete\":true}");
    // THEN the state in the end can be looked at, and the core takes no messages
    char *out = NULL;
    CHECK_INT(adit_call(core, GET("/items/ids"), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_HAS(out, "\"revision\":33,");
    adit_free(out);
    CHECK_INT(adit_send(core, ADD("x"), ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "the core shows what is replayed, and takes no messages of the app");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

/* Which line a byte lies in, from 1. */
static int line_of(const char *text, size_t position) {
    int line = 1;
    for (size_t index = 0; index < position; index++)
        line += text[index] == '\n';
    return line;
}

static void given_a_recording_when_a_byte_is_altered_then_its_line_is_named(void) {
    struct folder folder = make_folder();
    size_t length;
    record(in_folder(&folder, "a"), "," VIRTUAL, 2);
    char *text = read_file(in_folder(&folder, "a"), &length);
    for (size_t position = 0; position < length; position += 13) {
        struct heard heard = {0};
        adit_core core;
        adit_error error;
        char before = text[position], line[60];
        text[position] ^= 1;
        write_file(in_folder(&folder, "b"), text, length);
        text[position] = before;
        int32_t code = replay("todo", in_folder(&folder, "b"), "", &heard, &core, &error);
        snprintf(line, sizeof line, "line %d: the line is damaged", line_of(text, position));
        if (code != ADIT_OK) {
            CHECK_INT(code, ADIT_ESCHEMA);
            CHECK_INT(line_of(text, position), 1);
            CHECK_HAS(error.text, line);
            continue;
        }
        if (!CHECK_INT(heard.count, 2))
            fprintf(stderr, "at byte %zu\n", position);
        CHECK_HAS(heard_text(&heard, 0), "\"code\":\"ereplay\"");
        CHECK_HAS(heard_text(&heard, 0), line);
        CHECK_HAS(heard_last(&heard), "\"equal\":false");
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
    }
    free(text);
    remove_folder(&folder);
}

__extension__ typedef unsigned __int128 wide;

/* The checksum of an entry (FileFormat.md of AditSQLite). */
static uint64_t checksum(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325;
    size_t position = 0;
    for (; position + 8 <= length; position += 8) {
        uint64_t word;
        memcpy(&word, text + position, 8); /* little-endian */
        wide product = (wide)(hash ^ word) * 0x100000001b3;
        hash = (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    for (; position < length; position++)
        hash = (hash ^ (unsigned char)text[position]) * 0x100000001b3;
    return hash;
}

/* Replaces a part of the first line that has `marker` by one of the same length, and writes the line's checksum anew. Returns
 * the line's number. */
static int forge(const char *path, const char *marker, const char *part, const char *other) {
    size_t length;
    char *text = read_file(path, &length), *begin = strstr(text, marker), digits[17];
    if (begin == NULL)
        abort();
    while (begin > text && begin[-1] != '\n')
        begin--;
    char *place = strstr(begin, part), *end = strchr(begin, '\n');
    if (place == NULL || place > end || strlen(part) != strlen(other))
        abort();
    memcpy(place, other, strlen(other));
    snprintf(digits, sizeof digits, "%016" PRIx64, checksum(begin, (size_t)(end - begin) - 26));
    memcpy(end - 18, digits, 16);
    write_file(path, text, length);
    int line = line_of(text, (size_t)(begin - text));
    free(text);
    return line;
}

static void check_forged(const char *marker, const char *part, const char *other, const char *expected) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    record(in_folder(&folder, "a"), "," VIRTUAL, 4);
    char place[200];
    int line = forge(in_folder(&folder, "a"), marker, part, other);
    snprintf(place, sizeof place, ": line %d, entry %d: %s", line, line, expected);
    CHECK_INT(replay("todo", in_folder(&folder, "a"), "", &heard, &core, &error), ADIT_OK);
    CHECK_HAS(heard_text(&heard, 0), place);
    CHECK_HAS(heard_last(&heard), "\"equal\":false");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_a_recording_of_something_else_when_replayed_then_the_first_difference_is_named(void) {
    check_forged("\"@id\":2},{\"appReview\"", "\"text\":\"item 2\",\"completed", "\"text\":\"atem 2\",\"completed",
                 "message: heard[0]: recorded: {");
    check_forged("wasNotChecked", "unknownItem", "anknownItem", "message: heard[0]: recorded: ");
    check_forged("\"batch\":", "\"revision\":1", "\"revision\":7", "batch: batch.revision: recorded: 7; came: 1");
    check_forged("\"timer\":", "\"timer\":5000000000", "\"timer\":4000000000",
                 "timer: recorded: 4000000000; came: no timer is due");
    check_forged("\"effect\":1,", "\"effect\":1", "\"effect\":9", "effect: effect: recorded: 9; came: 1");
    check_forged("\"end\":", "\"end\":12", "\"end\":13", "end: end: recorded: 13; came: 12");
}

static void given_a_recording_that_breaks_off_when_replayed_then_all_before_is_and_the_line_is_told(void) {
    struct folder folder = make_folder();
    size_t length;
    record(in_folder(&folder, "a"), "," VIRTUAL, 3);
    char *text = read_file(in_folder(&folder, "a"), &length);
    size_t first = (size_t)(strchr(text, '\n') - text) + 1;
    for (size_t size = first; size < length; size += 97) {
        char part[100];
        write_file(in_folder(&folder, "b"), text, size);
        if (text[size - 1] == '\n')
            snprintf(part, sizeof part, "\"equal\":true,\"complete\":false}");
        else
            snprintf(part, sizeof part, "\"equal\":true,\"complete\":false,\"torn\":%d}", line_of(text, size));
        CHECK_REPLAYED("todo", in_folder(&folder, "b"), part);
    }
    free(text);
    remove_folder(&folder);
}

/* A host's process: records, and says each message that it hears in a pipe. */
static void host(const char *path, int pipe) {
    struct heard heard = {0};
    char config[1000];
    snprintf(config, sizeof config, "{\"record\":\"%s\"," VIRTUAL "}", path);
    adit_core core = open_core("todo", config, &heard);
    for (int number = 1;; number++) {
        size_t before = heard.count;
        run(core, number, 1);
        for (; before < heard.count; before++)
            if (write(pipe, ".", 1) != 1)
                _exit(1);
    }
}

static void given_a_host_when_it_is_killed_then_what_it_has_heard_is_replayed(void) {
    for (int round = 1; round <= 5; round++) {
        struct folder folder = make_folder();
        int ends[2];
        if (pipe(ends) != 0)
            abort();
        pid_t child = fork();
        if (child == 0)
            host(in_folder(&folder, "a"), ends[1]);
        close(ends[1]);
        char heard[100];
        for (int rest = round * 20; rest > 0;) {
            ssize_t count = read(ends[0], heard, sizeof heard);
            if (count <= 0)
                break;
            rest -= (int)count;
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(ends[0]);
        CHECK_REPLAYED("todo", in_folder(&folder, "a"), "\"equal\":true,\"complete\":false");
        remove_folder(&folder);
    }
}

static void given_a_path_that_will_not_do_when_opened_then_it_is_refused_and_left_alone(void) {
    struct folder folder = make_folder();
    adit_core core;
    adit_error error;
    char config[1000], expected[1000];
    write_file(in_folder(&folder, "a"), "mine", 4);
    const struct {
        const char *name, *says;
    } cases[] = {{"a", "%s is there already; it is written to a file of its own"},
                 {".", "%s is there already; it is written to a file of its own"},
                 {"none/a", "%s could not be created: No such file or directory"}};
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        const char *path = in_folder(&folder, cases[index].name);
        snprintf(config, sizeof config, "{\"record\":\"%s\"}", path);
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_ESTORE);
        snprintf(expected, sizeof expected, cases[index].says, path);
        CHECK_TEXT(error.text, expected);
    }
    // THEN a core that cannot be opened leaves no recording
    snprintf(config, sizeof config, "{\"record\":\"%s\",\"state\":7}", in_folder(&folder, "b"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_ECONFIG);
    CHECK(!is_there(in_folder(&folder, "b")));
    // THEN what is no recording is not replayed
    CHECK_INT(
        adit_open(ADIT_ABI_VERSION, "todo", "{\"replay\":\"/dev/null\"}", ADIT_NTS, NULL, NULL, NULL, &core, &error),
        ADIT_ESTORE);
    snprintf(config, sizeof config, "{\"replay\":\"%s\"}", in_folder(&folder, "a"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_ESCHEMA);
    CHECK_HAS(error.text, "has no entry");
    write_text(in_folder(&folder, "d"), "Dear diary, it has rained all day.\n", 0600);
    snprintf(config, sizeof config, "{\"replay\":\"%s\"}", in_folder(&folder, "d"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_ESCHEMA);
    CHECK_HAS(error.text, "its end: recorded: \"ry, it has rained all day.\"; came: no checksum");
    record(in_folder(&folder, "c"), "", 1);
    snprintf(config, sizeof config, "{\"replay\":\"%s\"}", in_folder(&folder, "c"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_ESCHEMA);
    CHECK_HAS(error.text, "was recorded of the app \"todo\"; one of \"counter\" is expected");
    remove_folder(&folder);
}

static void given_a_store_when_its_journal_is_replayed_then_all_openings_come_out_as_they_were(void) {
    struct folder folder = make_folder();
    char config[1000];
    for (int opening = 1; opening <= 3; opening++) {
        struct heard heard = {0};
        snprintf(config, sizeof config,
                 "{\"store\":{\"path\":\"%s\",\"durability\":\"normal\"},\"record\":\"%s%d\"," VIRTUAL "}",
                 in_folder(&folder, "store"), in_folder(&folder, "record"), opening);
        adit_core core = open_core("todo", config, &heard);
        run(core, 1, 4);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
    }
    CHECK_REPLAYED("todo", in_folder(&folder, "store"), "\"messages\":48,");
    CHECK_REPLAYED("todo", in_folder(&folder, "store"), "\"equal\":true,\"complete\":true}");
    // THEN each recording holds what is needed to replay it alone
    CHECK_REPLAYED("todo", in_folder(&folder, "record1"), "\"equal\":true,\"complete\":true}");
    CHECK_REPLAYED("todo", in_folder(&folder, "record3"), "\"equal\":true,\"complete\":true}");
    remove_folder(&folder);
}

static void given_a_recording_when_a_scenario_is_wanted_then_it_is_written_once(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    char more[500];
    size_t length;
    record(in_folder(&folder, "a"), "," VIRTUAL, 3);
    snprintf(more, sizeof more, ",\"scenario\":\"%s\"", in_folder(&folder, "s.json"));
    CHECK_INT(replay("todo", in_folder(&folder, "a"), more, &heard, &core, &error), ADIT_OK);
    CHECK_HAS(heard_last(&heard), "\"scenario\":\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    CHECK_INT(replay("todo", in_folder(&folder, "a"), more, &heard, &core, &error), ADIT_OK);
    CHECK_HAS(heard_text(&heard, 0), "s.json is there already; it is written to a file of its own");
    CHECK_HAS(heard_last(&heard), "\"equal\":true,\"complete\":true}");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    char *text = read_file(in_folder(&folder, "s.json"), &length);
    CHECK_HAS(text, "\"app\": \"todo\"");
    CHECK_HAS(text, "{\"advance\":1400");
    CHECK_HAS(text, "00000000-0000-0000-0000-000000000000");
    free(text);
    remove_folder(&folder);
}

int main(void) {
    given_a_recording_when_replayed_then_all_comes_out_as_it_was();
    given_a_recording_when_a_byte_is_altered_then_its_line_is_named();
    given_a_recording_of_something_else_when_replayed_then_the_first_difference_is_named();
    given_a_recording_that_breaks_off_when_replayed_then_all_before_is_and_the_line_is_told();
    given_a_host_when_it_is_killed_then_what_it_has_heard_is_replayed();
    given_a_path_that_will_not_do_when_opened_then_it_is_refused_and_left_alone();
    given_a_store_when_its_journal_is_replayed_then_all_openings_come_out_as_they_were();
    given_a_recording_when_a_scenario_is_wanted_then_it_is_written_once();
    return check_result();
}
