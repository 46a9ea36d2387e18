/*
 * The gateways with lines in place of cores, for test_gateways.py: a line on standard input is `CORE MESSAGE`, which the gateways take,
 * or `!full N`: the next N answers find a full queue. A line on standard output is `CORE ANSWER`, `?MESSAGE` for a message that was not
 * taken, or `!names NAMES`, first of all.
 */
#define _GNU_SOURCE
#include <adit_gateways.h>

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_int full;

static int32_t on_answer(adit_core core, const char *json, size_t length, adit_error *error) {
    (void)length;
    (void)error;
    if (full > 0) {
        full--;
        return ADIT_EFULL;
    }
    printf("%llu %s\n", (unsigned long long)core, json);
    fflush(stdout);
    return ADIT_OK;
}

static void handle(adit_gateways *gateways, const char *line, size_t length) {
    if (strncmp(line, "!full ", 6) == 0) {
        full = atoi(line + 6);
        return;
    }
    char *message;
    adit_core core = strtoull(line, &message, 10);
    int32_t taken = adit_gateways_take(gateways, core, message + 1, length - (size_t)(message + 1 - line));
    if (taken != 1) {
        printf("?%d %s\n", taken, message + 1);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    adit_gateways *gateways;
    adit_error error;
    if (adit_gateways_open(argc > 1 ? argv[1] : "{}", ADIT_NTS, on_answer, &gateways, &error) != ADIT_OK) {
        printf("!error %d %s\n", error.code, error.text);
        return 1;
    }
    printf("!names %s\n", adit_gateways_names(gateways));
    fflush(stdout);
    char *line = NULL;
    size_t capacity = 0;
    setvbuf(stdin, NULL, _IONBF, 0); /* poll sees what has not been read */
    for (;;) {
        int32_t fd = adit_gateways_fd(gateways); /* none with a thread */
        struct pollfd files[] = {{.fd = 0, .events = POLLIN}, {.fd = fd >= 0 ? fd : -1, .events = POLLIN}};
        if (poll(files, 2, -1) < 0)
            break;
        if (files[1].revents != 0)
            adit_gateways_process(gateways, 0);
        if (files[0].revents != 0) {
            ssize_t length = getline(&line, &capacity, stdin);
            if (length <= 0)
                break;
            line[--length] = '\0';
            handle(gateways, line, (size_t)length);
        }
    }
    free(line);
    adit_gateways_close(gateways);
    return 0;
}
