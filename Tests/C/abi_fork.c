/*
 * fork: a child process gets ADIT_EFORK for its parent's cores and opens cores of its own; the parent notices nothing.
 */
#define _GNU_SOURCE
#include "fork.h"

struct two {
    adit_core core, pull;
};

static void use_both(void *context) {
    struct two *two = context;
    char *out = (char *)"rubbish";
    check_parents_core(two->core);
    check_parents_core(two->pull);
    CHECK_INT(adit_receive(two->pull, -1, &out, NULL), ADIT_EFORK);
    CHECK(out == NULL);
    check_own_core();
    check_parents_core(two->core);
    CHECK_INT(adit_send(0, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
}

static void given_cores_with_queued_messages_when_the_child_uses_them_then_efork_and_the_parent_goes_on(void) {
    struct heard heard = {0};
    struct two two = {open_core("counter", "{}", &heard), open_core("counter", "{}", NULL)};
    char *out = NULL;
    CHECK(adit_fd(two.core) >= 0);
    CHECK_INT(adit_send(two.core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(two.pull, INCREMENT(2), ADIT_NTS, NULL), ADIT_OK);
    in_a_child(use_both, &two);
    CHECK_INT(heard.count, 0);
    CHECK_INT(adit_process(two.core, 0), 1);
    CHECK_TEXT(heard_last(&heard), WAS_INCREMENTED(1));
    CHECK_INT(adit_receive(two.pull, 0, &out, NULL), ADIT_OK);
    CHECK_TEXT(out, WAS_INCREMENTED(2));
    adit_free(out);
    CHECK_INT(adit_close(two.core, 0), ADIT_OK);
    CHECK_INT(adit_close(two.pull, 0), ADIT_OK);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static void fork_again(void *context) {
    struct two *two = context;
    check_parents_core(two->core);
    struct two mine = {open_core("counter", "{}", NULL), open_core("counter", "{}", NULL)};
    CHECK(mine.core != two->core && mine.pull != two->core);
    in_a_child(use_both, two);
    in_a_child(use_both, &mine);
    CHECK_COUNTS(mine.core, 0);
}

static void given_a_child_when_it_forks_too_then_each_has_only_its_own_cores(void) {
    struct two two = {open_core("counter", "{}", NULL), open_core("counter", "{}", NULL)};
    in_a_child(fork_again, &two);
    CHECK_COUNTS(two.core, 0);
    CHECK_INT(adit_close(two.core, 0), ADIT_OK);
    CHECK_INT(adit_close(two.pull, 0), ADIT_OK);
}

static bool forked_in_callback;

static void child_of_a_callback(void *context) {
    check_parents_core(*(adit_core *)context);
    check_own_core();
}

static void fork_in_callback(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)json, (void)length;
    if (forked_in_callback)
        return;
    forked_in_callback = true;
    in_a_child(child_of_a_callback, &core);
}

static void given_a_callback_when_it_forks_then_the_child_can_still_open_its_own(void) {
    adit_core core = 0;
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", NULL, 0, fork_in_callback, NULL, NULL, &core, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK(forked_in_callback);
    CHECK_COUNTS(core, 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

/* The id that a todo core draws for an item. */
struct drawn {
    char id[37];
};

static struct drawn draw(adit_core core) {
    struct drawn drawn = {""};
    char *out = NULL;
    CHECK_INT(adit_call(core, ADD("x"), ADIT_NTS, 0, &out, NULL, NULL), ADIT_OK);
    const char *id = out != NULL ? strstr(out, "\"id\":\"") : NULL;
    if (CHECK(id != NULL))
        memcpy(drawn.id, id + 6, 36);
    adit_free(out);
    return drawn;
}

enum { DRAWS = 500, CHILDREN = 3, DRAWERS = CHILDREN + 1 };

static int by_id(const void *left, const void *right) {
    return strcmp(((const struct drawn *)left)->id, ((const struct drawn *)right)->id);
}

static void given_children_when_all_draw_ids_then_no_two_are_equal(void) {
    static struct drawn drawn[DRAWERS * DRAWS];
    adit_core core = open_core("todo", "{}", NULL);
    draw(core); /* whatever is drawn ahead, in blocks, is there when the children are made */
    for (size_t child = 0; child < CHILDREN; child++) {
        int ends[2];
        CHECK_INT(pipe(ends), 0);
        pid_t pid = fork();
        if (pid == 0) {
            alarm(60);
            adit_core own = open_core("todo", "{}", NULL);
            for (size_t index = 0; index < DRAWS; index++) {
                struct drawn one = draw(own);
                if (write(ends[1], &one, sizeof one) != (ssize_t)sizeof one)
                    _exit(EXIT_FAILURE);
            }
            _exit(check_result());
        }
        close(ends[1]);
        FILE *stream = fdopen(ends[0], "r");
        if (stream == NULL)
            abort();
        CHECK_INT(fread(drawn + child * DRAWS, sizeof *drawn, DRAWS, stream), DRAWS);
        fclose(stream);
        int status = -1;
        CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
    }
    for (size_t index = 0; index < DRAWS; index++)
        drawn[CHILDREN * DRAWS + index] = draw(core);
    qsort(drawn, DRAWERS * DRAWS, sizeof *drawn, by_id);
    for (size_t index = 1; index < DRAWERS * DRAWS; index++)
        CHECK(by_id(&drawn[index - 1], &drawn[index]) != 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
}

int main(void) {
    given_cores_with_queued_messages_when_the_child_uses_them_then_efork_and_the_parent_goes_on();
    given_a_child_when_it_forks_too_then_each_has_only_its_own_cores();
    given_a_callback_when_it_forks_then_the_child_can_still_open_its_own();
    given_children_when_all_draw_ids_then_no_two_are_equal();
    return check_result();
}
