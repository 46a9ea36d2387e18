/*
 * fork while other threads are busy in the library: whatever locks they hold, the child must not wait for them.
 */
#define _GNU_SOURCE
#include "fork.h"

#include <pthread.h>

static atomic_bool busy_ends;

/* Opens, uses and closes cores, and sends to one that is shared, all the time. */
static void *be_busy(void *context) {
    adit_core shared = *(adit_core *)context;
    while (!atomic_load(&busy_ends)) {
        adit_core core = open_core("counter", "{}", NULL);
        char *out = NULL;
        CHECK_INT(adit_call(core, INCREMENT(1), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
        adit_free(out);
        int32_t code = adit_send(shared, INCREMENT(1), ADIT_NTS, NULL);
        CHECK(code == ADIT_OK || code == ADIT_EFULL);
        CHECK_INT(adit_close(core, 0), ADIT_OK);
    }
    return NULL;
}

static void use_in_a_child_of_threads(void *context) {
    check_parents_core(*(adit_core *)context);
    check_own_core();
}

static void given_busy_threads_when_forking_then_the_child_works(void) {
    enum { THREADS = 3, FORKS = 40 };
    struct heard heard = {0};
    adit_core shared = open_core("counter", "{}", &heard);
    check_own_core(); /* what the Swift runtime makes once, under locks that no library can take, is made now */
    pthread_t threads[THREADS];
    for (size_t index = 0; index < THREADS; index++)
        CHECK_INT(pthread_create(&threads[index], NULL, be_busy, &shared), 0);
    for (size_t index = 0; index < FORKS; index++) {
        in_a_child(use_in_a_child_of_threads, &shared);
        CHECK(adit_process(shared, 0) >= 0);
    }
    atomic_store(&busy_ends, true);
    for (size_t index = 0; index < THREADS; index++)
        pthread_join(threads[index], NULL);
    CHECK_INT(adit_close(shared, 0), ADIT_OK);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

int main(void) {
    given_busy_threads_when_forking_then_the_child_works();
    return check_result();
}
