#ifndef ADIT_CJANSSON_SHIM_H
#define ADIT_CJANSSON_SHIM_H

#include <jansson.h>

#if JANSSON_VERSION_HEX < 0x020e00
#error "Adit needs jansson 2.14 or newer (json_object_getn)"
#endif

/* json_typeof is a macro, which Swift does not see. */
static inline json_type json_type_of(const json_t *value) {
    return json_typeof(value);
}

#endif
