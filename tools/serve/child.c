#define _GNU_SOURCE /* close_range, SOCK_CLOEXEC */
#include "child.h"

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** How much is read at a time, in bytes. */
enum { PIECE = 1 << 16 };

/** After how many milliseconds a process that has not crashed begins anew to be counted, and the longest pause. */
enum { STABLE_MS = 60000, FIRST_PAUSE_MS = 100, LONGEST_PAUSE_MS = 5000 };

int64_t now_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* In the new process: only its socket and standard error are left of the server. */
_Noreturn static void become_worker(const char *library, int fd) {
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE}; /* the server ends it in order */
    char *arguments[] = {"adit-serve", "--child", (char *)library, NULL};
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDWR);
    if (fd == WORKER_FD)
        fcntl(fd, F_SETFD, 0);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 &&
        (fd == WORKER_FD || dup2(fd, WORKER_FD) >= 0) && close_range(WORKER_FD + 1, ~0U, 0) == 0)
        execv("/proc/self/exe", arguments);
    _exit(127);
}

bool child_start(child *child) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0)
        become_worker(child->library, pair[1]);
    int cause = errno;
    close(pair[1]);
    if (child->pid < 0) {
        close(pair[0]);
        errno = cause;
        return false;
    }
    child->fd = pair[0];
    child->state = CHILD_STARTING;
    child->started = child->heard = now_milliseconds();
    return true;
}

void child_write(child *child) {
    while (child->fd >= 0 && buffer_length(&child->out) > 0) {
        ssize_t count =
            send(child->fd, buffer_bytes(&child->out), buffer_length(&child->out), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return; /* that it is gone is seen by reading */
        buffer_take(&child->out, (size_t)count);
    }
}

bool child_read(child *child) {
    ssize_t count = recv(child->fd, buffer_reserve(&child->in, PIECE), PIECE, MSG_DONTWAIT);
    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    buffer_grown(&child->in, (size_t)count);
    child->heard = now_milliseconds();
    return count > 0;
}

void child_reap(child *child) {
    close(child->fd);
    child->fd = -1;
    while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
        ;
    child->pid = 0;
    buffer_destroy(&child->in);
    buffer_destroy(&child->out);
}

bool child_schedule(child *child, unsigned most_crashes) {
    int64_t now = now_milliseconds();
    if (now - child->started >= STABLE_MS)
        child->crashes = 0;
    if (child->crashes >= most_crashes) {
        child->state = CHILD_GONE;
        return false;
    }
    int64_t pause = 0;
    for (unsigned i = 0; i < child->crashes && pause < LONGEST_PAUSE_MS; i++)
        pause = pause == 0 ? FIRST_PAUSE_MS : 2 * pause;
    child->crashes++;
    child->state = CHILD_WAITING;
    child->next_start = now + (pause < LONGEST_PAUSE_MS ? pause : LONGEST_PAUSE_MS);
    return true;
}

void child_kill(child *child) {
    if (child->pid > 0)
        kill(child->pid, SIGKILL);
}

void child_destroy(child *child) {
    if (child->fd >= 0)
        close(child->fd);
    buffer_destroy(&child->in);
    buffer_destroy(&child->out);
    flight_destroy(&child->flight);
    free(child->version);
    json_decref(child->apps);
    json_decref(child->catalogs);
}
