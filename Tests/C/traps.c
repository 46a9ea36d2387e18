/*
 * A check of Swift's that fails ends the process. Standard error says then which app it was, what it was handling, and
 * where in the library's code that is; the recording ends with that message; and the host's signals are as it set them.
 *
 * usage: test_traps LIBRARY SOURCE: the library with its symbols, and the file in which the app traps
 */
#define _GNU_SOURCE
#include "recorded.h"

#include <signal.h>
#include <sys/wait.h>

static const char *library, *source;

/* What a process that trapped has left. */
struct end {
    char said[16000]; /* on standard error */
    int signal, status;
};

/* Runs a host in a process of its own, to its end. */
static struct end run_host(void (*host)(const char *message, const char *recording), const char *message,
                           const char *recording) {
    static struct end end;
    int pipes[2];
    end = (struct end){.status = -1};
    if (pipe(pipes) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        dup2(pipes[1], STDERR_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        host(message, recording);
        _exit(0);
    }
    close(pipes[1]);
    size_t length = 0;
    for (ssize_t count; (count = read(pipes[0], end.said + length, sizeof end.said - 1 - length)) > 0;)
        length += (size_t)count;
    close(pipes[0]);
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return end;
}

/* GIVEN a host that records, and has had something counted. WHEN it sends a message. */
static void trap_in_host(const char *message, const char *recording) {
    char config[500];
    struct heard heard = {0};
    snprintf(config, sizeof config, "{\"record\":\"%s\"}", recording);
    adit_core core = open_core("traps", config, &heard);
    send_format(core, "{\"count\":{}}");
    drive(core);
    send_format(core, "{\"count\":{}}");
    send_format(core, "%s", message);
    drive(core);
}

static void replay_in_host(const char *message, const char *recording) {
    struct heard heard = {0};
    adit_core core;
    adit_error error;
    (void)message;
    replay("traps", recording, "", &heard, &core, &error);
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *rest = text; (rest = strstr(rest, part)) != NULL; rest++)
        count++;
    return count;
}

/* Where the library says that it trapped. */
static unsigned long offset_in(const char *said) {
    const char *place = strstr(said, "adit: trap at lib");
    const char *plus = place != NULL ? strchr(place, '+') : NULL;
    return plus != NULL ? strtoul(plus + 1, NULL, 16) : 0;
}

/* The line of the source in which a text stands first. */
static int line_in_source(const char *text) {
    size_t length;
    char *all = read_file(source, &length);
    const char *found = strstr(all, text);
    int line = 1;
    CHECK(found != NULL);
    for (const char *rest = all; found != NULL && rest < found; rest++)
        line += *rest == '\n';
    free(all);
    return line;
}

/* What addr2line says of an offset, with the functions that were inlined there. */
static void find_place(unsigned long offset, char *text, size_t room) {
    char command[1000];
    snprintf(command, sizeof command, "addr2line -f -i -e '%s' 0x%lx", library, offset);
    FILE *program = popen(command, "r");
    if (program == NULL)
        abort();
    text[fread(text, 1, room - 1, program)] = 0;
    pclose(program);
}

/* The last line of a file, without its line feed. */
static const char *last_line(const char *path) {
    static char line[2000];
    size_t length;
    char *text = read_file(path, &length);
    CHECK(length > 0 && text[length - 1] == '\n');
    size_t start = length > 0 ? length - 1 : 0;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    snprintf(line, sizeof line, "%.*s", (int)(length - 1 - start), text + start);
    free(text);
    return line;
}

#define BOUND_TO_END(end) ((end).signal == SIGILL || (end).signal == SIGTRAP || (end).signal == SIGABRT)

struct way {
    const char *name;
    const char *says;  /* Swift itself; NULL: nothing, as the check was compiled into the app */
    const char *marks; /* what the line of the source has, where Swift does not tell it */
};

static const struct way ways[] = {
    {"overflow", NULL, "case .overflow:"},
    {"index", NULL, "case .index:"},
    {"unwrapping", NULL, "case .unwrapping:"},
    {"narrowing", NULL, "case .narrowing:"},
    {"failing", ": Fatal error: there are 2 numbers\n", "fatalError("},
    {"requiring", NULL, "precondition(numbers"},
    {"reaching", NULL, "preconditionFailure("},
    {"throwing", ": Fatal error: 'try!' expression unexpectedly raised an error: ", "try! numbers"},
    {"casting", "Could not cast value of type 'Swift.String' (", NULL},
    {"text", ": Fatal error: String index is out of bounds\n", NULL},
};

static void given_a_release_library_when_its_app_traps_then_it_is_said_where_and_of_what(struct way way) {
    struct folder folder = make_folder();
    char message[200], place[100], found[4000];
    snprintf(message, sizeof message, "{\"trap\":\"%s\",\"@id\":7}", way.name);
    // WHEN
    struct end end = run_host(trap_in_host, message, in_folder(&folder, "a"));
    // THEN the process has ended as it does without Adit, and standard error names the app, the message, and the place
    CHECK(BOUND_TO_END(end));
    CHECK_HAS(end.said, "adit: trap at libadit_traps.so.");
    CHECK_HAS(end.said, "adit: it was in the app \"traps\", which handled trap with \"@id\" 7\n");
    CHECK_INT(count_of(end.said, "adit: trap at "), 1);
    if (way.says != NULL)
        CHECK_HAS(end.said, way.says);
    // THEN the file and the line are there, or are found with the library's symbols
    if (way.marks != NULL && way.says != NULL) {
        snprintf(place, sizeof place, "trapsApp.swift:%d: ", line_in_source(way.marks));
        CHECK_HAS(end.said, place);
    } else if (way.marks != NULL) {
        snprintf(place, sizeof place, "trapsApp.swift:%d\n", line_in_source(way.marks));
        find_place(offset_in(end.said), found, sizeof found);
        CHECK_HAS(found, place);
    }
    // THEN the recording ends with the message
    snprintf(found, sizeof found, "\"message\":%s,\"time\":", message);
    CHECK_HAS(last_line(in_folder(&folder, "a")), found);
    if (atomic_load(&check_failures) > 0)
        fprintf(stderr, "%s:\n%s\n", way.name, end.said);
    // WHEN it is replayed THEN it comes to the same
    struct end again = run_host(replay_in_host, message, in_folder(&folder, "a"));
    CHECK_INT(again.signal, end.signal ? again.signal : -1);
    CHECK_HAS(again.said, "adit: it was in the app \"traps\", which handled trap with \"@id\" 7\n");
    remove_folder(&folder);
}

static void given_a_message_that_causes_others_when_one_traps_then_both_are_named(void) {
    struct folder folder = make_folder();
    struct end end = run_host(trap_in_host, "{\"relay\":\"overflow\",\"@id\":\"a\\nb\"}", in_folder(&folder, "a"));
    CHECK_HAS(end.said, "which handled trap, which came of relay with \"@id\" \"a\\nb\"\n");
    CHECK_HAS(last_line(in_folder(&folder, "a")), "\"message\":{\"relay\":\"overflow\",\"@id\":\"a\\nb\"},\"time\":");
    remove_folder(&folder);
}

static void given_an_effect_when_it_traps_then_what_it_came_of_is_named(void) {
    struct folder folder = make_folder();
    struct end end = run_host(trap_in_host, "{\"later\":\"unwrapping\",\"@id\":9}", in_folder(&folder, "a"));
    CHECK_HAS(end.said, "which handled what came of the message with \"@id\" 9\n");
    CHECK_HAS(last_line(in_folder(&folder, "a")), "\"effect\":");
    remove_folder(&folder);
}

/* -- The host's signals are its own. -- */

static void end_by_host(int signal) {
    static const char text[] = "the host's own handler\n";
    (void)signal;
    _exit(write(STDERR_FILENO, text, sizeof text - 1) > 0 ? 42 : 43);
}

static void given_an_environment_that_asks_for_swifts_handlers_when_the_library_is_loaded_then_there_are_none(void) {
    static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT};
    /* The variable is set for the test: the library is loaded before this. */
    CHECK_HAS(getenv("SWIFT_BACKTRACE"), "enable=yes");
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++) {
        struct sigaction action;
        CHECK_INT(sigaction(signals[index], NULL, &action), 0);
        CHECK(action.sa_handler == SIG_DFL);
    }
}

static void handle_traps_in_host(const char *message, const char *recording) {
    struct sigaction before, after;
    signal(SIGILL, end_by_host);
    signal(SIGTRAP, end_by_host);
    sigaction(SIGSEGV, NULL, &before);
    trap_in_host("{\"count\":{}}", recording);
    sigaction(SIGSEGV, NULL, &after);
    CHECK(before.sa_handler == after.sa_handler);
    char other[500];
    snprintf(other, sizeof other, "%s.2", recording);
    trap_in_host(message, other);
}

static void given_a_host_with_handlers_when_an_app_traps_then_they_are_called(void) {
    struct folder folder = make_folder();
    struct end end = run_host(handle_traps_in_host, "{\"trap\":\"index\"}", in_folder(&folder, "a"));
    CHECK_INT(end.status, 42);
    CHECK_HAS(end.said, "which handled trap\nthe host's own handler\n");
    remove_folder(&folder);
}

int main(int count, char **arguments) {
    if (count != 3)
        return EXIT_FAILURE;
    library = arguments[1];
    source = arguments[2];
    given_an_environment_that_asks_for_swifts_handlers_when_the_library_is_loaded_then_there_are_none();
    for (size_t index = 0; index < sizeof ways / sizeof ways[0]; index++)
        given_a_release_library_when_its_app_traps_then_it_is_said_where_and_of_what(ways[index]);
    given_a_message_that_causes_others_when_one_traps_then_both_are_named();
    given_an_effect_when_it_traps_then_what_it_came_of_is_named();
    given_a_host_with_handlers_when_an_app_traps_then_they_are_called();
    return check_result();
}
