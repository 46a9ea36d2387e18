/*
 * trace.h: what a host that is to be killed says about itself: a line at each of its steps, in a file outside of the
 * store's folder. A line is there as soon as it is written.
 *
 *     open          it opens the store
 *     opened N      the state has the revision N
 *     send N        it has sent the messages up to the number N, as one batch, and drives the core
 *     {…}           it has heard this
 *     done          the core has handled the batch
 *     refused       the batch was not written: an `@error` was heard for each of its messages
 *     close, closed
 *     end           its schedule is at its end
 *     failed …      something was not as it should be
 *     7 pwrite …    a call that changes a file, told by libadit_faults.so (faults.h)
 */
#ifndef ADIT_TESTS_TRACE_H
#define ADIT_TESTS_TRACE_H

#include "../check.h"

enum phase { PHASE_START, PHASE_OPENING, PHASE_IDLE, PHASE_BATCH, PHASE_CLOSING, PHASE_CLOSED, PHASE_ENDED, PHASES };

static const char *const phase_names[PHASES] = {"start", "opening", "idle", "batch", "closing", "closed", "ended"};

/* A trace that has been read. */
struct trace {
    enum phase phase; /* what it was at last */
    long first;       /* the message behind those that were in the store before */
    long certain;     /* the last message of the last batch that was handled */
    long sent;        /* the last message that was sent */
    long heard;    /* the last message of which something was heard; the host's end may have cut off the rest of it */
    long refused;  /* batches */
    bool refusing; /* whether an `@error` was heard of the batch that was sent last */
    long left;     /* the last message that was found in the store after the host's end (check_left) */
    char **said;   /* what was heard for each message from `first` on, all in one text; NULL: nothing */
    size_t count;
};

/* Heard: kept for its message, which must be one of the batch that was sent last, in its order. */
static inline void trace_heard(struct trace *trace, const char *line) {
    const char *found = strstr(line, "\"@id\":");
    if (found == NULL) {
        CHECK_TEXT(line, "{\"@closed\":{}}");
        return;
    }
    long id = strtol(found + strlen("\"@id\":"), NULL, 10);
    bool belongs = trace->phase == PHASE_BATCH && id > trace->certain && id <= trace->sent && id >= trace->heard;
    bool refuses = strncmp(line, "{\"@error\":{\"code\":\"estore\",", 27) == 0;
    bool alike = trace->heard == trace->certain || refuses == trace->refusing;
    if (!CHECK(belongs) || !CHECK(alike) || !CHECK(refuses || strstr(line, "\"@error\"") == NULL)) {
        fprintf(stderr, "    %s\n", line);
        return;
    }
    trace->heard = id;
    trace->refusing = refuses;
    if (refuses)
        return;
    char **said = &trace->said[id - trace->first];
    size_t before = *said != NULL ? strlen(*said) : 0;
    *said = realloc(*said, before + strlen(line) + 1);
    if (*said == NULL)
        abort();
    strcpy(*said + before, line);
}

static inline void trace_line(struct trace *trace, const char *line) {
    if (line[0] == '{') {
        trace_heard(trace, line);
    } else if (strcmp(line, "open") == 0) {
        trace->phase = PHASE_OPENING;
    } else if (strncmp(line, "opened ", 7) == 0) {
        trace->phase = PHASE_IDLE;
        CHECK_INT(strtol(line + 7, NULL, 10), trace->certain);
    } else if (strncmp(line, "send ", 5) == 0) {
        trace->phase = PHASE_BATCH;
        trace->sent = strtol(line + 5, NULL, 10);
        trace->heard = trace->certain;
        trace->refusing = false;
        size_t count = (size_t)(trace->sent - trace->first) + 1;
        trace->said = realloc(trace->said, count * sizeof *trace->said);
        if (trace->said == NULL)
            abort();
        while (trace->count < count)
            trace->said[trace->count++] = NULL;
    } else if (strcmp(line, "done") == 0) {
        trace->phase = PHASE_IDLE;
        CHECK_INT(trace->heard, trace->sent); /* the batch was heard to its end */
        CHECK(!trace->refusing);
        trace->certain = trace->sent;
    } else if (strcmp(line, "refused") == 0) {
        trace->phase = PHASE_IDLE;
        CHECK_INT(trace->heard, trace->sent);
        CHECK(trace->refusing);
        trace->refused++;
    } else if (strcmp(line, "close") == 0) {
        trace->phase = PHASE_CLOSING;
    } else if (strcmp(line, "closed") == 0) {
        trace->phase = PHASE_CLOSED;
    } else if (strcmp(line, "end") == 0) {
        trace->phase = PHASE_ENDED;
    } else if (line[0] < '0' || line[0] > '9') {
        CHECK_TEXT(line, "a line of a trace");
    }
}

/* Reads the trace of a host that began with `revision` in its store. A line without an end was not written to its end. */
static inline struct trace trace_read(const char *path, long revision) {
    struct trace trace = {.first = revision + 1, .certain = revision, .sent = revision, .heard = revision};
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; file != NULL && (length = getline(&line, &capacity, file)) > 0;) {
        if (line[length - 1] != '\n')
            break;
        line[length - 1] = 0;
        trace_line(&trace, line);
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return trace;
}

/* Whether any output of the batch was heard that was being handled at the end: then it has to be there. */
static inline bool trace_was_heard(const struct trace *trace) {
    for (long id = trace->certain + 1; id <= trace->sent; id++) {
        if (trace->said[id - trace->first] != NULL)
            return true;
    }
    return false;
}

/* Whether the host may have ended before it heard all of a message: the last one that it heard of a batch that was not done. */
static inline bool trace_was_cut_at(const struct trace *trace, long id) {
    return id > trace->certain && id == trace->heard;
}

static inline void trace_forget(struct trace *trace) {
    for (size_t index = 0; index < trace->count; index++)
        free(trace->said[index]);
    free(trace->said);
}

#endif /* ADIT_TESTS_TRACE_H */
