/*
 * histogram.h: how often durations came, in buckets of which 64 lie between a power of two and the next, as in HdrHistogram:
 * the reported value is at most 1.6 percent above the measured one.
 */
#ifndef ADIT_BENCHMARKS_HISTOGRAM_H
#define ADIT_BENCHMARKS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_FINE = 64, HISTOGRAM_BUCKETS = 59 * HISTOGRAM_FINE };

struct histogram {
    uint64_t counts[HISTOGRAM_BUCKETS], count, longest;
};

/* Below 64 each value has a bucket of its own; above, each range of a power of two has 64. */
static inline size_t histogram_place(uint64_t value) {
    if (value < HISTOGRAM_FINE)
        return (size_t)value;
    unsigned shift = 57u - (unsigned)__builtin_clzll(value);
    return shift * HISTOGRAM_FINE + (size_t)(value >> shift);
}

/* The greatest value of a bucket. */
static inline uint64_t histogram_value(size_t place) {
    if (place < 2 * HISTOGRAM_FINE)
        return place;
    unsigned shift = (unsigned)(place / HISTOGRAM_FINE) - 1;
    return ((uint64_t)(place - shift * HISTOGRAM_FINE + 1) << shift) - 1;
}

static inline void histogram_add(struct histogram *histogram, uint64_t value) {
    histogram->counts[histogram_place(value)]++;
    histogram->count++;
    if (value > histogram->longest)
        histogram->longest = value;
}

/* The value that so large a part of all does not exceed, 0.99 for instance. */
static inline uint64_t histogram_part(const struct histogram *histogram, double part) {
    uint64_t wanted = (uint64_t)(part * (double)histogram->count + 0.5), sum = 0;
    for (size_t place = 0; place < HISTOGRAM_BUCKETS; place++) {
        sum += histogram->counts[place];
        if (sum >= wanted && sum > 0)
            return histogram_value(place) < histogram->longest ? histogram_value(place) : histogram->longest;
    }
    return histogram->longest;
}

#endif /* ADIT_BENCHMARKS_HISTOGRAM_H */
