/*
 * Effects that are cancelled one by one, by their numbers: each must be found at once. The test's time-out is a small
 * part of what it would take to sort all of them each time.
 */
#include "effects.h"

enum { COUNT = 60000 };

static void cancel(adit_core core, const char *id) {
    char text[160];
    snprintf(text, sizeof text, "{\"@cancel\":{\"effect\":\"%s\"}}", id);
    send_text(core, text);
}

int main(void) {
    struct heard heard = {0};
    adit_core core = open_core("reader", READER, &heard);
    char text[96];
    for (int number = 0; number < COUNT; number++) {
        snprintf(text, sizeof text, "{\"page\":{\"request\":{\"open\":{\"url\":\"/%d\"}}}}", number);
        send_text(core, text);
    }
    CHECK_INT(adit_process(core, 0), COUNT);
    check_effects(core, COUNT);
    /* An id is a number without a sign and without zeros in front. */
    const char *others[] = {"+1", "01", "-1", "0", " 1", "1 "};
    for (size_t other = 0; other < sizeof others / sizeof *others; other++)
        cancel(core, others[other]);
    CHECK(adit_process(core, 0) >= 0);
    check_effects(core, COUNT);
    for (int number = 1; number <= COUNT; number++) {
        snprintf(text, sizeof text, "%d", number);
        cancel(core, text);
    }
    CHECK(adit_process(core, 0) >= COUNT);
    check_effects(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    return check_result();
}
