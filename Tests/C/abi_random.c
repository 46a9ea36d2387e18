/*
 * Random calls of every function of adit.h: ids that are valid, stale, and invented; texts, and what mutations make of
 * them; lengths, NULLs and configs of all kinds; from several threads and from callbacks, while cores are opened and closed.
 * None crashes or hangs; each answers as the header says; and memory and descriptors do not grow with their number.
 *
 * usage: test_abi_random [CALLS [SEED]]: 200 000 by default; a million takes half a minute
 */
#define _GNU_SOURCE
#include "files.h"
#include "random_texts.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { THREADS = 3, SLOTS = 12 };

/* The cores that are open, and some that were. */
static _Atomic adit_core cores[SLOTS], stale[SLOTS];
static atomic_long opens, releases, accepted;
static atomic_long calls_left;
static pthread_mutex_t closing; /* recursive: a core is closed with callbacks */
static atomic_long answers[32]; /* how often each code was returned, by the number without its sign */

/* A caller: a thread, with a generator of its own. */
struct caller {
    struct random random;
    int depth; /* how many callbacks it is in */
};

static _Thread_local struct caller *present;

static int32_t note(int32_t code) {
    CHECK(code >= ADIT_EFENCED);
    atomic_fetch_add(&answers[code >= 0 ? 0 : -code < 32 ? -code : 31], 1);
    return code;
}

static void check_error(int32_t code, const adit_error *error) {
    CHECK_INT(error->code, code);
    CHECK(memchr(error->text, 0, sizeof error->text) != NULL);
}

/* Closes a core, one thread at a time: what two that close the same one are told is the matter of abi_threads_close.c. */
static int32_t call_close(adit_core core, int32_t timeout) {
    pthread_mutex_lock(&closing);
    int32_t code = note(adit_close(core, timeout));
    pthread_mutex_unlock(&closing);
    return code;
}

/* -- Ids. -- */

static adit_core some_core(struct random *random) {
    switch (below(random, 32)) {
    case 0: return atomic_load(&stale[below(random, SLOTS)]);
    case 1: return 0;
    case 2: return next(random);
    case 3: return atomic_load(&cores[below(random, SLOTS)]) ^ (1ull << below(random, 64));
    default: return atomic_load(&cores[below(random, SLOTS)]);
    }
}

/* -- Calls. -- */

static void make_call(struct caller *caller);

static void hear_and_call(void *context, adit_core core, const char *json, size_t length) {
    CHECK(core != 0 && json[length] == 0);
    CHECK(context == (void *)&cores);
    if (present == NULL || present->depth > 3)
        return;
    present->depth++;
    for (uint32_t calls = below(&present->random, 8) == 0; calls > 0; calls--)
        make_call(present);
    if (below(&present->random, 16) == 0) { /* of the core that speaks */
        CHECK_INT(note(adit_process(core, 0)), ADIT_EBUSY);
        CHECK_INT(note(adit_close(core, 0)), ADIT_EBUSY);
    }
    present->depth--;
}

static void count_release(void *context) {
    CHECK(context == (void *)&cores);
    atomic_fetch_add(&releases, 1);
}

/* Puts a core into the place of another one, which is closed. */
static void keep(struct random *random, adit_core core) {
    _Atomic adit_core *slot = &cores[below(random, SLOTS)];
    adit_core closed = 0;
    if (present->depth == 0)
        closed = atomic_exchange(slot, core);
    else if (!atomic_compare_exchange_strong(slot, &closed, core)) /* that there may be the one that speaks */
        closed = core;
    /* Another thread may be in a callback of it. */
    for (int tries = 0; closed != 0 && call_close(closed, 0) == ADIT_EBUSY; tries++) {
        if (!CHECK(tries < 1000000))
            break;
        sched_yield();
    }
    if (closed != 0)
        atomic_store(&stale[below(random, SLOTS)], closed);
}

static void call_open(struct random *random) {
    struct text config = below(random, 16) == 0 ? (struct text){0} : some_config(random);
    adit_core core = 77;
    adit_error error;
    const char *app = some_app(random);
    uint32_t abi = below(random, 32) == 0 ? (uint32_t)next(random) : ADIT_ABI_VERSION;
    bool pulls = below(random, 3) == 0, reports = below(random, 4) != 0, takes = below(random, 32) != 0;
    atomic_fetch_add(&opens, 1);
    int32_t code = note(adit_open(abi, app, config.bytes, some_length(random, &config), pulls ? NULL : hear_and_call,
                                  &cores, count_release, takes ? &core : NULL, reports ? &error : NULL));
    if (reports)
        check_error(code, &error);
    if (takes && code != ADIT_OK)
        CHECK_INT(core, 0);
    CHECK(takes || code != ADIT_OK);
    if (code == ADIT_OK && core != 0)
        keep(random, core);
    free(config.bytes);
}

static const char *some_client(struct random *random) {
    static const char *const clients[] = {"a", "b", "web-12", "\xC3\xA9", "", "\xff"};
    return below(random, 64) == 0 ? NULL : clients[below(random, COUNT(clients))];
}

static void call_send(struct random *random) {
    struct text text = below(random, 64) == 0 ? (struct text){0} : some_message(random);
    adit_error error;
    bool reports = below(random, 4) != 0;
    adit_core core = some_core(random);
    size_t length = some_length(random, &text);
    adit_error *report = reports ? &error : NULL;
    int32_t code = note(below(random, 4) == 0 ? adit_submit(core, some_client(random), text.bytes, length, report)
                                              : adit_send(core, text.bytes, length, report));
    if (reports)
        check_error(code, &error);
    atomic_fetch_add(&accepted, code == ADIT_OK);
    CHECK(code <= 0);
    free(text.bytes);
}

static void call_call(struct random *random) {
    struct text text = some_message(random);
    char *out = (char *)"rubbish";
    size_t length = 77;
    adit_error error;
    bool takes = below(random, 32) != 0, measures = below(random, 4) != 0;
    int32_t timeout = (int32_t)below(random, 4) - 2;
    timeout = timeout == -1 ? 1 : timeout;
    int32_t code = note(adit_call(some_core(random), text.bytes, some_length(random, &text), timeout,
                                  takes ? &out : NULL, measures ? &length : NULL, &error));
    check_error(code, &error);
    if (takes && code == ADIT_OK) {
        CHECK(out != NULL && out[0] == '[' && (!measures || strlen(out) == length));
        adit_free(out);
    } else if (takes) {
        CHECK(out == NULL);
    }
    free(text.bytes);
}

static void call_receive(struct random *random) {
    char *out = (char *)"rubbish";
    size_t length = 77;
    int32_t code = note(adit_receive(some_core(random), below(random, 16) == 0 ? -2 : (int32_t)below(random, 2), &out,
                                     below(random, 2) == 0 ? &length : NULL));
    CHECK((code == ADIT_OK) == (out != NULL));
    adit_free(out);
}

static void call_catalog(struct random *random) {
    char *out = (char *)"rubbish";
    int32_t code = note(adit_catalog(below(random, 2) == 0 ? NULL : some_app(random), &out, NULL));
    CHECK((code == ADIT_OK) == (out != NULL));
    adit_free(out);
    CHECK_INT(adit_catalog(NULL, NULL, NULL), ADIT_EINVAL);
}

static void call_about(struct random *random) {
    CHECK_INT(adit_abi_version(), ADIT_ABI_VERSION);
    CHECK_TEXT(adit_version(), ADIT_VERSION);
    CHECK(adit_strerror((int32_t)next(random)) != NULL && adit_strerror(-(int32_t)below(random, 30)) != NULL);
    adit_free(NULL);
}

static void make_call(struct caller *caller) {
    struct random *random = &caller->random;
    if (atomic_fetch_sub(&calls_left, 1) <= 0)
        return;
    switch (below(random, 40)) {
    case 0: call_open(random); break;
    case 1:
        if (below(random, 8) == 0)
            call_close(some_core(random), below(random, 2) == 0 ? 1 : -2);
        else
            call_open(random);
        break;
    case 2: call_catalog(random); break;
    case 3: call_about(random); break;
    case 4: note(adit_fd(some_core(random))); break;
    case 5: note(adit_wakeup(some_core(random))); break;
    case 6:
    case 7: call_receive(random); break;
    case 8:
    case 9:
    case 10: call_call(random); break;
    case 11: note(adit_process(some_core(random), below(random, 2) == 0 ? 1 : -2 - (int32_t)below(random, 9))); break;
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
    case 17: note(adit_process(some_core(random), 0)); break;
    default: call_send(random); break;
    }
}

static void *make_calls(void *context) {
    present = context;
    while (atomic_load(&calls_left) > 0)
        make_call(present);
    return NULL;
}

static void make_calls_on_threads(long calls, uint64_t seed) {
    struct caller callers[THREADS];
    pthread_t threads[THREADS];
    atomic_store(&calls_left, calls);
    for (int index = 0; index < THREADS; index++) {
        callers[index] = (struct caller){.random = {seed * 1000003 + (uint64_t)index}};
        pthread_create(&threads[index], NULL, make_calls, &callers[index]);
    }
    for (int index = 0; index < THREADS; index++)
        pthread_join(threads[index], NULL);
}

static void close_all(void) {
    for (int index = 0; index < SLOTS; index++) {
        adit_core core = atomic_exchange(&cores[index], 0);
        if (core != 0)
            call_close(core, 1000);
        atomic_store(&stale[index], core);
    }
}

/* -- What grows. -- */

static long resident_kilobytes(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        abort();
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static int open_descriptors(void) {
    struct folder folder = {.path = "/proc/self/fd"};
    return count_in_folder(&folder);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    long calls = count > 1 ? atol(arguments[1]) : 200000;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    struct folder folder = make_folder();
    if (chdir(folder.path) != 0) /* where the files of configs and exports are */
        abort();
    int descriptors = open_descriptors();
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&closing, &recursive);
    double start = seconds();
    alarm((unsigned)(240 + calls / 1000)); /* a hang is a failure */
    /* GIVEN what is allocated once, and what a fifth of the calls leaves behind. */
    make_calls_on_threads(calls / 5, seed);
    close_all();
    long before = resident_kilobytes();
    /* WHEN four times as many are made. */
    make_calls_on_threads(calls - calls / 5, seed + 1);
    close_all();
    long after = resident_kilobytes();
    /* THEN each core has been given back, and nothing has grown. */
    CHECK_INT(atomic_load(&releases), atomic_load(&opens));
    CHECK_INT(open_descriptors(), descriptors);
    CHECK(atomic_load(&accepted) > calls / 100);
    if (!CHECK(after < before + 32 * 1024) || count > 1) {
        printf("%ld calls in %.1f s, %ld messages accepted, %ld opens; ", calls, seconds() - start,
               atomic_load(&accepted), atomic_load(&opens));
        printf("resident %ld kB after a fifth, %ld kB in the end\n", before, after);
        for (int code = 0; code < 32; code++) {
            if (atomic_load(&answers[code]) > 0)
                printf("%s: %ld\n", adit_strerror(-code), atomic_load(&answers[code]));
        }
    }
    if (chdir("/") != 0)
        abort();
    remove_folder(&folder);
    return check_result();
}
