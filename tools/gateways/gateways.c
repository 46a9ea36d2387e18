#define _GNU_SOURCE /* pipe2 and the like */
#include "gateways.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 64 };

const service services[SERVICES] = {
    [HTTP] = {"http", http_serve},
    [HTTP_STREAM] = {"httpStream", http_serve},
    [KEY_VALUE] = {"keyValue", keyvalue_serve},
    [FILES] = {"files", files_serve},
    [BLOBS] = {"blobs", blobs_serve},
    [SECRETS] = {"secrets", secrets_serve},
    [NOTIFICATIONS] = {"notifications", notifications_serve},
};

int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* -- The loop. -- */

/* Lets the timer make the descriptor readable when there is something to do. */
static void set_timer(adit_gateways *gateways) {
    int64_t dues[] = {http_due(gateways), bus_due(gateways), keyvalue_due(gateways),
                      gateways->retry_answers > 0 ? gateways->retry_answers : -1};
    int64_t due = -1;
    for (int index = 0; index < 4; index++)
        due = dues[index] >= 0 && (due < 0 || dues[index] < due) ? dues[index] : due;
    struct itimerspec time = {0};
    if (due == 0)
        due = 1; /* a timer of 0 is none */
    if (due > 0) {
        time.it_value.tv_sec = due / 1000;
        time.it_value.tv_nsec = due % 1000 * 1000000;
    }
    timerfd_settime(gateways->timer, TFD_TIMER_ABSTIME, &time, NULL);
}

static void read_counter(int file) {
    uint64_t count;
    while (read(file, &count, sizeof count) < 0 && errno == EINTR)
        ;
}

static void work(adit_gateways *gateways, int timeout_ms) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(gateways->epoll, events, EVENTS, timeout_ms);
    for (int index = 0; index < count; index++) {
        int file = events[index].data.fd;
        if (file == gateways->timer || file == gateways->wakeup)
            read_counter(file);
        else if (file != gateways->bus_file)
            http_socket(gateways, file, events[index].events);
    }
    requests_start(gateways);
    answers_send(gateways);
    http_work(gateways);
    keyvalue_work(gateways);
    bus_work(gateways);
    set_timer(gateways);
}

static void *drive(void *context) {
    adit_gateways *gateways = context;
    while (!atomic_load(&gateways->is_ending))
        work(gateways, -1);
    return NULL;
}

static void wake(adit_gateways *gateways) {
    uint64_t one = 1;
    while (write(gateways->wakeup, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

/* -- Opening. -- */

static bool open_loop(adit_gateways *gateways) {
    gateways->epoll = epoll_create1(EPOLL_CLOEXEC);
    gateways->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    gateways->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (gateways->epoll < 0 || gateways->timer < 0 || gateways->wakeup < 0)
        return false;
    int files[] = {gateways->timer, gateways->wakeup};
    for (int index = 0; index < 2; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = files[index]};
        if (epoll_ctl(gateways->epoll, EPOLL_CTL_ADD, files[index], &event) != 0)
            return false;
    }
    return true;
}

/* A thread that no signal of the host's interrupts. */
static bool start_thread(adit_gateways *gateways) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool has_started = pthread_create(&gateways->thread, NULL, drive, gateways) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return has_started;
}

static bool make_names(adit_gateways *gateways) {
    json_t *names = json_array();
    for (int index = 0; index < SERVICES; index++) {
        if (gateways->serves[index])
            json_array_append_new(names, json_string(services[index].name));
    }
    gateways->names = json_dumps(names, JSON_COMPACT);
    json_decref(names);
    return gateways->names != NULL;
}

int32_t adit_gateways_open(const char *config, size_t length, adit_send_fn send, adit_gateways **out,
                           adit_error *error) {
    if (out == NULL)
        return fail(error, ADIT_EINVAL, "out is NULL");
    *out = NULL;
    if (config == NULL || send == NULL)
        return fail(error, ADIT_EINVAL, "%s is NULL", config == NULL ? "config" : "send");
    json_error_t place;
    json_t *json = json_loadb(config, length == ADIT_NTS ? strlen(config) : length,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &place);
    if (json == NULL) {
        const char *near = strstr(place.text, " near '"); /* what follows may be a secret */
        fail(error, ADIT_EJSON, "config: line %d, column %d: %.*s", place.line, place.column,
             (int)(near != NULL ? near - place.text : (ptrdiff_t)strlen(place.text)), place.text);
        if (error != NULL)
            error->offset = (uint32_t)place.position;
        return ADIT_EJSON;
    }
    adit_gateways *gateways = calloc(1, sizeof *gateways);
    int32_t code = gateways != NULL ? ADIT_OK : fail(error, ADIT_ENOMEM, "no memory is left");
    if (gateways != NULL) {
        *gateways = (adit_gateways){.send = send,
                                    .epoll = -1,
                                    .timer = -1,
                                    .wakeup = -1,
                                    .blobs = -1,
                                    .files = -1,
                                    .curl_due = -1,
                                    .bus_file = -1,
                                    .bus_due = -1,
                                    .shown = json_object()};
        gateways->last = &gateways->first;
        gateways->waiting_end = &gateways->waiting;
        pthread_mutex_init(&gateways->lock, NULL);
        gateways->taken = json_object();
        code = config_read(gateways, json, error);
        if (code == ADIT_OK &&
            (gateways->taken == NULL || gateways->shown == NULL || !make_names(gateways) || !open_loop(gateways) ||
             (gateways->serves[HTTP] && !http_open(gateways)) || (gateways->has_thread && !start_thread(gateways)))) {
            gateways->has_thread = false; /* the thread is started last */
            code = fail(error, ADIT_ENOMEM, "no memory or descriptor is left");
        }
    }
    json_decref(json);
    if (code != ADIT_OK) {
        if (gateways != NULL) {
            gateways->has_thread = false;
            adit_gateways_close(gateways);
        }
        return code;
    }
    *out = gateways;
    return fail(error, ADIT_OK, "%s", "");
}

const char *adit_gateways_names(const adit_gateways *gateways) {
    return gateways == NULL ? "[]" : gateways->names;
}

int32_t adit_gateways_take(adit_gateways *gateways, adit_core core, const char *json, size_t length) {
    if (gateways == NULL || json == NULL)
        return ADIT_EINVAL;
    int32_t taken = requests_take(gateways, core, json, length == ADIT_NTS ? strlen(json) : length);
    if (taken != 0)
        wake(gateways);
    return taken == 2 ? 0 : taken; /* 2: noted, and for the host as well */
}

int32_t adit_gateways_fd(const adit_gateways *gateways) {
    return gateways == NULL || gateways->has_thread ? ADIT_EINVAL : gateways->epoll;
}

int32_t adit_gateways_process(adit_gateways *gateways, int32_t timeout_ms) {
    if (gateways == NULL || gateways->has_thread || timeout_ms < -1)
        return ADIT_EINVAL;
    if (atomic_flag_test_and_set(&gateways->is_driven))
        return ADIT_EBUSY;
    work(gateways, timeout_ms);
    pthread_mutex_lock(&gateways->lock);
    int32_t count = (int32_t)json_object_size(gateways->taken);
    pthread_mutex_unlock(&gateways->lock);
    atomic_flag_clear(&gateways->is_driven);
    return count;
}

void adit_gateways_close(adit_gateways *gateways) {
    if (gateways == NULL)
        return;
    if (gateways->has_thread) {
        atomic_store(&gateways->is_ending, true);
        wake(gateways);
        pthread_join(gateways->thread, NULL);
    }
    http_close(gateways);
    bus_close(gateways);
    keyvalue_close(gateways);
    answers_free(gateways);
    requests_free(gateways);
    int files[] = {gateways->epoll, gateways->timer, gateways->wakeup, gateways->blobs, gateways->files};
    for (int index = 0; index < 5; index++) {
        if (files[index] >= 0)
            close(files[index]);
    }
    for (size_t index = 0; index < gateways->origin_count; index++) {
        free(gateways->origins[index].scheme);
        free(gateways->origins[index].host);
    }
    free(gateways->origins);
    free(gateways->blocks);
    free(gateways->ca);
    free(gateways->names);
    pthread_mutex_destroy(&gateways->lock);
    free(gateways);
}
