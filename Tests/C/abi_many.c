/*
 * Many cores in one process.
 */
#include "messages.h"

enum { MANY = 10000 };

static int by_value(const void *left, const void *right) {
    adit_core one = *(const adit_core *)left, other = *(const adit_core *)right;
    return one < other ? -1 : one > other;
}

static void count_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json, (void)length;
    ++*(int *)context;
}

static void given_ten_thousand_cores_when_all_are_open_then_each_works_and_no_id_comes_twice(void) {
    static adit_core open[MANY], ids[3 * MANY];
    size_t count = 0;
    int messages = 0;
    for (int index = 0; index < MANY; index++) {
        char config[60];
        snprintf(config, sizeof config, "{\"state\":{\"value\":%d}}", index);
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, count_message, &messages, NULL, &open[index],
                            NULL),
                  ADIT_OK);
        ids[count++] = open[index];
    }
    for (int index = MANY - 1; index >= 0; index--) {
        char expected[100], *out = NULL;
        snprintf(expected, sizeof expected, "[{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":%d}}}}]", index);
        CHECK_INT(adit_call(open[index], INCREMENT(0), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
        CHECK_TEXT(out, expected);
        adit_free(out);
    }
    /* Places become free in between, and are taken again. */
    for (int round = 0; round < 4; round++) {
        for (int index = round; index < MANY; index += 2) {
            CHECK_INT(adit_close(open[index], 0), ADIT_OK);
            CHECK_INT(
                adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, count_message, &messages, NULL, &open[index], NULL),
                ADIT_OK);
            if (count < 3 * MANY)
                ids[count++] = open[index];
        }
    }
    CHECK_INT(messages, 2 * MANY - 2);
    for (int index = 0; index < MANY; index++)
        CHECK_INT(adit_close(open[index], 0), ADIT_OK);
    CHECK_INT(messages, 3 * MANY - 2);
    for (int index = 0; index < MANY; index++)
        CHECK_INT(adit_wakeup(open[index]), ADIT_ECORE);
    qsort(ids, count, sizeof *ids, by_value);
    CHECK(ids[0] != 0);
    for (size_t index = 1; index < count; index++)
        CHECK(ids[index - 1] != ids[index]);
}

int main(void) {
    given_ten_thousand_cores_when_all_are_open_then_each_works_and_no_id_comes_twice();
    return check_result();
}
