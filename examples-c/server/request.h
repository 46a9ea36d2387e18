/*
 * request.h: one request to the core, and its response.
 */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include <adit.h>
#include <jansson.h>

/**
 * Handles the line of a request: `{"request": MESSAGE, "id": ANY, "with": {…}}`. The message is one entry into the core,
 * with an `@with` of its own: that of the server, over it that of the request. Without a date there, the date is the
 * time of the call.
 *
 * @param with the `@with` of the server, an object
 * @return `{"id": ANY, "response": [MESSAGE …]}`, or `{"id": ANY, "error": {"code": NUMBER, "message": TEXT}}`, to be
 *         freed; NULL if there is no memory
 */
char *request_handle(adit_core core, const json_t *with, const char *line, size_t length);

#endif
