/*
 * Groups: an epoll of the descriptors of their cores. Each function is documented in adit.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "served.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

typedef struct group {
    adit_group id;
    unsigned generation, references; /* the list's lock guards the references */
    struct group *next;
    pthread_mutex_t lock;
    int fd; /* of the cores */
    bool is_driven, is_gone;
    int shown; /* adit_group_fd: an epoll that has `fd` in it unless the group is driven; -1 until a host asks */
    pthread_t driver;
    uintptr_t frame;
} group;

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static group *groups;

/* How many cores are driven by one call at most; the others by the next one. */
enum { AT_ONCE = 256 };

/* -- The list. -- */

void groups_hold(void) {
    pthread_mutex_lock(&list_lock);
}

void groups_let_go(void) {
    pthread_mutex_unlock(&list_lock);
}

static group *find(adit_group id, int32_t *code) {
    pthread_mutex_lock(&list_lock);
    group *group = groups;
    while (group != NULL && group->id != id)
        group = group->next;
    *code = group == NULL ? ADIT_ECORE : group->generation != table_generation() ? ADIT_EFORK : ADIT_OK;
    if (*code == ADIT_OK)
        group->references++;
    pthread_mutex_unlock(&list_lock);
    return *code == ADIT_OK ? group : NULL;
}

static void release(group *group) {
    pthread_mutex_lock(&list_lock);
    bool is_last = --group->references == 0;
    pthread_mutex_unlock(&list_lock);
    if (!is_last)
        return;
    pthread_mutex_destroy(&group->lock);
    close(group->fd);
    if (group->shown >= 0)
        close(group->shown);
    free(group);
}

int32_t adit_group_open(adit_group *out) {
    if (out == NULL)
        return ADIT_EINVAL;
    *out = 0;
    int fd = above_streams(epoll_create1(EPOLL_CLOEXEC));
    if (fd < 0)
        return ADIT_ENOMEM;
    group *group = calloc(1, sizeof *group);
    if (group == NULL)
        end_without_memory();
    *group =
        (struct group){.id = table_new_id(), .generation = table_generation(), .references = 1, .fd = fd, .shown = -1};
    pthread_mutex_init(&group->lock, NULL);
    pthread_mutex_lock(&list_lock);
    group->next = groups;
    groups = group;
    pthread_mutex_unlock(&list_lock);
    *out = group->id;
    return ADIT_OK;
}

static int32_t add(group *group, core *core) {
    struct epoll_event event = {.events = EPOLLIN};
    pthread_mutex_lock(&core->lock);
    int fd = core->is_gone ? ADIT_ECORE : core_fd(core);
    event.data.u64 = core->id;
    int32_t code = fd < 0 ? fd : ADIT_OK;
    if (code == ADIT_OK && !table_join_group(core, group->id))
        code = ADIT_EINVAL;
    else if (code == ADIT_OK && epoll_ctl(group->fd, EPOLL_CTL_ADD, fd, &event) != 0)
        code = ADIT_ENOMEM;
    pthread_mutex_unlock(&core->lock);
    return code;
}

int32_t adit_group_add(adit_group group_id, adit_core core_id) {
    int32_t code;
    group *group = find(group_id, &code);
    if (group == NULL)
        return code;
    core *core = table_find(core_id, &code);
    if (core != NULL) {
        code = add(group, core);
        table_release(core);
    }
    release(group);
    return code;
}

/* -- Driving. -- */

/* Makes the descriptor that the host polls one of the cores, or of nothing. Under the lock. */
static void show(group *group) {
    struct epoll_event event = {.events = EPOLLIN};
    if (group->shown >= 0)
        epoll_ctl(group->shown, group->is_driven ? EPOLL_CTL_DEL : EPOLL_CTL_ADD, group->fd, &event);
}

static int32_t enter(group *group, uintptr_t frame) {
    int32_t code = ADIT_OK;
    pthread_mutex_lock(&group->lock);
    /* A driver of this thread, from further in, was left by a jump out of a callback. */
    if (group->is_driven && (pthread_equal(group->driver, pthread_self()) == 0 || frame <= group->frame ||
                             !is_outer_frame(group->frame, frame)))
        code = ADIT_EBUSY;
    else if (group->is_gone)
        code = ADIT_ECORE;
    if (code == ADIT_OK) {
        bool was_driven = group->is_driven;
        group->is_driven = true;
        group->driver = pthread_self();
        group->frame = frame;
        if (!was_driven)
            show(group);
    }
    pthread_mutex_unlock(&group->lock);
    return code;
}

static void leave(group *group) {
    pthread_mutex_lock(&group->lock);
    group->is_driven = false;
    show(group);
    pthread_mutex_unlock(&group->lock);
}

/* The cores that have work; waits for the first. */
static int ready_cores(const group *group, int64_t deadline, struct epoll_event *events, int most) {
    int count = epoll_wait(group->fd, events, most, milliseconds_until(deadline));
    return count > 0 ? count : 0;
}

static int32_t process(const group *group, int32_t timeout_ms, uintptr_t frame) {
    struct epoll_event events[AT_ONCE];
    int count = ready_cores(group, deadline_after(timeout_ms), events, AT_ONCE);
    int32_t delivered = 0, code;
    for (int i = 0; i < count; i++) {
        core *core = table_find(events[i].data.u64, &code);
        if (core == NULL)
            continue;
        code = core_process(core, 0, frame); /* one that another thread drives needs nothing */
        delivered += code > 0 ? code : 0;
        table_release(core);
    }
    return delivered;
}

int32_t adit_group_process(adit_group id, int32_t timeout_ms) {
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    int32_t code;
    if (timeout_ms < -1)
        return ADIT_EINVAL;
    group *group = find(id, &code);
    if (group == NULL)
        return code;
    code = enter(group, frame);
    if (code == ADIT_OK) {
        code = process(group, timeout_ms, frame);
        leave(group);
    }
    release(group);
    return code;
}

/* What waits of one core. ADIT_ETIMEDOUT if there is nothing. */
static int32_t receive_of(adit_core id, size_t max_bytes, uintptr_t frame, char **out, size_t *length) {
    int32_t code;
    core *core = table_find(id, &code);
    if (core == NULL)
        return ADIT_ETIMEDOUT;
    if (core->fn != NULL)
        core_process(core, 0, frame);
    code = core->fn != NULL ? ADIT_ETIMEDOUT : core_receive(core, 0, true, max_bytes, frame, out, length);
    table_release(core);
    return code == ADIT_OK ? ADIT_OK : ADIT_ETIMEDOUT;
}

/* The first that is ready comes last afterwards: the cores take turns. */
static int32_t receive(const group *group, int32_t timeout_ms, size_t max_bytes, uintptr_t frame, adit_core *core,
                       char **out, size_t *length) {
    int64_t deadline = deadline_after(timeout_ms);
    while (true) {
        struct epoll_event event;
        if (ready_cores(group, deadline, &event, 1) == 0)
            return ADIT_ETIMEDOUT;
        if (receive_of(event.data.u64, max_bytes, frame, out, length) == ADIT_OK) {
            *core = event.data.u64;
            return ADIT_OK;
        }
    }
}

int32_t adit_group_receive(adit_group id, int32_t timeout_ms, size_t max_bytes, adit_core *core, char **out,
                           size_t *length) {
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    int32_t code;
    if (core != NULL)
        *core = 0;
    clear_output(out, length);
    if (core == NULL || out == NULL || timeout_ms < -1)
        return ADIT_EINVAL;
    group *group = find(id, &code);
    if (group == NULL)
        return code;
    code = enter(group, frame);
    if (code == ADIT_OK) {
        code = receive(group, timeout_ms, max_bytes, frame, core, out, length);
        leave(group);
    }
    release(group);
    return code;
}

int32_t adit_group_fd(adit_group id) {
    int32_t code;
    group *group = find(id, &code);
    if (group == NULL)
        return code;
    pthread_mutex_lock(&group->lock);
    if (group->shown < 0 && (group->shown = above_streams(epoll_create1(EPOLL_CLOEXEC))) >= 0 && !group->is_driven)
        show(group);
    code = group->shown >= 0 ? group->shown : ADIT_ENOMEM;
    pthread_mutex_unlock(&group->lock);
    release(group);
    return code;
}

int32_t adit_group_close(adit_group id) {
    int32_t code;
    group *closed = find(id, &code);
    if (closed == NULL)
        return code;
    code = enter(closed, (uintptr_t)__builtin_frame_address(0));
    if (code == ADIT_OK) {
        pthread_mutex_lock(&list_lock);
        group **link = &groups;
        while (*link != NULL && *link != closed)
            link = &(*link)->next;
        if (*link != NULL)
            *link = closed->next;
        closed->references--;
        pthread_mutex_unlock(&list_lock);
        closed->is_gone = true;
        table_leave_group(closed->id);
    }
    release(closed);
    return code;
}
