/*
 * screen.h: a core that is driven by lines of text, as a screen is by touches. profile.c and travel.c are two of them.
 */
#ifndef SCREEN_SCREEN_H
#define SCREEN_SCREEN_H

#include <adit.h>
#include <jansson.h>
#include <stdbool.h>

typedef struct screen screen;

/** What a screen is: the app, the gateways that it serves, what it does. */
typedef struct screen_kind {
    const char *program, *app;
    const char *gateways; /**< their names, as a JSON array */
    const char *help;     /**< what it is, and its lines */
    /** Hears a message of the core, which is borrowed. Within the core's own call: it may not send. */
    void (*hear)(screen *, const json_t *message);
    /** Runs a line. False: it is none. */
    bool (*run)(screen *, char *line);
} screen_kind;

/** A screen that is open. */
struct screen {
    const screen_kind *kind;
    adit_core core;
    char *effect;    /**< the id of the @effect that waits for the user's answer; NULL where none does */
    json_t *request; /**< what it asks */
    char *gateway;   /**< whom it asks */
    bool failed;
};

/** Opens a core as the command line says, runs the lines of standard input, and closes it. What main returns. */
int screen_main(const screen_kind *kind, int argc, char **argv);

/** Says what went wrong, on standard error; the screen goes on. */
void screen_fail(screen *screen, const char *text);

/** Sends a message and lets the core handle it. The message is taken; NULL: it could not be made. */
void screen_send(screen *screen, json_t *message);

/** Sends a message that is a text already. */
void screen_send_text(screen *screen, const char *text);

/** Returns the state, a new reference; NULL, reported, if it cannot be read. */
json_t *screen_state(screen *screen);

/** Notes an @effect: it is the one that is answered from now on. Nothing is noted where there is no memory. */
void screen_ask(screen *screen, const json_t *effect);

/** Notes a @cancel. False where it is of another effect. */
bool screen_cancel(screen *screen, const json_t *cancel);

/** Answers what was asked: by a result, which is taken, or, where that is NULL, by an error. */
void screen_answer(screen *screen, json_t *result, const char *error);

/** A member of an object by its keys, NULL-terminated; NULL where there is none. */
const json_t *screen_in(const json_t *object, ...);

/** A text in an object; "" where there is none. */
const char *screen_text(const json_t *object, const char *key);

/** What follows a word and a space at the beginning of a line; NULL where the line does not begin so. */
char *screen_after(char *line, const char *word);

#endif
