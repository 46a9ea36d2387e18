/*
 * print.h: what happens, a line each.
 */
#ifndef GATEWAYS_PRINT_H
#define GATEWAYS_PRINT_H

#include "host.h"

/** Begins a line: the time, where that is virtual, and the number of the command that it came of; 0: of none. */
void print_start(const host *host, json_int_t number);

/** Prints a text, its control characters made visible: a page's url must not steer the terminal. */
void print_text(const char *text);

/** Prints that a request has come: "  e1-2 fetch: get /news.txt". */
void print_request(const host *host, const job *job);

/** Prints how a request was answered. */
void print_answer(const host *host, const job *job, const json_t *answer);

/** Prints that a request need not be answered any more. */
void print_cancelled(const host *host, const job *job);

/** Prints any other message of the core. */
void print_message(const host *host, const json_t *message);

#endif
