/*
 * What is served, and by which program: adit_served, this file's own name, or the environment.
 */
#define _GNU_SOURCE /* dladdr, posix_spawn_file_actions_addclosefrom_np, secure_getenv */
#include "served.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pthread_mutex_t target_lock = PTHREAD_MUTEX_INITIALIZER;
static char *chosen;     /* by adit_served; NULL without */
static char *target;     /* what is used, by absolute paths; NULL before */
static char *server;     /* the path of adit, or its name; NULL before */
static int passing = -1; /* the socket over which the server is passed connections */
static unsigned servers; /* how many have been started */

static const char socket_prefix[] = "unix:", mark[] = "-served";

static char *copy_of(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        end_without_memory();
    return copy;
}

/* -- What is served. -- */

static bool own_path(char path[PATH_MAX]) {
    Dl_info info;
    return dladdr((void *)(uintptr_t)&target_connect, &info) != 0 && info.dli_fname != NULL &&
           strlen(info.dli_fname) < PATH_MAX && strcpy(path, info.dli_fname) != NULL;
}

/* NAME.so of NAME-served.so; NULL if this file is not named so. */
static char *target_of_name(void) {
    char path[PATH_MAX];
    if (!own_path(path))
        return NULL;
    char *name = strrchr(path, '/');
    name = name != NULL ? name + 1 : path;
    char *found = strstr(name, mark);
    if (found == NULL)
        return NULL;
    memmove(found, found + sizeof mark - 1, strlen(found + sizeof mark - 1) + 1);
    return copy_of(path);
}

/* A path that is not searched for by its name. */
static bool is_path(const char *text) {
    return strchr(text, '/') != NULL;
}

/* The path of the socket that is served; NULL if libraries are. */
static const char *socket_of(const char *text) {
    size_t prefix = sizeof socket_prefix - 1;
    return strncmp(text, socket_prefix, prefix) == 0 ? text + prefix : NULL;
}

static void add_absolute_path(buffer *out, const char *text) {
    char *path = absolute_path(text, strlen(text));
    add_text(out, path);
    free(path);
}

/* What is served, with absolute paths: the host may have another working directory when a server is started. */
static char *absolute_target(const char *text) {
    const char *path = socket_of(text);
    buffer all = {0};
    if (path != NULL) {
        add_text(&all, socket_prefix);
        add_absolute_path(&all, path);
    } else {
        char *libraries = copy_of(text), *rest = NULL;
        for (char *part = strtok_r(libraries, ":", &rest); part != NULL; part = strtok_r(NULL, ":", &rest)) {
            if (buffer_length(&all) > 0)
                add_text(&all, ":");
            if (is_path(part))
                add_absolute_path(&all, part);
            else
                add_text(&all, part);
        }
        free(libraries);
    }
    buffer_add(&all, "", 1);
    return all.bytes;
}

static const char *choose_server(void);

static int32_t choose_target(adit_error *error) {
    if (target != NULL)
        return ADIT_OK;
    const char *variable = secure_getenv("ADIT_SERVED");
    char *text = chosen != NULL ? copy_of(chosen) : target_of_name();
    if (text == NULL && variable != NULL && variable[0] != '\0')
        text = copy_of(variable);
    if (text == NULL)
        return fail(error, ADIT_EAPP,
                    "nothing says what is served: adit_served, ADIT_SERVED in the environment, or a copy of "
                    "this library that is named NAME-served.so, beside NAME.so");
    target = absolute_target(text);
    free(text);
    choose_server();
    return ADIT_OK;
}

int32_t adit_served(const char *text, adit_error *error) {
    if (text == NULL || text[0] == '\0')
        return fail(error, ADIT_EINVAL, "target is %s", text == NULL ? "NULL" : "empty");
    char *absolute = absolute_target(text);
    pthread_mutex_lock(&target_lock);
    bool is_late = target != NULL && strcmp(target, absolute) != 0;
    if (!is_late && target == NULL) {
        free(chosen);
        chosen = absolute;
        absolute = NULL;
    }
    int32_t code = is_late ? fail(error, ADIT_EBUSY, "%s is served already", target) : fail_plainly(error, ADIT_OK);
    pthread_mutex_unlock(&target_lock);
    free(absolute);
    return code;
}

/* -- The server. -- */

/* Where the program is, from the folder of this library; the last is a build folder's. */
static const char *const places[] = {"/../bin/adit", "/../../bin/adit", "/../tools/adit"};

static void find_program(char path[PATH_MAX]) {
    const char *variable = secure_getenv("ADIT_SERVE");
    char folder[PATH_MAX];
    if (variable != NULL && strlen(variable) < PATH_MAX) {
        strcpy(path, variable);
        return;
    }
    if (own_path(folder) && strrchr(folder, '/') != NULL) {
        *strrchr(folder, '/') = '\0';
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            if (strlen(folder) + strlen(places[i]) >= PATH_MAX)
                continue;
            strcpy(path, folder);
            strcat(path, places[i]);
            if (access(path, X_OK) == 0)
                return;
        }
    }
    strcpy(path, "adit");
}

/* Chosen once, as the host may have another working directory when a server is started again. */
static const char *choose_server(void) {
    char path[PATH_MAX];
    if (server == NULL) {
        find_program(path);
        server = is_path(path) ? absolute_path(path, strlen(path)) : copy_of(path);
    }
    return server;
}

enum { MOST_LIBRARIES = 64 };

/* Makes a pair of sockets. */
static bool make_pair(int type, int pair[2]) {
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    for (int end = 0; end < 2; end++) {
        if ((pair[end] = above_streams(pair[end])) < 0) {
            int cause = errno;
            close(pair[1 - end]);
            errno = cause;
            return false;
        }
    }
    return true;
}

/* Runs the program, with its end of the socket as standard input. */
static int run(const char *program, char **arguments, int end) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    pid_t pid;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int cause = posix_spawnp(&pid, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    /* The program goes on in a process that is not our child; a host that waits for all of its children may be first. */
    while (cause == 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    return cause;
}

static int32_t start_server(adit_error *error) {
    char *libraries = copy_of(target), *rest = NULL;
    char *arguments[MOST_LIBRARIES + 8];
    size_t count = 0;
    int pair[2], cause = 0;
    int32_t code = ADIT_OK;
    arguments[count++] = (char *)choose_server();
    arguments[count++] = "serve";
    for (char *path = strtok_r(libraries, ":", &rest); path != NULL && count < MOST_LIBRARIES + 2;
         path = strtok_r(NULL, ":", &rest)) {
        if (strchr(path, '/') != NULL && access(path, R_OK) != 0)
            code =
                fail(error, ADIT_EAPP, "%s: %s; an Adit library is expected, which is served", path, strerror(errno));
        arguments[count++] = path;
    }
    /* The host, which asks, is not to be cut off. */
    char *options[] = {"--passed", "--line", "1099511627776", "--buffer", "1099511627776", NULL};
    memcpy(arguments + count, options, sizeof options);
    if (code == ADIT_OK && !make_pair(SOCK_SEQPACKET, pair))
        code = fail(error, ADIT_ENOMEM, "socketpair: %s", strerror(errno));
    if (code == ADIT_OK) {
        cause = run(server, arguments, pair[1]);
        close(pair[1]);
        passing = pair[0];
        servers++;
    }
    if (cause != 0) {
        close(passing);
        passing = -1;
        code = fail(error, ADIT_ECRASHED,
                    "%s: %s; the program adit is expected, in $ADIT_SERVE, beside the library, or in $PATH", server,
                    strerror(cause));
        free(server); /* the next attempt looks again */
        server = NULL;
    }
    free(libraries);
    return code;
}

static bool pass(int end) {
    char byte = 0;
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &end, sizeof end);
    ssize_t count;
    while ((count = sendmsg(passing, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        ;
    return count == 1;
}

/* -- Connections. -- */

static int connect_to(const char *path, adit_error *error) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return fail(error, ADIT_EAPP, "%s: the path of a socket has at most %zu bytes", path,
                    sizeof address.sun_path - 1);
    strcpy(address.sun_path, path);
    int fd = above_streams(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (fd < 0)
        return fail(error, ADIT_ENOMEM, "socket: %s", strerror(errno));
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    int cause = errno;
    close(fd);
    return fail(error, ADIT_ECRASHED, "%s: %s; the socket of adit serve --unix is expected", path, strerror(cause));
}

static int connect_to_child(unsigned *former, adit_error *error) {
    int pair[2], code = ADIT_OK;
    if (!make_pair(SOCK_STREAM, pair))
        return fail(error, ADIT_ENOMEM, "socketpair: %s", strerror(errno));
    bool is_passed = passing >= 0 && pass(pair[1]);
    *former = is_passed ? servers : 0;
    if (!is_passed) { /* it does not run, or not any more */
        if (passing >= 0)
            close(passing);
        passing = -1;
        code = start_server(error);
        if (code == ADIT_OK && !pass(pair[1]))
            code = fail(error, ADIT_ECRASHED, "adit serve has ended at once; standard error says why");
    }
    close(pair[1]);
    if (code == ADIT_OK)
        return pair[0];
    close(pair[0]);
    return code;
}

int target_connect(unsigned *former, adit_error *error) {
    pthread_mutex_lock(&target_lock);
    *former = 0;
    int fd = choose_target(error);
    if (fd == ADIT_OK) {
        const char *path = socket_of(target);
        fd = path != NULL ? connect_to(path, error) : connect_to_child(former, error);
    }
    pthread_mutex_unlock(&target_lock);
    return fd;
}

void target_leave(unsigned former) {
    pthread_mutex_lock(&target_lock);
    if (passing >= 0 && servers == former) {
        close(passing);
        passing = -1;
    }
    pthread_mutex_unlock(&target_lock);
}

void target_forget(void) {
    pthread_mutex_init(&target_lock, NULL); /* a thread that is not here may hold it */
    if (passing >= 0)
        close(passing);
    passing = -1;
}
