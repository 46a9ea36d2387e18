#include "print.h"

#include "../screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Values. -- */

static void print_location(const json_t *location, const char *none) {
    const json_t *at = json_object_get(location, "coordinates");
    printf("%s", location != NULL ? screen_text(location, "name") : none);
    if (at != NULL)
        printf(" (%.4f, %.4f)", json_number_value(json_object_get(at, "latitude")),
               json_number_value(json_object_get(at, "longitude")));
}

/* A date to the minute. */
static void print_date(const char *date) {
    if (strlen(date) > strlen("2000-01-01T"))
        printf("%.10s %.5s", date, date + strlen("2000-01-01T"));
    else
        printf("-");
}

static void print_options(const json_t *options) {
    json_int_t minutes = json_integer_value(json_object_get(options, "extraTransferMinutes"));
    printf("%" JSON_INTEGER_FORMAT " more minutes for each transfer%s%s", minutes,
           json_is_true(json_object_get(options, "isStepFree")) ? ", step-free" : "",
           json_is_true(json_object_get(options, "avoidsSupplements")) ? ", no supplements" : "");
}

static void print_direct_options(const json_t *options) {
    printf("from %s", json_is_true(json_object_get(options, "departsFromHere")) ? "here" : "the from row");
}

static void print_check_out_options(const json_t *options) {
    if (json_is_true(json_object_get(options, "remindsToCheckOut")))
        printf("a reminder after %" JSON_INTEGER_FORMAT " minutes",
               json_integer_value(json_object_get(options, "reminderMinutes")));
    else
        printf("no reminder");
}

/* -- The screen. -- */

void print_rows(const json_t *state) {
    const json_t *time = json_object_get(state, "time"), *direct = json_object_get(state, "directTo");
    printf("From       ");
    print_location(json_object_get(state, "from"), "-");
    printf("\nTo         ");
    print_location(json_object_get(state, "to"), "-");
    printf("\nTime       %s ", screen_text(time, "queryType"));
    print_date(screen_text(time, "date"));
    printf("  [Now: %s]\nOptions    ", screen_text(time, "now"));
    print_options(json_object_get(state, "options"));
    printf("\nDirect to  ");
    print_location(json_object_get(direct, "address"), "-");
    printf(", ");
    print_direct_options(json_object_get(direct, "options"));
    printf("\nCheck out  ");
    print_check_out_options(json_object_get(state, "ciCo"));
    printf("\n");
}

/* -- Pickers. -- */

void print_picker(const json_t *effect) {
    const json_t *request = json_object_get(effect, "request"), *shown = screen_in(request, "show", NULL);
    const json_t *direct = screen_in(request, "directTo", "options", NULL);
    const char *gateway = screen_text(effect, "gateway");
    printf("-- pick ");
    if (strcmp(gateway, "locationPicker") == 0) {
        printf("a location for %s: now ", screen_text(shown, "row"));
        print_location(json_object_get(shown, "location"), "none");
    } else if (strcmp(gateway, "datePicker") == 0) {
        printf("a time: now %s ", screen_text(shown, "queryType"));
        print_date(screen_text(shown, "date"));
    } else if (strcmp(gateway, "travelOptions") == 0) {
        printf("options: now ");
        print_options(json_object_get(shown, "options"));
    } else if (direct != NULL) {
        printf("where direct trips begin: now ");
        print_direct_options(direct);
    } else {
        printf("a reminder to check out: now ");
        print_check_out_options(screen_in(request, "ciCo", "options", NULL));
    }
    printf("\n");
}

/* -- Messages. -- */

static void print_trip(const json_t *trip) {
    const json_t *from = json_object_get(trip, "from");
    printf("-- planned: from ");
    print_location(from, "here");
    printf(" to ");
    print_location(json_object_get(trip, "to"), "-");
    printf(", %s ", screen_text(trip, "queryType"));
    print_date(screen_text(trip, "date"));
    printf(", ");
    print_options(json_object_get(trip, "options"));
    printf("\n");
}

/* `[NAME] fromLocationRowPressed {"location":…}` */
static void print_action(const json_t *performed) {
    const json_t *action = json_object_get(performed, "action");
    const char *name;
    json_t *values;
    json_object_foreach((json_t *)action, name, values) {
        char *text = json_dumps(values, JSON_COMPACT);
        printf("[%s] %s %s\n", screen_text(performed, "subscription"), name, text != NULL ? text : "?");
        free(text);
    }
}

static void print_stream(const json_t *response) {
    static const char *const texts[][2] = {
        {"wasSubscribed", "is followed"},
        {"wasNotSubscribed", "is followed already"},
        {"wasUnsubscribed", "is not followed any more"},
        {"wasNotUnsubscribed", "was not followed"},
    };
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
        const json_t *subscription = json_object_get(response, texts[index][0]);
        if (subscription != NULL)
            printf("-- %s %s\n", screen_text(subscription, "subscription"), texts[index][1]);
    }
}

void print_message(const json_t *message) {
    const json_t *trip = screen_in(message, "trip", "wasPlanned", "trip", NULL);
    const json_t *response = screen_in(message, "stream", "response", NULL);
    const json_t *performed = screen_in(response, "actionPerformed", NULL);
    const json_t *failure = screen_in(message, "picker", "wasNotPresented", "error", NULL);
    const json_t *cancelled = screen_in(message, "picker", "wasCancelled", NULL);
    if (trip != NULL)
        print_trip(trip);
    else if (performed != NULL)
        print_action(performed);
    else if (response != NULL)
        print_stream(response);
    else if (failure != NULL)
        printf("-- not picked: %s\n", screen_text(failure, "message"));
    else if (cancelled != NULL)
        printf("-- nothing is picked\n");
}
