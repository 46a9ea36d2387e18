/*
 * What adit_open refuses, with what code and text; and that `release` is told exactly once each time.
 */
#include "errors.h"
#include "messages.h"

static adit_core bystander;

static adit_error refused(uint32_t abi, const char *app, const char *config, size_t length, int32_t code) {
    struct heard heard = {0};
    adit_core core = 77;
    adit_error error = rubbish_error();
    int failures = atomic_load(&check_failures);
    CHECK_INT(adit_open(abi, app, config, length, hear, &heard, heard_release, &core, &error), code);
    CHECK_ERROR(&error, code, length == ADIT_NTS ? strlen(config) : length);
    CHECK_INT(core, 0);
    CHECK_INT(heard.released, 1);
    CHECK_INT(heard.count, 0);
    CHECK_COUNTS(bystander, 0);
    if (atomic_load(&check_failures) != failures)
        fprintf(stderr, "    for the app %s and the config %s\n", app, config);
    if (core != 0 && core != 77)
        adit_close(core, 0);
    heard_forget(&heard);
    return error;
}

static void given_another_abi_when_opening_then_eabi(void) {
    uint32_t versions[] = {0, ADIT_ABI_VERSION + 1, 4711, UINT32_MAX};
    for (size_t index = 0; index < sizeof versions / sizeof *versions; index++) {
        refused(versions[index], "counter", "{}", ADIT_NTS, ADIT_EABI);
    }
    CHECK_INT(adit_abi_version(), ADIT_ABI_VERSION);
    CHECK_TEXT(adit_version(), ADIT_VERSION);
}

static void given_an_unknown_app_when_opening_then_eapp_and_its_name_is_told(void) {
    const char *names[] = {"", "Counter", "counter ", "todo\n", "no-such-app", "../counter", "\xC3\x28"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        refused(ADIT_ABI_VERSION, names[index], "{}", ADIT_NTS, ADIT_EAPP);
    }
    adit_error error = refused(ADIT_ABI_VERSION, "no-such-app", "{}", ADIT_NTS, ADIT_EAPP);
    CHECK_HAS(error.text, "no-such-app");
}

static void given_a_config_that_is_no_json_when_opening_then_ejson_with_the_offset(void) {
    const struct {
        const char *text;
        uint32_t first, last; /* where the fault may be noticed */
    } cases[] = {
        {"", 0, 0},
        {"  ", 0, 2},
        {"{", 1, 1},
        {"{\"echo\":tru}", 8, 12},
        {"{'echo':true}", 1, 2},
        {"{\"echo\":true,}", 13, 14},
        {"{} {}", 3, 4},
        {"{\"echo\":\"\xFF\"}", 8, 11},
        {"{\"echo\":true,\"echo\":true}", 13, 25},
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        adit_error error = refused(ADIT_ABI_VERSION, "counter", cases[index].text, ADIT_NTS, ADIT_EJSON);
        if (!CHECK(error.offset >= cases[index].first && error.offset <= cases[index].last)) {
            fprintf(stderr, "    offset %" PRIu32 " in %s\n", error.offset, cases[index].text);
        }
    }
}

static void given_a_config_that_is_not_understood_when_opening_then_econfig_with_the_path(void) {
    const struct {
        const char *app, *text, *where, *what;
    } cases[] = {
        {"counter", "[]", "", ""},
        {"counter", "{\"ecoh\":true}", "ecoh", "ecoh"},
        {"counter", "{\"\":true}", "", ""},
        {"counter", "{\"limits\":{\"quue\":1}}", "limits", "quue"},
        {"counter", "{\"echo\":1}", "echo", "1"},
        {"counter", "{\"echo\":\"yes\"}", "echo", "string"},
        {"counter", "{\"clock\":7}", "clock", "7"},
        {"counter", "{\"clock\":\"wall\"}", "clock", "wall"},
        {"counter", "{\"limits\":[]}", "limits", "array"},
        {"counter", "{\"limits\":7}", "limits", "7"},
        {"counter", "{\"limits\":{\"queue\":\"many\"}}", "limits.queue", "string"},
        {"counter", "{\"limits\":{\"queue\":true}}", "limits.queue", "true"},
        {"counter", "{\"limits\":{\"queue\":1.5}}", "limits.queue", "1.5"},
        {"counter", "{\"limits\":{\"queue\":-1}}", "limits.queue", "-1"},
        {"counter", "{\"limits\":{\"message\":-1}}", "limits.message", "-1"},
        {"counter", "{\"limits\":{\"depth\":-1}}", "limits.depth", "-1"},
        {"counter", "{\"limits\":{\"outbox\":-1}}", "limits.outbox", "-1"},
        {"counter", "{\"limits\":{\"batch\":-1}}", "limits.batch", "-1"},
        {"counter", "{\"limits\":{\"effects\":-1}}", "limits.effects", "-1"},
        {"counter", "{\"limits\":{\"cascade\":-1}}", "limits.cascade", "-1"},
        {"counter", "{\"limits\":{\"queue\":-9223372036854775808}}", "limits.queue", "-9223372036854775808"},
        {"counter", "{\"limits\":{\"queue\":1e300}}", "limits.queue", ""},
        {"todo", "{\"gateways\":\"review\"}", "gateways", "string"},
        {"todo", "{\"gateways\":[7]}", "gateways", "7"},
        {"todo", "{\"gateways\":{}}", "gateways", "object"},
        {"counter", "{\"state\":7}", "state", "7"},
        {"counter", "{\"state\":{\"value\":\"x\"}}", "state.value", "string"},
        {"counter", "{\"state\":{\"valu\":1}}", "state", "valu"},
        {"todo", "{\"state\":{\"items\":[]}}", "state.items", "array"},
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        adit_error error = refused(ADIT_ABI_VERSION, cases[index].app, cases[index].text, ADIT_NTS, ADIT_ECONFIG);
        CHECK_HAS(error.text, cases[index].where);
        CHECK_HAS(error.text, cases[index].what);
    }
}

static void given_a_config_that_is_too_deep_when_opening_then_it_is_refused(void) {
    enum { DEPTH = 100000 };
    char *bomb = malloc(DEPTH + 1);
    if (bomb == NULL)
        abort();
    memset(bomb, '[', DEPTH);
    bomb[DEPTH] = 0;
    struct heard heard = {0};
    adit_core core = 77;
    adit_error error = rubbish_error();
    CHECK_INT(adit_open(ADIT_ABI_VERSION, "counter", bomb, DEPTH, hear, &heard, heard_release, &core, &error),
              ADIT_ESIZE);
    CHECK_ERROR(&error, ADIT_ESIZE, DEPTH);
    CHECK_INT(core, 0);
    CHECK_INT(heard.released, 1);
    free(bomb);
}

static void given_every_key_when_opening_then_the_core_works(void) {
    struct heard heard = {0};
    adit_core core =
        open_core("counter",
                  "{\"echo\":false,\"clock\":\"real\",\"gateways\":[],\"limits\":{\"message\":1000,\"depth\":10,"
                  "\"queue\":10,\"outbox\":10,\"effects\":10,\"batch\":10,\"cascade\":10},"
                  "\"state\":{\"value\":41}}",
                  &heard);
    CHECK_COUNTS(core, 41);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

int main(void) {
    bystander = open_core("counter", "{}", NULL);
    given_another_abi_when_opening_then_eabi();
    given_an_unknown_app_when_opening_then_eapp_and_its_name_is_told();
    given_a_config_that_is_no_json_when_opening_then_ejson_with_the_offset();
    given_a_config_that_is_not_understood_when_opening_then_econfig_with_the_path();
    given_a_config_that_is_too_deep_when_opening_then_it_is_refused();
    given_every_key_when_opening_then_the_core_works();
    CHECK_INT(adit_close(bystander, 0), ADIT_OK);
    return check_result();
}
