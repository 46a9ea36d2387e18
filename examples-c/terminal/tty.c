#define _GNU_SOURCE /* memfd_create, ppoll */
#include "tty.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

/** How long after an escape character the rest of a key's sequence may arrive. */
enum { ESCAPE_MS = 50 };

static const int ending_signals[] = {SIGTERM, SIGINT, SIGHUP};
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT};
static const char *const restoring_names[] = {"sgr0", "cnorm", "rmkx", "rmcup"}; /* capabilities, terminfo(5) */
#define COUNT(array) (sizeof(array) / sizeof *(array))

static volatile sig_atomic_t ended_by;
static SCREEN *screen;
static struct termios modes;  /* of the terminal before it was taken */
static char restoring[256];   /* what makes the terminal leave the screen */
static sigset_t waiting_mask; /* the signals that are blocked while waiting: those of before */
static int kept = -1, standard_error = -1;

/* -- Standard error. All of this is async-signal-safe but `keep_errors`. -- */

static void keep_errors(void) {
    if (!isatty(STDERR_FILENO))
        return;
    fflush(stderr);
    kept = memfd_create("stderr", MFD_CLOEXEC);
    standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (kept >= 0 && standard_error >= 0)
        dup2(kept, STDERR_FILENO);
}

static void write_all(int fd, const char *text, size_t length) {
    for (ssize_t count; length > 0 && (count = write(fd, text, length)) > 0; length -= (size_t)count)
        text += count;
}

static void release_errors(void) {
    char text[4096];
    if (kept < 0 || standard_error < 0)
        return;
    dup2(standard_error, STDERR_FILENO);
    lseek(kept, 0, SEEK_SET);
    for (ssize_t count; (count = read(kept, text, sizeof text)) > 0;)
        write_all(STDERR_FILENO, text, (size_t)count);
    close(kept);
    close(standard_error);
    kept = standard_error = -1;
}

/* -- Signals. -- */

static void on_ending(int number) {
    ended_by = number;
}

/* Runs once: the action is the default one again, which the raised signal then takes. */
static void on_crash(int number) {
    write_all(STDOUT_FILENO, restoring, strlen(restoring));
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    release_errors();
    raise(number);
}

static void set_actions(const int *numbers, size_t count, void (*handler)(int), int flags) {
    for (size_t i = 0; i < count; i++) {
        struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) /* as nohup sets it */
            sigaction(numbers[i], &action, NULL);
    }
}

static void set_signals(void) {
    sigset_t blocked;
    set_actions(ending_signals, COUNT(ending_signals), on_ending, 0);
    set_actions(crash_signals, COUNT(crash_signals), on_crash, (int)SA_RESETHAND | SA_NODEFER);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGWINCH); /* the handler is that of ncurses, whose get_wch then returns KEY_RESIZE */
    for (size_t i = 0; i < COUNT(ending_signals); i++)
        sigaddset(&blocked, ending_signals[i]);
    sigprocmask(SIG_BLOCK, &blocked, &waiting_mask);
}

int tty_signal(void) {
    return ended_by;
}

void tty_raise(void) {
    if (ended_by == 0)
        return;
    signal(ended_by, SIG_DFL);
    sigprocmask(SIG_SETMASK, &waiting_mask, NULL);
    raise(ended_by);
}

/* -- The terminal. -- */

static bool fail(adit_line *error, const char *text) {
    adit_line_add_text(error, text, strlen(text));
    return false;
}

/* Texts are Unicode: in the locale C, which has ASCII only, they are written as UTF-8 nevertheless. */
static void set_locale(void) {
    if (setlocale(LC_ALL, "") == NULL || strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* A string of the terminal's description. */
static void add_capability(const char *name) {
    const char *text = tigetstr(name);
    size_t length = strlen(restoring);
    if (text != NULL && text != (char *)-1)
        snprintf(restoring + length, sizeof restoring - length, "%s", text);
}

static void set_modes(void) {
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    for (size_t i = 0; i < COUNT(restoring_names); i++)
        add_capability(restoring_names[i]);
}

static void restore(void) {
    endwin();
    delscreen(screen);
    screen = NULL;
}

bool tty_exists(adit_line *error) {
    return (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) ||
           fail(error, "standard input and output must be a terminal");
}

bool tty_start(adit_line *error) {
    const char *type = getenv("TERM");
    set_locale();
    if (tcgetattr(STDIN_FILENO, &modes) != 0)
        return fail(error, strerror(errno));
    if (type == NULL || (screen = newterm(NULL, stdout, stdin)) == NULL) {
        adit_line_add(error, "the terminal's type is unknown; TERM is ");
        adit_line_add_quoted(error, type != NULL ? type : "", type != NULL ? strlen(type) : 0);
        return false;
    }
    if (tigetstr("cup") == NULL) {
        restore();
        return fail(error, "the terminal cannot move its cursor");
    }
    set_modes();
    set_signals();
    keep_errors();
    return true;
}

bool tty_wait(int core, adit_line *error) {
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = core, .events = POLLIN}};
    if (ended_by != 0)
        return true;
    if (ppoll(files, COUNT(files), NULL, &waiting_mask) < 0)
        return errno == EINTR || fail(error, strerror(errno));
    if ((files[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        return fail(error, "the terminal is gone");
    return true;
}

void tty_end(void) {
    restore();
    set_actions(crash_signals, COUNT(crash_signals), SIG_DFL, 0);
    release_errors();
}
