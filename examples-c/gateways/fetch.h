/*
 * fetch.h: the gateway `fetch`, which gets pages as HTTP would, from files.
 */
#ifndef GATEWAYS_FETCH_H
#define GATEWAYS_FETCH_H

#include <jansson.h>

/**
 * Answers a request, `{"get": {"url": …}}`, by the file in `folder` that the url's path names.
 *
 * Returns what belongs into the `@reply`: `{"result": {"status": 200, "body": …}}`, with 404 or another status of HTTP where
 * there is no such page, or `{"error": …}` where there is no answer at all. NULL where there is no memory.
 */
json_t *fetch_answer(const char *folder, const json_t *request);

#endif
