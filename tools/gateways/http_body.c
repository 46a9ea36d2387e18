#include "http.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum { BLOCK = 65536, MOST_DISCARDED = 1 << 20 };

/*
 * libcurl would decompress as well, but it does not say that a body has ended before its gzip. What was cut on the way
 * to a proxy, which sends it on as a complete response, would be taken for all of it.
 */
struct decoder {
    z_stream stream;
    bool is_gzip, has_begun, has_ended;
    size_t taken; /* of the bytes that libcurl passes again after a pause */
    char block[BLOCK];
};

void decoder_free(decoder *decoder) {
    if (decoder != NULL)
        inflateEnd(&decoder->stream);
    free(decoder);
}

/* -- What becomes of the bytes. -- */

static bool keep(transfer *transfer, const char *data, size_t length) {
    if (transfer->length + length > transfer->capacity) {
        size_t capacity =
            transfer->capacity * 2 > transfer->length + length ? transfer->capacity * 2 : transfer->length + length;
        char *larger = realloc(transfer->data, capacity);
        if (larger == NULL)
            return false;
        transfer->data = larger;
        transfer->capacity = capacity;
    }
    memcpy(transfer->data + transfer->length, data, length);
    transfer->length += length;
    return true;
}

/* Reports a part of the body; what ends within a character waits for the next. */
static bool deliver(transfer *transfer, const char *data, size_t length) {
    if (!keep(transfer, data, length))
        return false;
    size_t whole = transfer->as_text ? whole_characters(transfer->data, transfer->length) : transfer->length;
    if (whole == 0)
        return true;
    answer_item(transfer->gateways, transfer->request,
                json_pack("{s:o}", "content", content_make(transfer->data, whole, transfer->as_text)));
    memmove(transfer->data, transfer->data + whole, transfer->length - whole);
    transfer->length -= whole;
    return true;
}

/* Takes a part of the body, after decompression. False to end the transfer. */
static bool take(transfer *transfer, const char *data, size_t length) {
    if (length == 0)
        return true;
    transfer->received += (json_int_t)length;
    if (transfer->received > transfer->limit) {
        transfer_refuse(transfer, "tooLarge", "the body has over %lld bytes", (long long)transfer->limit);
        return false;
    }
    bool is_good = transfer->as_blob   ? blob_write(&transfer->blob, data, length)
                   : transfer->streams ? deliver(transfer, data, length)
                                       : keep(transfer, data, length);
    if (!is_good)
        transfer_refuse(transfer, "storage", "the body cannot be kept: %s", strerror(errno));
    return is_good;
}

/* The core has no room for another part. */
static bool is_full(const transfer *transfer) {
    return transfer->streams && answers_has(transfer->gateways, transfer->request);
}

/* -- Decompression. -- */

bool body_decode(transfer *transfer) {
    const char *coding = json_string_value(json_object_get(transfer->headers, "content-encoding"));
    bool is_gzip = strcasecmp(coding, "gzip") == 0 || strcasecmp(coding, "x-gzip") == 0;
    if (strcasecmp(coding, "identity") == 0 || *coding == '\0')
        return true;
    if (!is_gzip && strcasecmp(coding, "deflate") != 0) {
        transfer_refuse(transfer, "interrupted", "content-encoding: found \"%.100s\"; gzip or deflate is expected",
                        coding);
        return false;
    }
    int form = is_gzip ? 16 + MAX_WBITS : MAX_WBITS;
    transfer->decoder = calloc(1, sizeof *transfer->decoder);
    if (transfer->decoder == NULL || inflateInit2(&transfer->decoder->stream, form) != Z_OK) {
        transfer_refuse(transfer, "storage", "no memory is left");
        return false;
    }
    transfer->decoder->is_gzip = is_gzip;
    transfer->expected = -1;
    json_object_del(transfer->headers, "content-encoding"); /* what the body is not any more */
    json_object_del(transfer->headers, "content-length");
    return true;
}

/* Some servers send `deflate` without the header of zlib that it should have (RFC 9110, 8.4.1.2). */
static void begin(decoder *decoder, unsigned char first) {
    if (!decoder->has_begun && !decoder->is_gzip && (first & 0x0f) != Z_DEFLATED)
        inflateReset2(&decoder->stream, -MAX_WBITS);
    decoder->has_begun = true;
}

/* Decompresses one block. False at the end of what was received, or to end the transfer. */
static bool decode_block(transfer *transfer) {
    decoder *decoder = transfer->decoder;
    z_stream *stream = &decoder->stream;
    if (decoder->has_ended && stream->avail_in == 0)
        return false;
    if (decoder->has_ended && (!decoder->is_gzip || inflateReset(stream) != Z_OK)) {
        transfer->broken = "there is more behind the end of the compressed body";
        return false;
    }
    stream->next_out = (unsigned char *)decoder->block;
    stream->avail_out = BLOCK;
    int code = inflate(stream, Z_NO_FLUSH);
    decoder->has_ended = code == Z_STREAM_END; /* another member of a gzip may follow */
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
        transfer->broken = stream->msg != NULL ? stream->msg : "the compressed body cannot be read";
        return false;
    }
    return take(transfer, decoder->block, BLOCK - stream->avail_out) &&
           (stream->avail_in > 0 || stream->avail_out == 0);
}

/* Decompresses as far as the core has room: a few bytes may become very many. */
static size_t decode(transfer *transfer, char *data, size_t length) {
    decoder *decoder = transfer->decoder;
    size_t taken = decoder->taken < length ? decoder->taken : length;
    decoder->taken -= taken;
    decoder->stream.next_in = (unsigned char *)data + taken;
    decoder->stream.avail_in = (unsigned)(length - taken);
    begin(decoder, (unsigned char)*data);
    while (decode_block(transfer)) {
        if (is_full(transfer)) {
            decoder->taken += length - decoder->stream.avail_in;
            transfer->is_paused = true;
            return CURL_WRITEFUNC_PAUSE;
        }
    }
    return transfer->code == NULL && transfer->broken == NULL ? length : 0;
}

bool body_is_whole(transfer *transfer) {
    const decoder *decoder = transfer->decoder;
    /* HEAD, 204 and 304 have no content (RFC 9110, 6.4.1); other empty bodies are accepted as by curl and browsers. */
    if (decoder != NULL && decoder->has_begun && !decoder->has_ended)
        transfer->broken = "the compressed body has not ended: it was cut";
    return transfer->broken == NULL;
}

/* -- libcurl. -- */

static size_t on_data(char *data, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    size_t length = size * count;
    if (length == 0) /* libcurl may report an empty body */
        return 0;
    if (transfer->discards) {
        transfer->received += (json_int_t)length;
        return transfer->received > MOST_DISCARDED ? 0 : length;
    }
    if (is_full(transfer)) {
        transfer->is_paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    if (transfer->decoder != NULL)
        return decode(transfer, data, length);
    return take(transfer, data, length) ? length : 0;
}

void body_expect(transfer *transfer) {
    curl_easy_setopt(transfer->easy, CURLOPT_WRITEFUNCTION, on_data);
    curl_easy_setopt(transfer->easy, CURLOPT_WRITEDATA, transfer);
}
