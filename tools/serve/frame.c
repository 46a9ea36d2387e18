#include "frame.h"

#include <string.h>

void frame_add_parts(buffer *out, frame frame, span name, span text, span rest) {
    frame.name_length = (uint32_t)name.length;
    frame.text_length = text.length + rest.length;
    buffer_reserve(out, sizeof frame + name.length + text.length + rest.length);
    buffer_add(out, &frame, sizeof frame);
    buffer_add(out, name.at, name.length);
    buffer_add(out, text.at, text.length);
    buffer_add(out, rest.at, rest.length);
}

void frame_add(buffer *out, frame frame, span name, span text) {
    frame_add_parts(out, frame, name, text, (span){0});
}

bool frame_is_sound(const frame *frame) {
    return frame->kind <= FRAME_READY && frame->name_length < 1 << 20 && frame->text_length < (uint64_t)1 << 40;
}

bool frame_next(const buffer *in, frame *frame, span *name, span *text, size_t *size) {
    if (buffer_length(in) < sizeof *frame)
        return false;
    const char *at = buffer_bytes(in);
    memcpy(frame, at, sizeof *frame);
    if (!frame_is_sound(frame))
        return false;
    *size = sizeof *frame + frame->name_length + frame->text_length;
    if (buffer_length(in) < *size)
        return false;
    *name = (span){at + sizeof *frame, frame->name_length};
    *text = (span){at + sizeof *frame + frame->name_length, frame->text_length};
    return true;
}
