/*
 * JSON Patches that are none, or do not fit: the errors of adit_patch.h name the operation, what was found and what
 * would have been right, and the document is as it was.
 */
#include "json_document.h"
#include <adit_patch.h>

static const char document_text[] = "{\"list\":[1,[2,{\"a\":3}]],\"text\":\"x\",\"\":{\"~/\":null}}";

/* Applies a patch that may fail; then the document is as it was. */
static bool apply(const json_t *patch, adit_line *error) {
    json_t *document = read_json(document_text), *before = json_deep_copy(document);
    *error = (adit_line){0};
    bool applied = adit_patch_apply(&document, patch, NULL, NULL, error);
    if (!applied)
        CHECK_JSON(document, before);
    CHECK_INT(error->length > 0, !applied);
    json_decref(before);
    json_decref(document);
    return applied;
}

static void given_a_patch_that_is_wrong_when_applied_then_the_error_says_what_and_where(void) {
    static const char *const cases[][2] = {
        {"null", "a patch is an array of operations, found null"},
        {"{\"op\":\"add\"}", "a patch is an array of operations, found {\"op\":\"add\"}"},
        {"[1]", "op 0: an object is expected, found 1"},
        {"[{}]", "op 0: \"op\" is missing; one of add, remove, replace, move, copy and test is expected"},
        {"[{\"op\":\"Add\"}]", "op 0: \"op\" is \"Add\"; one of add, remove, replace, move, copy and test is expected"},
        {"[{\"op\":\"add\\u0000\"}]",
         "op 0: \"op\" is \"add\\u0000\"; one of add, remove, replace, move, copy and test is expected"},
        {"[{\"op\":[]}]", "op 0: \"op\" is []; one of add, remove, replace, move, copy and test is expected"},
        {"[{\"op\":\"remove\"}]", "op 0: \"path\" is missing; a JSON Pointer is expected"},
        {"[{\"op\":\"remove\",\"path\":null}]", "op 0: \"path\" is null; a JSON Pointer is expected"},
        {"[{\"op\":\"remove\",\"path\":\"list\"}]",
         "op 0: \"path\": a JSON Pointer is empty or begins with \"/\", found \"list\""},
        {"[{\"op\":\"add\",\"path\":\"/x\"}]", "op 0: \"value\" is missing; any JSON is expected"},
        {"[{\"op\":\"replace\",\"path\":\"/x\"}]", "op 0: \"value\" is missing; any JSON is expected"},
        {"[{\"op\":\"test\",\"path\":\"/x\"}]", "op 0: \"value\" is missing; any JSON is expected"},
        {"[{\"op\":\"move\",\"path\":\"/x\"}]", "op 0: \"from\" is missing; a JSON Pointer is expected"},
        {"[{\"op\":\"copy\",\"path\":\"/x\",\"from\":1}]", "op 0: \"from\" is 1; a JSON Pointer is expected"},
        {"[{\"op\":\"copy\",\"path\":\"/x\",\"from\":\"/~\"}]",
         "op 0: \"from\": in a JSON Pointer, ~ is written as ~0, and / within a key as ~1, found \"/~\""},
        {"[{\"op\":\"remove\",\"path\":\"/x\"}]",
         "op 0 (remove /x): the document has no member \"x\"; it has \"list\", \"text\" and \"\""},
        {"[{\"op\":\"add\",\"path\":\"/list/3\",\"value\":0}]",
         "op 0 (add /list/3): /list has 2 elements; an index from 0 to 2, or \"-\" for the end, is expected, found "
         "\"3\""},
        {"[{\"op\":\"add\",\"path\":\"/list/01\",\"value\":0}]",
         "op 0 (add /list/01): /list has 2 elements; an index from 0 to 2, or \"-\" for the end, is expected, found "
         "\"01\""},
        {"[{\"op\":\"add\",\"path\":\"/text/x\",\"value\":0}]",
         "op 0 (add /text/x): /text is \"x\"; an object or an array is expected, to have \"x\""},
        {"[{\"op\":\"replace\",\"path\":\"//~0~1/x\",\"value\":0}]",
         "op 0 (replace //~0~1/x): //~0~1 is null; an object or an array is expected, to have \"x\""},
        {"[{\"op\":\"move\",\"from\":\"/list\",\"path\":\"/list/0\"}]",
         "op 0 (move /list/0): a value cannot move into itself; a \"path\" outside of \"from\" is expected"},
        {"[{\"op\":\"move\",\"from\":\"\",\"path\":\"/x\"}]",
         "op 0 (move /x): a value cannot move into itself; a \"path\" outside of \"from\" is expected"},
        {"[{\"op\":\"move\",\"from\":\"/text\",\"path\":\"/x/y\"}]",
         "op 0 (move /x/y): the document has no member \"x\"; it has \"list\" and \"\""},
        {"[{\"op\":\"test\",\"path\":\"/list/0\",\"value\":\"1\"}]", "op 0 (test /list/0): \"1\" is expected, found 1"},
        /* Later ones: what was done before is taken back. */
        {"[{\"op\":\"add\",\"path\":\"/a\\u001b\",\"value\":0},{\"op\":\"remove\",\"path\":\"/a\\u001b/b\"}]",
         "op 1 (remove /a\\u001b/b): /a\\u001b is 0; an object or an array is expected, to have \"b\""},
        {"[{\"op\":\"remove\",\"path\":\"/list\"},{\"op\":\"add\",\"path\":\"/list\",\"value\":[]},"
         "{\"op\":\"move\",\"from\":\"/text\",\"path\":\"/list/0\"},{\"op\":\"replace\",\"path\":\"/list/"
         "0\",\"value\":5},"
         "{\"op\":\"copy\",\"from\":\"/list\",\"path\":\"\"},{\"op\":\"remove\",\"path\":\"/0\"},1]",
         "op 6: an object is expected, found 1"},
    };
    adit_line error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *patch = read_json(cases[i][0]);
        CHECK(!apply(patch, &error));
        if (!CHECK_TEXT(error.text, cases[i][1]))
            fprintf(stderr, "    by the patch %s\n", cases[i][0]);
        json_decref(patch);
    }
    CHECK(!apply(NULL, &error));
    CHECK_TEXT(error.text, "a patch is an array of operations, found nothing");
}

/* Each doubles what there is, or makes it deeper by half of what jansson can handle. */
static void given_operations_that_grow_without_end_when_applied_then_they_are_refused(void) {
    json_t *doubling = json_array(), *deepening = json_array(), *deep = json_integer(1);
    adit_line error;
    for (int i = 0; i < 100; i++) {
        char path[20];
        snprintf(path, sizeof path, "/%d", i);
        json_array_append_new(doubling, json_pack("{s:s,s:s,s:s}", "op", "copy", "from", "", "path", path));
    }
    CHECK(!apply(doubling, &error));
    CHECK_HAS(error.text, "the patch would copy too much; at most 1048576 values are expected");
    char path[2 * 1000 + 1] = "";
    for (int i = 0; i < 1000; i++) {
        deep = json_pack("[o]", deep);
        strcat(path, "/0");
    }
    json_array_append_new(deepening, json_pack("{s:s,s:s,s:o}", "op", "add", "path", "", "value", deep));
    for (int i = 0; i < 100; i++)
        json_array_append_new(deepening, json_pack("{s:s,s:s,s:s}", "op", "copy", "from", "", "path", path));
    CHECK(!apply(deepening, &error));
    CHECK_HAS(error.text, "op 2 (copy /0/0/");
    json_decref(deepening);
    json_decref(doubling);
}

/* -- Patches that were changed at random. -- */

static unsigned long long seed = 88172645463325252ULL;

static size_t draw(size_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (size_t)(seed % limit);
}

/* An operation of parts that mostly do not belong together. */
static json_t *draw_operation(void) {
    static const char *const ops[] = {"add", "remove", "replace", "move", "copy", "test", "spam"};
    static const char *const paths[] = {"",        "/list",   "/list/0", "/list/1", "/list/1/1", "/list/1/1/a",
                                        "/list/-", "/list/2", "/list/1", "/text",   "/",         "//~0~1",
                                        "/new",    "/new/0",  "/~",      "x"};
    static const char *const values[] = {"1", "null", "[]", "{}", "[2,{\"a\":3}]", "{\"0\":[0]}"};
    enum { PATHS = sizeof paths / sizeof *paths };
    json_t *operation = json_object();
    json_object_set_new(operation, "op", json_string(ops[draw(40) < 39 ? draw(6) : 6]));
    json_object_set_new(operation, "path", json_string(paths[draw(40) < 39 ? draw(PATHS - 2) : draw(PATHS)]));
    json_object_set_new(operation, "from", json_string(paths[draw(PATHS - 2)]));
    if (draw(20) > 0)
        json_object_set_new(operation, "value", read_json(values[draw(sizeof values / sizeof *values)]));
    return operation;
}

static void given_random_patches_when_applied_then_each_is_applied_as_a_whole_or_not_at_all(void) {
    size_t applied = 0, failed = 0;
    for (int run = 0; run < 5000; run++) {
        adit_line error;
        json_t *patch = json_array();
        for (size_t count = 1 + draw(6); count > 0; count--)
            json_array_append_new(patch, draw_operation());
        bool good = apply(patch, &error);
        applied += good;
        failed += !good;
        json_decref(patch);
    }
    CHECK(applied > 500 && failed > 500);
}

int main(void) {
    given_a_patch_that_is_wrong_when_applied_then_the_error_says_what_and_where();
    given_operations_that_grow_without_end_when_applied_then_they_are_refused();
    given_random_patches_when_applied_then_each_is_applied_as_a_whole_or_not_at_all();
    return check_result();
}
