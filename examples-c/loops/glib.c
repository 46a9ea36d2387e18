/*
 * glib: a core in a main loop of GLib, such as that of a GTK application.
 */
#include "host.h"

#include <glib-unix.h>

typedef struct program {
    host host;
    GMainLoop *loop;
} program;

/* The core's descriptor is readable. */
static gboolean on_core(gint fd, GIOCondition condition, gpointer data) {
    program *program = data;
    (void)fd, (void)condition;
    adit_process(program->host.core, 0);
    return G_SOURCE_CONTINUE;
}

static gboolean on_input(gint fd, GIOCondition condition, gpointer data) {
    program *program = data;
    (void)fd, (void)condition;
    if (host_read(&program->host))
        return G_SOURCE_CONTINUE;
    g_main_loop_quit(program->loop);
    return G_SOURCE_REMOVE;
}

int main(int argc, char **argv) {
    program program;
    if (!host_open(&program.host, argc, argv))
        return 1;
    program.loop = g_main_loop_new(NULL, FALSE);
    guint core = g_unix_fd_add(adit_fd(program.host.core), G_IO_IN, on_core, &program);
    g_unix_fd_add(program.host.input.fd, G_IO_IN | G_IO_HUP, on_input, &program);
    g_main_loop_run(program.loop);
    g_source_remove(core);
    g_main_loop_unref(program.loop);
    return host_close(&program.host);
}
