/*
 * The functions of adit.h with the standard gateways served: a host loads a copy of this library that is named
 * NAME-gateways.so in place of NAME.so beside it, and adds `serve`, the config of adit_gateways_open, to the config of
 * a core (docs/gateways.md). Everything else is passed on to NAME.so. Each function is documented in adit.h.
 */
#define _GNU_SOURCE /* dladdr */
#include "shim.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static served *all;

/* -- The cores that are served here. A core is in use while one of its functions runs. -- */

static served *use(adit_core core) {
    pthread_mutex_lock(&lock);
    served *found = all;
    while (found != NULL && found->core != core)
        found = found->next;
    if (found != NULL)
        found->uses++;
    pthread_mutex_unlock(&lock);
    return found;
}

/* Ends a use. The last one of a core that has closed ends its gateways. */
static void leave(served *served) {
    if (served == NULL)
        return;
    pthread_mutex_lock(&lock);
    bool is_last = --served->uses == 0 && served->is_released;
    for (struct served **place = &all; is_last && *place != NULL; place = &(*place)->next) {
        if (*place == served) {
            *place = served->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    if (is_last) {
        adit_gateways_close(served->gateways);
        free(served);
    }
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    served *served = context;
    if (adit_gateways_take(served->gateways, core, json, length) <= 0)
        served->fn(served->context, core, json, length);
}

/* The gateways go on until nothing uses the core: their thread may be sending to it. */
static void on_release(void *context) {
    served *served = context;
    pthread_mutex_lock(&lock);
    served->is_released = true;
    pthread_mutex_unlock(&lock);
    if (served->release != NULL)
        served->release(served->context);
}

/* -- Opening and closing. -- */

/* The config without `serve`, with the names of the gateways. */
static char *config_for_core(json_t *config, const adit_gateways *gateways) {
    json_t *names = json_loads(adit_gateways_names(gateways), 0, NULL);
    json_t *own = json_object_get(config, "gateways");
    if (json_is_array(own))
        json_array_extend(names, own);
    json_object_set_new(config, "gateways", names);
    json_object_del(config, "serve");
    return json_dumps(config, JSON_COMPACT);
}

static int32_t refuse(adit_error *error, int32_t code, const char *text) {
    if (error != NULL) {
        *error = (adit_error){.code = code, .offset = ADIT_NO_OFFSET};
        snprintf(error->text, sizeof error->text, "%s", text);
    }
    return code;
}

static int32_t open_gateways(const json_t *serve, served *served, adit_error *error) {
    json_t *config = json_copy((json_t *)serve);
    const json_t *thread = json_object_get(config, "thread");
    if (json_is_object(config) && (thread == NULL || json_is_boolean(thread)))
        json_object_set_new(config, "thread", json_true()); /* the host drives the core alone */
    char *text = json_dumps(config, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(config);
    int32_t code =
        text != NULL ? adit_gateways_open(text, ADIT_NTS, shim_library()->send, &served->gateways, error) : ADIT_ENOMEM;
    free(text);
    if (code != ADIT_OK && error != NULL) {
        char reason[sizeof error->text];
        size_t whole = strlen(error->text), length = whole, most = sizeof reason - sizeof "serve: ";
        while (length > most || (length < whole && ((unsigned char)error->text[length] & 0xc0) == 0x80))
            length--; /* to the end of a character */
        snprintf(reason, sizeof reason, "serve: %.*s", (int)length, error->text);
        refuse(error, code, reason);
    }
    return code;
}

int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  adit_release_fn release, adit_core *out, adit_error *error) {
    if (out != NULL)
        *out = 0;
    const library *library = shim_library();
    if (library == NULL) {
        if (release != NULL)
            release(context);
        return refuse(error, ADIT_EAPP, shim_reason());
    }
    json_t *json = config != NULL
                       ? json_loadb(config, length == ADIT_NTS ? strlen(config) : length, JSON_REJECT_DUPLICATES, NULL)
                       : NULL;
    json_t *serve = json_object_get(json, "serve");
    if (serve == NULL) { /* also what is no JSON: the library says so */
        json_decref(json);
        return library->open(abi, app, config, length, fn, context, release, out, error);
    }
    served *served = calloc(1, sizeof *served);
    int32_t code = served != NULL ? open_gateways(serve, served, error) : ADIT_ENOMEM;
    if (code != ADIT_OK) {
        free(served);
        json_decref(json);
        if (release != NULL)
            release(context);
        return code;
    }
    served->fn = fn;
    served->context = context;
    served->release = release;
    served->uses = 1;
    char *text = config_for_core(json, served->gateways);
    json_decref(json);
    pthread_mutex_lock(&lock);
    served->next = all;
    all = served;
    pthread_mutex_unlock(&lock);
    if (text == NULL) {
        on_release(served);
        code = refuse(error, ADIT_ENOMEM, "no memory is left");
    } else {
        code = library->open(abi, app, text, ADIT_NTS, fn != NULL ? on_message : NULL, served, on_release, out, error);
        pthread_mutex_lock(&lock);
        if (code == ADIT_OK && out != NULL)
            served->core = *out;
        pthread_mutex_unlock(&lock);
    }
    free(text);
    leave(served);
    return code;
}

int32_t adit_close(adit_core core, int32_t timeout_ms) {
    served *served = use(core);
    int32_t code = SHIM_CALL(close, core, timeout_ms);
    leave(served);
    return code;
}

/* -- Messages that are pulled. -- */

static int64_t now_in_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* What is left of a timeout since it began. */
static int32_t left_of(int32_t timeout_ms, int64_t began) {
    if (timeout_ms <= 0)
        return timeout_ms;
    int64_t left = timeout_ms - (now_in_ms() - began);
    return left > 0 ? (int32_t)left : 0;
}

/* The end of the element of an array that begins here. */
static const char *end_of_element(const char *text) {
    int depth = 0;
    for (bool is_text = false;; text++) {
        if (is_text && *text == '\\')
            text++;
        else if (*text == '"')
            is_text = !is_text;
        else if (!is_text && (*text == '{' || *text == '['))
            depth++;
        else if (!is_text && depth > 0 && (*text == '}' || *text == ']'))
            depth--;
        else if (!is_text && depth == 0 && (*text == ',' || *text == ']'))
            return text;
        if (*text == '\0')
            return text;
    }
}

/* Takes what is for the gateways out of an array of messages. The number of messages that are left. */
static size_t take_from(served *served, adit_core core, char *array, size_t *length) {
    size_t count = 0;
    char *end = array + 1;
    const char *next = array + 1;
    while (*next != ']' && *next != '\0') {
        const char *behind = end_of_element(next);
        size_t size = (size_t)(behind - next);
        if (adit_gateways_take(served->gateways, core, next, size) <= 0) {
            if (count++ > 0)
                *end++ = ',';
            memmove(end, next, size);
            end += size;
        }
        next = *behind == ',' ? behind + 1 : behind;
    }
    strcpy(end, "]");
    if (length != NULL)
        *length = (size_t)(end + 1 - array);
    return count;
}

/* Drops what the library has handed over. */
static void drop(char **out, size_t *length) {
    shim_library()->free(*out);
    *out = NULL;
    if (length != NULL)
        *length = 0;
}

int32_t adit_receive(adit_core core, int32_t timeout_ms, char **out, size_t *length) {
    served *served = use(core);
    int64_t began = now_in_ms();
    int32_t code;
    size_t size;
    for (;;) {
        code = SHIM_CALL(receive, core, left_of(timeout_ms, began), out, &size);
        if (code != ADIT_OK || served == NULL || adit_gateways_take(served->gateways, core, *out, size) <= 0)
            break;
        drop(out, NULL);
    }
    if (length != NULL)
        *length = code == ADIT_OK ? size : 0;
    leave(served);
    return code;
}

int32_t adit_receive_all(adit_core core, int32_t timeout_ms, size_t max_bytes, char **out, size_t *length) {
    served *served = use(core);
    int64_t began = now_in_ms();
    int32_t code;
    while ((code = SHIM_CALL(receive_all, core, left_of(timeout_ms, began), max_bytes, out, length)) == ADIT_OK &&
           served != NULL && take_from(served, core, *out, length) == 0)
        drop(out, length);
    leave(served);
    return code;
}

int32_t adit_group_receive(adit_group group, int32_t timeout_ms, size_t max_bytes, adit_core *core, char **out,
                           size_t *length) {
    int64_t began = now_in_ms();
    for (;;) {
        int32_t code = SHIM_CALL(group_receive, group, left_of(timeout_ms, began), max_bytes, core, out, length);
        served *served = code == ADIT_OK ? use(*core) : NULL;
        bool is_empty = served != NULL && take_from(served, *core, *out, length) == 0;
        leave(served);
        if (!is_empty)
            return code;
        drop(out, length);
    }
}

int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error) {
    served *served = use(core);
    int32_t code = SHIM_CALL(call, core, json, length, timeout_ms, out, out_length, error);
    if (code == ADIT_OK && served != NULL)
        take_from(served, core, *out, out_length);
    leave(served);
    return code;
}

/* -- Driving: the callbacks run in these. -- */

int32_t adit_process(adit_core core, int32_t timeout_ms) {
    served *served = use(core);
    int32_t code = SHIM_CALL(process, core, timeout_ms);
    leave(served);
    return code;
}
