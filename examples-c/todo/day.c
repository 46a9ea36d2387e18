#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "day.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

bool day_starts(const char *text) {
    for (int i = 0; i < 10; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9';
        if (i == 4 || i == 7 ? text[i] != '-' : !digit)
            return false;
    }
    return true;
}

static bool in_calendar(int year, int month, int day) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1 || month < 1 || month > 12)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day >= 1 && day <= lengths[month - 1] + (leap && month == 2);
}

static bool from_now(int days, day out) {
    time_t then = time(NULL) + (time_t)days * 24 * 60 * 60; /* a UTC day has no other length */
    struct tm date;
    return gmtime_r(&then, &date) != NULL && strftime(out, sizeof(day), "%Y-%m-%d", &date) == sizeof(day) - 1;
}

bool day_read(const char *word, day out) {
    if (strcmp(word, "today") == 0)
        return from_now(0, out);
    if (strcmp(word, "tomorrow") == 0)
        return from_now(1, out);
    if (!day_starts(word) || word[10] != '\0' || !in_calendar(atoi(word), atoi(word + 5), atoi(word + 8)))
        return false;
    memcpy(out, word, sizeof(day));
    return true;
}
