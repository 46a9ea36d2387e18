/*
 * travel: a host with a screen of many controls, the travel planner. What the user presses are lines of standard input.
 * What the core wants to be picked is asked for, and the next line that begins with = is the answer. What is done on
 * the screen can be followed by a name, as a stream of actions.
 *
 *     travel.c          the lines, the pickers
 *     travel/print.c    what is printed
 *     screen/screen.c   the core, the loop, the command line
 */
#include "screen/screen.h"
#include "travel/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Hearing. -- */

static void hear(screen *screen, const json_t *message) {
    const json_t *effect = screen_in(message, "@effect", NULL), *cancel = screen_in(message, "@cancel", NULL);
    const json_t *error = screen_in(message, "@error", NULL), *state = screen_in(message, "@value", "value", NULL);
    if (effect != NULL) {
        print_picker(effect);
        screen_ask(screen, effect);
    } else if (cancel != NULL && screen_cancel(screen, cancel)) {
        printf("-- it closes\n");
    } else if (error != NULL) {
        screen_fail(screen, screen_text(error, "message"));
    } else if (json_is_object(state)) {
        print_rows(state);
    } else {
        print_message(message);
    }
}

/* -- Answering what is to be picked. Each makes the reply's result; NULL where the text is no answer. -- */

/* `NAME`, or `NAME @ LATITUDE, LONGITUDE`. */
static json_t *location(char *text) {
    static const char separator[] = " @ ";
    char *at = strstr(text, separator);
    double latitude, longitude;
    int end = 0;
    if (at == NULL)
        return json_pack("{s:s}", "name", text);
    if (sscanf(at + strlen(separator), "%lf, %lf%n", &latitude, &longitude, &end) != 2 ||
        at[strlen(separator) + (size_t)end] != '\0')
        return NULL;
    *at = '\0';
    return json_pack("{s:s,s:{s:f,s:f}}", "name", text, "coordinates", "latitude", latitude, "longitude", longitude);
}

/* `departure`, `arrival`, or one of them with a date behind it. The core reads the date. */
static json_t *picked_time(char *text) {
    char *space = strchr(text, ' ');
    if (space == NULL)
        return json_pack("{s:s}", "queryType", text);
    *space = '\0';
    return json_pack("{s:s,s:s}", "queryType", text, "date", space + 1);
}

/* `MINUTES [step-free] [no-supplements]`. */
static json_t *travel_options(const char *text) {
    char *end;
    long minutes = strtol(text, &end, 10);
    if (end == text)
        return NULL;
    return json_pack("{s:I,s:b,s:b}", "extraTransferMinutes", (json_int_t)minutes, "isStepFree",
                     strstr(end, "step-free") != NULL, "avoidsSupplements", strstr(end, "no-supplements") != NULL);
}

/* `here` or `row`. */
static json_t *direct_options(const char *text) {
    bool here = strcmp(text, "here") == 0;
    return here || strcmp(text, "row") == 0 ? json_pack("{s:b}", "departsFromHere", here) : NULL;
}

/* `off`, or the number of minutes. */
static json_t *check_out_options(const char *text) {
    char *end;
    long minutes = strtol(text, &end, 10);
    if (strcmp(text, "off") == 0)
        return json_pack("{s:b}", "remindsToCheckOut", false);
    return end != text ? json_pack("{s:b,s:I}", "remindsToCheckOut", true, "reminderMinutes", (json_int_t)minutes)
                       : NULL;
}

static void pick(screen *screen, char *text) {
    const char *key = "location";
    json_t *answer;
    if (strcmp(screen->gateway, "locationPicker") == 0)
        answer = location(text);
    else if (strcmp(screen->gateway, "datePicker") == 0)
        key = "picked", answer = picked_time(text);
    else if (strcmp(screen->gateway, "travelOptions") == 0)
        key = "options", answer = travel_options(text);
    else if (screen_in(screen->request, "directTo", NULL) != NULL)
        key = "directTo", answer = direct_options(text);
    else
        key = "ciCo", answer = check_out_options(text);
    if (answer == NULL)
        screen_fail(screen, "that is no answer; --help says how each is given");
    else
        screen_answer(screen, json_pack("{s:o}", key, answer), NULL);
}

/* -- The controls. Each has one action, which it performs with what its row shows. -- */

static json_t *shown_from(const json_t *state) {
    return json_pack("{s:O*}", "location", json_object_get(state, "from"));
}

static json_t *shown_to(const json_t *state) {
    return json_pack("{s:O*}", "location", json_object_get(state, "to"));
}

static json_t *shown_time(const json_t *state) {
    const json_t *time = json_object_get(state, "time");
    return json_pack("{s:O*,s:O*}", "queryType", json_object_get(time, "queryType"), "date",
                     json_object_get(time, "date"));
}

/** The line that presses a control, its action, and what its row shows of the state; NULL: nothing. */
static const struct {
    const char *line, *action;
    json_t *(*shown)(const json_t *state);
} controls[] = {
    {"from", "fromLocationRowPressed", shown_from},
    {"to", "toLocationRowPressed", shown_to},
    {"switch", "switchLocationButtonPressed", NULL},
    {"time", "departureArrivalRowPressed", shown_time},
    {"now", "nowButtonPressed", NULL},
    {"options", "travelOptionsButtonPressed", NULL},
    {"address", "widgetDirectTo_configureAddressButtonPressed", NULL},
    {"direct options", "widgetDirectTo_optionsButtonPressed", NULL},
    {"check-out options", "widgetCiCo_optionsButtonPressed", NULL},
};

static void perform(screen *screen, const char *action, json_t *values) {
    screen_send(screen, json_pack("{s:{s:o}}", "perform", action, values));
}

static bool press(screen *screen, const char *line) {
    for (size_t index = 0; index < sizeof controls / sizeof *controls; index++) {
        if (strcmp(line, controls[index].line) != 0)
            continue;
        json_t *state = controls[index].shown != NULL ? screen_state(screen) : NULL;
        perform(screen, controls[index].action, state != NULL ? controls[index].shown(state) : json_object());
        json_decref(state);
        return true;
    }
    return false;
}

static void follow(screen *screen, const char *request, const char *name) {
    screen_send(screen, json_pack("{s:{s:{s:{s:s}}}}", "stream", "request", request, "subscription", name));
}

static bool run(screen *screen, char *line) {
    char *answer = screen_after(line, "="), *direct = screen_after(line, "direct"), *name;
    bool is_answer = answer != NULL || strcmp(line, "cancel") == 0;
    if (press(screen, line))
        return true;
    if (is_answer && screen->effect == NULL)
        printf("-- nothing is to be picked\n");
    else if (answer != NULL)
        pick(screen, answer);
    else if (is_answer)
        screen_answer(screen, json_object(), NULL);
    else if (direct != NULL)
        perform(screen, "widgetDirectTo_selectLocation", json_pack("{s:{s:s}}", "location", "name", direct));
    else if ((name = screen_after(line, "follow")) != NULL)
        follow(screen, "subscribe", name);
    else if ((name = screen_after(line, "unfollow")) != NULL)
        follow(screen, "unsubscribe", name);
    else if (strcmp(line, "rows") == 0)
        screen_send(screen, json_pack("{s:{s:s}}", "@get", "path", ""));
    else
        return false;
    return true;
}

static const char help[] =
    "Plans a trip in an Adit core of the app travelPlanner. Lines are read from standard input:\n\n"
    "  from, to           press the row with where the trip begins, or ends\n"
    "  switch             switch the two\n"
    "  time               press the row with the time\n"
    "  now                press the Now button beside it: on, off, automatic\n"
    "  options            press the button for the options of the trip\n"
    "  direct NAME        plan directly to a location\n"
    "  direct options     press the options of the widget that does\n"
    "  address            press the button that sets its address\n"
    "  check-out options  press the options of the widget for checking in and out\n"
    "  rows               print what the screen shows\n"
    "  follow NAME        follow what is done on the screen from now on\n"
    "  unfollow NAME      do so no longer\n"
    "  cancel             pick nothing\n"
    "  = ANSWER           pick: NAME or NAME @ LATITUDE, LONGITUDE for a location; departure or arrival for a time,\n"
    "                     with DATE behind it or without; MINUTES [step-free] [no-supplements] for a trip; here or\n"
    "                     row for where direct trips begin; off or MINUTES for a reminder to check out\n";

int main(int argc, char **argv) {
    static const screen_kind kind = {
        .program = "travel",
        .app = "travelPlanner",
        .gateways = "[\"locationPicker\",\"datePicker\",\"travelOptions\",\"widgetOptions\"]",
        .help = help,
        .hear = hear,
        .run = run,
    };
    return screen_main(&kind, argc, argv);
}
