/*
 * messages.h: the texts that many tests send and expect.
 */
#ifndef ADIT_TESTS_MESSAGES_H
#define ADIT_TESTS_MESSAGES_H

#include "check.h"

#define INCREMENT(by) "{\"counter\":{\"request\":{\"increment\":{\"by\":" #by "}}}}"
#define INCREMENT_WITH(by, id) "{\"counter\":{\"request\":{\"increment\":{\"by\":" #by "}}},\"@id\":" id "}"
#define WAS_INCREMENTED(to) "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":" #to "}}}}"
#define WAS_INCREMENTED_WITH(to, id) "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":" #to "}}},\"@id\":" id "}"
#define ADD(text) "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"" text "\"}}}}}"
/* A message that is cheap at every size of the state, and what it causes. */
#define CHECK_UNKNOWN "{\"todo\":{\"request\":{\"check\":{\"id\":\"ffffffff-ffff-4fff-bfff-ffffffffffff\"}}}}"
#define WAS_NOT_CHECKED "\"wasNotChecked\":{\"id\":\"ffffffff-ffff-4fff-bfff-ffffffffffff\",\"error\":\"unknownItem\"}"
#define GET(path) "{\"@get\":{\"path\":\"" path "\"}}"
#define CLOSE "{\"@close\":{}}"
#define CLOSED "{\"@closed\":{}}"

/* Checks that a counter core which is not being driven answers the next valid message, and that nothing was changed. */
#define CHECK_COUNTS(core, value) check_counts(__FILE__, __LINE__, (core), "[" WAS_INCREMENTED(value) "]")

static inline void check_counts(const char *file, int line, adit_core core, const char *expected) {
    char *out = NULL;
    check_int(file, line, "adit_call", adit_call(core, INCREMENT(0), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    check_text(file, line, "what the next valid message causes", out, expected);
    adit_free(out);
}

/* Checks that a counter core without a store opens, answers and closes. */
static inline void check_counter(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_text(&heard, 0), WAS_INCREMENTED(1));
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
}

#endif /* ADIT_TESTS_MESSAGES_H */
