/*
 * catalog: prints what can be said to an app of any Adit library and heard from it, at a glance. It needs no more of
 * Adit than adit_catalog.
 */
#define _GNU_SOURCE /* getopt_long, open_memstream */
#include "catalog/difference.h"
#include "catalog/flat.h"
#include "catalog/lines.h"
#include "catalog/types.h"
#include "scenario/library.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/** What the program ends with: beside success, whether something failed, or the command line or library was no good. */
enum { FAILURE = 1, MISUSE = 2 };

/* -- The tree: what is in a document, as lines. -- */

typedef struct catalog {
    json_t *types;
    json_t *shown;    /* an object with the names of the types whose cases have been listed */
    json_t *referred; /* an object with the names of the types to which a schema refers */
} catalog;

/** The text that `write` writes of a schema. */
static char *text_of(void (*write)(FILE *, json_t *), json_t *schema) {
    char *text = NULL;
    size_t length;
    FILE *out = must(open_memstream(&text, &length));
    write(out, schema);
    must(fclose(out) == 0 ? text : NULL);
    return text;
}

static char *copy(const char *text) {
    return must(strdup(text));
}

static json_t *resolve(catalog *catalog, json_t *schema) {
    const char *name = reference(schema);
    return name != NULL ? json_object_get(catalog->types, name) : schema;
}

/** Whether a type's cases are to be listed: an enum's are, where it is met first. */
static bool shows_cases(catalog *catalog, json_t *schema) {
    const char *name = reference(schema);
    if (!has_cases(resolve(catalog, schema)) || (name != NULL && json_object_get(catalog->shown, name) != NULL))
        return false;
    if (name != NULL)
        must(json_object_set_new(catalog->shown, name, json_true()) == 0 ? catalog : NULL);
    return true;
}

static void add_cases(catalog *catalog, lines *lines, int indent, json_t *schema);

static void add_case(catalog *catalog, lines *lines, int indent, const char *name, json_t *schema) {
    json_t *type = resolve(catalog, schema);
    const char *doc = doc_of(schema) != NULL ? doc_of(schema) : doc_of(type);
    if (shows_cases(catalog, schema)) {
        lines_add(lines, indent, copy(name), copy(""), doc);
        add_cases(catalog, lines, indent + 2, type);
    } else {
        lines_add(lines, indent, copy(name), text_of(has_members(schema) ? write_members : write_type, schema), doc);
    }
}

static void add_cases(catalog *catalog, lines *lines, int indent, json_t *schema) {
    const char *name;
    json_t *payload;
    json_object_foreach(json_object_get(schema, "properties"), name, payload)
        add_case(catalog, lines, indent, name, payload);
}

static void add_members(lines *lines, int indent, json_t *schema) {
    const char *name;
    json_t *member;
    json_object_foreach(json_object_get(schema, "properties"), name, member) {
        bool absent = may_be_absent(schema, name);
        json_t *type = absent && optional(member) != NULL ? optional(member) : member;
        char *label = must(malloc(strlen(name) + 2));
        sprintf(label, "%s%s", name, absent ? "?" : "");
        lines_add(lines, indent, label, text_of(write_type, type), doc_of(member));
    }
}

static void add_type(catalog *catalog, lines *lines, const char *name, json_t *type) {
    json_t *choices = json_object_get(type, "oneOf"), *choice;
    size_t i;
    bool is_listed = has_cases(type) || has_members(type) || choices != NULL;
    lines_add(lines, 2, copy(name), is_listed ? copy("") : text_of(write_type, type), doc_of(type));
    if (has_cases(type))
        add_cases(catalog, lines, 4, type);
    else if (has_members(type))
        add_members(lines, 4, type);
    json_array_foreach(choices, i, choice) {
        const char *text = json_string_value(json_object_get(choice, "const"));
        lines_add(lines, 4, copy(text != NULL ? text : ""), copy(""), doc_of(choice));
    }
}

static void print_section(const char *title, lines *lines) {
    if (lines->count == 0)
        return;
    printf("\n%s\n", title);
    lines_print(lines);
}

/** Prints the messages of one direction: the app's own, or Adit's, whose keys begin with an @. */
static void print_messages(catalog *catalog, const char *title, const char *direction, bool are_own) {
    lines lines = {0};
    const char *name;
    json_t *payload, *form, *messages = json_object_get(catalog->types, direction);
    size_t i;
    if (json_object_get(messages, "anyOf") != NULL) /* the app's types are unknown; the first form is Adit's own */
        messages = json_array_get(json_object_get(messages, "anyOf"), 0);
    json_object_foreach(json_object_get(messages, "properties"), name, payload) {
        if ((name[0] == '@') != are_own)
            continue;
        json_t *forms = json_object_get(payload, "anyOf");
        if (!has_members(json_array_get(forms, 0)))
            add_case(catalog, &lines, 2, name, payload);
        else
            json_array_foreach(forms, i, form)
                lines_add(&lines, 2, copy(name), text_of(write_members, form), doc_of(payload));
    }
    print_section(title, &lines);
}

static void print_state(catalog *catalog) {
    lines lines = {0};
    json_t *state = json_object_get(catalog->types, "@state");
    if (has_members(resolve(catalog, state)))
        add_members(&lines, 2, resolve(catalog, state));
    else
        lines_add(&lines, 2, text_of(write_type, state), copy(""), NULL);
    if (reference(state) != NULL)
        json_object_set_new(catalog->shown, reference(state), json_true());
    print_section("State", &lines);
}

static void print_types(catalog *catalog) {
    lines lines = {0};
    const char *name;
    json_t *type;
    json_object_foreach(catalog->types, name, type) {
        bool is_known = json_object_get(catalog->shown, name) != NULL;
        if (name[0] != '@' && !is_known && json_object_get(catalog->referred, name) != NULL)
            add_type(catalog, &lines, name, type);
    }
    print_section("Types", &lines);
}

/** Takes the escapes of a URI out of the names that a schema refers to. */
static void unescape_references(json_t *schema) {
    const char *name;
    json_t *inner;
    size_t i;
    json_array_foreach(schema, i, inner) unescape_references(inner);
    json_object_foreach(schema, name, inner) unescape_references(inner);
    if (reference(schema) == NULL)
        return;
    char *text = copy(json_string_value(json_object_get(schema, "$ref"))), *end = text;
    for (const char *rest = text; *rest != '\0'; rest += *rest == '%' ? 3 : 1) {
        char digits[] = {rest[0] == '%' ? rest[1] : '\0', rest[0] == '%' ? rest[2] : '\0', '\0'};
        *end++ = *rest == '%' ? (char)strtol(digits, NULL, 16) : *rest;
    }
    *end = '\0';
    must(json_object_set_new(schema, "$ref", json_string(text)) == 0 ? schema : NULL);
    free(text);
}

/** Notes to which types a schema leads. */
static void note_references(catalog *catalog, json_t *schema) {
    const char *name;
    json_t *inner;
    size_t i;
    json_array_foreach(schema, i, inner) note_references(catalog, inner);
    json_object_foreach(schema, name, inner) note_references(catalog, inner);
    if (reference(schema) == NULL || json_object_get(catalog->referred, reference(schema)) != NULL)
        return;
    must(json_object_set_new(catalog->referred, reference(schema), json_true()) == 0 ? schema : NULL);
    note_references(catalog, json_object_get(catalog->types, reference(schema)));
}

static void write_version(FILE *out, json_t *app) {
    fprintf(out, "version %s (%s)", json_string_value(json_object_get(app, "version")),
            json_string_value(json_object_get(app, "hash")));
}

static void print_catalog(json_t *document) {
    catalog catalog = {json_object_get(document, "$defs"), must(json_object()), must(json_object())};
    lines gateways = {0};
    unescape_references(document);
    const char *name;
    json_t *schema;
    /* What only a store has is nothing to a host. */
    json_object_foreach(catalog.types, name, schema) {
        if (name[0] == '@' && strcmp(name, "@durable") != 0)
            note_references(&catalog, schema);
    }
    printf("%s, ", json_string_value(json_object_get(document, "title")));
    write_version(stdout, document);
    putchar('\n');
    print_messages(&catalog, "Messages to the core", "@toCore", false);
    print_messages(&catalog, "Messages to the host", "@toHost", false);
    print_messages(&catalog, "Adit's own messages to the core", "@toCore", true);
    print_messages(&catalog, "Adit's own messages to the host", "@toHost", true);
    add_cases(&catalog, &gateways, 2, json_object_get(catalog.types, "@gateways"));
    print_section("Gateways of the host", &gateways);
    print_state(&catalog);
    print_types(&catalog);
    json_decref(catalog.shown);
    json_decref(catalog.referred);
}

/* -- The program. -- */

static void print_apps(json_t *apps) {
    lines lines = {0};
    const char *name;
    json_t *app;
    json_object_foreach(apps, name, app) lines_add(&lines, 0, copy(name), text_of(write_version, app), NULL);
    lines_print(&lines);
}

/** Prints the catalog of an app, or, without one, which apps there are. */
static bool print_app(const library *library, const char *app, bool as_json) {
    char *text;
    size_t length;
    int32_t code = library->catalog(app, &text, &length);
    if (code != ADIT_OK) {
        fflush(stdout); /* so that the message comes behind what was printed before */
        fprintf(stderr, "catalog: %s: %s\n", app != NULL ? app : "the apps", library->strerror(code));
        return false;
    }
    if (as_json) {
        puts(text);
    } else {
        json_t *document = must(json_loadb(text, length, JSON_ALLOW_NUL, NULL));
        (app != NULL ? print_catalog : print_apps)(document);
        json_decref(document);
    }
    library->free(text);
    return true;
}

static void print_help(void) {
    printf("Usage: catalog [OPTION]... LIBRARY [APP]...\n"
           "       catalog --flat LIBRARY APP\n"
           "       catalog --diff [OPTION]... OLD NEW\n\n"
           "Prints what can be said to the APPs of a library and heard from them: the tree of their messages, Adit's\n"
           "own messages, their gateways, their state and their types. Without an APP, prints which there are.\n\n"
           "A label with a question mark may be absent.\n\n"
           "With --diff, prints what differs between two catalogs, and whom that breaks: a host that was built with the\n"
           "old one, a store, or a recording. Each is a file of what --json prints of an app, or LIBRARY:APP.\n\n"
           "  -j, --json     print the documents as they are: JSON Schema; with --diff, the comparison as JSON\n"
           "  -f, --flat     print the schema in the flat form, which generators of code read; adit-generate makes it\n"
           "  -d, --diff     compare two catalogs\n"
           "  -b, --by LIBRARY\n"
           "                 with --diff: the library that compares, where OLD and NEW are files\n"
           "  -h, --help     print this\n"
           "  -V, --version  print the version\n\n"
           "The status is 0; 1 if there is no such app, or if NEW is incompatible; or 2 if the command line or the library is\n"
           "no good.\n");
}

static const struct option options[] = {
    {"json", no_argument, NULL, 'j'},
    {"flat", no_argument, NULL, 'f'},
    {"diff", no_argument, NULL, 'd'},
    {"by", required_argument, NULL, 'b'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static bool print_all(const library *library, char **apps, bool as_json) {
    bool good = apps[0] != NULL || print_app(library, NULL, as_json);
    for (char **app = apps; *app != NULL; app++) {
        if (app > apps && !as_json)
            putchar('\n');
        good &= print_app(library, *app, as_json);
    }
    return good;
}

/* Does what the command line asks for, and returns the status. */
static int run(int argc, char **argv) {
    bool as_json = false, compares = false, is_flat = false;
    const char *comparer = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "jfdb:hV", options, NULL)) != -1) {
        if (option == 'h')
            return print_help(), EXIT_SUCCESS;
        if (option == 'V')
            return printf("catalog (Adit %s)\n", ADIT_VERSION), EXIT_SUCCESS;
        if (option == '?')
            break;
        if (option == 'b')
            comparer = optarg;
        as_json |= option == 'j';
        compares |= option == 'd';
        is_flat |= option == 'f';
    }
    if (option == '?' || optind == argc || (compares ? argc - optind != 2 : comparer != NULL) ||
        (is_flat && (argc - optind != 2 || compares || as_json)))
        return fprintf(stderr, "Usage: catalog [OPTION]... LIBRARY [APP]...\n"
                               "       catalog --flat LIBRARY APP\n"
                               "       catalog --diff [OPTION]... OLD NEW\nSee catalog --help.\n"),
               MISUSE;
    if (compares) {
        difference result = difference_print(argv[optind], argv[optind + 1], comparer, as_json);
        return result == DIFFERENCE_NONE ? EXIT_SUCCESS : result == DIFFERENCE_BREAKS ? FAILURE : MISUSE;
    }
    if (is_flat) {
        flat_print(argv[optind], argv[optind + 1]);
        return FAILURE;
    }
    library library;
    text fault = {0};
    if (!library_open(&library, argv[optind], &fault)) {
        fprintf(stderr, "catalog: %s\n", text_string(&fault));
        text_destroy(&fault);
        return MISUSE;
    }
    int status = print_all(&library, argv + optind + 1, as_json) ? EXIT_SUCCESS : FAILURE;
    library_close(&library);
    return status;
}

int main(int argc, char **argv) {
    open_standard_streams();
    int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, say: what was printed did not arrive */
        perror("catalog: standard output");
        status = FAILURE;
    }
    return status;
}
