#include "command.h"

#include "print.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

static bool run_state(todo *todo, char *arguments) {
    json_t *value = get_state(todo, arguments);
    if (value == NULL)
        return false;
    bool printed = print_json(value);
    json_decref(value);
    return printed || report_no_memory(todo);
}

enum { LONGEST_WAIT = 24 * 60 * 60 };

static bool run_wait(todo *todo, char *arguments) {
    adit_error error;
    const char *word = next_word(&arguments);
    size_t seconds;
    if (!read_number(word, &seconds) || seconds > LONGEST_WAIT)
        return report(todo, "\"%s\" is not a number of seconds, of which a day has %d", word, LONGEST_WAIT);
    fflush(stdout);
    return session_wait(&todo->session, (int32_t)seconds * 1000, &error) || report(todo, "%s", error.text);
}

static bool run_help(todo *todo, char *arguments) {
    (void)todo, (void)arguments;
    command_help();
    return true;
}

static bool run_quit(todo *todo, char *arguments) {
    (void)arguments;
    todo->quit = true;
    return true;
}

static const command journal[] = {
    {"list", "[DAY]", "a day's entries, by default today's", 0, 1, run_journal_list, NULL},
    {"add", "TEXT", "a new entry in the journal", 1, ANY_WORDS, run_journal_add, NULL},
    {"edit", "N TEXT", "another text for an entry", 2, ANY_WORDS, run_journal_edit, NULL},
    {"delete", "N...", "entries are gone", 1, ANY_WORDS, run_journal_delete, NULL},
    {NULL, NULL, NULL, 0, 0, NULL, NULL},
};

static const command commands[] = {
    {"add", "TEXT", "a new task", 1, ANY_WORDS, run_add, NULL},
    {"list", "[open|done|all] [TAG...]", "tasks, by default open, with all these tags", 0, ANY_WORDS, run_list, NULL},
    {"check", "N...", "tasks are done", 1, ANY_WORDS, run_check, NULL},
    {"uncheck", "N...", "tasks are not done after all", 1, ANY_WORDS, run_uncheck, NULL},
    {"edit", "N TEXT", "another text for a task", 2, ANY_WORDS, run_edit, NULL},
    {"due", "N DAY|none", "the day by which a task is to be done", 2, 2, run_due, NULL},
    {"delete", "N...", "tasks are gone, from their tags as well", 1, ANY_WORDS, run_delete, NULL},
    {"tag", "N NAME", "a tag for a task, made if it is new", 2, 2, run_tag, NULL},
    {"untag", "N NAME", "a tag less for a task", 2, 2, run_untag, NULL},
    {"tags", "[START]", "all tags, or those that begin so, with their numbers of tasks", 0, 1, run_tags, NULL},
    {"journal", NULL, NULL, 0, ANY_WORDS, NULL, journal},
    {"import", "FILE", "the tasks of a todo.txt file", 1, ANY_WORDS, run_import, NULL},
    {"state", "[POINTER]", "the core's state, or what a JSON Pointer names in it", 0, ANY_WORDS, run_state, NULL},
    {"wait", "SECONDS", "time passes, on the core's clock too", 1, 1, run_wait, NULL},
    {"help", "", "this list", 0, 0, run_help, NULL},
    {"quit", "", "the end", 0, 0, run_quit, NULL},
    {NULL, NULL, NULL, 0, 0, NULL, NULL},
};

static size_t count_words(const char *text) {
    size_t count = 0, length;
    for (find_word(&text, &length); length > 0; find_word(&text, &length))
        count += 1;
    return count;
}

static const command *find(const command *table, const char *name) {
    while (table->name != NULL && strcmp(table->name, name) != 0)
        table += 1;
    return table->name != NULL ? table : NULL;
}

/* The commands that another is made of, and what stands before their names: "journal ". For all commands: "". */
typedef struct group {
    const command *table;
    char before[16];
} group;

static group parts_of(const command *command) {
    group group = {command->parts, ""};
    snprintf(group.before, sizeof group.before, "%s ", command->name);
    return group;
}

static bool run_from(group group, todo *todo, char *line) {
    char *arguments = line;
    const char *name = next_word(&arguments);
    bool is_part = group.before[0] != '\0';
    const command *command = is_part && *name == '\0' ? group.table : find(group.table, name);
    if (command == NULL)
        return report(todo, "there is no command \"%s%s\"; \"help\" lists them", group.before, name);
    if (command->parts != NULL)
        return run_from(parts_of(command), todo, arguments);
    size_t words = count_words(arguments);
    if (words < command->least || words > command->most)
        return report(todo, "usage: %s%s%s%s", group.before, command->name, *command->arguments != '\0' ? " " : "",
                      command->arguments);
    return command->run(todo, arguments);
}

bool command_run(todo *todo, char *line) {
    return run_from((group){commands, ""}, todo, line);
}

static void print_group(group group) {
    for (const command *row = group.table; row->name != NULL; row++) {
        if (row->parts != NULL) {
            print_group(parts_of(row));
            continue;
        }
        char left[48];
        snprintf(left, sizeof left, "%s%s %s", group.before, row->name, row->arguments);
        printf("  %-32s %s\n", left, row->help);
    }
}

void command_help(void) {
    print_group((group){commands, ""});
}
