/*
 * SQLite is loaded when the first store opens: not before, once, and that copy which the process has already, if it has one.
 *
 *     test_store_loaded COUNT     the number of copies at its start: 1 if this program links SQLite
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "../files.h"
#include "../messages.h"

#include <link.h>
#include <pthread.h>

enum { thread_count = 4 };

static int note_copy(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    *(int *)count += strstr(info->dlpi_name, "libsqlite3") != NULL;
    return 0;
}

static int loaded_copies(void) {
    int count = 0;
    dl_iterate_phdr(note_copy, &count);
    return count;
}

static struct folder folder;
static pthread_barrier_t start;

static void *open_and_add(void *number) {
    char config[600];
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s/%c.adit\"}}", folder.path, *(const char *)number);
    struct heard heard = {0};
    pthread_barrier_wait(&start);
    adit_core core = open_core("todo", config, &heard);
    CHECK_INT(adit_send(core, ADD("Buy milk"), ADIT_NTS, NULL), ADIT_OK);
    CHECK(adit_process(core, 0) > 0);
    CHECK_HAS(heard_text(&heard, 0), "wasAdded");
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
    return NULL;
}

static void given_no_store_when_a_core_answers_then_sqlite_is_not_loaded(int copies) {
    check_counter();
    CHECK_INT(loaded_copies(), copies);
}

static void when_threads_open_the_first_stores_at_once_then_there_is_one_copy(void) {
    static const char numbers[thread_count] = "1234";
    pthread_t threads[thread_count];
    folder = make_folder();
    pthread_barrier_init(&start, NULL, thread_count);
    for (int index = 0; index < thread_count; index++) {
        if (pthread_create(&threads[index], NULL, open_and_add, (void *)(intptr_t)&numbers[index]) != 0)
            abort();
    }
    for (int index = 0; index < thread_count; index++)
        pthread_join(threads[index], NULL);
    pthread_barrier_destroy(&start);
    CHECK_INT(loaded_copies(), 1);
    remove_folder(&folder);
}

int main(int count, char **arguments) {
    int copies = count > 1 ? atoi(arguments[1]) : 0;
    CHECK_INT(loaded_copies(), copies);
    given_no_store_when_a_core_answers_then_sqlite_is_not_loaded(copies);
    when_threads_open_the_first_stores_at_once_then_there_is_one_copy();
    return check_result();
}
