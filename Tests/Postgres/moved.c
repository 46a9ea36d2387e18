/*
 * A store that moves from a file to a database and back: its state, its history, and what can be undone move with it.
 */
#define _GNU_SOURCE
#include "../C/files.h"
#include "../C/messages.h"

static char config[2000];

/* A place in the database of $ADIT_POSTGRES, as members of an object. */
static const char *core_named(const char *name) {
    static char text[600];
    snprintf(text, sizeof text, "\"postgres\":\"%s\",\"core\":\"%s\"", getenv("ADIT_POSTGRES"), name);
    return text;
}

static const char *file_at(const char *path) {
    static char text[600];
    snprintf(text, sizeof text, "\"path\":\"%s\"", path);
    return text;
}

/* Opens nothing, and returns what is said. */
static const char *said(const char *place, const char *more, int32_t expected) {
    static adit_error error;
    adit_core core = 7;
    snprintf(config, sizeof config, "{\"store\":{%s%s}}", place, more);
    if (!CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), expected))
        fprintf(stderr, "%s: %s\n", config, error.text);
    CHECK_INT(core, 0);
    return error.text;
}

static const char *move(const char *from, const char *to, int32_t expected) {
    static char more[700];
    snprintf(more, sizeof more, ",\"move\":{%s}", to);
    return said(from, more, expected);
}

static adit_core open_at(const char *place) {
    adit_core core = 0;
    adit_error error;
    snprintf(config, sizeof config, "{\"undo\":true,\"store\":{%s,\"once\":{}}}", place);
    if (!CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_OK))
        fprintf(stderr, "%s: %s\n", config, error.text);
    return core;
}

/* What a call returns, to be freed. */
static char *call(adit_core core, const char *message) {
    char *answer = NULL;
    CHECK_INT(adit_call(core, message, ADIT_NTS, -1, &answer, NULL, NULL), ADIT_OK);
    return answer;
}

static void check_call(adit_core core, const char *message, const char *part) {
    char *answer = call(core, message);
    CHECK_HAS(answer, part);
    adit_free(answer);
}

#define AT(number) "{\"@get\":{\"path\":\"/items\",\"revision\":" #number "}}"

static void given_a_store_when_it_is_moved_then_all_of_it_is_there(void) {
    // GIVEN
    struct folder folder = make_folder();
    char first[400], second[400];
    snprintf(first, sizeof first, "%s", in_folder(&folder, "first.store"));
    snprintf(second, sizeof second, "%s", in_folder(&folder, "second.store"));
    CHECK_HAS(move(file_at(first), core_named("moved"), ADIT_ESTORE), "; a store is expected");
    adit_core core = open_at(file_at(first));
    check_call(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}},\"@id\":\"first\"}", "wasAdded");
    check_call(core, ADD("b"), "wasAdded");
    check_call(core, ADD("c"), "wasAdded");
    check_call(core, "{\"@undo\":{}}", "\"@undone\"");
    char *present = call(core, GET("/items")), *early = call(core, AT(1));
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    // WHEN
    CHECK_HAS(move(file_at(first), core_named("moved"), ADIT_OK), "moved: the core \"moved\" has all of ");
    // THEN
    core = open_at(core_named("moved"));
    check_call(core, GET("/items"), present);
    check_call(core, AT(1), early);
    check_call(core, "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\"}}}},\"@id\":\"first\"}",
               "\"@again\":true");
    check_call(core, "{\"@redo\":{}}", "\"@redone\"");
    check_call(core, "{\"@undo\":{}}", "\"@undone\"");
    check_call(core, "{\"@undo\":{}}", "\"@undone\"");
    // AND it is not replaced, nor taken from its writer
    CHECK_HAS(move(file_at(first), core_named("moved"), ADIT_ESTORE), "; a place without one is expected");
    check_call(core, ADD("d"), "wasAdded");
    adit_free(present);
    present = call(core, GET("/items"));
    CHECK_HAS(said(core_named("moved"), ",\"check\":true", ADIT_OK), "fine: version 1");
    // AND it moves back, away from its writer
    CHECK_HAS(move(core_named("moved"), file_at(second), ADIT_OK), "the core \"moved\" is as it was");
    check_call(core, ADD("e"), "\"code\":\"efenced\"");
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    core = open_at(file_at(second));
    check_call(core, GET("/items"), present);
    check_call(core, AT(1), early);
    check_call(core, "{\"@undo\":{}}", "\"canUndo\":true");
    check_call(core, "{\"@undo\":{}}", "\"canUndo\":false");
    check_call(core, GET("/items"), "\"ids\":[]");
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    adit_free(present);
    adit_free(early);
    remove_folder(&folder);
}

static void given_wrong_places_then_they_are_refused(void) {
    CHECK_TEXT(move(file_at("a"), "\"path\":\"b\",\"core\":\"c\"", ADIT_ECONFIG),
               "store.move.core: found without \"postgres\", the database that the core is in");
    CHECK_TEXT(move(file_at("a"), "\"postgres\":\"postgresql:///a\"", ADIT_ECONFIG),
               "store.move.core: found \"\"; the name of the core is expected, of 1 to 255 bytes");
    CHECK_TEXT(said(file_at("a"), ",\"create\":true", ADIT_ECONFIG),
               "store.create: found without \"postgres\", the database that gets the tables");
    CHECK_TEXT(said(core_named("a"), ",\"repair\":\"b\"", ADIT_ECONFIG),
               "store.repair: found beside \"postgres\"; restore a backup of the database");
    CHECK_HAS(said("\"postgres\":\"postgresql://secret:word@127.0.0.1:1/none\",\"create\":true", "", ADIT_ESTORE),
              "postgresql://127.0.0.1:1/none could not be reached: ");
    CHECK_HAS(said("\"postgres\":\"postgresql://nobody:word@[::1/none\",\"create\":true", "", ADIT_ESTORE),
              "store.postgres could not be understood: ");
}

int main(void) {
    char create[700];
    snprintf(create, sizeof create, "\"postgres\":\"%s\",\"create\":true", getenv("ADIT_POSTGRES"));
    CHECK_HAS(said(create, "", ADIT_OK), "created: ");
    given_a_store_when_it_is_moved_then_all_of_it_is_there();
    given_wrong_places_then_they_are_refused();
    return check_result();
}
