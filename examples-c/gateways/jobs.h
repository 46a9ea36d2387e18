/*
 * jobs.h: the requests of a core that are not answered yet.
 */
#ifndef GATEWAYS_JOBS_H
#define GATEWAYS_JOBS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/** A request: an `@effect` that expects a `@reply`. */
typedef struct job {
    struct job *next;
    json_t *message; /* as the core sent it */
    int64_t due;     /* when it is to be answered, in milliseconds */
} job;

/** Jobs by the time at which they are due; of those with the same time, the older one first. */
typedef struct jobs {
    job *first;
} jobs;

/** Adds a request. False where there is no memory. */
bool jobs_add(jobs *jobs, json_t *message, int64_t due);

/** Takes out what is due at `now`, to be freed by job_free. NULL where nothing is. */
job *jobs_take_due(jobs *jobs, int64_t now);

/** Takes out the request of an effect, to be freed by job_free. NULL where there is none. */
job *jobs_take(jobs *jobs, const char *effect);

/** Forgets all requests. */
void jobs_clear(jobs *jobs);

/** The inner object of the `@effect`: `{"id", "gateway", "request"}`. */
json_t *job_effect(const job *job);

/** The effect's id, by which it is answered. */
const char *job_id(const job *job);

/** The name of the gateway that is asked. */
const char *job_gateway(const job *job);

void job_free(job *job);

#endif
