/*
 * frame.h: what the server and a child of it say to each other, by a pair of sockets.
 *
 * A frame is a head, and a name and a text behind it. Both ends are the same program, so the head is its bytes in memory.
 */
#ifndef SERVE_FRAME_H
#define SERVE_FRAME_H

#include "buffer.h"
#include "scan.h"

#include <stdint.h>

typedef enum frame_kind {
    /* From the server. */
    FRAME_OPEN, /**< opens a core: name: the app, text: the config */
    FRAME_SEND, /**< a message: name: the client, or none for the host; text: the message */
    FRAME_MARK, /**< only a number, for FRAME_DONE */
    FRAME_CALL, /**< a call of a hosted core's host: name: which, as JSON; text: its argument */
    FRAME_END,  /**< closes all cores, and ends */
    /* From the child. */
    FRAME_HELLO,   /**< the first: name: Adit's version, text: the apps as JSON */
    FRAME_FAULT,   /**< instead of it: text: why the library cannot be used */
    FRAME_OPENED,  /**< answers FRAME_OPEN: code, offset and text of adit_open */
    FRAME_REFUSED, /**< the message `number` was refused: code, offset and text of adit_send */
    FRAME_OUTPUT,  /**< text: a message of the core */
    FRAME_CLOSED,  /**< the core has closed; its number is free */
    FRAME_DONE,    /**< all up to `number` has been handled, and its output is before this */
    FRAME_CATALOG, /**< before FRAME_HELLO: name: an app, text: its catalog */
    FRAME_CALLED,  /**< answers FRAME_CALL: name: the result as JSON; text: what it hands over */
    FRAME_READY,   /**< a hosted core has work */
} frame_kind;

typedef struct frame {
    uint32_t kind;
    uint32_t core;   /**< the server's number for the core */
    uint64_t number; /**< of the message; counts up from 1 with each child */
    int32_t code;    /**< of adit.h */
    uint32_t offset;
    uint32_t
        flags; /**< of FRAME_OPENED and FRAME_CALLED; of FRAME_OPEN and FRAME_CALL, how often the core was opened */
    uint32_t name_length;
    uint64_t text_length;
} frame;

enum {
    FRAME_NO_CORE = 1, /**< no core of that number is open: a verdict on a store was given, or it was closed */
    FRAME_TEXT = 2,    /**< FRAME_CALLED hands a text over */
};

/** The `core` of a call that is of none. */
enum { FRAME_OF_NO_CORE = 0xFFFFFFF };

/** Adds a frame; the lengths are those of the spans. */
void frame_add(buffer *out, frame frame, span name, span text);

/** The same with a text of two parts. */
void frame_add_parts(buffer *out, frame frame, span name, span text, span rest);

/** Whether a head can be one of a frame: not in a child whose memory is damaged. */
bool frame_is_sound(const frame *frame);

/**
 * Takes the next frame out of what was read.
 *
 * @param name borrowed until the buffer changes
 * @param size gets the bytes to take from the buffer once the frame has been handled
 * @return false if it is not complete
 */
bool frame_next(const buffer *in, frame *frame, span *name, span *text, size_t *size);

#endif
