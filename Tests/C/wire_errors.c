/*
 * JSON that is no message of the app: each fault is told with its path, what was found, and where it can be, what would
 * have been right.
 */
#include "errors.h"
#include "messages.h"

#define ID "0f8fad5b-d9cb-469f-a165-708677289500"

struct fault {
    const char *message, *path, *found;
};

static void check_fault(adit_core core, const struct fault *fault) {
    int failures = atomic_load(&check_failures);
    adit_error error = rubbish_error();
    CHECK_INT(adit_send(core, fault->message, ADIT_NTS, &error), ADIT_EMESSAGE);
    CHECK_ERROR(&error, ADIT_EMESSAGE, strlen(fault->message));
    CHECK_HAS(error.text, fault->path);
    CHECK_HAS(error.text, fault->found);
    if (atomic_load(&check_failures) != failures)
        fprintf(stderr, "    for %s\n", fault->message);
}

#define CHECK_FAULTS(core, faults)                                                                                     \
    for (size_t index = 0; index < sizeof(faults) / sizeof *(faults); index++)                                         \
    check_fault((core), &(faults)[index])

static void given_an_unknown_case_when_sent_then_the_path_and_the_case_are_told(adit_core core) {
    static const struct fault faults[] = {
        {"{\"tod\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}}}", "", "tod"},
        {"{\"todo\":{\"reqest\":{\"check\":{\"id\":\"" ID "\"}}}}", "todo", "reqest"},
        {"{\"todo\":{\"request\":{\"ad\":{\"item\":{\"text\":\"x\"}}}}}", "todo.request", "ad"},
        {"{\"todo\":{\"request\":{\"Add\":{\"item\":{\"text\":\"x\"}}}}}", "todo.request", "Add"},
        {"{\"todo\":{\"request\":{\"\":{}}}}", "todo.request", ""},
        {"{\"tagging\":{\"request\":{\"add\":{}}}}", "tagging.request", "add"},
        {"{\"appReview\":{\"show\":{}}}", "appReview", "show"},
        {"{\"@gett\":{\"path\":\"\"}}", "@gett", ""},
        {"{\"@error\":{\"code\":\"eclosed\",\"message\":\"x\"}}", "@error", ""},
        {"{\"@closed\":{}}", "@closed", ""},
    };
    CHECK_FAULTS(core, faults);
}

static void given_an_unknown_key_when_sent_then_it_is_told(adit_core core) {
    static const struct fault faults[] = {
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\",\"colour\":1}}}}}", "todo.request.add.item",
         "colour"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\"},\"at\":0}}}}", "todo.request.add", "at"},
        {"{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\",\"_0\":1}}}}", "todo.request.check", "_0"},
        {"{\"appReview\":{\"requestReview\":{\"now\":true}}}", "appReview.requestReview", "now"},
        {"{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}},\"extra\":1}", "", "extra"},
        {"{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}},\"@idd\":1}", "", "@idd"},
        {"{\"@get\":{\"path\":\"\",\"deep\":true}}", "@get", "deep"},
        {"{\"@close\":{\"now\":true}}", "@close", "now"},
    };
    CHECK_FAULTS(core, faults);
}

static void given_a_missing_key_when_sent_then_it_is_told(adit_core core) {
    static const struct fault faults[] = {
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{}}}}}", "todo.request.add.item", "text"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":null}}}}}", "todo.request.add.item", "text"},
        {"{\"todo\":{\"request\":{\"add\":{}}}}", "todo.request.add", "item"},
        {"{\"todo\":{\"request\":{\"check\":{}}}}", "todo.request.check", "id"},
        {"{\"todo\":{\"request\":{\"edit\":{\"id\":\"" ID "\"}}}}", "todo.request.edit", "text"},
        {"{\"tagging\":{\"request\":{\"tag\":{\"item\":\"" ID "\"}}}}", "tagging.request.tag", "with"},
        {"{\"journal\":{\"request\":{\"list\":{}}}}", "journal.request.list", "day"},
        {"{\"todo\":{\"request\":{}}}", "todo.request", ""},
        {"{\"@unsubscribe\":{}}", "@unsubscribe", "subscription"},
    };
    CHECK_FAULTS(core, faults);
}

static void given_a_wrong_type_when_sent_then_the_path_and_what_was_found_are_told(adit_core core) {
    static const struct fault faults[] = {
        {"{\"todo\":7}", "todo", "7"},
        {"{\"todo\":[]}", "todo", "array"},
        {"{\"todo\":null}", "todo", "null"},
        {"{\"todo\":{\"request\":\"add\"}}", "todo.request", "string"},
        {"{\"todo\":{\"request\":{\"add\":[]}}}", "todo.request.add", "array"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":\"x\"}}}}", "todo.request.add.item", "string"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":7}}}}}", "todo.request.add.item.text", "7"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":[\"x\"]}}}}}", "todo.request.add.item.text", "array"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\",\"completed\":0}}}}}",
         "todo.request.add.item.completed", "0"},
        {"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"x\",\"completed\":\"true\"}}}}}",
         "todo.request.add.item.completed", "string"},
        {"{\"tagging\":{\"request\":{\"create\":{\"tag\":{\"name\":\"x\",\"tagged\":{}}}}}}",
         "tagging.request.create.tag.tagged", "object"},
        {"{\"appReview\":{\"requestReview\":null}}", "appReview.requestReview", "null"},
        {"{\"@get\":{\"path\":7}}", "@get", "7"},
        {"{\"@get\":\"/items\"}", "@get", "string"},
        {"{\"@close\":true}", "@close", "true"},
    };
    CHECK_FAULTS(core, faults);
}

static void given_ids_and_dates_that_are_none_when_sent_then_the_path_is_told(adit_core core) {
    static const char *const ids[] = {"",
                                      "x",
                                      "0f8fad5bd9cb469fa16570867728950000",
                                      "0f8fad5b-d9cb-469f-a165-70867728950",
                                      "0f8fad5b-d9cb-469f-a165-7086772895000",
                                      "0f8fad5b-d9cb-469f-a165-70867728950g",
                                      "{0f8fad5b-d9cb-469f-a165-70867728950}",
                                      "0f8fad5bxd9cbx469fxa165x708677289500"};
    static const char *const dates[] = {"",
                                        "now",
                                        "2024",
                                        "2024-02-30T00:00:00Z",
                                        "2023-02-29T00:00:00Z",
                                        "2024-13-01T00:00:00Z",
                                        "2024-00-01T00:00:00Z",
                                        "2024-01-00T00:00:00Z",
                                        "2024-01-01T24:00:00Z",
                                        "2024-01-01T00:60:00Z",
                                        "2024-01-01T00:00:61Z",
                                        "2024-01-01T00:00:00",
                                        "2024-01-01T00:00Z",
                                        "2024-01-01T00:00:00.Z",
                                        "2024-01-01T00:00:00+24:00",
                                        "2024-01-01T00:00:00Zx",
                                        "99999-01-01T00:00:00Z",
                                        "2024-01-01",
                                        "-024-01-01T00:00:00Z"};
    static const char *const days[] = {"",           "2024",     "2024-02-30",           "2023-02-29",
                                       "2024-13-01", "2024-1-1", "2024-01-01T00:00:00Z", "20240101",
                                       "2024-01-1x"};
    char message[300];
    for (size_t index = 0; index < sizeof ids / sizeof *ids; index++) {
        snprintf(message, sizeof message, "{\"todo\":{\"request\":{\"check\":{\"id\":\"%s\"}}}}", ids[index]);
        check_fault(core, &(struct fault){message, "todo.request.check.id", ids[index]});
    }
    for (size_t index = 0; index < sizeof dates / sizeof *dates; index++) {
        snprintf(message, sizeof message, "{\"todo\":{\"request\":{\"schedule\":{\"id\":\"" ID "\",\"due\":\"%s\"}}}}",
                 dates[index]);
        check_fault(core, &(struct fault){message, "todo.request.schedule.due", dates[index]});
    }
    for (size_t index = 0; index < sizeof days / sizeof *days; index++) {
        snprintf(message, sizeof message, "{\"journal\":{\"request\":{\"list\":{\"day\":\"%s\"}}}}", days[index]);
        check_fault(core, &(struct fault){message, "journal.request.list.day", days[index]});
    }
}

static void given_two_cases_when_sent_then_emessage(adit_core core) {
    static const struct fault faults[] = {
        {"{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"},\"delete\":{\"id\":\"" ID "\"}}}}", "todo.request", ""},
        {"{\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}},\"response\":{}}}", "todo", ""},
        {"{\"appReview\":{\"requestReview\":{}},\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}}}", "", ""},
        {"{\"appReview\":{\"requestReview\":{}},\"@get\":{\"path\":\"\"}}", "", "@get"},
        {"{\"@get\":{\"path\":\"\"},\"@close\":{}}", "", ""},
    };
    CHECK_FAULTS(core, faults);
}

static void given_ids_when_they_are_no_string_or_integer_or_too_long_then_emessage(adit_core core) {
    static const struct fault faults[] = {
        {"{\"appReview\":{\"requestReview\":{}},\"@id\":null}", "@id", "null"},
        {"{\"appReview\":{\"requestReview\":{}},\"@id\":true}", "@id", "true"},
        {"{\"appReview\":{\"requestReview\":{}},\"@id\":1.5}", "@id", "1.5"},
        {"{\"appReview\":{\"requestReview\":{}},\"@id\":[]}", "@id", "array"},
        {"{\"appReview\":{\"requestReview\":{}},\"@id\":{}}", "@id", "object"},
        {"{\"@get\":{\"path\":\"\"},\"@id\":{}}", "@id", "object"},
        {"{\"@id\":7}", "", ""},
    };
    CHECK_FAULTS(core, faults);
    char name[300] = "", message[400];
    memset(name, 'x', 256);
    snprintf(message, sizeof message, "{\"appReview\":{\"requestReview\":{}},\"@id\":\"%s\"}", name);
    check_fault(core, &(struct fault){message, "@id", "255"});
    name[0] = 0;
    for (int count = 0; count < 86; count++)
        strcat(name, "\xE2\x82\xAC"); /* 86 characters, 258 bytes */
    snprintf(message, sizeof message, "{\"appReview\":{\"requestReview\":{}},\"@id\":\"%s\"}", name);
    check_fault(core, &(struct fault){message, "@id", "255"});
}

static void given_integers_when_they_do_not_fit_then_emessage_and_one_point_zero_does(void) {
    static const struct fault faults[] = {
        {"{\"counter\":{\"request\":{\"increment\":{\"by\":1.5}}}}", "counter.request.increment.by", "1.5"},
        {"{\"counter\":{\"request\":{\"increment\":{\"by\":1e19}}}}", "counter.request.increment.by", ""},
        {"{\"counter\":{\"request\":{\"increment\":{\"by\":\"1\"}}}}", "counter.request.increment.by", "string"},
        {"{\"counter\":{\"request\":{\"increment\":{\"by\":true}}}}", "counter.request.increment.by", "true"},
        {"{\"counter\":{\"request\":{\"increment\":{\"by\":null}}}}", "counter.request.increment", "by"},
        {"{\"counter\":{\"request\":{\"increment\":{}}}}", "counter.request.increment", "by"},
        {"{\"counter\":{\"request\":{\"increment\":{\"_0\":1}}}}", "counter.request.increment", ""},
        {"{\"counter\":{\"request\":{\"increment\":1}}}", "counter.request.increment", "1"},
    };
    adit_core core = open_core("counter", "{}", NULL);
    char *out = NULL;
    CHECK_FAULTS(core, faults);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_call(core, INCREMENT(1.0), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(1) "]");
    adit_free(out);
    CHECK_INT(adit_call(core, INCREMENT(-2e1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    CHECK_TEXT(out, "[" WAS_INCREMENTED(-19) "]");
    adit_free(out);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    struct heard heard = {0};
    adit_core core = open_core("todo", "{}", &heard);
    given_an_unknown_case_when_sent_then_the_path_and_the_case_are_told(core);
    given_an_unknown_key_when_sent_then_it_is_told(core);
    given_a_missing_key_when_sent_then_it_is_told(core);
    given_a_wrong_type_when_sent_then_the_path_and_what_was_found_are_told(core);
    given_ids_and_dates_that_are_none_when_sent_then_the_path_is_told(core);
    given_two_cases_when_sent_then_emessage(core);
    given_ids_when_they_are_no_string_or_integer_or_too_long_then_emessage(core);
    CHECK_INT(adit_process(core, 0), 0); /* nothing of all this was queued */
    CHECK_INT(heard.count, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    given_integers_when_they_do_not_fit_then_emessage_and_one_point_zero_does();
    return check_result();
}
