/*
 * The JSON Pointers of adit_patch.h: all that RFC 6901 has, and what is none.
 */
#include "json_document.h"
#include <adit_patch.h>

/* What a pointer leads to; NULL, and the error, where it leads nowhere or is none. */
static json_t *follow(json_t *document, const char *text, size_t length, adit_line *error) {
    adit_pointer pointer;
    *error = (adit_line){0};
    if (!adit_pointer_read(&pointer, text, length, error))
        return NULL;
    json_t *value = adit_pointer_find(&pointer, pointer.count, document, error);
    adit_pointer_destroy(&pointer);
    return value;
}

static void check_leads_to(json_t *document, const char *text, size_t length, const char *expected) {
    adit_line error;
    json_t *value = read_json(expected);
    if (!CHECK_JSON(follow(document, text, length, &error), value))
        fprintf(stderr, "    by the pointer \"%s\"\n", text);
    CHECK_TEXT(error.text, "");
    json_decref(value);
}

static void check_leads_nowhere(json_t *document, const char *text, const char *expected) {
    adit_line error;
    CHECK(follow(document, text, strlen(text), &error) == NULL);
    CHECK_TEXT(error.text, expected);
}

static void given_the_document_of_the_rfc_when_its_pointers_are_followed_then_they_lead_to_its_values(void) {
    static const char text[] = "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,"
                               "\"k\\\"l\":6,\" \":7,\"m~n\":8}";
    static const char *const examples[][2] = {
        {"", text},
        {"/foo", "[\"bar\",\"baz\"]"},
        {"/foo/0", "\"bar\""},
        {"/", "0"},
        {"/a~1b", "1"},
        {"/c%d", "2"},
        {"/e^f", "3"},
        {"/g|h", "4"},
        {"/i\\j", "5"},
        {"/k\"l", "6"},
        {"/ ", "7"},
        {"/m~0n", "8"},
    };
    json_t *document = read_json(text);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        check_leads_to(document, examples[i][0], strlen(examples[i][0]), examples[i][1]);
    json_decref(document);
}

static void given_unusual_keys_when_followed_then_each_byte_counts(void) {
    json_t *document = read_json("{\"\":{\"\":{\"\":1}},\"~1\":2,\"~01\":3,\"/\":4,\"0\":5,\"-\":6,\"01\":7,"
                                 "\"\xC3\xA9\":8,\"e\xCC\x81\":9,\"\xF0\x9F\x98\x80\":10,\"\\n\":11}");
    json_object_setn_new(document, "a\0b", 3, json_integer(12)); /* which jansson does not read */
    json_object_setn_new(document, "a", 1, json_integer(13));
    check_leads_to(document, "//", 2, "{\"\":1}");
    check_leads_to(document, "///", 3, "1");
    check_leads_to(document, "/~01", 4, "2");
    check_leads_to(document, "/~001", 5, "3");
    check_leads_to(document, "/~1", 3, "4");
    check_leads_to(document, "/0", 2, "5");
    check_leads_to(document, "/-", 2, "6");
    check_leads_to(document, "/01", 3, "7");
    check_leads_to(document, "/\xC3\xA9", 3, "8");
    check_leads_to(document, "/e\xCC\x81", 4, "9");
    check_leads_to(document, "/\xF0\x9F\x98\x80", 5, "10");
    check_leads_to(document, "/\n", 2, "11");
    check_leads_to(document, "/a\0b", 4, "12");
    check_leads_to(document, "/a", 2, "13");
    json_decref(document);
}

static void given_a_pointer_to_nothing_when_followed_then_it_is_said_what_is_there(void) {
    json_t *document = read_json("{\"list\":[1,2],\"one\":[1],\"none\":[],\"text\":\"x\",\"empty\":{},\"null\":null,"
                                 "\"two\":{\"a\":1,\"b\\u001b\":2}}");
    static const char list[] = "/list has 2 elements; an index from 0 to 1 is expected, found ";
    static const char *const bad[] = {"2",
                                      "-",
                                      "",
                                      "00",
                                      "01",
                                      "1e0",
                                      "-1",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "0x1",
                                      "x",
                                      "1.0",
                                      "\xD9\xA1",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "36893488147419103233"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[100], expected[200];
        snprintf(text, sizeof text, "/list/%s", bad[i]);
        snprintf(expected, sizeof expected, "%s\"%s\"", list, bad[i]);
        check_leads_nowhere(document, text, expected);
    }
    check_leads_nowhere(document, "/x",
                        "the document has no member \"x\"; it has \"list\", \"one\", \"none\" and 4 more");
    check_leads_nowhere(document, "/two/\a", "/two has no member \"\\u0007\"; it has \"a\" and \"b\\u001b\"");
    check_leads_nowhere(document, "/empty/x/y", "/empty has no member \"x\"; it has none");
    check_leads_nowhere(document, "/none/0", "/none has 0 elements; no index leads anywhere, found \"0\"");
    check_leads_nowhere(document, "/one/1/2", "/one has 1 element; an index from 0 to 0 is expected, found \"1\"");
    check_leads_nowhere(document, "/text/0", "/text is \"x\"; an object or an array is expected, to have \"0\"");
    check_leads_nowhere(document, "/null/", "/null is null; an object or an array is expected, to have \"\"");
    json_decref(document);
    check_leads_nowhere(NULL, "", "there is no document");
    check_leads_nowhere(NULL, "/x", "there is no document");
}

static void given_a_text_that_is_no_pointer_when_read_then_it_is_said_why(void) {
    json_t *document = read_json("{\"a\":1,\"~\":2,\"~2\":3}");
    static const char start[] = "a JSON Pointer is empty or begins with \"/\", found ";
    static const char tilde[] = "in a JSON Pointer, ~ is written as ~0, and / within a key as ~1, found ";
    static const char *const unstarted[] = {"a", "#/a", "~1a", " ", "a/", "-"};
    static const char *const unescaped[] = {"/~", "/a~", "/~2", "/~/a", "/~~", "/~01~", "/~\xC3\xA9"};
    char expected[200];
    for (size_t i = 0; i < sizeof unstarted / sizeof *unstarted; i++) {
        snprintf(expected, sizeof expected, "%s\"%s\"", start, unstarted[i]);
        check_leads_nowhere(document, unstarted[i], expected);
    }
    for (size_t i = 0; i < sizeof unescaped / sizeof *unescaped; i++) {
        snprintf(expected, sizeof expected, "%s\"%s\"", tilde, unescaped[i]);
        check_leads_nowhere(document, unescaped[i], expected);
    }
    adit_line error;
    CHECK(follow(document, "\0/a", 3, &error) == NULL);
    CHECK_TEXT(error.text, "a JSON Pointer is empty or begins with \"/\", found \"\\u0000/a\"");
    json_decref(document);
}

/* Every length around that of the room there is: the text ends at a character's end. */
static void given_an_endless_pointer_when_it_leads_nowhere_then_the_error_is_cut_at_a_character(void) {
    static char text[3000] = "/";
    json_t *document = read_json("{}");
    for (size_t ascii = 0; ascii < 8; ascii++) {
        adit_line error;
        memset(text + 1, 'x', ascii);
        for (size_t i = 1 + ascii; i + 3 < sizeof text; i += 3)
            memcpy(text + i, "\xE2\x82\xAC", 3);
        CHECK(follow(document, text, 1 + ascii + 600 * 3, &error) == NULL);
        json_t *shown = json_string(error.text);
        CHECK(shown != NULL); /* UTF-8 */
        CHECK_INT(strlen(error.text), error.length);
        CHECK_TEXT(error.text + error.length - 3, "\xE2\x80\xA6");
        CHECK(error.length > sizeof error.text - 8 && error.length < sizeof error.text);
        json_decref(shown);
    }
    json_decref(document);
}

int main(void) {
    given_the_document_of_the_rfc_when_its_pointers_are_followed_then_they_lead_to_its_values();
    given_unusual_keys_when_followed_then_each_byte_counts();
    given_a_pointer_to_nothing_when_followed_then_it_is_said_what_is_there();
    given_a_text_that_is_no_pointer_when_read_then_it_is_said_why();
    given_an_endless_pointer_when_it_leads_nowhere_then_the_error_is_cut_at_a_character();
    return check_result();
}
