/*
 * random_texts.h: a generator of random numbers with a seed, and texts made by it: messages, configs, and what mutations
 * make of them.
 */
#ifndef ADIT_TESTS_RANDOM_TEXTS_H
#define ADIT_TESTS_RANDOM_TEXTS_H

#include "messages.h"

struct random {
    uint64_t state;
};

/* splitmix64 */
static inline uint64_t next(struct random *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static inline uint32_t below(struct random *random, uint32_t bound) {
    return (uint32_t)((next(random) >> 32) * bound >> 32);
}

/* A text with a NUL behind it, which is not counted. To be freed. */
struct text {
    char *bytes;
    size_t length;
};

static inline struct text text_of(const char *bytes, size_t length) {
    struct text text = {malloc(length + 1), length};
    if (text.bytes == NULL)
        abort();
    memcpy(text.bytes, bytes, length);
    text.bytes[length] = 0;
    return text;
}

static const char *const random_messages[] = {
    INCREMENT(1), INCREMENT(-3), INCREMENT_WITH(2, "7"), INCREMENT_WITH(2, "\"seven\""), INCREMENT(9223372036854775807),
    ADD("Buy milk"), ADD("x"), ADD("\\u00e9\\ud83d\\ude00"), ADD("\xc3\xa9"), CHECK_UNKNOWN,
    "{\"todo\":{\"request\":{\"import\":{\"from\":\"list\"}}},\"@id\":1}",
    "{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"00000000-0000-4000-8000-000000000001\",\"text\":\"one\"}}}}}",
    "{\"todo\":{\"request\":{\"check\":{\"id\":\"00000000-0000-4000-8000-000000000001\"}}}}",
    "{\"todo\":{\"request\":{\"remove\":{\"id\":\"00000000-0000-4000-8000-000000000001\"}}}}",
    GET(""), GET("/value"), GET("/items/ids"), GET("/nowhere/0"), GET("value"),
    "{\"@get\":{\"path\":\"/items\"},\"@id\":3}",
    "{\"@subscribe\":{\"path\":\"/items\"}}", "{\"@subscribe\":{\"path\":\"/value\",\"subscription\":\"one\"}}",
    "{\"@unsubscribe\":{\"subscription\":\"one\"}}", "{\"@unsubscribe\":{\"subscription\":\"/items\"}}",
    "{\"@reply\":{\"effect\":\"e1-1\",\"result\":{\"texts\":[\"one\",\"two\"]}}}",
    "{\"@reply\":{\"effect\":\"e1-2\",\"error\":\"no\"}}", "{\"@advance\":{\"by\":1000}}", "{\"@stats\":{}}",
    "{\"@trace\":{}}",
    "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@with\":{\"date\":\"2000-01-01T00:00:00Z\",\"random\":3}}",
    "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"dated\"}}}},"
    "\"@with\":{\"date\":\"2000-01-01T00:00:00Z\",\"uuid\":\"incrementing\"}}",
    "{}", "[]", "null", "", "{\"@nonsense\":{}}", "{\"counter\":{\"request\":{}}}",
};

static const char *const random_configs[] = {
    "{}", "{\"limits\":{\"queue\":50}}", "{\"limits\":{\"queue\":20,\"outbox\":5,\"batch\":3}}", "{\"echo\":true}",
    "{\"clock\":\"virtual\",\"gateways\":[\"review\",\"lists\"],\"limits\":{\"queue\":100}}",
    "{\"clock\":\"virtual\",\"log\":\"trace\",\"trace\":10}", "{\"gateways\":[\"lists\"],\"limits\":{\"effects\":2}}",
    "{\"limits\":{\"message\":60}}", "{\"limits\":{\"depth\":3}}", "{\"limits\":{\"cascade\":1}}",
    "{\"with\":{\"date\":\"2001-02-03T04:05:06Z\",\"random\":7}}", "{\"state\":{\"value\":41}}",
    "{\"state\":{\"items\":{\"ids\":[],\"entities\":{}}}}", "{\"nonsense\":1}", "[]", "null", "",
    "{\"limits\":{\"queue\":-1}}", "{\"clients\":[\"@get\",\"@subscribe\",\"@with\"]}",
    "{\"clients\":{\"messages\":[\"@reply\"]},\"gateways\":[\"lists\"]}",
    "{\"log\":\"debug\",\"limits\":{\"queue\":9223372036854775807}}",
};

/* These have paths of files, and are taken as they are: what mutations made of a path could be any file's. */
static const char *const random_paths[] = {
    "{\"store\":{\"path\":\"a.store\",\"durability\":\"normal\"}}",
    "{\"store\":{\"path\":\"b.store\",\"durability\":\"normal\"}}",
    "{\"store\":{\"path\":\"a.store\",\"check\":true}}", "{\"record\":\"a.recording\"}", "{\"replay\":\"a.recording\"}",
    "{\"replay\":\"b.store\"}",
};

#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof *(list)))

/* Changes, cuts, doubles or moves some bytes. */
static inline void mutate(struct random *random, struct text *text) {
    static const char bytes[] = "{}[]\",:\\ue0-9+.@\x80\xff\x01 \n";
    for (uint32_t times = 1 + below(random, 3); times > 0 && text->length > 0; times--) {
        uint32_t place = below(random, (uint32_t)text->length);
        uint32_t run = 1 + below(random, 8);
        switch (below(random, 5)) {
        case 0: text->bytes[place] ^= (char)(1u << below(random, 8)); break;
        case 1: text->bytes[place] = bytes[below(random, sizeof bytes)]; break;
        case 2: text->length = place; break;
        case 3:
            if (place + run <= text->length) {
                memmove(text->bytes + place, text->bytes + place + run, text->length - place - run);
                text->length -= run;
            }
            break;
        default:
            for (uint32_t from = below(random, (uint32_t)text->length); run > 0; run--, from++, place++) {
                if (from < text->length && place < text->length)
                    text->bytes[place] = text->bytes[from];
            }
        }
        text->bytes[text->length] = 0;
    }
}

static inline struct text some_of(struct random *random, const char *const *texts, uint32_t count, uint32_t mutated) {
    const char *chosen = texts[below(random, count)];
    struct text text = text_of(chosen, strlen(chosen));
    if (below(random, 8) < mutated)
        mutate(random, &text);
    return text;
}

static inline struct text some_message(struct random *random) {
    if (below(random, 200) == 0)
        return some_of(random, (const char *const[]){CLOSE}, 1, 3);
    return some_of(random, random_messages, COUNT(random_messages), 3);
}

static inline struct text some_config(struct random *random) {
    if (below(random, 8) == 0)
        return some_of(random, random_paths, COUNT(random_paths), 0);
    return some_of(random, random_configs, COUNT(random_configs), 2);
}

static inline const char *some_app(struct random *random) {
    static const char *const apps[] = {"counter", "counter", "counter", "todo", "todo", "todo", "todos", "", "\xff"};
    return below(random, 64) == 0 ? NULL : apps[below(random, COUNT(apps))];
}

/* Its length; that of its beginning; ADIT_NTS; or one that no text has. */
static inline size_t some_length(struct random *random, const struct text *text) {
    switch (below(random, 16)) {
    case 0: return (size_t)below(random, (uint32_t)text->length + 1);
    case 1: return (size_t)-2 - (size_t)below(random, 1000);
    case 2:
    case 3:
    case 4:
    case 5: return ADIT_NTS;
    default: return text->length;
    }
}

#endif /* ADIT_TESTS_RANDOM_TEXTS_H */
