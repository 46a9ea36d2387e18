/*
 * import.c: sends the tasks of a todo.txt file to the core.
 *
 * Messages go in waves: a wave is sent whole before it is processed, and an answer finds its message by its `@id`. The
 * tasks go first, a wave for every piece of the file; the ids that the answers bring are then sent with the tags. A tag
 * that is new is created with all its tasks at once, as every answer about a tag has the whole of it: to tag n tasks
 * one by one takes time that grows with n * n.
 */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "command.h"
#include "print.h"
#include "progress.h"
#include "tags.h"
#include "task.h"
#include "todotxt.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** How many tasks make a piece. */
enum { PIECE = 250 };

typedef struct importer {
    todo *todo;
    FILE *file;
    size_t line; /* the one read last */
    task tasks[PIECE];
    size_t count;
    json_t *known;     /* of each tag that was there before, by its name, the id */
    json_t *labels;    /* of each tag that was read, by its name, {"line": where first, "tagged": [the items' ids]} */
    json_t *asked;     /* the names of the tags that the messages of the wave are about */
    json_int_t before; /* the last `@id` before those of the wave */
    size_t sent, heard;
    size_t added, done, created, failures;
} importer;

/* From here on, reports are about this line of the file. */
static void at_line(importer *importer, size_t line) {
    importer->todo->file_line = line;
}

static void fail(importer *importer, const char *text) {
    report(importer->todo, "%s", text);
    importer->failures += 1;
}

/* Takes a line of the file into the piece, if it has a task. */
static void read_line(importer *importer, char *line, size_t length) {
    bool done;
    const char *text;
    at_line(importer, importer->line);
    if (strlen(line) != length)
        fail(importer, "the line has a NUL in it and is skipped");
    else if (!todotxt_read(importer->line == 1 ? todotxt_skip_mark(line) : line, &done, &text))
        return;
    else if (task_create(&importer->tasks[importer->count], importer->line, done, text))
        importer->count += 1;
    else
        fail(importer, "the line is not UTF-8 and is skipped");
}

/* Reads the next piece, with `*line` as getline's buffer. False at the end of the file. */
static bool read_piece(importer *importer, char **line, size_t *size) {
    errno = 0;
    while (importer->count < PIECE) {
        ssize_t length = getline(line, size, importer->file);
        if (length < 0)
            break;
        importer->line += 1;
        read_line(importer, *line, (size_t)length);
    }
    if (importer->count < PIECE && !feof(importer->file)) {
        at_line(importer, 0);
        fail(importer, strerror(errno));
    }
    return importer->count == PIECE;
}

/* --- Waves ------------------------------------------------------------------------------------------------------- */

/* The `@id`s of a wave follow one another, so that an answer's tells which message it answers. */
static void wave_start(importer *importer, answer_fn hear) {
    importer->before = importer->todo->session.last_id;
    importer->sent = importer->heard = 0;
    session_listen(&importer->todo->session, hear, importer);
}

static void wave_send(importer *importer, size_t line, const char *feature, const char *request, json_t *body) {
    adit_error error;
    at_line(importer, line);
    if (session_send(&importer->todo->session, session_request(feature, request, body), &error))
        importer->sent += 1;
    else
        fail(importer, error.text);
}

/* Has the wave handled. False, reported, where the core did not see to all of it. */
static bool wave_end(importer *importer) {
    adit_error error = {0};
    bool good = session_process(&importer->todo->session, &error);
    session_listen(&importer->todo->session, NULL, NULL);
    if (good && importer->heard == importer->sent)
        return true;
    at_line(importer, 0);
    fail(importer, good ? "the core left messages without an answer" : error.text);
    return false;
}

/* Counts an answer of the wave and reports a bad one, which is about this line. Returns whether it is a good one. */
static bool wave_hear(importer *importer, size_t line, const answer *answer) {
    at_line(importer, line);
    importer->heard += 1;
    bool done = was_done(importer->todo, answer);
    importer->failures += !done;
    return done;
}

/* Which message of the wave is answered, from 0; far beyond where it is none. */
static size_t wave_index(const importer *importer, const answer *answer) {
    return answer->id > importer->before ? (size_t)(answer->id - importer->before - 1) : SIZE_MAX;
}

/* --- Tasks ------------------------------------------------------------------------------------------------------- */

/* Notes that a task, which the core has now, has this tag. */
static void note_tag(importer *importer, const task *task, const char *name, json_t *id) {
    json_t *labels = importer->labels;
    if (json_object_get(labels, name) == NULL)
        json_object_set_new(labels, name, json_pack("{s:I,s:[]}", "line", (json_int_t)task->line, "tagged"));
    if (json_array_append(json_object_get(json_object_get(labels, name), "tagged"), id) != 0)
        fail(importer, adit_strerror(ADIT_ENOMEM));
}

static void hear_added(void *context, const answer *answer) {
    importer *importer = context;
    size_t index = wave_index(importer, answer);
    if (index >= importer->count || !wave_hear(importer, importer->tasks[index].line, answer))
        return;
    json_t *id = json_object_get(answer->body, "id");
    importer->added += 1;
    importer->done += json_is_true(json_object_get(answer->body, "completed"));
    numbering_number(&importer->todo->items, id); /* so that the numbers follow the file */
    size_t i;
    json_t *name;
    json_array_foreach(importer->tasks[index].names, i, name) {
        note_tag(importer, &importer->tasks[index], json_string_value(name), id);
    }
}

static bool add_tasks(importer *importer) {
    wave_start(importer, hear_added);
    for (size_t i = 0; i < importer->count; i++) {
        const task *task = &importer->tasks[i];
        wave_send(importer, task->line, "todo", "add", json_pack("{s:O}", "item", task->item));
    }
    return wave_end(importer);
}

/* --- Tags -------------------------------------------------------------------------------------------------------- */

static size_t line_of(const importer *importer, const char *name) {
    return (size_t)json_integer_value(json_object_get(json_object_get(importer->labels, name), "line"));
}

static void hear_tag(void *context, const answer *answer) {
    importer *importer = context;
    const char *name = json_string_value(json_array_get(importer->asked, wave_index(importer, answer)));
    if (name != NULL && wave_hear(importer, line_of(importer, name), answer))
        importer->created += strcmp(answer->name, "wasCreated") == 0;
}

static void send_tag(importer *importer, const char *name, const char *request, json_t *body) {
    if (json_array_append_new(importer->asked, json_string(name)) == 0) {
        wave_send(importer, line_of(importer, name), "tagging", request, body);
    } else {
        json_decref(body);
        fail(importer, adit_strerror(ADIT_ENOMEM));
    }
}

static void create_tag(importer *importer, const char *name, json_t *items) {
    send_tag(importer, name, "create", json_pack("{s:{s:s,s:O}}", "tag", "name", name, "tagged", items));
}

static void tag_items(importer *importer, const char *name, json_t *items, json_t *tag) {
    size_t index;
    json_t *item;
    json_array_foreach(items, index, item) {
        send_tag(importer, name, "tag", json_pack("{s:O,s:O}", "item", item, "with", tag));
    }
}

static void send_tags(importer *importer) {
    wave_start(importer, hear_tag);
    const char *name;
    json_t *label;
    json_object_foreach(importer->labels, name, label) {
        json_t *items = json_object_get(label, "tagged");
        json_t *tag = json_object_get(importer->known, name);
        if (tag == NULL)
            create_tag(importer, name, items);
        else
            tag_items(importer, name, items, tag);
    }
    wave_end(importer);
}

/* --- All together ------------------------------------------------------------------------------------------------ */

static void clear_piece(importer *importer) {
    while (importer->count > 0)
        task_clear(&importer->tasks[--importer->count]);
}

static void import_pieces(importer *importer) {
    progress progress = progress_start();
    char *line = NULL;
    size_t size = 0;
    for (bool more = true; more; clear_piece(importer)) {
        more = read_piece(importer, &line, &size);
        more &= add_tasks(importer);
        progress_tell(&progress, importer->added);
    }
    progress_end(&progress);
    free(line);
}

static void import_file(importer *importer) {
    importer->known = tag_ids(importer->todo);
    importer->labels = json_object();
    importer->asked = json_array();
    if (importer->known == NULL || importer->labels == NULL || importer->asked == NULL) {
        importer->failures += 1;
    } else {
        import_pieces(importer);
        send_tags(importer);
    }
    json_decref(importer->known);
    json_decref(importer->labels);
    json_decref(importer->asked);
}

static void print_summary(const importer *importer) {
    fputs("Imported ", stdout);
    print_count(importer->added, "task");
    printf(" (%zu done) and ", importer->done);
    print_count(importer->created, "new tag");
    if (importer->failures > 0) {
        fputs("; ", stdout);
        print_count(importer->failures, "failure");
    }
    putchar('\n');
}

bool run_import(todo *todo, char *path) {
    importer importer = {.todo = todo, .file = fopen(path, "r")};
    if (importer.file == NULL)
        return report(todo, "%s: %s", path, strerror(errno));
    todo->file = path;
    todo->file_line = 0;
    import_file(&importer);
    todo->file = NULL;
    fclose(importer.file);
    print_summary(&importer);
    return importer.failures == 0;
}
