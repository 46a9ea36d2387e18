/*
 * Texts of 200 KB that consist of combining marks, which Unicode puts in order in the square of their number: in every place where
 * a core hashes or compares what a host has sent, that must not take long. The test's time-out is a small part of what one of them
 * would take.
 */
#define _GNU_SOURCE
#include "files.h"

#define MARKS 100000 /* of two bytes each */

/* A text of marks that come in the wrong order, so that it differs from all others by its first byte. */
static const char *marks(char first) {
    static char text[2 * MARKS + 2];
    text[0] = first;
    for (int mark = 0; mark < MARKS; mark++)
        memcpy(text + 1 + 2 * mark, mark % 2 == 0 ? "\xCC\x81" : "\xCC\xA7", 2);
    text[sizeof text - 1] = 0;
    return text;
}

/* A form in which '%' stands for the text; to be freed. */
static char *filled(const char *form, char first) {
    const char *text = marks(first);
    size_t count = 1;
    for (const char *byte = form; *byte != 0; byte++)
        count += *byte == '%' ? strlen(text) : 1;
    char *json = malloc(count);
    if (json == NULL)
        abort();
    char *end = json;
    for (const char *byte = form; *byte != 0; byte++) {
        if (*byte == '%') {
            memcpy(end, text, strlen(text));
            end += strlen(text);
        } else {
            *end++ = *byte;
        }
    }
    *end = 0;
    return json;
}

/* Sends such a message, and lets it be handled. */
static void check_sent(int line, adit_core core, const char *form, char first, int32_t expected) {
    char *json = filled(form, first);
    check_int(__FILE__, line, form, adit_send(core, json, ADIT_NTS, NULL), expected);
    free(json);
    check_true(__FILE__, line, "handled", adit_process(core, 0) >= 0);
}

#define CHECK_SENT(form, first, expected) check_sent(__LINE__, core, (form), (first), (expected))

static void given_texts_of_marks_when_they_are_names_then_they_are_compared_at_once(void) {
    struct heard heard = {0};
    adit_core core = open_core("reader", "{\"gateways\":[\"http\",\"keyValue\"]}", &heard);
    for (char first = 'a'; first <= 'c'; first++) {
        CHECK_SENT("{\"@get\":{\"path\":\"/%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@get\":{\"path\":\"/history/%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@get\":{\"path\":\"/history/entities/%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@get\":{\"path\":\"/history/ids/%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@subscribe\":{\"subscription\":\"%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@subscribe\":{\"path\":\"/%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@subscribe\":{\"path\":\"/openings/entities/%/since\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@unsubscribe\":{\"subscription\":\"%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@unsubscribe\":{\"subscription\":\"%\"}}", first, ADIT_OK);
        CHECK_SENT("{\"@reply\":{\"effect\":\"%\",\"result\":null}}", first, ADIT_OK);
        CHECK_SENT("{\"@%\":{}}", first, ADIT_EMESSAGE);
        CHECK_SENT("{\"%\":{}}", first, ADIT_EMESSAGE);
        CHECK_SENT("{\"page\":{\"request\":{\"%\":{}}}}", first, ADIT_EMESSAGE);
        CHECK_SENT("{\"page\":{\"request\":{\"open\":{\"url\":\"x\",\"%\":1}}}}", first, ADIT_EMESSAGE);
        CHECK_SENT("{\"@get\":{\"path\":\"\",\"%\":1}}", first, ADIT_EMESSAGE);
        CHECK_SENT("{\"page\":{\"request\":{\"cancel\":{\"url\":\"x\"}}},\"@with\":{\"gateways\":{\"%\":1}}}", first,
                   ADIT_EMESSAGE);
        CHECK_SENT("{\"page\":{\"request\":{\"cancel\":{\"url\":\"x\"}}},\"@with\":{\"gateways\":{\"http\":{\"%\":1}}}}",
                   first, ADIT_OK);
        CHECK_SENT("{\"page\":{\"request\":{\"cancel\":{\"url\":\"%\"}}}}", first, ADIT_OK);
        CHECK_SENT("{\"page\":{\"request\":{\"open\":{\"url\":\"%\"}}}}", first, ADIT_OK);
        CHECK_SENT("{\"page\":{\"request\":{\"open\":{\"url\":\"%\"}}}}", first, ADIT_OK);
        CHECK_SENT("{\"page\":{\"request\":{\"refresh\":{\"url\":\"%\"}}}}", first, ADIT_OK);
    }
    for (char first = 'a'; first <= 'c'; first++) {
        CHECK_SENT("{\"page\":{\"request\":{\"cancel\":{\"url\":\"%\"}}}}", first, ADIT_OK);
        CHECK_SENT("{\"page\":{\"request\":{\"forget\":{\"url\":\"%\"}}}}", first, ADIT_OK);
    }
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
}

static void given_texts_of_marks_when_they_are_kept_then_they_are_compared_at_once(void) {
    struct heard heard = {0};
    adit_core core = open_core("chat", "{\"gateways\":[\"inbox\"],\"incoming\":\"all\"}", &heard);
    CHECK_SENT("{\"@subscribe\":{\"path\":\"\"}}", 'a', ADIT_OK);
    CHECK_SENT("{\"@subscribe\":{\"path\":\"/room\"}}", 'a', ADIT_OK);
    for (char first = 'a'; first <= 'e'; first++) {
        CHECK_SENT("{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"%\"}}}}", first, ADIT_OK);
        CHECK_SENT("{\"inbox\":{\"wasLost\":{\"room\":\"x%\"}}}", first, ADIT_OK);
        CHECK_SENT("{\"inbox\":{\"received\":{\"message\":{\"from\":\"%\",\"text\":\"%\"}}}}", first, ADIT_OK);
    }
    CHECK_SENT("{\"presence\":{\"request\":{\"goOffline\":{}}}}", 'a', ADIT_OK);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
}

static void given_texts_of_marks_when_they_are_paths_of_files_then_they_are_compared_at_once(void) {
    adit_core core = open_core("reader", "{}", NULL);
    for (char first = 'a'; first <= 'h'; first++) {
        CHECK_SENT("{\"@export\":{\"path\":\"%\"}}", first, ADIT_EDENIED);
        CHECK_SENT("{\"@import\":{\"path\":\"%\"}}", first, ADIT_EDENIED);
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

static void given_texts_of_marks_when_they_are_keys_in_a_file_then_they_are_compared_at_once(void) {
    struct folder folder = make_folder();
    struct heard heard = {0};
    char config[1000];
    snprintf(config, sizeof config, "{\"files\":{\"folder\":\"%s\"}}", folder.path);
    adit_core core = open_core("reader", config, &heard);
    const char *const forms[] = {"{\"%\":1}", "{\"history\":{\"%\":1}}",
                                 "{\"history\":{\"ids\":[],\"entities\":{\"%\":{}}}}"};
    for (size_t index = 0; index < sizeof forms / sizeof *forms; index++) {
        for (char first = 'a'; first <= 'c'; first++) {
            char *text = filled(forms[index], first);
            write_text(in_folder(&folder, "state.json"), text, 0600);
            free(text);
            CHECK_INT(adit_send(core, "{\"@import\":{\"path\":\"state.json\"}}", ADIT_NTS, NULL), ADIT_OK);
            do
                CHECK(adit_process(core, 0) >= 0);
            while (heard.count == 0 || strstr(heard_last(&heard), "@progress") != NULL);
            CHECK_HAS(heard_last(&heard), "\"code\":\"emessage\"");
            heard_forget(&heard);
        }
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    remove_folder(&folder);
}

int main(void) {
    given_texts_of_marks_when_they_are_paths_of_files_then_they_are_compared_at_once();
    given_texts_of_marks_when_they_are_keys_in_a_file_then_they_are_compared_at_once();
    given_texts_of_marks_when_they_are_names_then_they_are_compared_at_once();
    given_texts_of_marks_when_they_are_kept_then_they_are_compared_at_once();
    return check_result();
}
