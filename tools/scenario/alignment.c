#include "alignment.h"

#include "text.h"

#include <stdint.h>
#include <stdlib.h>

/** How many pairs are compared at most, beside the beginnings and the ends. */
enum { PAIRS = 4000000 };

typedef struct rows {
    size_t first, count, other_count; /* what is between the beginnings and the ends that are alike */
    alignment_fn is_like;
    const void *context;
} rows;

static void *take(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        end_without_memory();
    return memory;
}

/* The longest common subsequence: lengths[i][j] is that of what begins at i and j. */
static void align_between(const rows *rows, size_t *partners) {
    size_t width = rows->other_count + 1;
    uint32_t *lengths = take((rows->count + 1) * width, sizeof *lengths);
    bool *likes = take((rows->count + 1) * width, sizeof *likes);
    for (size_t i = rows->count; i-- > 0;) {
        for (size_t j = rows->other_count; j-- > 0;) {
            uint32_t *length = &lengths[i * width + j];
            likes[i * width + j] = rows->is_like(rows->context, rows->first + i, rows->first + j);
            *length = length[width] > length[1] ? length[width] : length[1];
            if (likes[i * width + j] && length[width + 1] + 1 > *length)
                *length = length[width + 1] + 1;
        }
    }
    for (size_t i = 0, j = 0; i < rows->count && j < rows->other_count;) {
        const uint32_t *length = &lengths[i * width + j];
        if (likes[i * width + j] && *length == length[width + 1] + 1)
            partners[rows->first + i++] = rows->first + j++;
        else if (length[width] >= length[1])
            i++;
        else
            j++;
    }
    free(lengths);
    free(likes);
}

size_t *alignment_make(size_t count, size_t other_count, alignment_fn is_like, const void *context) {
    size_t *partners = take(count, sizeof *partners);
    for (size_t i = 0; i < count; i++)
        partners[i] = NO_PARTNER;
    size_t first = 0, end = 0;
    for (; first < count && first < other_count && is_like(context, first, first); first++)
        partners[first] = first;
    for (; end < count - first && end < other_count - first; end++) {
        size_t one = count - 1 - end, other = other_count - 1 - end;
        if (!is_like(context, one, other))
            break;
        partners[one] = other;
    }
    rows rows = {first, count - first - end, other_count - first - end, is_like, context};
    if (rows.count > 0 && rows.other_count > 0 && rows.count <= PAIRS / rows.other_count)
        align_between(&rows, partners);
    return partners;
}
