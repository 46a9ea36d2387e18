/*
 * The lines of `adit serve` in its Swift code: whatever the chunks of the input are, the same lines are taken; in each,
 * the scanner finds what that of libadit_served.so finds; and what is passed on has the members of the line.
 */
#include "../../tools/served/scan.h"
#include "fuzz.h"

/* Of Tests/Fuzz/Library. */
typedef void (*line_handler)(void *context, const uint8_t *line, ptrdiff_t length);
typedef void (*member_handler)(void *context, const uint8_t *key, ptrdiff_t key_length, const uint8_t *value,
                               ptrdiff_t value_length, ptrdiff_t cut_start, ptrdiff_t cut_end);
void adit_fuzz_serve_lines(const uint8_t *bytes, size_t length, uint32_t seed, size_t longest, line_handler,
                           void *context);
bool adit_fuzz_serve_members(const uint8_t *text, size_t length, member_handler, void *context);
void adit_fuzz_serve_elements(const uint8_t *text, size_t length, line_handler, void *context);
const char *adit_fuzz_serve_message(const uint8_t *text, size_t length);
const char *adit_fuzz_serve_frames(const uint8_t *bytes, size_t length, uint32_t seed);

/* -- Scanners. -- */

typedef struct scan {
    const uint8_t *text;
    scanner other;
} scan;

static bool is_at(const uint8_t *at, ptrdiff_t length, span other) {
    return at == (const uint8_t *)other.at && (size_t)length == other.length;
}

static void check_member(void *context, const uint8_t *key, ptrdiff_t key_length, const uint8_t *value,
                         ptrdiff_t value_length, ptrdiff_t cut_start, ptrdiff_t cut_end) {
    scan *scan = context;
    ptrdiff_t end = scan->other.end - scan->other.text;
    if (key - scan->text < 1 || key_length < 0 || key - scan->text + key_length >= end || value - scan->text < 0 ||
        value_length < 1 || value - scan->text + value_length > end || cut_start < 0 || cut_end < cut_start ||
        cut_end > end)
        fuzz_fail("a member lies outside of the line");
    member member;
    if (!scan_next(&scan->other, &member))
        fuzz_fail("scan.c does not find the member %.*s", (int)key_length, (const char *)key);
    if (!is_at(key, key_length, member.key) || !is_at(value, value_length, member.value) ||
        (size_t)cut_start != member.cut_start || (size_t)cut_end != member.cut_end)
        fuzz_fail("scan.c finds the member %.*s elsewhere", (int)key_length, (const char *)key);
}

static void check_element(void *context, const uint8_t *element, ptrdiff_t length) {
    scan *scan = context;
    span other;
    if (element - scan->text < 0 || length < 1 || element - scan->text + length > scan->other.end - scan->other.text)
        fuzz_fail("an element lies outside of the line");
    if (!scan_element(&scan->other, &other) || !is_at(element, length, other))
        fuzz_fail("scan.c finds the element %.*s elsewhere", (int)length, (const char *)element);
}

static void check_line(const uint8_t *line, size_t length) {
    span text = {(const char *)line, length}, element;
    member member;
    scan object = {line, scan_object(text)}, array = {line, scan_array(text)};
    bool is_complete = adit_fuzz_serve_members(line, length, check_member, &object);
    if (scan_next(&object.other, &member))
        fuzz_fail("scan.c finds one more member: %.*s", (int)member.key.length, member.key.at);
    if (is_complete != object.other.has_ended)
        fuzz_fail("the line is complete for one scanner only");
    json_t *value = json_loadb(text.at, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
    if (json_is_object(value) && !is_complete)
        fuzz_fail("an object of JSON is not complete");
    json_decref(value);
    adit_fuzz_serve_elements(line, length, check_element, &array);
    if (scan_element(&array.other, &element))
        fuzz_fail("scan.c finds one more element: %.*s", (int)element.length, element.at);
    const char *fault = adit_fuzz_serve_message(line, length);
    if (fault != NULL)
        fuzz_fail("%s: %.*s", fault, (int)length, text.at);
}

/* -- Chunks. -- */

/* The input of a client, of which the lines before `at` are known. */
typedef struct input {
    const uint8_t *at, *end;
    size_t longest;
} input;

/* Compares a line with the next one of the whole input. */
static void expect(void *context, const uint8_t *line, ptrdiff_t length) {
    input *input = context;
    if (input->at == input->end)
        fuzz_fail("one line too many");
    size_t rest = (size_t)(input->end - input->at);
    const uint8_t *feed = memchr(input->at, '\n', rest);
    size_t count = feed != NULL ? (size_t)(feed - input->at) : rest;
    const uint8_t *known = input->at;
    input->at = feed != NULL ? feed + 1 : input->end;
    if (count > 0 && known[count - 1] == '\r')
        count--;
    if ((line == NULL) != (count > input->longest))
        fuzz_fail("a line of %zu bytes is %s", count, line == NULL ? "refused" : "taken");
    if (line == NULL)
        return;
    if ((size_t)length != count || memcmp(line, known, count) != 0)
        fuzz_fail("the line %.*s was taken as %.*s", (int)count, (const char *)known, (int)length, (const char *)line);
    check_line(line, count);
}

static void check_chunks(const uint8_t *bytes, size_t length, uint32_t seed, size_t longest) {
    input input = {bytes, bytes + length, longest};
    adit_fuzz_serve_lines(bytes, length, seed, longest, expect, &input);
    if (input.at != input.end)
        fuzz_fail("%zd bytes were not taken", input.end - input.at);
}

static void run(const uint8_t *data, size_t size) {
    /* The first byte chooses chunks, and how long a line may be. */
    choices choices = {data, data + size};
    uint32_t first = choose(&choices), seed = first + 1;
    size_t longest = first % 4 == 0 ? first / 4 : 1 << 20, length = (size_t)(choices.end - choices.at);
    check_chunks(choices.at, length, 0, longest);
    check_chunks(choices.at, length, seed, longest);
    const char *fault = adit_fuzz_serve_frames(choices.at, length, seed);
    if (fault != NULL)
        fuzz_fail("%s", fault);
}

const fuzz_target fuzz_serve = {"serve", NULL, run};
