/*
 * group: many cores in one loop, by the one descriptor of a group. A line is the number of a core, a space, and a message
 * for it; each message of a core is printed behind the core's number.
 *
 *     group COUNT [CONFIG]
 */
#define _POSIX_C_SOURCE 200809L
#include "host.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

static adit_core *cores;
static size_t count;

/* `context` is where the core is in the array. */
static void on_message(void *context, adit_core core, const char *json, size_t length) {
    printf("%zu ", (size_t)((adit_core *)context - cores));
    host_print(NULL, core, json, length);
}

static bool open_cores(adit_group group, const char *config) {
    adit_error error;
    cores = calloc(count, sizeof *cores);
    for (size_t i = 0; i < count; i++) {
        int32_t code =
            adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, on_message, &cores[i], NULL, &cores[i], &error);
        if (code != ADIT_OK || (code = adit_group_add(group, cores[i])) != ADIT_OK) {
            fprintf(stderr, "group: core %zu: %s\n", i, adit_strerror(code));
            return false;
        }
    }
    return true;
}

/* Reads what there is, and sends the messages. False at the end of the input. */
static bool read_lines(input *input) {
    size_t length;
    char *line;
    if (!input_read(input))
        input->ended = true;
    while ((line = input_line(input, &length)) != NULL) {
        char *end;
        unsigned long number = strtoul(line, &end, 10);
        if (end == line || *end != ' ' || number >= count)
            printf("refused: the number of a core below %zu, a space and a message are expected\n", count);
        else
            host_send(cores[number], end + 1, length - (size_t)(end + 1 - line));
    }
    return !input->ended;
}

int main(int argc, char **argv) {
    adit_group group;
    input input = {.fd = 0};
    count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    if (count == 0 || adit_group_open(&group) != ADIT_OK || !open_cores(group, argc > 2 ? argv[2] : NULL)) {
        fprintf(stderr, "Usage: group COUNT [CONFIG]\n");
        return 2;
    }
    struct pollfd files[] = {{.fd = input.fd, .events = POLLIN}, {.fd = adit_group_fd(group), .events = POLLIN}};
    for (bool goes_on = true; goes_on;) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return host_fail("poll");
        if (files[0].revents != 0)
            goes_on = read_lines(&input);
        /* Drives the cores that have work, each once; nothing looks at the others. */
        if (files[1].revents != 0)
            adit_group_process(group, 0);
    }
    while (adit_group_process(group, 0) > 0)
        ;
    for (size_t i = 0; i < count; i++)
        adit_close(cores[i], 1000);
    adit_group_close(group);
    input_destroy(&input);
    free(cores);
    return EXIT_SUCCESS;
}
