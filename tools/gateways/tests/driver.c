/*
 * The gateways with lines in place of cores, for driver.py: a line on standard input is `CORE MESSAGE`, which the
 * gateways take, `!full N CORE`: the next N answers to a core, 0 for any, find a full queue; or `!resolve …` (names.c). A line on standard
 * output is `CORE ANSWER`, `?MESSAGE` for a message that was not taken, or `!names NAMES`, first of all.
 */
#define _POSIX_C_SOURCE 200809L /* read */
#include "names.h"

#include <adit_gateways.h>

#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 65536 };

static atomic_int full;
static atomic_ullong full_core; /* 0 for all */

static int32_t on_answer(adit_core core, const char *json, size_t length, adit_error *error) {
    (void)length;
    (void)error;
    if (full > 0 && (full_core == 0 || full_core == core)) {
        full--;
        return ADIT_EFULL;
    }
    printf("%llu %s\n", (unsigned long long)core, json);
    fflush(stdout);
    return ADIT_OK;
}

static void handle(adit_gateways *gateways, const char *line, size_t length) {
    if (strncmp(line, "!full ", 6) == 0) {
        char *of;
        full = (int)strtol(line + 6, &of, 10);
        full_core = strtoull(of, NULL, 10);
        return;
    }
    if (strncmp(line, "!resolve ", 9) == 0) {
        names_set(line + 9);
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

/* The lines that are not complete yet. */
typedef struct input {
    char *text;
    size_t length, capacity;
} input;

/* Reads what there is, and handles its lines. False at the end. */
static bool read_lines(adit_gateways *gateways, input *input) {
    if (input->length + BLOCK > input->capacity) {
        input->capacity = 2 * input->capacity + BLOCK;
        input->text = realloc(input->text, input->capacity);
    }
    ssize_t count = input->text != NULL ? read(0, input->text + input->length, BLOCK) : 0;
    if (count <= 0)
        return false;
    char *line = input->text, *end, *unseen = input->text + input->length;
    input->length += (size_t)count;
    while ((end = memchr(unseen, '\n', (size_t)(input->text + input->length - unseen))) != NULL) {
        *end = '\0';
        handle(gateways, line, (size_t)(end - line));
        line = unseen = end + 1;
    }
    input->length -= (size_t)(line - input->text);
    memmove(input->text, line, input->length);
    return true;
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
    input input = {0};
    for (;;) {
        int32_t fd = adit_gateways_fd(gateways); /* none with a thread */
        struct pollfd files[] = {{.fd = 0, .events = POLLIN}, {.fd = fd >= 0 ? fd : -1, .events = POLLIN}};
        if (poll(files, 2, -1) < 0)
            break;
        if (files[1].revents != 0)
            adit_gateways_process(gateways, 0);
        if (files[0].revents != 0 && !read_lines(gateways, &input))
            break;
    }
    free(input.text);
    adit_gateways_close(gateways);
    return 0;
}
