#include "jobs.h"

#include <stdlib.h>
#include <string.h>

bool jobs_add(jobs *jobs, json_t *message, int64_t due) {
    job *added = malloc(sizeof(job));
    if (added == NULL)
        return false;
    job **place = &jobs->first;
    while (*place != NULL && (*place)->due <= due)
        place = &(*place)->next;
    *added = (job){.next = *place, .message = json_incref(message), .due = due};
    *place = added;
    return true;
}

static job *take(job **place) {
    job *taken = *place;
    *place = taken->next;
    taken->next = NULL;
    return taken;
}

job *jobs_take_due(jobs *jobs, int64_t now) {
    return jobs->first != NULL && jobs->first->due <= now ? take(&jobs->first) : NULL;
}

job *jobs_take(jobs *jobs, const char *effect) {
    for (job **place = &jobs->first; *place != NULL; place = &(*place)->next) {
        if (strcmp(job_id(*place), effect) == 0)
            return take(place);
    }
    return NULL;
}

void jobs_clear(jobs *jobs) {
    while (jobs->first != NULL)
        job_free(take(&jobs->first));
}

json_t *job_effect(const job *job) {
    return json_object_get(job->message, "@effect");
}

/* Never NULL, so that it can be compared and printed. */
static const char *text_of(const job *job, const char *key) {
    const char *text = json_string_value(json_object_get(job_effect(job), key));
    return text != NULL ? text : "";
}

const char *job_id(const job *job) {
    return text_of(job, "id");
}

const char *job_gateway(const job *job) {
    return text_of(job, "gateway");
}

void job_free(job *job) {
    if (job == NULL)
        return;
    json_decref(job->message);
    free(job);
}
