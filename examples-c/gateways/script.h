/*
 * script.h: the commands on standard input, a line each.
 */
#ifndef GATEWAYS_SCRIPT_H
#define GATEWAYS_SCRIPT_H

#include "host.h"

typedef struct script {
    char text[8192]; /* what was read and is not done yet */
    size_t length;
    bool is_over;     /* there is no more to read */
    json_int_t count; /* how many lines were done */
    bool has_failed;  /* a line was no command, or was refused */
    bool is_waiting;  /* for the time `until`, or for all answers */
    int64_t until;
    bool is_ended; /* by `quit` */
} script;

/** Reads what there is; standard input is ready. False, with a text on stderr, where it cannot be read. */
bool script_read(script *script);

/** Whether there is a line to run. */
bool script_has_line(const script *script);

/** Runs the next line. What is wrong with it is told on stderr. */
void script_run_line(script *script, host *host);

/** Begins to wait until all requests are answered. */
void script_wait_for_answers(script *script);

/** Whether it waits; ends that where what it waited for has come. */
bool script_waits(script *script, const host *host);

#endif
