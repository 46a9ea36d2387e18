#define _POSIX_C_SOURCE 200809L /* getline, isatty, fileno */
#include "shell.h"

#include "command.h"
#include "words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char prompt[] = "> ";

/* Whatever is in a message has to be UTF-8, and jansson takes nothing else. */
static bool is_text(const char *line, size_t length) {
    json_t *text = json_string(line);
    bool good = text != NULL && strlen(line) == length;
    json_decref(text);
    return good;
}

/* The core asks each time that it would be right to ask; a person is asked once. */
static void tell_review(todo *todo) {
    if (!todo->session.wants_review || todo->review_told)
        return;
    puts("You seem to like this. Would you review it?");
    todo->review_told = true;
}

/* The same at a prompt, at which somebody may be typing. */
static void tell_review_at(void *context) {
    todo *todo = context;
    if (!todo->session.wants_review || todo->review_told)
        return;
    putchar('\n');
    tell_review(todo);
    fputs(prompt, stdout);
    fflush(stdout);
}

bool shell_line(todo *todo, char *line, size_t length, bool echo) {
    if (!is_text(line, length))
        return report(todo, "the line is not UTF-8 text");
    line = trim(line);
    bool nothing = *line == '\0' || *line == '#';
    if (echo)
        printf("%s%s\n", nothing ? "" : "> ", line);
    if (nothing)
        return true;
    bool may_fail = *line == '-';
    bool good = command_run(todo, line + may_fail);
    tell_review(todo);
    return good || may_fail;
}

bool shell_import(todo *todo, char *path) {
    bool good = run_import(todo, path);
    tell_review(todo);
    return good;
}

/* Shows the prompt, and lets the core go on with what it waits for until there is a line to be read. */
static bool await_line(todo *todo, FILE *input) {
    adit_error error;
    fputs(prompt, stdout);
    fflush(stdout);
    return session_await(&todo->session, fileno(input), tell_review_at, todo, &error) || report(todo, "%s", error.text);
}

/* Runs lines until the end or `quit`. */
static bool run_lines(todo *todo, FILE *input, bool terminal, bool echo) {
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    while (!todo->quit) {
        fflush(stdout);
        if (terminal && !await_line(todo, input))
            break;
        ssize_t length = getline(&line, &size, input);
        if (length < 0)
            break;
        todo->place += 1;
        good &= shell_line(todo, line, (size_t)length, echo);
    }
    if (!todo->quit && !feof(input))
        good = report(todo, "%s", strerror(errno));
    free(line);
    return good;
}

bool shell_lines(todo *todo, FILE *input, bool echo) {
    bool terminal = isatty(fileno(input));
    todo->unit = terminal ? NULL : "line";
    todo->place = 0;
    bool good = run_lines(todo, input, terminal, echo && !terminal);
    if (terminal && !todo->quit)
        putchar('\n');       /* the end of input was a key without an echo */
    return good || terminal; /* at a prompt, a slip was told and is forgotten */
}
