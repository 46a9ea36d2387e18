/*
 * The comparison of catalogs: one with itself has no difference, and one with another one ends.
 */
#include "fuzz.h"

/* A catalog of the size of the inputs: that of an app would take most of the time. */
static const char other[] =
    "{\"title\":\"lamp\",\"version\":\"2\",\"hash\":\"0\",\"$defs\":{\"@toCore\":{\"type\":\"object\",\"properties\":{"
    "\"lamp\":{\"$ref\":\"#/$defs/Lamp\"},\"@id\":{\"type\":\"string\"}},\"oneOf\":[{\"required\":[\"lamp\"]}]},"
    "\"@state\":{\"$ref\":\"#/$defs/"
    "Color\"},\"Color\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"red\"},{\"const\":\"blue\"}]},"
    "\"Lamp\":{\"type\":\"object\",\"properties\":{\"set\":{\"anyOf\":[{\"$ref\":\"#/$defs/"
    "Color\"},{\"type\":\"null\"}]},"
    "\"wait\":{\"$ref\":\"#/$defs/Lamp\"}},\"minProperties\":1,\"maxProperties\":1,\"additionalProperties\":false}}}";

static void run(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *out = NULL;
    FUZZ_NEED(text != NULL);
    memcpy(text, data, size);
    text[size] = 0;
    adit_error error;
    int32_t code = adit_catalog_compare(text, size, text, size, &out, NULL, &error);
    if (code == ADIT_OK && strcmp(out, "{\"breaks\":[],\"differences\":[]}") != 0)
        fuzz_fail("a catalog differs from itself: %s", out);
    adit_free(out);
    int32_t later = adit_catalog_compare(other, ADIT_NTS, text, size, &out, NULL, &error);
    adit_free(out);
    if (code == ADIT_EJSON && later != ADIT_EJSON)
        fuzz_fail("what is no JSON is compared: %d", later);
    adit_catalog_compare(text, size, other, ADIT_NTS, &out, NULL, &error);
    adit_free(out);
    free(text);
}

const fuzz_target fuzz_compare = {"compare", NULL, run};
