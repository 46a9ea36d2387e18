#define _GNU_SOURCE
#include "gateways.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *decode(const char *text, size_t length, bytes *bytes, const char **reason) {
    *reason = "found no base64; groups of four letters of RFC 4648 are expected";
    size_t padding = length > 1 ? (text[length - 1] == '=') + (text[length - 2] == '=') : 0;
    if (length % 4 != 0 || length > INT32_MAX ||
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") != length - padding)
        return "invalid";
    bytes->data = malloc(length / 4 * 3 + 1);
    if (bytes->data == NULL)
        return *reason = "no memory is left", "storage";
    int count = EVP_DecodeBlock((unsigned char *)bytes->data, (const unsigned char *)text, (int)length);
    if (count < 0) {
        bytes_free(bytes);
        return "invalid";
    }
    bytes->length = (size_t)count - padding;
    return NULL;
}

const char *content_read(adit_gateways *gateways, const json_t *content, bytes *bytes, const char **reason) {
    *bytes = (struct bytes){.file = -1};
    const json_t *text = json_object_get(content, "text"), *base64 = json_object_get(content, "base64"),
                 *blob = json_object_get(content, "blob");
    *reason = "content: one of text, base64, blob is expected";
    if (json_object_size(content) != 1)
        return "invalid";
    if (json_is_string(text)) {
        bytes->length = json_string_length(text);
        bytes->data = malloc(bytes->length + 1);
        if (bytes->data == NULL)
            return *reason = "no memory is left", "storage";
        memcpy(bytes->data, json_string_value(text), bytes->length);
        return NULL;
    }
    if (json_is_string(base64))
        return decode(json_string_value(base64), json_string_length(base64), bytes, reason);
    const char *id = text_of(blob, "id");
    if (id == NULL)
        return "invalid";
    if (gateways->blobs < 0)
        return *reason = "the config has no folder for blobs", "denied";
    json_int_t length;
    bytes->file = blobs_find(gateways, id, &length);
    if (bytes->file < 0)
        return *reason = "there is no such blob", errno == ENOENT ? "notFound" : "storage";
    bytes->length = (size_t)length;
    return NULL;
}

void bytes_free(bytes *bytes) {
    free(bytes->data);
    if (bytes->file >= 0)
        close(bytes->file);
    *bytes = (struct bytes){.file = -1};
}

size_t whole_characters(const char *data, size_t length) {
    size_t end = length;
    while (end > 0 && length - end < 3 && ((unsigned char)data[end - 1] & 0xc0) == 0x80)
        end--;
    if (end == 0)
        return length;
    unsigned char first = (unsigned char)data[end - 1];
    size_t needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return length - (end - 1) < needed ? end - 1 : length;
}

void write_text(char *out, size_t size, const char *format, va_list values) {
    if (vsnprintf(out, size, format, values) >= (int)size)
        out[whole_characters(out, size - 1)] = '\0';
}

json_t *content_make(const char *data, size_t length, bool as_text) {
    if (as_text) {
        json_t *text = json_stringn(length == 0 ? "" : data, length);
        if (text != NULL) /* only what is no UTF-8 has no string */
            return json_pack("{s:o}", "text", text);
    }
    if (length > INT32_MAX / 2)
        return NULL;
    char *text = malloc((length + 2) / 3 * 4 + 1);
    if (text == NULL)
        return NULL;
    int count = EVP_EncodeBlock((unsigned char *)text, (const unsigned char *)data, (int)length);
    json_t *content = json_pack("{s:s%}", "base64", text, (size_t)count);
    free(text);
    return content;
}
