/*
 * adit-serve: the cores of Adit libraries, in processes of their own. The command line.
 */
#define _GNU_SOURCE /* getopt_long */
#include "server.h"
#include "worker.h"

#include "serve/text.h"

#include <adit.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What the program ends with if the command line is wrong. */
enum { MISUSE = 2 };

enum { DEFAULT_LINE = 16 << 20, DEFAULT_BUFFER = 16 << 20, DEFAULT_RESTARTS = 5 };

static const char usage[] =
    "Usage: adit serve LIBRARY... --stdio\n"
    "       adit serve LIBRARY... --unix PATH [--core NAME=APP[:CONFIG]]... [--trust] [--broadcast]\n"
    "       adit serve LIBRARY... --passed\n";

static const char help[] =
    "\nRuns the apps of Adit libraries in processes of their own, and passes their messages on: "
    "lines of JSON, with the\n"
    "name of a core beside each, in \"@core\" (docs/serve.md).\n\n"
    "      --stdio            serve the parent process by standard input and output\n"
    "      --unix PATH        serve clients that connect to a Unix socket\n"
    "      --passed           serve the parent process by connections that it passes over standard input\n"
    "      --core NAME=APP[:CONFIG]\n"
    "                         open a core, with the config in the file CONFIG\n"
    "      --trust            clients of the socket have the authority of a host\n"
    "      --broadcast        clients also receive messages of the app that others have caused\n"
    "      --line BYTES       the longest line of a client (16777216)\n"
    "      --buffer BYTES     how much output may wait for a client (16777216)\n"
    "      --restarts N       how often a crashed process is started again (5)\n"
    "      --hang SECONDS     end a process that does not answer for so long, as if it had crashed\n"
    "  -h, --help             print this\n"
    "  -V, --version          print the version\n";

static int misuse(const char *what, const char *why) {
    if (what != NULL)
        fprintf(stderr, "adit-serve: %s%s%s\n", what, why != NULL ? ": " : "", why != NULL ? why : "");
    fprintf(stderr, "%sSee adit serve --help.\n", usage);
    return MISUSE;
}

/* A config file, without the spaces around it. NULL, after a message, if it cannot be read or is no JSON object. */
static char *read_config(const char *path) {
    json_error_t error;
    json_t *config = json_load_file(path, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!json_is_object(config)) {
        fprintf(stderr, "adit-serve: %s:%d: %s\n", path, config == NULL ? error.line : 1,
                config == NULL ? error.text : "a JSON object is expected");
        json_decref(config);
        return NULL;
    }
    char *text = json_text(config);
    json_decref(config);
    return text;
}

/* Takes NAME=APP[:CONFIG] apart. */
static bool add_core(server *server, char *option) {
    char *app = strchr(option, '=');
    if (app == NULL || app == option || app[1] == '\0' || app[1] == ':') {
        fprintf(stderr, "adit-serve: --core %s: NAME=APP or NAME=APP:CONFIG is expected\n", option);
        return false;
    }
    *app++ = '\0';
    char *path = strchr(app, ':');
    if (path != NULL)
        *path++ = '\0';
    char *config = path != NULL ? read_config(path) : strdup("{}");
    if (config == NULL)
        return false;
    server->options = realloc(server->options, (server->option_count + 1) * sizeof *server->options);
    if (server->options == NULL)
        end_without_memory();
    server->options[server->option_count++] = (core_option){.name = option, .app = app, .config = config};
    return true;
}

/* A whole number of at least `least`. */
static bool number(const char *text, size_t least, size_t *value) {
    char *end;
    errno = 0;
    unsigned long long found = strtoull(text, &end, 10);
    if (errno != 0 || *text < '0' || *text > '9' || *end != '\0' || found < least || found > SIZE_MAX / 4) {
        fprintf(stderr, "adit-serve: found \"%s\"; a whole number from %zu on is expected\n", text, least);
        return false;
    }
    *value = (size_t)found;
    return true;
}

enum { STDIO = 256, UNIX, PASSED, CORE, TRUST, BROADCAST, LINE, BUFFER, RESTARTS, HANG };

static const struct option long_options[] = {
    {"broadcast", no_argument, NULL, BROADCAST},
    {"buffer", required_argument, NULL, BUFFER},
    {"core", required_argument, NULL, CORE},
    {"hang", required_argument, NULL, HANG},
    {"help", no_argument, NULL, 'h'},
    {"line", required_argument, NULL, LINE},
    {"passed", no_argument, NULL, PASSED},
    {"restarts", required_argument, NULL, RESTARTS},
    {"stdio", no_argument, NULL, STDIO},
    {"trust", no_argument, NULL, TRUST},
    {"unix", required_argument, NULL, UNIX},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

/* -1 to go on, or what the program ends with. */
static int take_option(server *server, int option) {
    size_t restarts, seconds;
    switch (option) {
    case 'h':
        printf("%s%s", usage, help);
        return EXIT_SUCCESS;
    case 'V':
        printf("adit-serve (Adit %s)\n", ADIT_VERSION);
        return EXIT_SUCCESS;
    case STDIO:
        server->is_stdio = true;
        return -1;
    case PASSED:
        server->is_passed = true;
        return -1;
    case UNIX:
        server->path = optarg;
        return -1;
    case CORE:
        return add_core(server, optarg) ? -1 : MISUSE;
    case TRUST:
        server->trusts = true;
        return -1;
    case BROADCAST:
        server->broadcasts = true;
        return -1;
    case LINE:
        return number(optarg, 2, &server->longest_line) ? -1 : MISUSE;
    case BUFFER:
        return number(optarg, 1024, &server->most_output) ? -1 : MISUSE;
    case RESTARTS:
        if (!number(optarg, 0, &restarts))
            return MISUSE;
        server->most_crashes = restarts < 1000000 ? (unsigned)restarts : 1000000;
        return -1;
    case HANG:
        if (!number(optarg, 1, &seconds))
            return MISUSE;
        server->longest_silence = (int64_t)(seconds < 1000000 ? seconds : 1000000) * 1000;
        return -1;
    default:
        return misuse(NULL, NULL);
    }
}

static int run(server *server, char **libraries, size_t count) {
    child *children = calloc(count, sizeof *children);
    if (children == NULL)
        end_without_memory();
    for (size_t i = 0; i < count; i++)
        children[i] = (child){.library = libraries[i], .fd = -1};
    server->children = children;
    server->child_count = count;
    int status = server_run(server);
    free(children);
    return status;
}

/*
 * The parent is a library in some program, whose `wait` and whose terminal this is nothing for: the server goes on in a
 * process of its own, in a session of its own.
 */
static void leave_parent(server *server) {
    server->trusts = true;
    if (fork() > 0)
        _exit(EXIT_SUCCESS);
    setsid();
}

int main(int argc, char **argv) {
    server server = {.longest_line = DEFAULT_LINE, .most_output = DEFAULT_BUFFER, .most_crashes = DEFAULT_RESTARTS};
    int option, status = -1;
    open_standard_streams();
    if (argc == 3 && strcmp(argv[1], "--child") == 0)
        return worker_run(argv[2]);
    while (status < 0 && (option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1)
        status = take_option(&server, option);
    if (status < 0 && optind == argc)
        status = misuse("a LIBRARY is expected", NULL);
    if (status < 0 && server.is_stdio + server.is_passed + (server.path != NULL) != 1)
        status = misuse("one of --stdio, --unix PATH and --passed is expected", NULL);
    if (status < 0 && server.path == NULL && (server.trusts || server.broadcasts))
        status = misuse("--trust and --broadcast are for --unix", NULL);
    if (status < 0 && server.is_passed)
        leave_parent(&server);
    if (status < 0)
        status = run(&server, argv + optind, (size_t)(argc - optind));
    for (size_t i = 0; i < server.option_count; i++)
        free(server.options[i].config);
    free(server.options);
    return status;
}
