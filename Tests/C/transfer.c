/*
 * Export and import of the whole state, while the core goes on.
 */
#define _GNU_SOURCE
#include "files.h"
#include "messages.h"

#define EXPORT(path) "{\"@export\":{\"path\":\"%s\"},\"@id\":\"e\"}", (path)
#define IMPORT(path) "{\"@import\":{\"path\":\"%s\"},\"@id\":\"i\"}", (path)

/* How many messages that were heard have a part, and whether the last of them is the last of all. */
static size_t count_heard(const struct heard *heard, const char *part) {
    size_t found = 0;
    for (size_t index = 0; index < heard->count; index++)
        found += strstr(heard->texts[index], part) != NULL;
    return found;
}

/* Drives a core until it has said something that has a part; ends the test where it has nothing more to do before. */
static void drive_until(adit_core core, struct heard *heard, const char *part) {
    for (int calls = 0; calls < 1000000; calls++) {
        if (heard->count > 0 && strstr(heard_last(heard), part) != NULL)
            return;
        CHECK(adit_process(core, 0) >= 0);
    }
    fprintf(stderr, "found %s last, expected %s\n", heard_last(heard), part);
    exit(EXIT_FAILURE);
}

/* All of the state, as `@get` has it: the value alone. To be freed. */
static char *whole_state(adit_core core) {
    char *out = NULL;
    CHECK_INT(adit_call(core, GET(""), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    char *value = out == NULL ? NULL : strstr(out, "\"value\":");
    char *copy = value == NULL ? NULL : strdup_text(value + strlen("\"value\":"));
    adit_free(out);
    /* Of the answer: }}] */
    if (copy != NULL && strlen(copy) > 3)
        copy[strlen(copy) - 3] = '\0';
    return copy;
}

/* What an export of a state has: that, with its version before. To be freed. */
static char *exported(const char *state) {
    char *text = NULL;
    CHECK(asprintf(&text, "{\"@schema\":1,%s", state + 1) > 0);
    return text;
}

static void send_text(adit_core core, const char *format, const char *path) {
    char text[4096];
    snprintf(text, sizeof text, format, path);
    CHECK_INT(adit_send(core, text, ADIT_NTS, NULL), ADIT_OK);
}

static void add_items(adit_core core, int count) {
    for (int number = 0; number < count; number++) {
        char text[200];
        snprintf(text, sizeof text, ADD("item %d \\\"quoted\\\" \\u00e4\\n"), number);
        CHECK_INT(adit_send(core, text, ADIT_NTS, NULL), ADIT_OK);
    }
    while (adit_process(core, 0) > 0)
        continue;
}

static void given_a_state_when_exported_then_the_file_has_it_and_imported_it_is_the_same(void) {
    // GIVEN a core with items
    struct heard heard = {0}, other_heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    add_items(core, 100);
    char *state = whole_state(core);
    heard_forget(&heard);
    // WHEN
    send_text(core, EXPORT("state.json"));
    drive_until(core, &heard, "@exported");
    // THEN
    char expected[4400];
    snprintf(expected, sizeof expected,
             "{\"@exported\":{\"path\":\"state.json\",\"revision\":100,\"bytes\":%zu},\"@id\":\"e\"}",
             strlen(state) + strlen("\"@schema\":1,"));
    CHECK_TEXT(heard_text(&heard, 0), expected);
    CHECK_INT(heard.count, 1);
    char *file = read_text(in_folder(&folder, "state.json")), *text = exported(state);
    CHECK_TEXT(file, text);
    CHECK_INT(file_mode(in_folder(&folder, "state.json")), 0600);
    CHECK(!is_there(in_folder(&folder, "state.json.part")));
    // WHEN another core imports it, whose items are followed
    adit_core other = open_in(&folder, &other_heard);
    add_items(other, 3);
    heard_forget(&other_heard);
    CHECK_INT(adit_send(other, "{\"@subscribe\":{\"path\":\"/items/ids/99\"}}", ADIT_NTS, NULL), ADIT_OK);
    send_text(other, IMPORT("state.json"));
    drive_until(other, &other_heard, "@imported");
    // THEN
    CHECK_TEXT(heard_last(&other_heard), "{\"@imported\":{\"path\":\"state.json\",\"revision\":4},\"@id\":\"i\"}");
    CHECK_INT(other_heard.count, 3);
    CHECK_HAS(heard_text(&other_heard, 1), "\"subscription\":\"/items/ids/99\"");
    CHECK_HAS(heard_text(&other_heard, 1), "\"revision\":4");
    char *other_state = whole_state(other);
    CHECK_TEXT(other_state, state);
    // THEN it can be changed as before
    add_items(other, 1);
    CHECK_HAS(heard_text(&other_heard, other_heard.count - 2), "wasAdded");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(adit_close(other, 0), ADIT_OK);
    free(state), free(other_state), free(file), free(text);
    heard_forget(&heard), heard_forget(&other_heard);
    remove_folder(&folder);
}

static void given_messages_when_they_come_during_an_export_then_they_are_handled_and_not_in_it(void) {
    // GIVEN an export that takes several slices
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    add_items(core, 20000);
    char *state = whole_state(core);
    heard_forget(&heard);
    send_text(core, EXPORT("state.json"));
    CHECK(adit_process(core, 0) >= 0);
    CHECK_INT(count_heard(&heard, "@exported"), 0);
    // WHEN
    size_t handled = 0;
    while (count_heard(&heard, "@exported") == 0 && handled < 100000) {
        CHECK_INT(adit_send(core, ADD("late"), ADIT_NTS, NULL), ADIT_OK);
        CHECK(adit_process(core, 1000) > 0);
        handled++;
        CHECK_INT(count_heard(&heard, "\"wasAdded\""), handled);
    }
    // THEN each was handled in the call that followed it, and the file is older
    CHECK(handled > 1);
    char *file = read_text(in_folder(&folder, "state.json")), *text = exported(state);
    CHECK(file != NULL && strcmp(file, text) == 0);
    CHECK_HAS(heard_last(&heard), "\"revision\":20000");
    // THEN it was told how far it had come
    size_t told = count_heard(&heard, "{\"@progress\":{\"work\":\"export\"");
    CHECK(told > 0 && told <= 100);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    free(state), free(file), free(text);
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_bad_paths_then_an_error_says_so_and_nothing_is_left(void) {
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    const struct {
        const char *name, *message;
    } exports[] =
        {
            {"gone/state.json", "could not be opened: No such file or directory"},
            {"pipe", "found something that is no file"},
            {"other", "other.part: found a file that the export has not made, or one that is being written"},
        },
      imports[] = {
          {"gone", "could not be opened: No such file or directory"},
          {"pipe", "found something that is no file"},
          {"empty", "found the end of the text; a state, an object, is expected (byte 0)"},
      };
    make_pipe(in_folder(&folder, "pipe"));
    write_text(in_folder(&folder, "other.part"), "mine", 0644);
    write_text(in_folder(&folder, "empty"), "", 0600);
    for (size_t index = 0; index < sizeof exports / sizeof *exports; index++) {
        send_text(core, EXPORT(exports[index].name));
        drive_until(core, &heard, "@error");
        CHECK_HAS(heard_last(&heard), "\"code\":\"estore\"");
        CHECK_HAS(heard_last(&heard), "\"@id\":\"e\"");
        CHECK_HAS(heard_last(&heard), exports[index].message);
        heard_forget(&heard);
    }
    CHECK_INT(count_in_folder(&folder), 3);
    for (size_t index = 0; index < sizeof imports / sizeof *imports; index++) {
        send_text(core, IMPORT(imports[index].name));
        drive_until(core, &heard, "@error");
        CHECK_HAS(heard_last(&heard), index < 2 ? "\"code\":\"estore\"" : "\"code\":\"emessage\"");
        CHECK_HAS(heard_last(&heard), imports[index].message);
        heard_forget(&heard);
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_no_permission_then_an_error_says_so(void) {
    struct heard heard = {0};
    struct folder folder = make_folder();
    if (!forbid(&folder)) {
        remove_folder(&folder);
        return;
    }
    adit_core core = open_in(&folder, &heard);
    send_text(core, EXPORT("state.json"));
    drive_until(core, &heard, "@error");
    CHECK_HAS(heard_last(&heard), "state.json could not be created: Permission denied");
    permit(&folder);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_what_an_interrupted_export_left_then_it_is_overwritten(void) {
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    write_text(in_folder(&folder, "state.json.part"), "{\"items\":{\"ids\":[\"and more than there is now", 0600);
    send_text(core, EXPORT("state.json"));
    drive_until(core, &heard, "@exported");
    char *file = read_text(in_folder(&folder, "state.json")), *state = whole_state(core), *text = exported(state);
    CHECK_TEXT(file, text);
    CHECK_INT(count_in_folder(&folder), 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    free(file), free(state), free(text);
    heard_forget(&heard);
    remove_folder(&folder);
}

static void given_a_file_of_something_else_then_an_error_names_the_place_and_nothing_changes(void) {
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    add_items(core, 3);
    char *state = whole_state(core);
    heard_forget(&heard);
    const struct {
        const char *text, *message;
    } files[] = {
        {"\xEF\xBB\xBF{}", "found a byte order mark; a state, an object, is expected (byte 0)"},
        {"{} {}", "found '{'; the end of the text is expected (byte 3)"},
        {"{\"items\":5}", "items: found '5'; a table, an object with ids and entities, is expected (byte 9)"},
        {"{\"items\":{\"ids\":[\"a\"],\"entities\":{\"a\":{\"id\":\"a\"}}}}", "items.entities.a.id: found \\\"a\\\""},
        {"{\"junk\":5}", "unknown key \\\"junk\\\""},
        {"{\"tags\":{\"ids\":[],\"entities\":{}},\"tags\":{}}", "tags: found the key a second time"},
        {"{\"tags\":{\"ids\":[]}}", "tags: missing key \\\"entities\\\""},
    };
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        write_text(in_folder(&folder, "state.json"), files[index].text, 0600);
        send_text(core, IMPORT("state.json"));
        drive_until(core, &heard, "@error");
        CHECK_HAS(heard_last(&heard), "\"code\":\"emessage\"");
        CHECK_HAS(heard_last(&heard), files[index].message);
        CHECK_INT(heard.count, 1);
        heard_forget(&heard);
    }
    char *after = whole_state(core);
    CHECK_TEXT(after, state);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    free(state), free(after);
    heard_forget(&heard);
    remove_folder(&folder);
}

/* What takes the square of their number is not done before the test's time-out. */
static void given_a_file_of_very_many_unknown_keys_then_an_error_names_the_first(void) {
    struct heard heard = {0};
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, &heard);
    FILE *file = fopen(in_folder(&folder, "state.json"), "wb");
    if (file == NULL)
        abort();
    for (int key = 0; key < 300000; key++)
        fprintf(file, "%c\"k%d\":1", key == 0 ? '{' : ',', key);
    fputs("}", file);
    fclose(file);
    send_text(core, IMPORT("state.json"));
    drive_until(core, &heard, "@error");
    CHECK_HAS(heard_last(&heard), "unknown key \\\"k0\\\"");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

/* A way to close a core. */
static void close_by_message(adit_core core, struct heard *heard) {
    CHECK_INT(adit_send(core, CLOSE, ADIT_NTS, NULL), ADIT_OK);
    drive_until(core, heard, CLOSED);
}

static void close_by_call(adit_core core, struct heard *heard) {
    (void)heard;
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_transfers_when_the_core_closes_then_each_is_told_and_no_part_is_left(void) {
    void (*const ways[])(adit_core, struct heard *) = {close_by_message, close_by_call};
    for (int way = 0; way < 2; way++) {
        struct heard heard = {0};
        struct folder folder = make_folder();
        adit_core core = open_in(&folder, &heard);
        add_items(core, 20000);
        heard_forget(&heard);
        // GIVEN one that is at work, and one that waits
        send_text(core, EXPORT("state.json"));
        send_text(core, IMPORT("other.json"));
        CHECK(adit_process(core, 0) >= 0);
        CHECK(is_there(in_folder(&folder, "state.json.part")));
        heard_forget(&heard);
        // WHEN
        ways[way](core, &heard);
        // THEN
        CHECK_INT(heard.count, 3);
        CHECK_HAS(heard_text(&heard, 0), "{\"@error\":{\"code\":\"eclosed\",\"message\":\"");
        CHECK_HAS(heard_text(&heard, 0), "state.json: the core closed before the export was done\"},\"@id\":\"e\"}");
        CHECK_HAS(heard_text(&heard, 1), "other.json: the core closed before the import was done\"},\"@id\":\"i\"}");
        CHECK_TEXT(heard_text(&heard, 2), CLOSED);
        CHECK_INT(count_in_folder(&folder), 0);
        if (way == 0)
            CHECK_INT(adit_close(core, 0), ADIT_OK);
        heard_forget(&heard);
        remove_folder(&folder);
    }
}

static void given_pull_mode_then_slices_are_done_by_receiving_and_never_longer_than_is_waited(void) {
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, NULL);
    for (int count = 0; count < 20000; count++)
        CHECK_INT(adit_send(core, ADD("x"), ADIT_NTS, NULL), ADIT_OK);
    char *out = NULL;
    while (adit_receive(core, 0, &out, NULL) == ADIT_OK)
        adit_free(out);
    char *state = whole_state(core);
    send_text(core, EXPORT("state.json"));
    int code = ADIT_ETIMEDOUT, calls = 0;
    bool is_done = false;
    // WHEN nothing is waited for, then each call does a slice
    while (!is_done && (code == ADIT_OK || code == ADIT_ETIMEDOUT) && calls < 100000) {
        code = adit_receive(core, 0, &out, NULL);
        calls++;
        is_done = out != NULL && strstr(out, "@exported") != NULL;
        CHECK(is_done || out == NULL || strstr(out, "@progress") != NULL);
        adit_free(out);
    }
    CHECK(is_done && calls > 1);
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_ETIMEDOUT);
    // WHEN it is waited for, then a call returns with what there is
    send_text(core, IMPORT("state.json"));
    do {
        CHECK_INT(adit_receive(core, -1, &out, NULL), ADIT_OK);
        is_done = out != NULL && strstr(out, "@imported") != NULL;
        CHECK(is_done || (out != NULL && strstr(out, "@progress") != NULL));
        adit_free(out);
    } while (!is_done && check_result() == EXIT_SUCCESS);
    char *after = whole_state(core);
    CHECK(after != NULL && strcmp(after, state) == 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    free(state), free(after);
    remove_folder(&folder);
}

static void given_paths_that_are_none_then_the_message_is_refused(void) {
    struct folder folder = make_folder();
    adit_core core = open_in(&folder, NULL);
    adit_error error;
    CHECK_INT(adit_send(core, "{\"@export\":{\"path\":\"\"}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "@export.path: found \"\"; the path of a file is expected");
    CHECK_INT(adit_send(core, "{\"@import\":{\"path\":\"a\\u0000b\"}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_INT(adit_send(core, "{\"@import\":{}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    remove_folder(&folder);
}

int main(void) {
    given_a_state_when_exported_then_the_file_has_it_and_imported_it_is_the_same();
    given_messages_when_they_come_during_an_export_then_they_are_handled_and_not_in_it();
    given_bad_paths_then_an_error_says_so_and_nothing_is_left();
    given_no_permission_then_an_error_says_so();
    given_what_an_interrupted_export_left_then_it_is_overwritten();
    given_a_file_of_something_else_then_an_error_names_the_place_and_nothing_changes();
    given_a_file_of_very_many_unknown_keys_then_an_error_names_the_first();
    given_transfers_when_the_core_closes_then_each_is_told_and_no_part_is_left();
    given_pull_mode_then_slices_are_done_by_receiving_and_never_longer_than_is_waited();
    given_paths_that_are_none_then_the_message_is_refused();
    return check_result();
}
