/*
 * workload.h: the messages that both programs are given, so that they are the same to the byte.
 *
 *     PROGRAM SCENARIO PRESENT COUNT …
 *
 * Before anything is counted, PRESENT items with known ids are added; then COUNT messages follow. All texts are made
 * beforehand, so their making is no part of the difference of two counts.
 */
#ifndef ADIT_BENCHMARKS_WORKLOAD_H
#define ADIT_BENCHMARKS_WORKLOAD_H

#include "workload_values.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    char *text;
    size_t length;
};

struct workload {
    const char *app;
    size_t present, count;
    size_t cycle; /* how many different messages there are; they come again and again */
    struct message *messages;
};

#define WORKLOAD_ID "00000000-0000-4000-8000-%012zu"

static inline struct message message_made(const char *format, size_t number) {
    int length = snprintf(NULL, 0, format, number);
    char *text = malloc((size_t)length + 1);
    if (text == NULL)
        abort();
    snprintf(text, (size_t)length + 1, format, number);
    return (struct message){text, (size_t)length};
}

/* The message that adds the item `number` before the counting. */
static inline struct message workload_filler(size_t number) {
    return message_made(
        "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" WORKLOAD_ID "\",\"text\":\"Buy milk\"}}}}}", number);
}

/* As many whatever the count, so that their making is no part of the difference of two counts. */
enum { WORKLOAD_MOST_GIVEN = 4096 };

/* An item whose id and dates are given. */
static const char workload_given[] =
    "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" WORKLOAD_ID "\",\"text\":\"Buy milk\",\"created\":"
    "\"2026-11-24T09:30:00Z\",\"due\":\"2026-12-01T17:00:00.250Z\"}}}}}";

static const char workload_check[] = "{\"todo\":{\"request\":{\"check\":{\"id\":\"" WORKLOAD_ID "\"}}}}";
static const char workload_uncheck[] = "{\"todo\":{\"request\":{\"uncheck\":{\"id\":\"" WORKLOAD_ID "\"}}}}";

/* Texts as they are in JSON: each a piece that is repeated. */
static const struct workload_text {
    const char *name, *piece;
    size_t times;
} workload_texts[] = {
    {"plain", "Buy milk, bread and butter at the shop downtown. 1", 4},
    {"escaped", "Buy \\\"milk\\\", bread\\tand butter at the caf\\u00e9.\\n1", 4},
    {"cyrillic", "\xD0\x9A\xD1\x83\xD0\xBF\xD0\xB8\xD1\x82\xD1\x8C \xD0\xBC\xD0\xBE\xD0\xBB\xD0\xBE\xD0\xBA\xD0\xBE "
                 "\xD0\xB8 \xD1\x85\xD0\xBB\xD0\xB5\xD0\xB1 \xD0\xB4\xD0\xBE\xD0\xBC\xD0\xBE\xD0\xB9", 1},
    {"numbered", "\\u0434\\u043e\\u043c", 1},
    {"cyrillic200", "\xD0\x9A\xD1\x83\xD0\xBF\xD0\xB8 \xD1\x85\xD0\xBB\xD0\xB5\xD0\xB1 ", 10},
    {"numbered200", "\\u041a\\u0443\\u043f\\u0438 \\u0445", 6},
    {"chinese200", "\xE4\xB9\xB0\xE7\x89\x9B\xE5\xA5\xB6\xE5\x92\x8C\xE9\x9D\xA2\xE5\x8C\x85", 11},
    {"ideographs200", "\\u4e70\\u725b\\u5976\\u548c\\u9762\\u5305", 5},
    {"emoji200", "\xF0\x9F\xA5\x9B\xF0\x9F\x8D\x9E", 25},
    {"pairs200", "\\ud83e\\udd5b\\ud83c\\udf5e", 8},
    {"plain10k", "Buy milk, bread and butter at the shop downtown. 1", 205},
    {"escaped10k", "Buy \\\"milk\\\", bread\\tand butter at the caf\\u00e9.\\n1", 205},
    {"cyrillic10k", "\xD0\x9A\xD1\x83\xD0\xBF\xD0\xB8 \xD1\x85\xD0\xBB\xD0\xB5\xD0\xB1 ", 526},
    {"numbered10k", "\\u041a\\u0443\\u043f\\u0438 \\u0445", 322},
    {"chinese10k", "\xE4\xB9\xB0\xE7\x89\x9B\xE5\xA5\xB6\xE5\x92\x8C\xE9\x9D\xA2\xE5\x8C\x85", 555},
    {"ideographs10k", "\\u4e70\\u725b\\u5976\\u548c\\u9762\\u5305", 277},
    {"emoji10k", "\xF0\x9F\xA5\x9B\xF0\x9F\x8D\x9E", 1250},
    {"pairs10k", "\\ud83e\\udd5b\\ud83c\\udf5e", 416},
};

/* The message that adds an item with a text; no text where there is none of that name. */
static inline struct message workload_add_of(const char *name) {
    static const char before[] = "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"", after[] = "\"}}}}}";
    for (size_t index = 0; index < sizeof workload_texts / sizeof *workload_texts; index++) {
        const struct workload_text *text = &workload_texts[index];
        if (strcmp(name, text->name) != 0)
            continue;
        size_t piece = strlen(text->piece), length = sizeof before - 1 + piece * text->times + sizeof after - 1;
        char *message = malloc(length + 1), *end = message;
        if (message == NULL)
            abort();
        end = (char *)memcpy(end, before, sizeof before - 1) + sizeof before - 1;
        for (size_t time = 0; time < text->times; time++, end += piece)
            memcpy(end, text->piece, piece);
        memcpy(end, after, sizeof after);
        return (struct message){message, length};
    }
    return (struct message){NULL, 0};
}

/*
 * add      an item of 62 bytes of JSON, whose id and date are drawn
 * given    an item with an id and dates of its own, a different one each time: nothing is drawn
 * check    checks the items off, one after the other, again and again
 * toggle   checks an item off, and takes that back: each message changes the state
 * random   checks the items off in a random order, and takes that back in the same one
 * flip     the same with one item alone
 * counter  increments by 1
 * TEXT     adds an item with one of the texts of workload_texts
 * VALUES   a hundred values of one of the kinds of workload_values.h
 */
static inline struct workload workload_from(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: %s add|given|check|toggle|random|flip|counter|TEXT|VALUES PRESENT COUNT …\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    struct workload load = {"todo", strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10), 1, NULL};
    bool check = strcmp(argv[1], "check") == 0, flip = strcmp(argv[1], "flip") == 0;
    bool toggle = flip || strcmp(argv[1], "toggle") == 0, random = strcmp(argv[1], "random") == 0;
    bool given = strcmp(argv[1], "given") == 0;
    if (check)
        load.cycle = load.present;
    if (toggle || random)
        load.cycle = flip ? 2 : 2 * load.present;
    if (given)
        load.cycle = WORKLOAD_MOST_GIVEN;
    if (given && load.count > WORKLOAD_MOST_GIVEN) {
        fprintf(stderr, "%s: found %zu; at most %d items are given\n", argv[0], load.count, WORKLOAD_MOST_GIVEN);
        exit(EXIT_FAILURE);
    }
    load.messages = calloc(load.cycle, sizeof *load.messages);
    if (load.messages == NULL)
        abort();
    if (check || toggle) {
        for (size_t index = 0; index < load.cycle; index++) {
            const char *format = toggle && index % 2 == 1 ? workload_uncheck : workload_check;
            load.messages[index] = message_made(format, toggle ? index / 2 : index);
        }
    } else if (random) {
        /* A generator of full period modulo a power of two, without those beyond the items: each item once. */
        size_t size = 1, number = 0, state = 12345;
        while (size < load.present)
            size *= 2;
        while (number < load.present) {
            state = (state * 5 + 12347) & (size - 1);
            size_t index = (state ^ state >> 3) & (size - 1);
            if (index >= load.present)
                continue;
            load.messages[number] = message_made(workload_check, index);
            load.messages[load.present + number++] = message_made(workload_uncheck, index);
        }
    } else if (given) {
        for (size_t index = 0; index < load.cycle; index++)
            load.messages[index] = message_made(workload_given, load.present + index);
    } else if (strcmp(argv[1], "add") == 0) {
        load.messages[0] = message_made("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Buy milk\"}}}}}", 0);
    } else if (strcmp(argv[1], "counter") == 0) {
        load.app = "counter";
        load.present = 0;
        load.messages[0] = message_made("{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}", 0);
    } else if ((load.messages[0].text = workload_values_of(argv[1])) != NULL) {
        load.app = "values";
        load.present = 0;
        load.messages[0].length = strlen(load.messages[0].text);
    } else if ((load.messages[0] = workload_add_of(argv[1])).text == NULL) {
        fprintf(stderr, "%s: no scenario \"%s\"\n", argv[0], argv[1]);
        exit(EXIT_FAILURE);
    }
    return load;
}

static inline const struct message *workload_message(const struct workload *load, size_t number) {
    return &load->messages[number % load->cycle];
}

#endif /* ADIT_BENCHMARKS_WORKLOAD_H */
