/*
 * serve: what a message costs in process, and by adit serve.
 *
 *     serve SCENARIO PRESENT COUNT BATCH [PROGRAM LIBRARY]
 *
 * BATCH messages are sent, and then their answers are awaited: in process by one adit_process, or, with a PROGRAM, by
 * reading as many lines. Prints the microseconds a message by the clock and of processor time, that of the server and
 * its child included.
 */
#define _GNU_SOURCE
#include "adit.h"
#include "measuring.h"
#include "workload.h"

#include <sys/resource.h>
#include <sys/wait.h>

static double used(int who) {
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Processor time of a process by the system's clock of it: it is running still. */
static double used_by(pid_t process) {
    clockid_t clock;
    struct timespec time;
    expect(clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0, "clock_getcpuclockid");
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* -- In process. -- */

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)core, (void)json;
    *(size_t *)context += length;
}

static adit_core core;

static void exchange_inside(const struct message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect(adit_send(core, messages[i].text, messages[i].length, NULL) == ADIT_OK, "adit_send");
    expect(adit_process(core, 0) > 0, "adit_process");
}

/* -- By adit serve. -- */

static int to, from;
static char line[1 << 20];
static size_t kept; /* bytes at the beginning of `line` */

/* Reads lines until one has a text in it. */
static void read_until(const char *text) {
    while (true) {
        char *end;
        line[kept] = '\0';
        while ((end = memchr(line, '\n', kept)) != NULL) {
            size_t length = (size_t)(end - line) + 1;
            bool found = memmem(line, length, text, strlen(text)) != NULL;
            expect(memmem(line, length, "@refused", 8) == NULL, line);
            memmove(line, end + 1, kept -= length);
            if (found)
                return;
        }
        ssize_t count = read(from, line + kept, sizeof line - kept - 1);
        expect(count > 0, "read");
        kept += (size_t)count;
    }
}

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        ssize_t count = write(to, text, length);
        expect(count > 0, "write");
        text += count;
        length -= (size_t)count;
    }
}

/* The messages with the core's name and, at the last one, an id that its answer has. */
static void exchange_outside(const struct message *messages, size_t count) {
    static char out[1 << 20];
    static size_t number;
    size_t length = 0;
    char tail[48];
    snprintf(tail, sizeof tail, ",\"@id\":%zu", ++number);
    for (size_t i = 0; i < count; i++) {
        memcpy(out + length, messages[i].text, messages[i].length - 1);
        length += messages[i].length - 1;
        length += (size_t)sprintf(out + length, ",\"@core\":\"a\"%s}\n", i + 1 == count ? tail : "");
    }
    write_all(out, length);
    strcat(tail, ",");
    read_until(tail);
}

static pid_t start(char *program, char *library) {
    int in[2], out[2];
    expect(pipe(in) == 0 && pipe(out) == 0, "pipe");
    pid_t server = fork();
    if (server == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        for (int fd = 3; fd < 16; fd++)
            close(fd);
        execl(program, program, "serve", library, "--stdio", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to = in[1];
    from = out[0];
    return server;
}

/* The one child of a process. */
static pid_t child_of(pid_t process) {
    char path[64];
    int child = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *file = fopen(path, "r");
    expect(file != NULL && fscanf(file, "%d", &child) == 1, path);
    fclose(file);
    return child;
}

int main(int argc, char **argv) {
    struct workload load = workload_from(argc, argv);
    size_t batch = argc > 4 ? strtoul(argv[4], NULL, 10) : 1, heard = 0;
    bool outside = argc > 6;
    pid_t server = 0, child = 0;
    expect(batch > 0 && batch <= 1000, "BATCH from 1 to 1000");
    if (outside) {
        char open[128];
        server = start(argv[5], argv[6]);
        read_until("@ready");
        write_all(open, (size_t)sprintf(open, "{\"@open\":{\"core\":\"a\",\"app\":\"%s\"}}\n", load.app));
        read_until("@opened");
        child = child_of(server);
    } else {
        expect(adit_open(ADIT_ABI_VERSION, load.app, NULL, 0, hear, &heard, NULL, &core, NULL) == ADIT_OK, "adit_open");
    }
    void (*exchange)(const struct message *, size_t) = outside ? exchange_outside : exchange_inside;
    for (size_t index = 0; index < load.present; index++) {
        struct message message = workload_filler(index);
        exchange(&message, 1);
        free(message.text);
    }
    struct message *messages = calloc(batch, sizeof *messages);
    double began = now(CLOCK_MONOTONIC), before = used(RUSAGE_SELF) + (outside ? used_by(server) + used_by(child) : 0);
    for (size_t index = 0; index < load.count; index += batch) {
        for (size_t i = 0; i < batch; i++)
            messages[i] = *workload_message(&load, index + i);
        exchange(messages, batch);
    }
    double took = now(CLOCK_MONOTONIC) - began;
    double cost = used(RUSAGE_SELF) + (outside ? used_by(server) + used_by(child) : 0) - before;
    printf("%.3f %.3f\n", took / (double)load.count, cost / (double)load.count);
    if (outside) {
        int status;
        close(to);
        read_until("@closed");
        expect(waitpid(server, &status, 0) == server && status == 0, "the end");
    } else {
        expect(adit_close(core, 1000) == ADIT_OK, "adit_close");
    }
    free(messages);
    return EXIT_SUCCESS;
}
