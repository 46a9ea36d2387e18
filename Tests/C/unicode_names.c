/*
 * The names of Unicode's characters are in a library only if its app asks for them, and are right then
 * (Sources/AditC/Apps/UnicodeNames.swift). unicode_names.sh runs this.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "recorded.h"

static const struct {
    const char *text, *name;
} characters[] = {
    {"\xCE\xB1", "\"GREEK SMALL LETTER ALPHA\""},
    {"a", "\"LATIN SMALL LETTER A\""},
    {"\xF0\x9F\xA5\x9B", "\"GLASS OF MILK\""},
    {"\xE4\xB9\xB0", "\"CJK UNIFIED IDEOGRAPH-4E70\""},
    {"\xED\x95\x9C", "\"HANGUL SYLLABLE HAN\""},
    /* A control character has none, and no text has none. */
    {"\\n", "null"},
    {"", "null"},
};

static void given_a_character_when_its_name_is_asked_for_then_it_is_that_of_unicode(void) {
    struct heard heard = {0};
    adit_core core = open_core("traps", "{}", &heard);
    for (size_t index = 0; index < sizeof characters / sizeof *characters; index++) {
        char expected[100];
        snprintf(expected, sizeof expected, "{\"wasNamed\":%s}", characters[index].name);
        send_format(core, "{\"name\":{\"of\":\"%s\"}}", characters[index].text);
        CHECK(adit_process(core, 0) > 0);
        CHECK_TEXT(heard_last(&heard), expected);
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

int main(void) {
    given_a_character_when_its_name_is_asked_for_then_it_is_that_of_unicode();
    return check_result();
}
