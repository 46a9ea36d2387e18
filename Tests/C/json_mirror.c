/*
 * The mirror of adit_patch.h, fed with messages that no core has said: it follows what its subscription is told,
 * and notices what is missing or wrong.
 */
#include "json_document.h"
#include <adit_patch.h>

/* Lets the mirror hear a message. */
static adit_mirror_news tell(adit_mirror *mirror, const char *text, adit_patch_fn fn, void *context, adit_line *error) {
    json_t *message = read_json(text);
    *error = (adit_line){0};
    adit_mirror_news news = adit_mirror_hear(mirror, message, fn, context, error);
    CHECK_INT(error->length > 0, news == ADIT_MIRROR_LOST);
    json_decref(message);
    return news;
}

static void check_mirror(const adit_mirror *mirror, json_int_t revision, const char *expected) {
    json_t *value = expected != NULL ? read_json(expected) : NULL;
    CHECK_JSON(mirror->value, value);
    CHECK_INT(mirror->revision, revision);
    CHECK(!mirror->is_lost);
    json_decref(value);
}

#define VALUE(revision, value)                                                                                         \
    "{\"@value\":{\"subscription\":\"w\",\"path\":\"/p\",\"revision\":" revision value "},\"@id\":1}"
#define PATCH(from, revision, ops)                                                                                     \
    "{\"@patch\":{\"subscription\":\"w\",\"from\":" from ",\"revision\":" revision ",\"ops\":" ops "}}"

static void given_a_subscription_when_values_and_patches_come_then_the_mirror_follows(void) {
    adit_mirror mirror = adit_mirror_make("w", "/p");
    adit_line error;
    CHECK_INT(tell(&mirror, VALUE("7", ",\"value\":{\"ids\":[\"a\"],\"entities\":{\"a\":{\"done\":false}}}"), NULL,
                   NULL, &error),
              ADIT_MIRROR_VALUE);
    check_mirror(&mirror, 7, "{\"ids\":[\"a\"],\"entities\":{\"a\":{\"done\":false}}}");
    CHECK_INT(tell(&mirror,
                   PATCH("7", "9",
                         "[{\"op\":\"add\",\"path\":\"/entities/b\",\"value\":{}},"
                         "{\"op\":\"add\",\"path\":\"/ids/1\",\"value\":\"b\"},"
                         "{\"op\":\"move\",\"from\":\"/ids/1\",\"path\":\"/ids/0\"},"
                         "{\"op\":\"replace\",\"path\":\"/entities/a/done\",\"value\":true}]"),
                   NULL, NULL, &error),
              ADIT_MIRROR_PATCHED);
    check_mirror(&mirror, 9, "{\"ids\":[\"b\",\"a\"],\"entities\":{\"a\":{\"done\":true},\"b\":{}}}");
    CHECK_INT(tell(&mirror, PATCH("9", "10", "[{\"op\":\"replace\",\"path\":\"\",\"value\":3}]"), NULL, NULL, &error),
              ADIT_MIRROR_PATCHED);
    check_mirror(&mirror, 10, "3");
    CHECK_INT(tell(&mirror, VALUE("12", ""), NULL, NULL, &error), ADIT_MIRROR_VALUE);
    check_mirror(&mirror, 12, NULL);
    CHECK_INT(tell(&mirror, VALUE("13", ",\"value\":null"), NULL, NULL, &error), ADIT_MIRROR_VALUE);
    check_mirror(&mirror, 13, "null");
    adit_mirror_destroy(&mirror);
}

static void given_messages_for_others_when_heard_then_the_mirror_stays_as_it_is(void) {
    static const char *const messages[] = {
        "{\"todo\":{\"response\":{}}}",
        "{\"@value\":{\"path\":\"/p\",\"revision\":9,\"value\":2}}",
        "{\"@value\":{\"subscription\":\"v\",\"path\":\"/p\",\"revision\":9,\"value\":2}}",
        "{\"@value\":{\"subscription\":\"w\\u0000\",\"path\":\"/p\",\"revision\":9,\"value\":2}}",
        "{\"@value\":3}",
        "{\"@patch\":{\"subscription\":\"v\",\"from\":1,\"revision\":2,\"ops\":[]}}",
        "{\"@patch\":[]}",
        "[]",
        "1",
    };
    adit_mirror mirror = adit_mirror_make("w", "/p");
    adit_line error;
    CHECK_INT(tell(&mirror, VALUE("1", ",\"value\":1"), NULL, NULL, &error), ADIT_MIRROR_VALUE);
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        CHECK_INT(tell(&mirror, messages[i], NULL, NULL, &error), ADIT_MIRROR_NONE);
    CHECK_INT(adit_mirror_hear(&mirror, NULL, NULL, NULL, &error), ADIT_MIRROR_NONE);
    check_mirror(&mirror, 1, "1");
    adit_mirror_destroy(&mirror);
}

static void given_a_message_that_does_not_fit_when_heard_then_the_mirror_is_lost_until_it_is_told_anew(void) {
    static const char *const cases[][2] = {
        {PATCH("3", "4", "[]"), "a patch from revision 3 came, and the mirror is at revision 1"},
        {PATCH("0", "4", "[]"), "a patch from revision 0 came, and the mirror is at revision 1"},
        {PATCH("1", "0", "[]"), "a patch leads back from revision 1 to 0"},
        {PATCH("\"1\"", "2", "[]"), "@patch.from: a revision is expected, found \"1\""},
        {PATCH("1", "-2", "[]"), "@patch.revision: a revision is expected, found -2"},
        {PATCH("1", "2", "{}"), "the patch to revision 2 does not apply: a patch is an array of operations, found {}"},
        {PATCH("1", "2", "[{\"op\":\"replace\",\"path\":\"/0\",\"value\":2},{\"op\":\"remove\",\"path\":\"/1\"}]"),
         "the patch to revision 2 does not apply: op 1 (remove /1): the document has 1 element; an index from 0 to 0 "
         "is "
         "expected, found \"1\""},
        {"{\"@value\":{\"subscription\":\"w\",\"path\":\"/q\",\"revision\":2,\"value\":[2]}}",
         "@value.path: \"/p\" is expected, found \"/q\""},
        {"{\"@value\":{\"subscription\":\"w\",\"revision\":2}}", "@value.path: \"/p\" is expected, found nothing"},
        {"{\"@value\":{\"subscription\":\"w\",\"path\":\"/p\"}}",
         "@value.revision: a revision is expected, found nothing"},
    };
    adit_line error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adit_mirror mirror = adit_mirror_make("w", "/p");
        CHECK_INT(tell(&mirror, VALUE("1", ",\"value\":[1]"), NULL, NULL, &error), ADIT_MIRROR_VALUE);
        CHECK_INT(tell(&mirror, cases[i][0], NULL, NULL, &error), ADIT_MIRROR_LOST);
        CHECK_TEXT(error.text, cases[i][1]);
        CHECK(mirror.is_lost);
        json_t *before = read_json("[1]");
        CHECK_JSON(mirror.value, before);
        CHECK_INT(mirror.revision, 1);
        json_decref(before);
        /* What comes before the answer to the new subscription is of no use. */
        CHECK_INT(tell(&mirror, PATCH("1", "2", "[{\"op\":\"remove\",\"path\":\"/0\"}]"), NULL, NULL, &error),
                  ADIT_MIRROR_NONE);
        CHECK_INT(tell(&mirror, VALUE("5", ",\"value\":[5]"), NULL, NULL, &error), ADIT_MIRROR_VALUE);
        CHECK_INT(tell(&mirror, PATCH("5", "6", "[{\"op\":\"add\",\"path\":\"/-\",\"value\":6}]"), NULL, NULL, &error),
                  ADIT_MIRROR_PATCHED);
        check_mirror(&mirror, 6, "[5,6]");
        adit_mirror_destroy(&mirror);
    }
    adit_mirror early = adit_mirror_make("w", "/p");
    CHECK_INT(tell(&early, PATCH("0", "1", "[]"), NULL, NULL, &error), ADIT_MIRROR_LOST);
    CHECK_TEXT(error.text, "a patch from revision 0 came, and the mirror has no value yet");
    adit_mirror_destroy(&early);
}

static void given_a_core_that_was_opened_again_when_patches_come_then_the_mirror_waits_for_a_value(void) {
    adit_mirror mirror = adit_mirror_make("w", "/p");
    adit_line error;
    CHECK_INT(tell(&mirror, VALUE("5", ",\"value\":[5]"), NULL, NULL, &error), ADIT_MIRROR_VALUE);
    CHECK_INT(tell(&mirror, "{\"@reopened\":{\"core\":\"c\",\"kept\":false}}", NULL, NULL, &error),
              ADIT_MIRROR_REOPENED);
    CHECK_INT(tell(&mirror, PATCH("5", "6", "[]"), NULL, NULL, &error), ADIT_MIRROR_NONE);
    CHECK_INT(tell(&mirror, VALUE("0", ",\"value\":[]"), NULL, NULL, &error), ADIT_MIRROR_VALUE);
    check_mirror(&mirror, 0, "[]");
    adit_mirror_destroy(&mirror);
}

/* What a listener was told, a line a change. */
struct told {
    const adit_mirror *mirror;
    adit_line line;
};

static void listen(void *context, const adit_patch_change *change) {
    struct told *told = context;
    adit_line_add(&told->line, "%" JSON_INTEGER_FORMAT " %d %s %s ", told->mirror->revision, (int)change->op,
                  change->path->text, change->from->count > 0 ? change->from->text : "");
    adit_line_add_json(&told->line, change->old);
    adit_line_add(&told->line, " ");
    adit_line_add_json(&told->line, change->value);
    adit_line_add(&told->line, "\n");
}

static void given_a_listener_when_a_patch_is_applied_then_it_is_told_of_each_change(void) {
    adit_mirror mirror = adit_mirror_make("w", "/p");
    struct told told = {.mirror = &mirror};
    adit_line error;
    CHECK_INT(tell(&mirror, VALUE("1", ",\"value\":{\"a\":[1,2],\"b\":3}"), listen, &told, &error), ADIT_MIRROR_VALUE);
    CHECK_INT(
        tell(
            &mirror,
            PATCH("1", "2",
                  "[{\"op\":\"add\",\"path\":\"/c\",\"value\":{}},{\"op\":\"add\",\"path\":\"/c/d\",\"value\":4},"
                  "{\"op\":\"test\",\"path\":\"/c/d\",\"value\":4},{\"op\":\"add\",\"path\":\"/b\",\"value\":5},"
                  "{\"op\":\"replace\",\"path\":\"/a/1\",\"value\":6},{\"op\":\"add\",\"path\":\"/a/0\",\"value\":0},"
                  "{\"op\":\"move\",\"from\":\"/a/0\",\"path\":\"/a/2\"},{\"op\":\"move\",\"from\":\"/c\",\"path\":\"/"
                  "b\"},"
                  "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/e\"},{\"op\":\"move\",\"from\":\"/e\",\"path\":\"/e\"},"
                  "{\"op\":\"remove\",\"path\":\"/a\"},{\"op\":\"replace\",\"path\":\"\",\"value\":7}]"),
            listen, &told, &error),
        ADIT_MIRROR_PATCHED);
    CHECK_TEXT(told.line.text, "2 0 /c  nothing {}\n"
                               "2 0 /c/d  nothing 4\n"
                               "2 0 /b  3 5\n"
                               "2 2 /a/1  2 6\n"
                               "2 0 /a/0  nothing 0\n"
                               "2 3 /a/2 /a/0 nothing nothing\n"
                               "2 3 /b /c 5 nothing\n"
                               "2 4 /e /a nothing nothing\n"
                               "2 3 /e /e nothing nothing\n"
                               "2 1 /a  [1,6,0] nothing\n"
                               "2 2   {\"b\":{\"d\":4},\"e\":[1,6,0]} 7\n");
    told.line = (adit_line){0};
    CHECK_INT(
        tell(&mirror, PATCH("2", "3", "[{\"op\":\"replace\",\"path\":\"\",\"value\":8},{}]"), listen, &told, &error),
        ADIT_MIRROR_LOST);
    CHECK_TEXT(told.line.text, ""); /* nothing has changed */
    adit_mirror_destroy(&mirror);
}

static void given_two_values_when_they_differ_then_it_is_said_where(void) {
    static const char *const cases[][3] = {
        {"{\"a\":[1,{\"~/\":2}],\"b\":1}", "{\"b\":1,\"a\":[1,{\"~/\":2}]}", ""},
        {"{\"a\":[1,{\"~/\":2}]}", "{\"a\":[1,{\"~/\":3}]}", "/a/1/~0~1 is 2, and not 3"},
        {"{\"a\":[1]}", "{\"a\":[1,2]}", "/a/1 is nothing, and not 2"},
        {"{\"a\":[1,2]}", "{\"a\":[1]}", "/a/1 is 2, and not nothing"},
        {"{\"a\":1}", "{\"a\":1,\"\":2}", "/ is nothing, and not 2"},
        {"{\"a\":1,\"\\u009b\":2}", "{\"a\":1}", "/\\u009b is 2, and not nothing"},
        {"[]", "{}", "the whole is [], and not {}"},
        {"1", "1.0", "the whole is 1, and not 1.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *one = read_json(cases[i][0]), *other = read_json(cases[i][1]);
        adit_line found = {0};
        CHECK_INT(adit_value_differ(one, other, &found), cases[i][2][0] != '\0');
        CHECK_TEXT(found.text, cases[i][2]);
        json_decref(one);
        json_decref(other);
    }
    adit_line found = {0};
    CHECK(!adit_value_differ(NULL, NULL, &found));
    CHECK(adit_value_differ(NULL, json_null(), &found));
    CHECK_TEXT(found.text, "the whole is nothing, and not null");
}

int main(void) {
    given_a_subscription_when_values_and_patches_come_then_the_mirror_follows();
    given_messages_for_others_when_heard_then_the_mirror_stays_as_it_is();
    given_a_message_that_does_not_fit_when_heard_then_the_mirror_is_lost_until_it_is_told_anew();
    given_a_core_that_was_opened_again_when_patches_come_then_the_mirror_waits_for_a_value();
    given_a_listener_when_a_patch_is_applied_then_it_is_told_of_each_change();
    given_two_values_when_they_differ_then_it_is_said_where();
    return check_result();
}
