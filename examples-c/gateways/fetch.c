#define _POSIX_C_SOURCE 200809L /* fileno */
#include "fetch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/** Larger files are not served: a message is not the way for them. */
enum { LARGEST = 1 << 20 };

static json_t *page(int status, const char *body, size_t length) {
    json_t *text = json_stringn(body, length);
    if (text == NULL) /* only what is no UTF-8 has no string */
        return json_pack("{s:s}", "error", "the page is not UTF-8 text");
    return json_pack("{s:{s:i,s:o}}", "result", "status", status, "body", text);
}

static json_t *no_page(int status, const char *reason) {
    return page(status, reason, strlen(reason));
}

/* The path of a url: what comes behind the host's name, or all of it where there is none. */
static const char *path_of(const char *url) {
    const char *host = strstr(url, "://");
    if (host == NULL)
        return url;
    const char *path = strchr(host + 3, '/');
    return path != NULL ? path : "/";
}

/* Whether a path stays in the folder that it begins in. */
static bool stays_inside(const char *path) {
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += strspn(part, "/");
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return false;
    }
    return true;
}

static json_t *read_page(FILE *file, size_t size) {
    char *body = malloc(size + 1);
    if (body == NULL)
        return NULL;
    size_t length = fread(body, 1, size, file);
    json_t *answer = ferror(file) ? no_page(500, "Internal Server Error") : page(200, body, length);
    free(body);
    return answer;
}

static json_t *open_page(const char *name) {
    FILE *file = fopen(name, "rb");
    struct stat about;
    json_t *answer;
    if (file == NULL)
        return errno == EACCES ? no_page(403, "Forbidden") : no_page(404, "Not Found");
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        answer = no_page(404, "Not Found");
    else if (about.st_size > LARGEST)
        answer = no_page(413, "Content Too Large");
    else
        answer = read_page(file, (size_t)about.st_size);
    fclose(file);
    return answer;
}

json_t *fetch_answer(const char *folder, const json_t *request) {
    json_t *value = json_object_get(json_object_get(request, "get"), "url");
    const char *url = json_string_value(value);
    if (url == NULL)
        return json_pack("{s:s}", "error", "fetch knows get {url} only");
    if (strlen(url) != json_string_length(value) || !stays_inside(path_of(url)))
        return no_page(400, "Bad Request");
    size_t size = strlen(folder) + strlen(path_of(url)) + 2;
    char *name = malloc(size);
    if (name == NULL)
        return NULL;
    snprintf(name, size, "%s/%s", folder, path_of(url));
    json_t *answer = open_page(name);
    free(name);
    return answer;
}
