/*
 * Cores by their ids. A core is freed when it is in no table and no call uses it.
 */
#define _GNU_SOURCE /* getentropy */
#include "served.h"

#include <stdlib.h>
#include <unistd.h>

enum { BUCKETS = 1024, COUNTED_BITS = 20 };

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static core *buckets[BUCKETS];
static uint64_t last_id;
static unsigned generation;

/* -- Forks. -- */

static void before_fork(void) {
    groups_hold();
    pthread_mutex_lock(&table_lock);
}

static void after_fork_in_parent(void) {
    pthread_mutex_unlock(&table_lock);
    groups_let_go();
}

/* The parent's connections are not to be held open by the child. */
static void after_fork_in_child(void) {
    generation++;
    for (size_t i = 0; i < BUCKETS; i++) {
        for (core *core = buckets[i]; core != NULL; core = core->next)
            core_shut(core);
    }
    target_forget();
    pthread_mutex_unlock(&table_lock);
    groups_let_go();
}

/* The ids begin at a random number of 33 bits, and have 20 more: those of another library are unknown here. */
static void begin(void) {
    uint64_t random;
    if (getentropy(&random, sizeof random) != 0)
        abort(); /* only for a wrong size */
    last_id = (random >> 31 | 1) << COUNTED_BITS;
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

unsigned table_generation(void) {
    pthread_once(&once, begin);
    return generation;
}

/* -- Ids. -- */

/* Under the lock. */
static uint64_t new_id(void) {
    last_id = (last_id + 1) & (((uint64_t)1 << 53) - 1);
    return last_id;
}

uint64_t table_new_id(void) {
    pthread_once(&once, begin);
    pthread_mutex_lock(&table_lock);
    uint64_t id = new_id();
    pthread_mutex_unlock(&table_lock);
    return id;
}

void table_add(core *core) {
    pthread_once(&once, begin);
    pthread_mutex_lock(&table_lock);
    core->id = new_id();
    core->generation = generation;
    core->references = 1;
    core->next = buckets[core->id % BUCKETS];
    buckets[core->id % BUCKETS] = core;
    pthread_mutex_unlock(&table_lock);
}

core *table_find(adit_core id, int32_t *code) {
    pthread_mutex_lock(&table_lock);
    core *core = buckets[id % BUCKETS];
    while (core != NULL && core->id != id)
        core = core->next;
    *code = core == NULL ? ADIT_ECORE : core->generation != generation ? ADIT_EFORK : ADIT_OK;
    if (*code == ADIT_OK)
        core->references++;
    pthread_mutex_unlock(&table_lock);
    return *code == ADIT_OK ? core : NULL;
}

void table_release(core *core) {
    pthread_mutex_lock(&table_lock);
    bool is_last = --core->references == 0;
    pthread_mutex_unlock(&table_lock);
    if (is_last)
        core_disconnect(core);
}

void table_remove(core *removed) {
    pthread_mutex_lock(&table_lock);
    core **link = &buckets[removed->id % BUCKETS];
    while (*link != removed)
        link = &(*link)->next;
    *link = removed->next;
    pthread_mutex_unlock(&table_lock);
    table_release(removed);
}

bool table_join_group(core *core, adit_group group) {
    pthread_mutex_lock(&table_lock);
    bool is_free = core->group == 0;
    if (is_free)
        core->group = group;
    pthread_mutex_unlock(&table_lock);
    return is_free;
}

void table_leave_group(adit_group group) {
    pthread_mutex_lock(&table_lock);
    for (size_t i = 0; i < BUCKETS; i++) {
        for (core *core = buckets[i]; core != NULL; core = core->next) {
            if (core->group == group)
                core->group = 0;
        }
    }
    pthread_mutex_unlock(&table_lock);
}
