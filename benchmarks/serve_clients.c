/*
 * serve_clients: what a message costs by adit serve with many clients.
 *
 *     serve_clients CLIENTS ROUNDS PROGRAM LIBRARY
 *
 * All clients are connected to one Unix socket. In each round, each sends a message to one core, and then all answers are
 * awaited. As many rounds come first as are measured: a server that starts slowly would have a warmer processor.
 * Prints the microseconds a message by the clock and of processor time, that of the server and its child included, and
 * then those of the server and of its child apart.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void expect(bool holds, const char *what) {
    if (holds)
        return;
    perror(what);
    exit(EXIT_FAILURE);
}

static double seconds(clockid_t clock) {
    struct timespec time;
    expect(clock_gettime(clock, &time) == 0, "clock_gettime");
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double used_by(pid_t process) {
    clockid_t clock;
    expect(clock_getcpuclockid(process, &clock) == 0, "clock_getcpuclockid");
    return seconds(clock);
}

static pid_t child_of(pid_t process) {
    char path[64];
    int child = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *file = fopen(path, "r");
    expect(file != NULL && fscanf(file, "%d", &child) == 1, path);
    fclose(file);
    return child;
}

/* Starts the server, and waits until it is ready. */
static pid_t start(char *program, char *library, char *path) {
    int ready[2];
    char byte;
    expect(pipe(ready) == 0, "pipe");
    pid_t server = fork();
    if (server == 0) {
        dup2(ready[1], 1);
        close(ready[0]);
        close(ready[1]);
        execl(program, program, "serve", library, "--unix", path, "--core", "a=counter", (char *)NULL);
        _exit(127);
    }
    close(ready[1]);
    expect(read(ready[0], &byte, 1) == 1, program);
    return server;
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char byte = 0;
    strcpy(address.sun_path, path);
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    expect(client >= 0 && connect(client, (struct sockaddr *)&address, sizeof address) == 0, "connect");
    while (byte != '\n')
        expect(read(client, &byte, 1) == 1, "the first line");
    return client;
}

static void run(const int *clients, size_t count, size_t rounds) {
    static const char message[] = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@core\":\"a\",\"@id\":1}\n";
    for (size_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++)
            expect(write(clients[i], message, sizeof message - 1) == sizeof message - 1, "write");
        for (size_t i = 0; i < count; i++) {
            char line[256];
            ssize_t length = read(clients[i], line, sizeof line);
            expect(length > 0 && line[length - 1] == '\n', "an answer");
        }
    }
}

int main(int argc, char **argv) {
    expect(argc == 5, "CLIENTS ROUNDS PROGRAM LIBRARY");
    size_t count = strtoul(argv[1], NULL, 10), rounds = strtoul(argv[2], NULL, 10);
    char path[64];
    snprintf(path, sizeof path, "/tmp/adit-serve-%d", (int)getpid());
    /* The former server (5bbffbe) takes half as many clients as there may be files. */
    rlim_t files = 2 * count + 64;
    struct rlimit limit = {.rlim_cur = files, .rlim_max = files};
    expect(count > 0 && rounds > 0 && setrlimit(RLIMIT_NOFILE, &limit) == 0, "CLIENTS, ROUNDS");
    pid_t server = start(argv[3], argv[4], path), child = child_of(server);
    int *clients = calloc(count, sizeof *clients);
    for (size_t i = 0; i < count; i++)
        clients[i] = connect_to(path);
    run(clients, count, rounds);
    double began = seconds(CLOCK_MONOTONIC);
    double own = seconds(CLOCK_PROCESS_CPUTIME_ID), of_server = used_by(server), of_child = used_by(child);
    run(clients, count, rounds);
    double messages = (double)(count * rounds) / 1e6, took = seconds(CLOCK_MONOTONIC) - began;
    own = seconds(CLOCK_PROCESS_CPUTIME_ID) - own;
    of_server = used_by(server) - of_server;
    of_child = used_by(child) - of_child;
    printf("%.3f %.3f %.3f %.3f\n", took / messages, (own + of_server + of_child) / messages, of_server / messages,
           of_child / messages);
    int status;
    kill(server, SIGTERM);
    expect(waitpid(server, &status, 0) == server && status == 0, "the end");
    free(clients);
    return EXIT_SUCCESS;
}
