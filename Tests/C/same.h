/*
 * same.h: what the tests share that send the same to several cores, and expect the same of them to the byte.
 */
#ifndef ADIT_TESTS_SAME_H
#define ADIT_TESTS_SAME_H

#include "effects.h"
#include "messages.h"

/* What is sent to a core. */
struct run {
    const char *app, *config;
    const char *const *messages;
    size_t count;
};

/* All that a core says, one message a line. */
static inline char *output_of(const struct run *run, bool together) {
    struct heard heard = {0};
    adit_core core = open_core(run->app, run->config, &heard);
    for (size_t index = 0; index < run->count; index++) {
        send_text(core, run->messages[index]);
        if (!together)
            adit_process(core, 0);
    }
    while (adit_process(core, 0) > 0)
        continue;
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    size_t length = 1;
    for (size_t index = 0; index < heard.count; index++)
        length += strlen(heard.texts[index]) + 1;
    char *output = malloc(length), *end = output;
    if (output == NULL)
        abort();
    *end = 0;
    for (size_t index = 0; index < heard.count; index++)
        end += sprintf(end, "%s\n", heard.texts[index]);
    heard_forget(&heard);
    return output;
}

/* Checks that two cores say the same, and one that handles all together; what they say. */
static inline char *check_same(const struct run *run) {
    char *first = output_of(run, false), *second = output_of(run, false), *together = output_of(run, true);
    CHECK_TEXT(second, first);
    CHECK_TEXT(together, first);
    free(second);
    free(together);
    return first;
}

#endif /* ADIT_TESTS_SAME_H */
