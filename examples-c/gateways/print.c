#include "print.h"

#include <stdio.h>
#include <string.h>

void print_start(const host *host, json_int_t number) {
    if (host->is_virtual)
        printf("%6.1f s ", (double)host->now / 1000);
    if (number != 0)
        printf("%3" JSON_INTEGER_FORMAT "  ", number);
    else
        printf("     ");
}

/* The number of the command that a message came of: what was sent as its `@id` has come back. */
static json_int_t number_of(const json_t *message) {
    return json_integer_value(json_object_get(message, "@id"));
}

void print_text(const char *text) {
    for (; *text != '\0'; text++)
        putchar((unsigned char)*text < ' ' || *text == 0x7F ? '?' : *text);
}

static const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

/* The one key of an object, and what is there. */
static const char *only_key(const json_t *object, json_t **value) {
    void *member = json_object_iter((json_t *)object);
    *value = member != NULL ? json_object_iter_value(member) : NULL;
    return member != NULL ? json_object_iter_key(member) : "";
}

static void print_json(const json_t *value) {
    json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
}

static void start_effect(const host *host, const job *job) {
    print_start(host, number_of(job->message));
    printf("  %s %s: ", job_id(job), job_gateway(job));
}

void print_request(const host *host, const job *job) {
    json_t *what;
    const char *verb = only_key(json_object_get(job_effect(job), "request"), &what);
    start_effect(host, job);
    printf("%s ", verb);
    print_text(text_in(what, "url"));
    print_text(text_in(what, "key"));
    putchar('\n');
}

void print_answer(const host *host, const job *job, const json_t *answer) {
    json_t *result = json_object_get(answer, "result"), *status = json_object_get(result, "status");
    start_effect(host, job);
    if (result == NULL) {
        printf("answered by an error: ");
        print_text(text_in(answer, "error"));
    } else {
        printf("answered by %" JSON_INTEGER_FORMAT ", %zu bytes", json_integer_value(status),
               json_string_length(json_object_get(result, "body")));
    }
    putchar('\n');
}

void print_cancelled(const host *host, const job *job) {
    start_effect(host, job);
    printf("not waited for any more\n");
}

/* "wasNotOpened" as "was not opened". */
static void print_words(const char *name) {
    for (; *name != '\0'; name++) {
        if (*name >= 'A' && *name <= 'Z')
            printf(" %c", *name - 'A' + 'a');
        else
            putchar(*name);
    }
}

/* "/news.txt was opened from the cache: 24 bytes" of `{"wasOpened": {"page": {…}, "from": "cache"}}`, and the like. */
static void print_response(const json_t *response) {
    json_t *what;
    const char *name = only_key(response, &what);
    json_t *page = json_object_get(what, "page"), *error = json_object_get(what, "error");
    print_text(text_in(page != NULL ? page : what, "url"));
    putchar(' ');
    print_words(name);
    if (page != NULL)
        printf(" from the %s: %zu bytes", text_in(what, "from"), json_string_length(json_object_get(page, "body")));
    if (error != NULL) {
        printf(": ");
        print_json(error);
    }
}

void print_message(const host *host, const json_t *message) {
    json_t *response = json_object_get(json_object_get(message, "page"), "response");
    json_t *log = json_object_get(message, "@log"), *error = json_object_get(message, "@error");
    print_start(host, number_of(message));
    if (response != NULL) {
        print_response(response);
    } else if (log != NULL) {
        printf("%s: ", text_in(log, "level"));
        print_text(text_in(log, "message"));
    } else if (error != NULL) {
        printf("the core failed (%s): ", text_in(error, "code"));
        print_text(text_in(error, "message"));
    } else if (json_object_get(message, "@closed") != NULL) {
        printf("the core has closed");
    } else {
        print_json(message);
    }
    putchar('\n');
}
