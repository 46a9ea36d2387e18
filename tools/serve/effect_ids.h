/*
 * effect_ids.h: the ids of requests to gateways, after the process of a core without a store was started again.
 *
 * An id is `e<opens>-<n>`. A store counts its openings, so no id is used twice. A core without a store begins anew with
 * `e1-1`: a late answer to a request of the process that has ended would be taken for that to a new request. So the child
 * writes the number of the opening in place of the 1, and reads it as the 1.
 */
#ifndef SERVE_EFFECT_IDS_H
#define SERVE_EFFECT_IDS_H

#include "buffer.h"
#include "scan.h"

#include <stdint.h>

/**
 * A message of a core, or an array of them, as it is sent to the server.
 *
 * @param scratch holds the result, unless that is `text`; until the next call
 * @param openings how often the core was opened
 */
span effect_ids_written(buffer *scratch, uint32_t openings, span text);

/** A message to a core, likewise. An answer to a request of an earlier opening gets an id that no request has. */
span effect_ids_read(buffer *scratch, uint32_t openings, span text);

#endif
