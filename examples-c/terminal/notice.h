/*
 * notice.h: failures in words.
 */
#ifndef TERMINAL_NOTICE_H
#define TERMINAL_NOTICE_H

#include <adit_patch.h>

/** Sets a notice from a response of the feature todo, `{"wasNotAdded": {…}}` say. Others leave it as it is. */
void notice_of_response(adit_line *notice, const json_t *response);

/** Sets a notice from the body of an @error; NULL leaves it as it is. */
void notice_of_error(adit_line *notice, const json_t *error);

#endif
