/*
 * The same messages with the same overrides give the same output to the byte: on a virtual clock, and on the real one where
 * no timer runs; handled one by one or all together.
 */
#include "same.h"

#define WITH "\"with\":{\"date\":\"2026-11-21T09:30:00Z\",\"uuid\":{\"counting\":{\"from\":1}},\"random\":7}"

static void given_overrides_when_the_same_is_sent_then_the_same_is_heard(void) {
    static const char *const messages[] = {
        ADD("one"),
        ADD("two"),
        "{\"todo\":{\"request\":{\"check\":{\"id\":\"00000000-0000-0000-0000-000000000001\"}}},\"@id\":9}",
        "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"three\"}}}},\"@with\":{\"date\":\"2000-01-01T00:00:"
        "00Z\","
        "\"uuid\":{\"fixed\":\"ffffffff-ffff-4fff-bfff-ffffffffffff\"}}}",
        ADD("four"),
        GET("")};
    struct run real = {"todo", "{" WITH "}", messages, sizeof messages / sizeof *messages};
    char *output = check_same(&real);
    CHECK_HAS(output, "\"wasAdded\":{\"id\":\"00000000-0000-0000-0000-000000000001\",\"text\":\"one\"");
    CHECK_HAS(output, "\"alterDate\":\"2026-11-21T09:30:00Z\"}}},\"@id\":9}");
    /* What a message brings is for that message alone. */
    CHECK_HAS(output, "\"id\":\"ffffffff-ffff-4fff-bfff-ffffffffffff\",\"text\":\"three\",\"completed\":false,"
                      "\"created\":\"2000-01-01T00:00:00Z\"");
    CHECK_HAS(output, "\"id\":\"00000000-0000-0000-0000-000000000003\",\"text\":\"four\",\"completed\":false,"
                      "\"created\":\"2026-11-21T09:30:00Z\"");
    free(output);
    struct run virtual = {"todo", "{\"clock\":\"virtual\"," WITH "}", messages, sizeof messages / sizeof *messages};
    free(check_same(&virtual));
}

static void given_other_seeds_when_the_same_is_sent_then_other_ids_are_drawn(void) {
    static const char *const messages[] = {ADD("one")};
    struct run seven = {"todo", "{\"with\":{\"date\":\"2026-11-21T09:30:00Z\",\"uuid\":{\"seeded\":7}}}", messages, 1};
    struct run eight = {"todo", "{\"with\":{\"date\":\"2026-11-21T09:30:00Z\",\"uuid\":{\"seeded\":8}}}", messages, 1};
    char *first = check_same(&seven), *second = check_same(&eight);
    CHECK(strcmp(first, second) != 0);
    free(first);
    free(second);
}

static void given_wrong_overrides_when_they_are_sent_then_the_error_says_where(void) {
    static const struct {
        const char *beside, *error;
    } wrong[] = {
        {"{\"dte\":\"2026-11-21\"}", "@with: unknown key \"dte\"; did you mean \"date\"?"},
        {"{\"date\":\"yesterday\"}", "@with.date: found \"yesterday\""},
        {"{\"uuid\":{\"countin\":{}}}", "@with.uuid: no case \"countin\"; did you mean \"counting\"?"},
        {"{\"gateways\":{\"reveiw\":null}}", "@with.gateways: unknown key \"reveiw\"; did you mean \"review\"?"},
    };
    struct heard heard = {0};
    adit_core core = open_core("todo", "{}", &heard);
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        char text[256], config[256];
        adit_error error;
        snprintf(text, sizeof text, "{\"appReview\":{\"requestReview\":{}},\"@with\":%s}", wrong[index].beside);
        CHECK_INT(adit_send(core, text, ADIT_NTS, &error), ADIT_EMESSAGE);
        CHECK_HAS(error.text, wrong[index].error);
        snprintf(config, sizeof config, "{\"with\":%s}", wrong[index].beside);
        adit_core other;
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, NULL, NULL, NULL, &other, &error),
                  ADIT_ECONFIG);
        CHECK_HAS(error.text, wrong[index].error + 1);
    }
    adit_error error;
    CHECK_INT(adit_send(core, "{\"@get\":{\"path\":\"\"},\"@with\":{}}", ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_TEXT(error.text, "@with: found beside \"@get\"; a message of the app is expected");
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.count, 1);
    heard_forget(&heard);
}

int main(void) {
    given_overrides_when_the_same_is_sent_then_the_same_is_heard();
    given_other_seeds_when_the_same_is_sent_then_other_ids_are_drawn();
    given_wrong_overrides_when_they_are_sent_then_the_error_says_where();
    return check_result();
}
