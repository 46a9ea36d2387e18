/*
 * The same messages give the same output, byte for byte, however the host drives the core: after each message, after
 * all of them, after some, in small batches, in pull mode, or by adit_call. 003's message expander is at work in it, and its
 * review, which waits for five seconds of a virtual clock.
 */
#include "messages.h"

enum { MESSAGES = 400, SEEDS = 8, POOL = 12 };

/* A growing text. */
struct text {
    char *bytes;
    size_t length, capacity;
};

static void append(struct text *text, const char *bytes, size_t length) {
    if (text->length + length + 1 > text->capacity) {
        text->capacity = (text->length + length + 1) * 2;
        text->bytes = realloc(text->bytes, text->capacity);
        if (text->bytes == NULL)
            abort();
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

/* Adds a message to what was heard. */
static void append_message(struct text *text, const char *json, size_t length) {
    if (text->length > 0)
        append(text, ",", 1);
    append(text, json, length);
}

static void note(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    append_message(context, json, length);
}

/* A small generator of random numbers (xorshift), the same everywhere. */
static uint32_t draw(uint32_t *state, uint32_t below) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % below;
}

#define ID "00000000-0000-4000-8000-%012u"
#define DATE "2024-01-%02uT10:00:00Z"

/* Writes the n-th message. Ids come from a small pool, so that doubled, unknown and deleted ones occur. */
static void make(char *message, size_t size, uint32_t *state, uint32_t number) {
    uint32_t item = draw(state, POOL), tag = 100 + draw(state, POOL / 2), entry = 200 + draw(state, POOL);
    uint32_t day = 1 + draw(state, 28);
    char body[400];
    switch (draw(state, 19)) {
    default:
        snprintf(body, sizeof body,
                 "\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" ID "\",\"text\":\"item %u\",\"created\":\"" DATE
                 "\"}}}}",
                 item, number, day);
        break;
    case 0:
        snprintf(body, sizeof body,
                 "\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" ID "\",\"text\":\"\",\"created\":\"" DATE
                 "\"}}}}",
                 item, day);
        break;
    case 1:
    case 2:
        snprintf(body, sizeof body, "\"todo\":{\"request\":{\"check\":{\"id\":\"" ID "\"}}}", item);
        break;
    case 3:
        snprintf(body, sizeof body, "\"todo\":{\"request\":{\"uncheck\":{\"id\":\"" ID "\"}}}", item);
        break;
    case 4:
        snprintf(body, sizeof body, "\"todo\":{\"request\":{\"delete\":{\"id\":\"" ID "\"}}}", item);
        break;
    case 5:
        snprintf(body, sizeof body, "\"todo\":{\"request\":{\"edit\":{\"id\":\"" ID "\",\"text\":\"edit %u\"}}}", item,
                 number);
        break;
    case 6:
        snprintf(body, sizeof body, "\"todo\":{\"request\":{\"schedule\":{\"id\":\"" ID "\",\"due\":\"" DATE "\"}}}",
                 item, day);
        break;
    case 7:
        snprintf(body, sizeof body,
                 "\"tagging\":{\"request\":{\"create\":{\"tag\":{\"id\":\"" ID "\",\"name\":\"tag %u\"}}}}", tag,
                 number);
        break;
    case 8:
    case 9:
        snprintf(body, sizeof body, "\"tagging\":{\"request\":{\"tag\":{\"item\":\"" ID "\",\"with\":\"" ID "\"}}}",
                 item, tag);
        break;
    case 10:
        snprintf(body, sizeof body, "\"tagging\":{\"request\":{\"untag\":{\"item\":\"" ID "\",\"from\":\"" ID "\"}}}",
                 item, tag);
        break;
    case 11:
        snprintf(body, sizeof body, "\"tagging\":{\"request\":{\"delete\":{\"id\":\"" ID "\"}}}", tag);
        break;
    case 12:
        snprintf(body, sizeof body,
                 "\"journal\":{\"request\":{\"add\":{\"entry\":{\"id\":\"" ID
                 "\",\"text\":\"entry %u\",\"date\":\"" DATE "\"}}}}",
                 entry, number, day);
        break;
    case 13:
        snprintf(body, sizeof body, "\"journal\":{\"request\":{\"delete\":{\"id\":\"" ID "\"}}}", entry);
        break;
    case 14:
        snprintf(body, sizeof body, "\"journal\":{\"request\":{\"list\":{\"day\":\"2024-01-%02u\"}}}", day);
        break;
    case 15:
        snprintf(body, sizeof body, "\"appReview\":{\"requestReview\":{}}");
        break;
    case 16:
        snprintf(body, sizeof body, "\"@get\":{\"path\":\"/tags\"}");
        break;
    }
    if (number % 3 == 0) {
        snprintf(message, size, "{%s,\"@id\":%u}", body, number);
    } else {
        snprintf(message, size, "{%s}", body);
    }
}

enum way {
    AFTER_EACH,
    AFTER_ALL,
    AFTER_SOME,
    BATCH_OF_ONE,
    BATCH_OF_SEVEN,
    PULL_AFTER_EACH,
    PULL_AFTER_ALL,
    CALLED,
    WAYS
};

static void receive(adit_core core, struct text *text) {
    char *out = NULL;
    size_t length = 0;
    while (adit_receive(core, 0, &out, &length) == ADIT_OK) {
        append_message(text, out, length);
        adit_free(out);
    }
}

static void call(adit_core core, const char *message, struct text *text) {
    char *out = NULL;
    size_t length = 0;
    CHECK_INT(adit_call(core, message, ADIT_NTS, 0, &out, &length, NULL), ADIT_OK);
    if (out != NULL && length > 2) { /* without the brackets; an empty array adds nothing */
        out[length - 1] = 0;
        append_message(text, out + 1, length - 2);
    }
    adit_free(out);
}

static adit_core open_for(enum way way, struct text *text) {
    bool pull = way == PULL_AFTER_EACH || way == PULL_AFTER_ALL;
    char config[100];
    snprintf(config, sizeof config, "{\"clock\":\"virtual\",\"gateways\":[\"review\"],\"limits\":{\"batch\":%d}}",
             way == BATCH_OF_ONE     ? 1
             : way == BATCH_OF_SEVEN ? 7
                                     : 256);
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, pull ? NULL : note, text, NULL, &core, NULL),
              ADIT_OK);
    return core;
}

/* Sends the messages of a seed in one of the ways; what was heard, with the state at the end. */
static struct text run(enum way way, uint32_t seed) {
    struct text text = {0};
    adit_core core = open_for(way, &text);
    uint32_t state = seed, rhythm = 4711;
    for (uint32_t number = 0; number <= MESSAGES; number++) {
        char message[500] = GET("");
        if (number < MESSAGES)
            make(message, sizeof message, &state, number);
        if (number % 50 == 49) /* effects end in between */
            strcpy(message, "{\"@advance\":{\"by\":5000}}");
        if (way == CALLED) {
            call(core, message, &text);
            continue;
        }
        if (!CHECK_INT(adit_send(core, message, ADIT_NTS, NULL), ADIT_OK))
            fprintf(stderr, "    %s\n", message);
        if (way == PULL_AFTER_EACH)
            receive(core, &text);
        if (way == AFTER_EACH || (way == AFTER_SOME && draw(&rhythm, 10) == 0))
            CHECK(adit_process(core, 0) >= 0);
    }
    if (way == PULL_AFTER_ALL) {
        receive(core, &text);
    } else {
        CHECK(adit_process(core, 0) >= 0);
    }
    size_t length = text.length;
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    text.length = length; /* without @closed, which pull mode drops */
    text.bytes[length] = 0;
    return text;
}

static void given_the_same_messages_when_driven_in_any_way_then_the_output_is_the_same(void) {
    static const char *const names[WAYS] = {"after each",     "after all",       "after some",     "batch of one",
                                            "batch of seven", "pull after each", "pull after all", "called"};
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        struct text expected = run(AFTER_EACH, seed);
        for (int way = AFTER_EACH; way < WAYS; way++) {
            struct text found = run((enum way)way, seed);
            size_t same = 0;
            while (same < found.length && same < expected.length && found.bytes[same] == expected.bytes[same])
                same++;
            if (!CHECK(same == expected.length && same == found.length)) {
                size_t start = same > 150 ? same - 150 : 0;
                fprintf(stderr, "    seed %u, %s, from byte %zu:\n    found    %.300s\n    expected %.300s\n", seed,
                        names[way], start, found.bytes + start, expected.bytes + start);
            }
            free(found.bytes);
        }
        /* The messages are worth the comparison. */
        static const char *const kinds[] = {
            "wasAdded",     "wasNotAdded",   "emptyText", "doubledItem",  "wasChecked", "wasNotChecked", "unknownItem",
            "wasUnchecked", "wasDeleted",    "wasEdited", "wasScheduled", "wasCreated", "wasTagged",     "wasUntagged",
            "wasNotTagged", "requestReview", "@effect",   "@value",       "wasListed",  "\"@id\":0"};
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
            CHECK(strstr(expected.bytes, kinds[kind]) != NULL);
        free(expected.bytes);
    }
}

int main(void) {
    given_the_same_messages_when_driven_in_any_way_then_the_output_is_the_same();
    return check_result();
}
