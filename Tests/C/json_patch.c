/*
 * The JSON Patches of adit_patch.h: the public test vectors (github.com/json-patch/json-patch-tests), what is wrong
 * with a patch and how that is told, and that a patch is applied as a whole or not at all.
 */
#include "json_document.h"
#include <adit_patch.h>

/* Applies a patch to a copy of the document. The copy, to be freed; NULL, and the error, where that fails. */
static json_t *patched(const json_t *document, const json_t *patch, adit_line *error) {
    json_t *copy = json_deep_copy(document), *kept = json_deep_copy(patch);
    *error = (adit_line){0};
    bool applied = adit_patch_apply(&copy, patch, NULL, NULL, error);
    CHECK_JSON(patch, kept); /* nothing is changed in it, and nothing of it became a part of the document */
    json_decref(kept);
    CHECK_INT(error->length > 0, !applied);
    if (!applied) {
        CHECK_JSON(copy, document);
        json_decref(copy);
        copy = NULL;
    }
    return copy;
}

/* -- The vectors. -- */

/* A patch with an operation more, which fails: what the others did is taken back. */
static void check_undone(const json_t *document, const json_t *patch) {
    json_t *failing = json_copy((json_t *)patch);
    json_array_append_new(failing, json_pack("{s:s,s:s}", "op", "remove", "path", "/no/such/path"));
    adit_line error;
    CHECK(patched(document, failing, &error) == NULL);
    json_decref(failing);
}

static bool check_vector(const json_t *vector) {
    const json_t *document = json_object_get(vector, "doc"), *patch = json_object_get(vector, "patch");
    const json_t *expected = json_object_get(vector, "expected");
    adit_line error;
    if (patch == NULL || json_is_true(json_object_get(vector, "disabled")))
        return false;
    int before = atomic_load(&check_failures);
    json_t *result = patched(document, patch, &error);
    if (json_object_get(vector, "error") != NULL) {
        CHECK(result == NULL);
    } else {
        CHECK_TEXT(error.text, "");
        CHECK_JSON(result, expected != NULL ? expected : document);
        check_undone(document, patch);
    }
    json_decref(result);
    if (atomic_load(&check_failures) != before) {
        char *text = json_dumps(vector, JSON_COMPACT);
        fprintf(stderr, "    in the vector %s\n", text);
        free(text);
    }
    return true;
}

/* The vectors are not a part of the project; where they are not, there is nothing to do. */
static void given_the_public_vectors_when_applied_then_each_comes_to_what_it_says(void) {
    static const struct {
        const char *name;
        size_t least; /* so many are to be run */
    } files[] = {{JSON_PATCH_VECTORS "/tests.json", 90}, {JSON_PATCH_VECTORS "/spec_tests.json", 16}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        json_error_t problem;
        FILE *file = fopen(files[i].name, "r");
        if (file == NULL)
            continue;
        json_t *vectors = json_loadf(file, 0, &problem), *vector; /* some have a key twice, on purpose */
        size_t index, count = 0;
        json_array_foreach(vectors, index, vector) {
            count += check_vector(vector);
        }
        if (!CHECK(vectors != NULL && count >= files[i].least))
            fprintf(stderr, "    %zu vectors in %s %s\n", count, files[i].name, vectors == NULL ? problem.text : "");
        json_decref(vectors);
        fclose(file);
    }
}

/* -- What they leave out. -- */

static void check_patch(const char *document, const char *patch, const char *expected) {
    json_t *before = read_json(document), *operations = read_json(patch), *after = read_json(expected);
    adit_line error;
    json_t *result = patched(before, operations, &error);
    CHECK_TEXT(error.text, "");
    if (!CHECK_JSON(result, after))
        fprintf(stderr, "    by the patch %s\n", patch);
    json_decref(result);
    json_decref(after);
    json_decref(operations);
    json_decref(before);
}

static void given_patches_at_the_edges_when_applied_then_they_do_what_the_rfc_says(void) {
    static const char *const cases[][3] = {
        /* Moves, in an array both ways, and to where something is already. */
        {"[0,1,2,3]", "[{\"op\":\"move\",\"from\":\"/3\",\"path\":\"/1\"}]", "[0,3,1,2]"},
        {"[0,1,2,3]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/3\"}]", "[1,2,3,0]"},
        {"[0,1,2,3]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/-\"}]", "[1,2,3,0]"},
        {"[0,1,2,3]", "[{\"op\":\"move\",\"from\":\"/2\",\"path\":\"/2\"}]", "[0,1,2,3]"},
        {"[[],{}]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/0/a\"}]", NULL},
        {"{\"a\":{\"b\":1}}", "[{\"op\":\"move\",\"from\":\"/a/b\",\"path\":\"/a\"}]", "{\"a\":1}"},
        {"{\"a\":{\"b\":1}}", "[{\"op\":\"move\",\"from\":\"/a/b\",\"path\":\"\"}]", "1"},
        {"{\"a\":1}", "[{\"op\":\"move\",\"from\":\"\",\"path\":\"\"}]", "{\"a\":1}"},
        {"{\"ab\":1,\"a\":2}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/ab\"}]", "{\"ab\":2}"},
        {"{\"ab\":1,\"a\":{}}", "[{\"op\":\"move\",\"from\":\"/ab\",\"path\":\"/a/b\"}]", "{\"a\":{\"b\":1}}"},
        /* Copies share nothing. */
        {"{\"a\":[1]}",
         "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/b\"},{\"op\":\"add\",\"path\":\"/b/a/0\",\"value\":0}]",
         "{\"a\":[1],\"b\":{\"a\":[0,1]}}"},
        {"[1]", "[{\"op\":\"copy\",\"from\":\"/0\",\"path\":\"/-\"},{\"op\":\"copy\",\"from\":\"\",\"path\":\"/0\"}]",
         "[[1,1],1,1]"},
        /* An element is replaced, and none is inserted; a value that was put in is not a part of the patch. */
        {"[1,2]", "[{\"op\":\"replace\",\"path\":\"/1\",\"value\":{}},{\"op\":\"add\",\"path\":\"/1/a\",\"value\":3}]",
         "[1,{\"a\":3}]"},
        {"[1]", "[{\"op\":\"replace\",\"path\":\"/-\",\"value\":2}]", NULL},
        {"[1]", "[{\"op\":\"remove\",\"path\":\"/-\"}]", NULL},
        /* The document itself goes, and comes again. */
        {"[1]", "[{\"op\":\"remove\",\"path\":\"\"},{\"op\":\"add\",\"path\":\"\",\"value\":2}]", "2"},
        {"[1]", "[{\"op\":\"remove\",\"path\":\"\"},{\"op\":\"replace\",\"path\":\"\",\"value\":2}]", NULL},
        /* Equal is what is the same number, text or structure. */
        {"[1]", "[{\"op\":\"test\",\"path\":\"\",\"value\":[1.0]}]", "[1]"},
        {"[1e2]", "[{\"op\":\"test\",\"path\":\"/0\",\"value\":100}]", "[1e2]"},
        {"9007199254740993", "[{\"op\":\"test\",\"path\":\"\",\"value\":9007199254740992.0}]", NULL},
        {"9223372036854775807", "[{\"op\":\"test\",\"path\":\"\",\"value\":9223372036854775808.0}]", NULL},
        {"-9223372036854775808", "[{\"op\":\"test\",\"path\":\"\",\"value\":-9223372036854775808.0}]",
         "-9223372036854775808"},
        {"{\"a\":1}", "[{\"op\":\"test\",\"path\":\"\",\"value\":{\"a\":1,\"b\":2}}]", NULL},
        {"{\"a\":1,\"b\":2}", "[{\"op\":\"test\",\"path\":\"\",\"value\":{\"a\":1}}]", NULL},
        {"[1,2]", "[{\"op\":\"test\",\"path\":\"\",\"value\":[1]}]", NULL},
        {"[1]", "[{\"op\":\"test\",\"path\":\"\",\"value\":[1,2]}]", NULL},
        {"[1]", "[{\"op\":\"test\",\"path\":\"/0\",\"value\":1.5}]", NULL},
        {"null", "[{\"op\":\"test\",\"path\":\"\",\"value\":false}]", NULL},
        {"\"a\\u0000b\"", "[{\"op\":\"test\",\"path\":\"\",\"value\":\"a\"}]", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i][2] != NULL) {
            check_patch(cases[i][0], cases[i][1], cases[i][2]);
            continue;
        }
        json_t *document = read_json(cases[i][0]), *patch = read_json(cases[i][1]);
        adit_line error;
        if (!CHECK(patched(document, patch, &error) == NULL))
            fprintf(stderr, "    by the patch %s\n", cases[i][1]);
        json_decref(patch);
        json_decref(document);
    }
}

static void given_no_document_when_one_is_added_then_there_is_one(void) {
    json_t *document = NULL, *patch = read_json("[{\"op\":\"add\",\"path\":\"\",\"value\":[1]}]");
    json_t *more = read_json("[{\"op\":\"remove\",\"path\":\"\"}]");
    adit_line error = {0};
    CHECK(!adit_patch_apply(&document, more, NULL, NULL, &error));
    CHECK_TEXT(error.text, "op 0 (remove ): there is no document");
    CHECK(adit_patch_apply(&document, patch, NULL, NULL, &error));
    CHECK_JSON(document, json_object_get(json_array_get(patch, 0), "value"));
    CHECK(adit_patch_apply(&document, more, NULL, NULL, &error));
    CHECK(document == NULL);
    json_decref(more);
    json_decref(patch);
}

int main(void) {
    given_the_public_vectors_when_applied_then_each_comes_to_what_it_says();
    given_patches_at_the_edges_when_applied_then_they_do_what_the_rfc_says();
    given_no_document_when_one_is_added_then_there_is_one();
    return check_result();
}
