/*
 * workload.h: the messages that both programs are given, so that they are the same to the byte.
 *
 *     PROGRAM SCENARIO PRESENT COUNT …
 *
 * Before anything is counted, PRESENT items with known ids are added; then COUNT messages follow. All texts are made
 * beforehand, so their making is no part of the difference of two counts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ADIT_BENCHMARKS_WORKLOAD_H
#define ADIT_BENCHMARKS_WORKLOAD_H

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
    {"plain10k", "Buy milk, bread and butter at the shop downtown. 1", 205},
    {"escaped10k", "Buy \\\"milk\\\", bread\\tand butter at the caf\\u00e9.\\n1", 205},
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
 * check    checks the items off, one after the other, again and again
 * toggle   checks an item off, and takes that back: each message changes the state
 * flip     the same with one item alone
 * counter  increments by 1
 * TEXT     adds an item with one of the texts of workload_texts
 */
static inline struct workload workload_from(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: %s add|check|toggle|flip|counter|TEXT PRESENT COUNT …\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    struct workload load = {"todo", strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10), 1, NULL};
    bool check = strcmp(argv[1], "check") == 0, flip = strcmp(argv[1], "flip") == 0;
    bool toggle = flip || strcmp(argv[1], "toggle") == 0;
    if (check)
        load.cycle = load.present;
    if (toggle)
        load.cycle = flip ? 2 : 2 * load.present;
    load.messages = calloc(load.cycle, sizeof *load.messages);
    if (load.messages == NULL)
        abort();
    if (check || toggle) {
        for (size_t index = 0; index < load.cycle; index++) {
            const char *format = toggle && index % 2 == 1 ? workload_uncheck : workload_check;
            load.messages[index] = message_made(format, toggle ? index / 2 : index);
        }
    } else if (strcmp(argv[1], "add") == 0) {
        load.messages[0] = message_made("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"Buy milk\"}}}}}", 0);
    } else if (strcmp(argv[1], "counter") == 0) {
        load.app = "counter";
        load.present = 0;
        load.messages[0] = message_made("{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}", 0);
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
