/*
 * steps.h: a story for the todo core, message by message. Each message follows from the seed, its number and those before
 * it, changes the state, and says its number as its `@id`: so a state's revision says which messages it is made of.
 */
#ifndef ADIT_TESTS_STEPS_H
#define ADIT_TESTS_STEPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { STEPS_ITEMS = 120, STEPS_TAGS = 6, STEPS_TAGGED = 12, STEPS_LENGTH = 16384 };

struct step_tag {
    long id, tagged[STEPS_TAGGED];
    size_t count;
};

/* What is there after the message `number`. Elements are named by the number of the message that first added them. */
struct steps {
    uint64_t seed, state;
    long number, deleted; /* deleted: an item that was; 0: none */
    long items[STEPS_ITEMS];
    bool completed[STEPS_ITEMS];
    struct step_tag tags[STEPS_TAGS];
    size_t item_count, tag_count;
};

#define STEP_ID "\"00000000-0000-4000-8000-%012ld\""

/* A random number below `limit`: splitmix64, begun anew for each message. */
static inline size_t steps_random(struct steps *steps, size_t limit) {
    uint64_t value = steps->state += UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((value ^ value >> 31) % limit);
}

/* A text of an item: mostly short, now and then longer than a page of a database. */
static inline void steps_text(struct steps *steps, char text[STEPS_LENGTH / 2]) {
    size_t kind = steps_random(steps, 32), length = kind == 0 ? 6000 : kind < 3 ? 900 : steps_random(steps, 40);
    int start = sprintf(text, "Zo\u00eb's %ld \\\"", steps->number);
    memset(text + start, 'a' + (int)steps_random(steps, 26), length);
    text[(size_t)start + length] = 0;
}

static inline void steps_untag(struct step_tag *tag, size_t place) {
    memmove(&tag->tagged[place], &tag->tagged[place + 1], (tag->count - place - 1) * sizeof *tag->tagged);
    tag->count--;
}

static inline size_t steps_tagged(const struct step_tag *tag, long item) {
    size_t place = 0;
    while (place < tag->count && tag->tagged[place] != item)
        place++;
    return place;
}

static inline int steps_add(struct steps *steps, char *message, const char *text) {
    bool again = steps->deleted > 0 && steps_random(steps, 4) == 0;
    long id = again ? steps->deleted : steps->number;
    steps->deleted = again ? 0 : steps->deleted;
    steps->completed[steps->item_count] = false;
    steps->items[steps->item_count++] = id;
    return sprintf(message, "\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":" STEP_ID ",\"text\":\"%s\"}}}}", id,
                   text);
}

static inline int steps_delete(struct steps *steps, char *message, size_t place) {
    long id = steps->deleted = steps->items[place];
    size_t behind = --steps->item_count - place;
    memmove(&steps->items[place], &steps->items[place + 1], behind * sizeof *steps->items);
    memmove(&steps->completed[place], &steps->completed[place + 1], behind * sizeof *steps->completed);
    for (size_t index = 0; index < steps->tag_count; index++) {
        size_t tagged = steps_tagged(&steps->tags[index], id);
        if (tagged < steps->tags[index].count)
            steps_untag(&steps->tags[index], tagged);
    }
    return sprintf(message, "\"todo\":{\"request\":{\"delete\":{\"id\":" STEP_ID "}}}", id);
}

/* Tags an item, which makes the tag the last one, or takes the tag from it. */
static inline int steps_tag(struct steps *steps, char *message, long item) {
    size_t place = steps_random(steps, steps->tag_count);
    struct step_tag tag = steps->tags[place];
    size_t tagged = steps_tagged(&tag, item), rest = steps->tag_count - place - 1;
    bool takes = tagged < tag.count || tag.count == STEPS_TAGGED;
    if (takes) {
        tagged = tagged < tag.count ? tagged : 0;
        item = tag.tagged[tagged];
        steps_untag(&tag, tagged);
    } else {
        tag.tagged[tag.count++] = item;
    }
    memmove(&steps->tags[place], &steps->tags[place + 1], rest * sizeof tag);
    steps->tags[steps->tag_count - 1] = tag;
    return sprintf(message, "\"tagging\":{\"request\":{\"%s\":{\"item\":" STEP_ID ",\"%s\":" STEP_ID "}}}",
                   takes ? "untag" : "tag", item, takes ? "from" : "with", tag.id);
}

static inline int steps_create(struct steps *steps, char *message) {
    if (steps->tag_count < STEPS_TAGS) {
        steps->tags[steps->tag_count++] = (struct step_tag){.id = steps->number};
        return sprintf(message,
                       "\"tagging\":{\"request\":{\"create\":{\"tag\":{\"id\":" STEP_ID ",\"name\":\"name %ld\"}}}}",
                       steps->number, steps->number);
    }
    long id = steps->tags[0].id;
    memmove(&steps->tags[0], &steps->tags[1], --steps->tag_count * sizeof *steps->tags);
    return sprintf(message, "\"tagging\":{\"request\":{\"delete\":{\"id\":" STEP_ID "}}}", id);
}

/* Writes the next message, and returns its length. */
static inline size_t steps_next(struct steps *steps, char message[STEPS_LENGTH]) {
    char text[STEPS_LENGTH / 2];
    long number = ++steps->number;
    steps->state = steps->seed * 1000003 + (uint64_t)number;
    size_t choice = steps_random(steps, 100),
           place = steps_random(steps, steps->item_count > 0 ? steps->item_count : 1);
    int length = sprintf(message, "{\"@id\":%ld,\"@with\":{\"date\":\"2026-01-02T%02ld:%02ld:%02ldZ\"},", number,
                         number / 3600 % 24, number / 60 % 60, number % 60);
    char *end = message + length;
    steps_text(steps, text);
    if (steps->item_count == 0 || (choice < 40 && steps->item_count < STEPS_ITEMS)) {
        length += steps_add(steps, end, text);
    } else if (choice >= 96 || (choice >= 84 && steps->tag_count == 0)) {
        length += steps_create(steps, end);
    } else {
        long id = steps->items[place];
        if (choice < 60) {
            const char *verb = (steps->completed[place] = !steps->completed[place]) ? "check" : "uncheck";
            length += sprintf(end, "\"todo\":{\"request\":{\"%s\":{\"id\":" STEP_ID "}}}", verb, id);
        } else if (choice < 72) {
            length += sprintf(end, "\"todo\":{\"request\":{\"edit\":{\"id\":" STEP_ID ",\"text\":\"%s\"}}}", id, text);
        } else if (choice < 84) {
            length += steps_delete(steps, end, place);
        } else {
            length += steps_tag(steps, end, id);
        }
    }
    length += sprintf(message + length, "}");
    return (size_t)length;
}

#endif /* ADIT_TESTS_STEPS_H */
