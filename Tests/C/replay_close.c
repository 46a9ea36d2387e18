/*
 * Recordings of cores that close while something is in flight: each app of the showcase with each kind of its work, on
 * either clock, closed by the function or by a message, with a message that is not handled any more.
 */
#define _GNU_SOURCE
#include "recorded.h"

#define PICKERS "[\"locationPicker\",\"datePicker\",\"travelOptions\",\"widgetOptions\"]"
#define REPORTS "[\"save\",\"analytics\",\"crashReporting\"]"
#define ONLINE "{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"kitchen\"}}},\"@id\":1}"
#define TYPED "{\"userTypesNewEmail\":{\"userEmail\":\"a@b\"}}"
#define PAGE(kind, url) "{\"page\":{\"request\":{\"" kind "\":{\"url\":\"" url "\"}}},\"@id\":\"" url "\"}"
#define NOTHING "{\"perform\":{\"nothing\":{}}}"

/* An app, the messages after which some of its work is in flight, and one that is not handled any more. */
static const struct work {
    const char *app, *gateways, *messages[4], *unread;
} works[] = {
    {"chat", "[]", {ONLINE}, ONLINE},
    {"chat", "[\"inbox\"]", {ONLINE}, ONLINE},
    {"profile", REPORTS, {TYPED}, TYPED},
    {"profile", REPORTS, {TYPED, "{\"userTapsChangeEmailButton\":{},\"@id\":7}"}, TYPED},
    {"reader", "[\"http\",\"keyValue\"]", {PAGE("refresh", "/a")}, PAGE("open", "/c")},
    {"reader", "[\"http\",\"keyValue\"]", {PAGE("open", "/a"), PAGE("refresh", "/b")}, PAGE("open", "/c")},
    {"reader",
     "[\"http\",\"keyValue\"]",
     {PAGE("refresh", "/a"), PAGE("open", "/b"), PAGE("open", "/d")},
     PAGE("open", "/c")},
    {"travelPlanner", PICKERS, {NOTHING}, NOTHING},
    {"travelPlanner", PICKERS, {"{\"perform\":{\"fromLocationRowPressed\":{}}}"}, NOTHING},
    {"travelPlanner",
     PICKERS,
     {"{\"perform\":{\"departureArrivalRowPressed\":{\"queryType\":\"arrival\",\"date\":\"2026-11-21T12:00:00Z\"}}}"},
     NOTHING},
    {"travelPlanner", PICKERS, {"{\"perform\":{\"travelOptionsButtonPressed\":{}}}"}, NOTHING},
    {"travelPlanner", PICKERS, {"{\"perform\":{\"widgetDirectTo_optionsButtonPressed\":{}}}"}, NOTHING},
    {"travelPlanner", PICKERS, {"{\"stream\":{\"request\":{\"subscribe\":{\"subscription\":\"log\"}}}}"}, NOTHING},
};

/* Records a session, and replays it. */
static void check_closing(const struct work *work, const char *clock, bool by_message) {
    // GIVEN
    struct folder folder = make_folder();
    struct heard heard = {0};
    char config[1000];
    size_t length;
    snprintf(config, sizeof config, "{\"record\":\"%s\",\"clock\":\"%s\",\"gateways\":%s}", in_folder(&folder, "a"),
             clock, work->gateways);
    adit_core core = open_core(work->app, config, &heard);
    for (size_t index = 0; index < 4 && work->messages[index] != NULL; index++) {
        send_format(core, "%s", work->messages[index]);
        drive(core);
    }
    // WHEN
    if (by_message)
        send_format(core, "%s", CLOSE);
    send_format(core, "%s", work->unread);
    if (by_message)
        drive(core);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
    // THEN its last jobs are in the recording, and nothing differs
    char *text = read_file(in_folder(&folder, "a"), &length);
    const char *close = strstr(text, ",\"close\":true");
    CHECK(close != NULL && strstr(close, ",\"effect\":") != NULL);
    free(text);
    CHECK_REPLAYED(work->app, in_folder(&folder, "a"), "\"equal\":true,\"complete\":true}");
    remove_folder(&folder);
}

static void given_work_in_flight_when_the_core_closes_then_its_recording_replays_alike(void) {
    for (size_t index = 0; index < sizeof works / sizeof *works; index++) {
        for (int by_message = 0; by_message <= 1; by_message++) {
            check_closing(&works[index], "real", by_message);
            check_closing(&works[index], "virtual", by_message);
        }
    }
}

int main(void) {
    given_work_in_flight_when_the_core_closes_then_its_recording_replays_alike();
    return check_result();
}
