/*
 * The resolver of the driver: names lead where a test says, `!resolve NAME ADDRESSES …`. Each lookup of the name gets
 * the next of the lists, whose addresses are separated by commas; the last list stays. All other names are those of
 * the system.
 *
 * A function of the program takes the place of the C library's, also for libcurl.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "names.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* libcurl looks up in a thread */
static char name[256], lists[256];

void names_set(const char *arguments) {
    pthread_mutex_lock(&lock);
    if (sscanf(arguments, "%255s %255[^\n]", name, lists) != 2)
        name[0] = '\0';
    pthread_mutex_unlock(&lock);
}

/* The addresses that a name leads to now; false for a name of the system. */
static bool next_list(const char *node, char list[256]) {
    pthread_mutex_lock(&lock);
    bool is_known = node != NULL && name[0] != '\0' && strcmp(node, name) == 0;
    if (is_known) {
        size_t length = strcspn(lists, " ");
        memcpy(list, lists, length);
        list[length] = '\0';
        if (lists[length] == ' ')
            memmove(lists, lists + length + 1, strlen(lists + length + 1) + 1);
    }
    pthread_mutex_unlock(&lock);
    return is_known;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **out) {
    int (*system)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&system = dlsym(RTLD_NEXT, "getaddrinfo");
    char list[256];
    if (!next_list(node, list))
        return system(node, service, hints, out);
    *out = NULL;
    int code = EAI_NONAME;
    char *rest;
    for (char *address = strtok_r(list, ",", &rest); address != NULL; address = strtok_r(NULL, ",", &rest)) {
        code = system(address, service, hints, out);
        if (code != 0)
            break;
        while (*out != NULL) /* the next one is behind it; each is freed on its own */
            out = &(*out)->ai_next;
    }
    return code;
}
