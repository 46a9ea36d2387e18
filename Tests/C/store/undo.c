/*
 * Messages of a core with a history of undo are transactions of their own, which are synced together. Each call by which
 * they change a file fails, with EIO and with ENOSPC: what the host has heard of is there, and what was refused is not;
 * unless their sync has failed, by which all are refused, and the core closes.
 */
#define _GNU_SOURCE
#include "faults.h"
#include "sound.h"

#include <sys/stat.h>

enum { ITEMS = 8, FIRST = 3 };

static char base[PATH_MAX], folder[PATH_MAX], path[PATH_MAX];
static const char options[] = "},\"undo\":{\"bytes\":1000000";

/* Which items a core has: a bit for each. */
static unsigned items_of(adit_core core) {
    char *told = NULL, id[40];
    unsigned items = 0;
    CHECK_INT(adit_call(core, "{\"@get\":{\"path\":\"/items/ids\"}}", ADIT_NTS, -1, &told, NULL, NULL), ADIT_OK);
    for (int item = 0; item < ITEMS; item++) {
        snprintf(id, sizeof id, STEP_ID, (long)item);
        if (told != NULL && strstr(told, id) != NULL)
            items |= 1u << item;
    }
    adit_free(told);
    return items;
}

/* Adds items at once; returns those that were added, as the host heard it. */
static unsigned add(adit_core core, struct heard *heard, int from, int to, bool *closed) {
    char message[200];
    unsigned items = 0, refused = 0;
    heard_forget(heard);
    for (int item = from; item < to; item++) {
        snprintf(message, sizeof message,
                 "{\"@id\":%d,\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":" STEP_ID ",\"text\":\"milk\"}}}}}", item,
                 (long)item);
        CHECK_INT(adit_send(core, message, ADIT_NTS, NULL), ADIT_OK);
    }
    CHECK(adit_process(core, 0) > 0);
    for (size_t index = 0; index < heard->count; index++) {
        const char *text = heard->texts[index], *id = strstr(text, "\"@id\":");
        *closed = *closed || strstr(text, "\"@closed\"") != NULL;
        if (id != NULL && strncmp(text, "{\"@error\"", 9) == 0) {
            CHECK_HAS(text, "\"code\":\"estore\"");
            refused |= 1u << atoi(id + 6);
        } else if (id != NULL) {
            items |= 1u << atoi(id + 6);
        }
    }
    CHECK((items & refused) == 0);
    CHECK((items | refused) == (1u << to) - (1u << from));
    if (*closed)
        CHECK(items == 0);
    return items;
}

/* Returns how many calls there were. */
static long run(long number, int error, long *closings, long *refusals) {
    struct heard heard = {0};
    bool closed = false;
    clear_folder(folder);
    adit_core core = open_store(path, options, &heard);
    unsigned added = add(core, &heard, 0, FIRST, &closed);
    CHECK(!closed && added == (1u << FIRST) - 1);
    faults_set(&(struct faults){.directory = folder,
                                .action = number > 0 ? FAULTS_FAIL : FAULTS_NONE,
                                .first = number,
                                .last = number,
                                .error = error});
    added |= add(core, &heard, FIRST, ITEMS - 1, &closed);
    long count = faults_count();
    faults_lift();
    unsigned all = (1u << (ITEMS - 1)) - 1;
    *closings += closed;
    *refusals += !closed && added != all;
    if (!closed) {
        CHECK_INT(items_of(core), added);
        added |= add(core, &heard, ITEMS - 1, ITEMS, &closed);
        CHECK((added & ~all) != 0 && !closed);
    }
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    closed = closed || number == 0;
    heard_forget(&heard);
    core = open_store(path, options, &heard);
    unsigned found = items_of(core);
    CHECK((found & added) == added);
    if (found != added)
        CHECK(*closings > 0); /* what is unknown may be there */
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
    check_integrity(path);
    return count;
}

int main(void) {
    static const int errors[] = {EIO, ENOSPC};
    make_folder(base, true);
    joined(folder, base, "/store");
    joined(path, folder, "/x.adit");
    need(mkdir(folder, 0700) == 0, base);
    for (int kind = 0; kind < 2; kind++) {
        long closings = 0, refusals = 0, ignored = 0;
        long count = run(0, 0, &ignored, &ignored);
        CHECK_INT(ignored, 0);
        for (long number = 1; number <= count; number++) {
            int before = atomic_load(&check_failures);
            long was = closings;
            closings = 0;
            run(number, errors[kind], &closings, &refusals);
            closings += was;
            if (atomic_load(&check_failures) != before)
                fprintf(stderr, "    with %s at call %ld: %s\n", strerror(errors[kind]), number, faults_what());
        }
        /* One sync for all. */
        CHECK_INT(closings, 1);
        CHECK(refusals > 0);
        printf("%s: at each of %ld calls; at %ld the core closed, at %ld something was refused\n", strerror(errors[kind]),
               count, closings, refusals);
    }
    clear_folder(folder);
    need(rmdir(folder) == 0 && rmdir(base) == 0, base);
    return check_result();
}
