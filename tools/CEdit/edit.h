/*
 * libedit, whose functions of any number of arguments Swift cannot call.
 */
#ifndef ADIT_CEDIT_H
#define ADIT_CEDIT_H

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

/** Of the C library; its header declares it with _XOPEN_SOURCE only. */
int wcwidth(wchar_t letter);

/** The functions of an editor, which get the client by edit_client. */
typedef char *(*edit_prompt_fn)(EditLine *);
typedef int (*edit_read_fn)(EditLine *, wchar_t *);
typedef unsigned char (*edit_key_fn)(EditLine *, int);

/** An editor of lines on the standard streams. `\1` is around what takes no place in the prompt. */
static inline EditLine *edit_make(History *lines, edit_prompt_fn prompt, edit_read_fn read) {
    EditLine *edit = el_init("adit", stdin, stdout, stderr);
    if (edit == NULL)
        return NULL;
    el_set(edit, EL_SIGNAL, 0);
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_PROMPT_ESC, prompt, '\1');
    el_set(edit, EL_GETCFN, read);
    el_set(edit, EL_HIST, history, lines);
    el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return edit;
}

static inline void edit_bind(EditLine *edit, const char *key, const char *name, const char *help,
                             edit_key_fn function) {
    el_set(edit, EL_ADDFN, name, help, function);
    el_set(edit, EL_BIND, key, name, NULL);
}

/** Reads ~/.editrc, which has a user's own keys. */
static inline void edit_read_settings(EditLine *edit) {
    el_source(edit, NULL);
}

static inline void edit_set_client(EditLine *edit, void *client) {
    el_set(edit, EL_CLIENTDATA, client);
}

/** NULL before it is set. */
static inline void *edit_client(EditLine *edit) {
    void *client = NULL;
    el_get(edit, EL_CLIENTDATA, &client);
    return client;
}

/** Writes the prompt and the line again, behind something else that was written. */
static inline void edit_refresh(EditLine *edit) {
    el_set(edit, EL_REFRESH);
}

/** The columns of the terminal, "co", or its rows, "li", as libedit takes them: its last ones where the terminal says 0. */
static inline int edit_size(EditLine *edit, const char *name) {
    int size = 0;
    el_get(edit, EL_GETTC, name, &size);
    return size;
}

/** Prepares the terminal for editing again after the process was stopped, of which libedit does not know. */
static inline void edit_prepare_again(EditLine *edit) {
    el_set(edit, EL_PREP_TERM, 0);
    el_set(edit, EL_PREP_TERM, 1);
}

/** A history of so many lines, of which no two in a row are the same, with those of a file. */
static inline History *edit_make_history(int size, const char *file) {
    HistEvent event;
    History *all = history_init();
    if (all == NULL)
        return NULL;
    history(all, &event, H_SETSIZE, size);
    history(all, &event, H_SETUNIQUE, 1);
    history(all, &event, H_LOAD, file);
    return all;
}

static inline void edit_remember(History *all, const char *line) {
    HistEvent event;
    history(all, &event, H_ENTER, line);
}

/** Adds a line to the file of a history, behind those of other processes. */
static inline int edit_append(const char *line, const char *file) {
    HistEvent event;
    FILE *stream = fopen(file, "ae");
    History *one = stream == NULL ? NULL : edit_make_history(1, "/dev/null");
    int result = one == NULL ? -1 : history(one, &event, H_ENTER, line);
    if (result != -1)
        result = history(one, &event, H_SAVE_FP, stream);
    if (one != NULL)
        history_end(one);
    if (stream != NULL && fclose(stream) != 0)
        result = -1;
    return result;
}

static inline int edit_save(History *all, const char *file) {
    HistEvent event;
    return history(all, &event, H_SAVE, file);
}

#endif
