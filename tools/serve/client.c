#define _GNU_SOURCE /* getentropy */
#include "client.h"

#include "serve/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/** How much is read at a time, and what a blocking write to a pipe takes that is writable, in bytes. */
enum { PIECE = 1 << 14, PIPE_PIECE = 4096 };

static client *make(void) {
    client *client = calloc(1, sizeof *client);
    if (client == NULL)
        end_without_memory();
    return client;
}

client *client_make(int fd, bool is_trusted) {
    client *client = make();
    unsigned char bytes[16];
    if (getentropy(bytes, sizeof bytes) != 0)
        abort(); /* only for a wrong size */
    memcpy(client->name, "c-", 3);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(client->name + 2 + 2 * i, 3, "%02x", bytes[i]);
    client->in = client->out = fd;
    client->sends = true;
    client->is_trusted = is_trusted;
    return client;
}

/* Standard output, so that no write blocks. A pipe is opened anew: its flags are shared with other processes. */
static int output_without_blocking(bool *is_socket) {
    struct stat file;
    *is_socket = false;
    if (fstat(STDOUT_FILENO, &file) == 0 && S_ISSOCK(file.st_mode))
        *is_socket = true;
    else if (S_ISFIFO(file.st_mode)) {
        int fd = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (fd >= 0) {
            /* So that the reader sees the end once the new one is closed. */
            int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
            dup2(nothing, STDOUT_FILENO);
            close(nothing);
            return fd;
        }
    }
    return STDOUT_FILENO;
}

client *client_make_parent(void) {
    client *client = make();
    client->in = STDIN_FILENO;
    client->out = output_without_blocking(&client->sends);
    client->is_parent = client->is_trusted = true;
    return client;
}

void client_read(client *client) {
    buffer_take(&client->input, 0); /* frees the memory of a long line */
    ssize_t count = read(client->in, buffer_reserve(&client->input, PIECE), PIECE);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (count > 0)
        buffer_grown(&client->input, (size_t)count);
    else
        client->input_ended = true;
    if (count < 0 && !client->is_parent)
        client->is_gone = true;
}

void client_write(client *client) {
    while (buffer_length(&client->output) > 0 && !client->is_gone) {
        const char *bytes = buffer_bytes(&client->output);
        size_t length = buffer_length(&client->output);
        bool blocks = !client->sends && client->out == STDOUT_FILENO;
        if (blocks && length > PIPE_PIECE)
            length = PIPE_PIECE;
        ssize_t count = client->sends ? send(client->out, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT)
                                      : write(client->out, bytes, length);
        if (count > 0)
            client->is_within = bytes[count - 1] != '\n';
        if (count >= 0)
            buffer_take(&client->output, (size_t)count);
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno != EINTR)
            client->is_gone = true;
        if (blocks)
            return;
    }
}

bool client_line(client *client, size_t longest, span *line, bool *is_long) {
    buffer *input = &client->input;
    *is_long = false;
    while (true) {
        size_t length = buffer_length(input);
        char *start = buffer_bytes(input);
        char *newline =
            length > client->searched ? memchr(start + client->searched, '\n', length - client->searched) : NULL;
        size_t taken = newline != NULL ? (size_t)(newline - start) : length;
        client->searched = newline != NULL ? 0 : length;
        if (!client->skips && taken > longest) {
            *line = (span){0};
            *is_long = client->skips = true;
        }
        if (client->skips) {
            buffer_take(input, newline != NULL ? taken + 1 : taken);
            client->searched = 0;
            client->skips = newline == NULL;
            if (*is_long)
                return true;
            if (newline == NULL)
                return false;
            continue;
        }
        if (newline == NULL && (!client->input_ended || taken == 0))
            return false;
        *line = (span){start, taken > 0 && start[taken - 1] == '\r' ? taken - 1 : taken};
        client->searched = 0;
        input->start += newline != NULL ? taken + 1 : taken; /* not buffer_take, which may free the line */
        return true;
    }
}

void client_drop(client *client, const char *last, size_t length) {
    buffer *output = &client->output, rest = {0};
    const char *end = client->is_within ? memchr(buffer_bytes(output), '\n', buffer_length(output)) : NULL;
    if (end != NULL)
        buffer_add(&rest, buffer_bytes(output), (size_t)(end + 1 - buffer_bytes(output)));
    buffer_destroy(output);
    *output = rest;
    client_say(client, last, length);
    client->is_dropped = true;
    client->uses_count = 0;
}

void client_say(client *client, const char *line, size_t length) {
    if (client->is_dropped)
        return;
    buffer_reserve(&client->output, length + 1);
    buffer_add(&client->output, line, length);
    buffer_add(&client->output, "\n", 1);
}

bool client_uses(const client *client, uint32_t core) {
    return core < client->uses_count && client->uses[core];
}

void client_set_use(client *client, uint32_t core, bool uses) {
    if (core >= client->uses_count) {
        if (!uses)
            return;
        size_t count = (size_t)core + 16;
        bool *all = realloc(client->uses, count * sizeof *all);
        if (all == NULL)
            end_without_memory();
        memset(all + client->uses_count, 0, (count - client->uses_count) * sizeof *all);
        client->uses = all;
        client->uses_count = count;
    }
    client->uses[core] = uses;
    client->has_used = client->has_used || uses;
}

bool is_client_name(span name) {
    if (name.length != CLIENT_NAME_SIZE - 1 || memcmp(name.at, "c-", 2) != 0)
        return false;
    for (size_t i = 2; i < name.length; i++) {
        if (strchr("0123456789abcdef", name.at[i]) == NULL || name.at[i] == '\0')
            return false;
    }
    return true;
}

void client_destroy(client *client) {
    close(client->in);
    if (client->out != client->in)
        close(client->out);
    buffer_destroy(&client->input);
    buffer_destroy(&client->output);
    free(client->uses);
    free(client);
}
