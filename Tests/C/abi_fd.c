/*
 * adit_fd: readable exactly while the core has something to do or to hand over.
 */
#define _GNU_SOURCE
#include "threads.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static bool readable(int fd) {
    struct pollfd poller = {fd, POLLIN, 0};
    CHECK(poll(&poller, 1, 0) >= 0);
    return (poller.revents & POLLIN) != 0;
}

static void given_a_core_when_messages_come_and_go_then_its_descriptor_follows(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    int fd = adit_fd(core);
    CHECK(fd >= 0);
    CHECK_INT(adit_fd(core), fd);
    for (int round = 0; round < 3; round++) {
        CHECK(!readable(fd));
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
        CHECK(readable(fd));
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
        CHECK(readable(fd));
        CHECK_INT(adit_send(core, "{", ADIT_NTS, NULL), ADIT_EJSON);
        CHECK_INT(adit_process(core, -1), 2);
        CHECK(!readable(fd));
        CHECK_INT(adit_send(core, "{", ADIT_NTS, NULL), ADIT_EJSON); /* nothing was queued */
        CHECK(!readable(fd));
        char *out = NULL;
        CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
        CHECK(!readable(fd));
        adit_free(out);
    }
    CHECK_INT(adit_fd(core), fd);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.count, 7);
    heard_forget(&heard);
}

static void given_a_queued_message_when_the_descriptor_is_first_asked_for_then_it_is_readable(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(readable(adit_fd(core)));
    CHECK_INT(adit_process(core, 0), 1);
    CHECK(!readable(adit_fd(core)));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void send_in_callback(void *context, adit_core core, const char *json, size_t length) {
    struct heard *heard = context;
    hear(heard, core, json, length);
    if (heard->count == 1)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
}

static void given_a_callback_that_sends_when_processed_then_the_descriptor_stays_readable(void) {
    struct heard heard = {0};
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, send_in_callback, &heard, NULL, &core, NULL), ADIT_OK);
    int fd = adit_fd(core);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK(readable(fd));
    CHECK_INT(adit_process(core, 0), 1);
    CHECK(!readable(fd));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_pull_mode_when_something_waits_to_be_received_then_the_descriptor_is_readable(void) {
    adit_core core = open_core("counter", "{}", NULL);
    int fd = adit_fd(core);
    CHECK(!readable(fd));
    for (int count = 0; count < 3; count++)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(adit_process(core, 0) >= 0);
    for (int count = 0; count < 3; count++) {
        char *out = NULL;
        CHECK(readable(fd));
        CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_OK);
        adit_free(out);
    }
    CHECK(!readable(fd));
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(readable(fd));
    char *out = NULL;
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_OK);
    adit_free(out);
    CHECK(!readable(fd));
    CHECK_INT(adit_receive(core, 0, &out, NULL), ADIT_ETIMEDOUT);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

enum { SENT = 3000 };

static void *send_many(void *context) {
    for (int count = 0; count < SENT; count++) {
        CHECK_INT(adit_send(*(adit_core *)context, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    }
    return NULL;
}

/* The loop of a host that has other descriptors, too. A wakeup that gets lost ends in the time-out of poll. */
static void given_a_poll_loop_when_another_thread_sends_then_every_message_is_heard(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    struct pollfd poller = {adit_fd(core), POLLIN, 0};
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, send_many, &core), 0);
    while (heard.count < SENT) {
        if (!CHECK_INT(poll(&poller, 1, 20000), 1))
            break;
        if (!CHECK(adit_process(core, 0) >= 0))
            break;
    }
    pthread_join(thread, NULL);
    CHECK_INT(heard.count, SENT);
    CHECK(!readable(poller.fd));
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(3000));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

/* Whoever polls beside a driver would be told EBUSY for as long as a callback takes. */
static void given_a_driver_within_its_callback_when_messages_come_then_the_descriptor_waits_for_it(void) {
    struct gate gate = {.open = false};
    struct driver driver = {.ends = false};
    open_gate(&gate, &driver);
    int fd = adit_fd(driver.core); /* asked for while it is driven */
    CHECK(fd >= 0);
    CHECK(!readable(fd));
    CHECK_INT(adit_send(driver.core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(!readable(fd));
    CHECK_INT(adit_wakeup(driver.core), ADIT_OK);
    CHECK(!readable(fd));
    CHECK_INT(adit_process(driver.core, 0), ADIT_EBUSY);
    CHECK(!readable(fd));
    atomic_store(&driver.ends, true);
    sem_post(&gate.go_on);
    pthread_join(driver.thread, NULL);
    CHECK(readable(fd));
    CHECK_INT(adit_process(driver.core, 0), 1);
    CHECK(!readable(fd));
    CHECK_INT(adit_close(driver.core, 0), ADIT_OK);
    heard_forget(&gate.heard);
}

/* The same of a driver whose core is watched before it drives: the message that it handles is no news for others. */
struct beside {
    struct heard heard;
    int fd, rounds;
};

static void look_in_callback(void *context, adit_core core, const char *json, size_t length) {
    struct beside *beside = context;
    hear(&beside->heard, core, json, length);
    CHECK(!readable(beside->fd));
    if (beside->rounds-- > 0)
        CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(!readable(beside->fd));
}

static void given_a_watched_core_when_it_is_driven_then_its_descriptor_is_readable_afterwards_alone(void) {
    struct beside beside = {.rounds = 3};
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, look_in_callback, &beside, NULL, &core, NULL), ADIT_OK);
    beside.fd = adit_fd(core);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    for (int round = 0; round < 4; round++) {
        CHECK(readable(beside.fd));
        CHECK_INT(adit_process(core, -1), 1);
    }
    CHECK(!readable(beside.fd));
    CHECK_INT(beside.heard.count, 4);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&beside.heard);
}

static int open_descriptors(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL)
        return -1;
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static void given_a_closed_core_when_looked_at_then_its_descriptor_is_gone(void) {
    int before = open_descriptors();
    for (int round = 0; round < 100; round++) {
        adit_core core = open_core("counter", "{}", NULL);
        int fd = adit_fd(core);
        CHECK(fd >= 0);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
        errno = 0;
        CHECK_INT(fcntl(fd, F_GETFD), -1);
        CHECK_INT(errno, EBADF);
    }
    CHECK_INT(open_descriptors(), before);
}

static void given_no_descriptor_left_when_asked_for_one_then_enomem_and_the_core_goes_on(void) {
    struct rlimit limit, none;
    adit_core core = open_core("counter", "{}", NULL);
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &none), 0);
    CHECK_INT(adit_fd(core), ADIT_ENOMEM);
    CHECK_COUNTS(core, 0);
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
    int fd = adit_fd(core);
    CHECK(fd >= 0);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK(readable(fd));
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

/* TFD_IOC_SET_TICKS of <linux/timerfd.h>, which some kernels are built without. */
#define SET_TICKS _IOW('T', 0, uint64_t)

static bool can_set_ticks(void) {
    uint64_t ticks = 1;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    bool can = ioctl(timer, SET_TICKS, &ticks) == 0;
    close(timer);
    return can;
}

/* Makes the kernel one without it; false where a process may not filter its system calls. */
static bool refuse_ticks(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SET_TICKS, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void check_descriptors(void) {
    given_a_core_when_messages_come_and_go_then_its_descriptor_follows();
    given_a_queued_message_when_the_descriptor_is_first_asked_for_then_it_is_readable();
    given_a_callback_that_sends_when_processed_then_the_descriptor_stays_readable();
    given_pull_mode_when_something_waits_to_be_received_then_the_descriptor_is_readable();
    given_a_poll_loop_when_another_thread_sends_then_every_message_is_heard();
    given_a_driver_within_its_callback_when_messages_come_then_the_descriptor_waits_for_it();
    given_a_watched_core_when_it_is_driven_then_its_descriptor_is_readable_afterwards_alone();
    given_a_closed_core_when_looked_at_then_its_descriptor_is_gone();
    given_no_descriptor_left_when_asked_for_one_then_enomem_and_the_core_goes_on();
}

int main(void) {
    check_descriptors();
    if (can_set_ticks() && refuse_ticks()) {
        CHECK(!can_set_ticks());
        check_descriptors();
    }
    return check_result();
}
