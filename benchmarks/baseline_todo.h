/*
 * baseline_todo.h: the parts of a todo core by hand in C: ids, dates, items, the list with its index, and a byte buffer.
 */
#ifndef ADIT_BENCHMARKS_BASELINE_TODO_H
#define ADIT_BENCHMARKS_BASELINE_TODO_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* A text that grows. */
struct buffer {
    char *bytes;
    size_t length, capacity;
};

static inline void buffer_add(struct buffer *buffer, const char *bytes, size_t length) {
    if (buffer->length + length > buffer->capacity) {
        buffer->capacity = (buffer->length + length) * 2;
        buffer->bytes = realloc(buffer->bytes, buffer->capacity);
        if (buffer->bytes == NULL)
            abort();
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static inline void buffer_text(struct buffer *buffer, const char *text) {
    buffer_add(buffer, text, strlen(text));
}

static inline void buffer_integer(struct buffer *buffer, int64_t value) {
    char digits[24];
    buffer_add(buffer, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)value));
}

static inline void buffer_string(struct buffer *buffer, const char *text, size_t length) {
    size_t clean = 0;
    buffer_add(buffer, "\"", 1);
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)text[index];
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        char escape[8];
        buffer_add(buffer, text + clean, index - clean);
        if (byte < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", byte);
        } else {
            snprintf(escape, sizeof escape, "\\%c", byte);
        }
        buffer_text(buffer, escape);
        clean = index + 1;
    }
    buffer_add(buffer, text + clean, length - clean);
    buffer_add(buffer, "\"", 1);
}

struct uuid {
    uint8_t bytes[16];
};

/* A random UUID, from randomness that is drawn in blocks. */
static inline struct uuid uuid_drawn(void) {
    static uint8_t block[256];
    static size_t used = sizeof block;
    if (used == sizeof block) {
        if (getrandom(block, sizeof block, 0) != (ssize_t)sizeof block)
            abort();
        used = 0;
    }
    struct uuid id;
    memcpy(id.bytes, block + used, sizeof id.bytes);
    used += sizeof id.bytes;
    id.bytes[6] = (id.bytes[6] & 0x0F) | 0x40;
    id.bytes[8] = (id.bytes[8] & 0x3F) | 0x80;
    return id;
}

static inline bool uuid_read(struct uuid *id, const char *text, size_t length) {
    if (text == NULL || length != 36)
        return false;
    size_t count = 0;
    for (size_t index = 0; index < 36; index++) {
        if (index == 8 || index == 13 || index == 18 || index == 23) {
            if (text[index] != '-')
                return false;
            continue;
        }
        char digit = text[index];
        int nibble = digit >= '0' && digit <= '9'   ? digit - '0'
                     : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                     : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                                    : -1;
        if (nibble < 0)
            return false;
        id->bytes[count / 2] = (uint8_t)(count % 2 == 0 ? nibble << 4 : id->bytes[count / 2] | nibble);
        count++;
    }
    return true;
}

static inline void uuid_print(struct uuid id, char text[37]) {
    static const char digits[] = "0123456789abcdef";
    size_t place = 0;
    for (size_t index = 0; index < 16; index++) {
        if (index == 4 || index == 6 || index == 8 || index == 10)
            text[place++] = '-';
        text[place++] = digits[id.bytes[index] >> 4];
        text[place++] = digits[id.bytes[index] & 15];
    }
    text[place] = 0;
}

static inline struct timespec time_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now;
}

/* RFC 3339, with Z and up to 9 digits of a fraction. The text ends with a NUL, or is NULL. */
static inline bool time_read(struct timespec *time, const char *text) {
    struct tm parts = {0};
    const char *end = text != NULL ? strptime(text, "%Y-%m-%dT%H:%M:%S", &parts) : NULL;
    if (end == NULL)
        return false;
    time->tv_sec = timegm(&parts);
    time->tv_nsec = 0;
    if (*end == '.') {
        long unit = 100000000;
        for (end++; *end >= '0' && *end <= '9' && unit > 0; end++, unit /= 10)
            time->tv_nsec += (*end - '0') * unit;
    }
    return strcmp(end, "Z") == 0;
}

/* Prints that many digits and a character; the end of them. */
static inline char *digits_print(char *text, uint64_t value, int count, char after) {
    for (int place = count - 1; place >= 0; place--, value /= 10)
        text[place] = (char)('0' + value % 10);
    text[count] = after;
    return text + count + 1;
}

static inline void time_print(struct timespec time, char text[40]) {
    /* days to a date: Howard Hinnant, https://howardhinnant.github.io/date_algorithms.html */
    int64_t days = time.tv_sec / 86400, rest = time.tv_sec % 86400;
    if (rest < 0)
        days--, rest += 86400;
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    unsigned day_of_era = (unsigned)(days - era * 146097);
    unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned shifted = (5 * day_of_year + 2) / 153, day = day_of_year - (153 * shifted + 2) / 5 + 1;
    unsigned month = shifted < 10 ? shifted + 3 : shifted - 9;
    char *end = digits_print(text, (uint64_t)(year_of_era + era * 400 + (month <= 2)), 4, '-');
    end = digits_print(digits_print(end, month, 2, '-'), day, 2, 'T');
    end = digits_print(digits_print(end, (uint64_t)rest / 3600, 2, ':'), (uint64_t)rest / 60 % 60, 2, ':');
    /* 0, 3, 6 or 9 digits of a second's fraction, as Adit prints it. */
    uint64_t fraction = (uint64_t)time.tv_nsec;
    int digits = 9;
    while (digits > 0 && fraction % 1000 == 0)
        fraction /= 1000, digits -= 3;
    end = digits_print(end, (uint64_t)rest % 60, 2, digits > 0 ? '.' : 'Z');
    if (digits > 0)
        end = digits_print(end, fraction, digits, 'Z');
    *end = 0;
}

struct item {
    struct uuid id;
    char *text;
    size_t length;
    bool completed, scheduled, altered;
    struct timespec created, due, alter_date;
};

static inline bool item_is_blank(const struct item *item) {
    size_t index = 0;
    while (index < item->length && isspace((unsigned char)item->text[index]))
        index++;
    return index == item->length;
}

static inline void buffer_item(struct buffer *buffer, const struct item *item) {
    char text[40];
    uuid_print(item->id, text);
    buffer_text(buffer, "{\"id\":\"");
    buffer_text(buffer, text);
    buffer_text(buffer, "\",\"text\":");
    buffer_string(buffer, item->text, item->length);
    buffer_text(buffer, item->completed ? ",\"completed\":true,\"created\":\"" : ",\"completed\":false,\"created\":\"");
    time_print(item->created, text);
    buffer_text(buffer, text);
    if (item->scheduled) {
        buffer_text(buffer, "\",\"due\":\"");
        time_print(item->due, text);
        buffer_text(buffer, text);
    }
    if (item->altered) {
        buffer_text(buffer, "\",\"alterDate\":\"");
        time_print(item->alter_date, text);
        buffer_text(buffer, text);
    }
    buffer_text(buffer, "\"}");
}

/* The items in order, and an index of them by id: open addressing, at most half full. */
struct list {
    struct item *items;
    size_t count, capacity, completed;
    uint32_t *slots; /* an item's index + 1, or 0 */
    size_t slot_count;
};

static inline uint32_t *list_slot(const struct list *list, struct uuid id) {
    uint64_t words[2];
    memcpy(words, id.bytes, sizeof words);
    uint64_t hash = words[0] ^ words[1]; /* mixed so that every bit counts: murmur3's finalizer */
    hash = (hash ^ hash >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    hash = (hash ^ hash >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    size_t place = (size_t)(hash ^ hash >> 33) & (list->slot_count - 1);
    while (list->slots[place] != 0 && memcmp(&list->items[list->slots[place] - 1].id, &id, sizeof id) != 0) {
        place = (place + 1) & (list->slot_count - 1);
    }
    return &list->slots[place];
}

static inline struct item *list_find(const struct list *list, struct uuid id) {
    uint32_t index = list->slot_count > 0 ? *list_slot(list, id) : 0;
    return index > 0 ? &list->items[index - 1] : NULL;
}

static inline void list_grow(struct list *list) {
    list->capacity = list->capacity > 0 ? list->capacity * 2 : 16;
    list->items = realloc(list->items, list->capacity * sizeof *list->items);
    free(list->slots);
    list->slot_count = list->capacity * 2;
    list->slots = calloc(list->slot_count, sizeof *list->slots);
    if (list->items == NULL || list->slots == NULL)
        abort();
    for (size_t index = 0; index < list->count; index++)
        *list_slot(list, list->items[index].id) = (uint32_t)index + 1;
}

/* Keeps an item whose id is not in the list yet. */
static inline const struct item *list_add(struct list *list, struct item item) {
    if (list->count == list->capacity)
        list_grow(list);
    uint32_t *slot = list_slot(list, item.id);
    list->items[list->count++] = item;
    list->completed += item.completed;
    *slot = (uint32_t)list->count;
    return &list->items[list->count - 1];
}

static inline void list_free(struct list *list) {
    for (size_t index = 0; index < list->count; index++)
        free(list->items[index].text);
    free(list->items);
    free(list->slots);
}

#endif /* ADIT_BENCHMARKS_BASELINE_TODO_H */
