/*
 * Two processes on one core of a database, which $ADIT_POSTGRES is the address of: the one that opens it last has it.
 *
 * The program runs itself as the other process, which reads a line before each step, and says what its core has said.
 */
#define _GNU_SOURCE
#include "../C/messages.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *config(const char *core, const char *more) {
    static char text[1000];
    snprintf(text, sizeof text, "{\"store\":{\"postgres\":\"%s\",\"core\":\"%s\"%s}}", getenv("ADIT_POSTGRES"), core,
             more);
    return text;
}

static adit_core open_shared(const char *more, struct heard *heard) {
    adit_core core = 0;
    adit_error error;
    if (!CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config("shared", more), ADIT_NTS, heard ? hear : NULL, heard,
                             heard ? heard_release : NULL, &core, &error),
                   ADIT_OK))
        fprintf(stderr, "%s\n", error.text);
    return core;
}

/* The other process. */
static int other(void) {
    char line[100];
    adit_core core = open_shared("", NULL);
    do {
        char *answer = NULL;
        if (adit_call(core, INCREMENT(1), ADIT_NTS, -1, &answer, NULL, NULL) != ADIT_OK)
            return EXIT_FAILURE;
        puts(answer);
        fflush(stdout);
        adit_free(answer);
    } while (fgets(line, sizeof line, stdin) != NULL);
    return adit_close(core, 1000) == ADIT_OK ? check_result() : EXIT_FAILURE;
}

static struct {
    pid_t process;
    FILE *in, *out;
} second;

static void start_second(const char *program) {
    int in[2], out[2];
    if (pipe2(in, 02000000 /* O_CLOEXEC */) != 0 || pipe2(out, 02000000) != 0)
        abort();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    char *arguments[] = {(char *)(uintptr_t)program, "other", NULL};
    CHECK_INT(posix_spawn(&second.process, program, &actions, NULL, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    second.in = fdopen(in[1], "w");
    second.out = fdopen(out[0], "r");
}

static void check_second(const char *expected) {
    char line[200] = "";
    CHECK(fgets(line, sizeof line, second.out) != NULL);
    CHECK_TEXT(line, expected);
}

static void end_second(void) {
    int status = 0;
    fclose(second.in);
    fclose(second.out);
    CHECK_INT(waitpid(second.process, &status, 0), second.process);
    CHECK_INT(status, 0);
}

#define FENCED "\"message\":\"the core \\\"shared\\\" in postgresql://"

/* Whether it is the error of a message whose batch was refused because of the other process. */
static void check_fenced(const char *text) {
    CHECK_HAS(text, "{\"@error\":{\"code\":\"efenced\"," FENCED);
    CHECK_HAS(text, "could not be written: it was opened elsewhere since, or removed; close this one\"");
}

static void given_a_core_that_another_process_has_opened_since_when_it_changes_then_it_closes(const char *program) {
    // GIVEN
    struct heard heard = {0};
    adit_core core = open_shared("", &heard);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    CHECK_TEXT(heard_text(&heard, 0), WAS_INCREMENTED(1));
    start_second(program);
    check_second("[" WAS_INCREMENTED(2) "]\n");
    // WHEN
    CHECK_INT(adit_send(core, INCREMENT_WITH(10, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(10, "2"), ADIT_NTS, NULL), ADIT_OK);
    // THEN nothing of the batch is heard but that, and the core closes
    CHECK_INT(adit_process(core, 0), 3);
    check_fenced(heard_text(&heard, 1));
    CHECK_HAS(heard_text(&heard, 1), "\"path\":\"counter.request.increment\"},\"@id\":1}");
    check_fenced(heard_text(&heard, 2));
    CHECK_TEXT(heard_text(&heard, 3), CLOSED);
    CHECK_INT(adit_send(core, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECLOSED);
    CHECK_INT(adit_process(core, 0), ADIT_ECLOSED);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    CHECK_INT(heard.count, 4);
    heard_forget(&heard);
    // AND the other process goes on
    fputs("\n", second.in);
    fflush(second.in);
    check_second("[" WAS_INCREMENTED(3) "]\n");
    // AND so does who opens it next
    heard = (struct heard){0};
    core = open_shared("", &heard);
    CHECK_COUNTS(core, 3);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
    end_second();
}

static void given_messages_behind_the_refused_batch_then_they_are_answered(const char *program) {
    // GIVEN a core in pull mode, whose batches have one message
    adit_core core = 0;
    adit_error error;
    char text[1100];
    snprintf(text, sizeof text, "%.*s,\"limits\":{\"batch\":1}}", (int)strlen(config("shared", "")) - 1,
             config("shared", ""));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", text, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_OK);
    start_second(program);
    check_second("[" WAS_INCREMENTED(4) "]\n");
    // WHEN
    CHECK_INT(adit_send(core, INCREMENT_WITH(10, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, INCREMENT_WITH(10, "2"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, GET("/value"), ADIT_NTS, NULL), ADIT_OK);
    // THEN
    char *messages[4] = {0};
    for (int i = 0; i < 4; i++)
        CHECK_INT(adit_receive(core, 0, &messages[i], NULL), ADIT_OK);
    check_fenced(messages[0]);
    CHECK_HAS(messages[1], "{\"@error\":{\"code\":\"eclosed\"");
    CHECK_HAS(messages[1], "\"@id\":2}");
    CHECK_HAS(messages[2], "{\"@error\":{\"code\":\"eclosed\"");
    CHECK_TEXT(messages[3], CLOSED);
    for (int i = 0; i < 4; i++)
        adit_free(messages[i]);
    CHECK_INT(adit_receive(core, 0, &messages[0], NULL), ADIT_ECLOSED);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    end_second();
}

static void given_a_call_when_the_core_is_of_another_process_then_it_returns_the_error(const char *program) {
    struct heard heard = {0};
    adit_core core = open_shared("", &heard);
    start_second(program);
    check_second("[" WAS_INCREMENTED(5) "]\n");
    char *answer = NULL;
    CHECK_INT(adit_call(core, INCREMENT(10), ADIT_NTS, -1, &answer, NULL, NULL), ADIT_OK);
    check_fenced(answer);
    adit_free(answer);
    CHECK_INT(heard.count, 1);
    CHECK_TEXT(heard_text(&heard, 0), CLOSED);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
    end_second();
}

static void given_a_paused_core_when_it_is_resumed_then_it_closes(const char *program) {
    struct heard heard = {0};
    adit_core core = open_shared("", &heard);
    CHECK_INT(adit_send(core, "{\"@pause\":{}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 1);
    start_second(program);
    check_second("[" WAS_INCREMENTED(6) "]\n");
    CHECK_INT(adit_send(core, INCREMENT_WITH(10, "1"), ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_send(core, "{\"@resume\":{}}", ADIT_NTS, NULL), ADIT_OK);
    CHECK_INT(adit_process(core, 0), 3);
    CHECK_HAS(heard_text(&heard, 1), "{\"@error\":{\"code\":\"efenced\",\"message\":\"@resume: the core");
    CHECK_HAS(heard_text(&heard, 2), "{\"@error\":{\"code\":\"eclosed\"");
    CHECK_TEXT(heard_text(&heard, 3), CLOSED);
    CHECK_INT(adit_close(core, 1000), ADIT_OK);
    heard_forget(&heard);
    end_second();
}

static void create_tables(void) {
    adit_core core = 7;
    adit_error error;
    char text[1000];
    snprintf(text, sizeof text, "{\"store\":{\"postgres\":\"%s\",\"create\":true}}", getenv("ADIT_POSTGRES"));
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", config("shared", ""), ADIT_NTS, NULL, NULL, NULL, &core, &error),
              ADIT_ESCHEMA);
    CHECK_HAS(error.text, "has no tables of Adit");
    for (int i = 0; i < 2; i++) {
        CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", text, ADIT_NTS, NULL, NULL, NULL, &core, &error), ADIT_OK);
        CHECK_HAS(error.text, i == 0 ? "created: " : "fine: ");
        CHECK_INT(core, 0);
    }
}

int main(int count, char **arguments) {
    if (getenv("ADIT_POSTGRES") == NULL)
        return EXIT_FAILURE;
    if (count > 1)
        return other();
    create_tables();
    given_a_core_that_another_process_has_opened_since_when_it_changes_then_it_closes(arguments[0]);
    given_messages_behind_the_refused_batch_then_they_are_answered(arguments[0]);
    given_a_call_when_the_core_is_of_another_process_then_it_returns_the_error(arguments[0]);
    given_a_paused_core_when_it_is_resumed_then_it_closes(arguments[0]);
    return check_result();
}
