#include "check.h"

#include "library.h"
#include "shape.h"

#include <string.h>

/* What a core draws from: of the beginning, and of a later opening. */
static bool check_with(checker *checker, const char *where, const json_t *with) {
    static const member members[] = {
        {"date", STRING}, {"uuid", OBJECT}, {"random", ANYTHING}, {"gateways", OBJECT}, {NULL, ANYTHING}};
    return shape_check(checker, where, with, members);
}

static bool check_given(checker *checker, const json_t *given) {
    static const member members[] = {{"state", OBJECT},  {"with", OBJECT},   {"gateways", STRINGS},
                                     {"store", BOOLEAN}, {"echo", BOOLEAN},  {"incoming", STRING},
                                     {"log", STRING},    {"limits", OBJECT}, {"clients", ANYTHING},
                                     {"undo", ANYTHING}, {NULL, ANYTHING}};
    if (!shape_check(checker, "given", given, members) ||
        !check_with(checker, "given.with", json_object_get(given, "with")))
        return false;
    if (json_is_true(json_object_get(given, "store")) && json_object_get(given, "state") != NULL)
        return shape_refuse(checker,
                            "given: state and store exclude each other; a store begins with the app's own state");
    return true;
}

static bool check_when(checker *checker, const json_t *when) {
    size_t index;
    json_t *element;
    json_array_foreach(when, index, element) {
        if (!json_is_object(element))
            return shape_refuse_value(checker, "when", "an array of messages is", when);
    }
    return json_is_object(when) || json_is_string(when) || json_array_size(when) > 0 ||
           shape_refuse_value(checker, "when", "a message, an array of messages, or a text is", when);
}

static bool check_reply(checker *checker, const json_t *reply) {
    static const member members[] = {{"gateway", STRING},  {"effect", STRING},  {"request", PATTERN},
                                     {"result", ANYTHING}, {"error", ANYTHING}, {"more", BOOLEAN},
                                     {NULL, ANYTHING}};
    if (!shape_check(checker, "reply", reply, members))
        return false;
    bool has_gateway = json_object_get(reply, "gateway") != NULL, has_effect = json_object_get(reply, "effect") != NULL;
    if (has_gateway == has_effect)
        return shape_refuse(checker, "reply: either a gateway or an effect is expected");
    if (has_effect && json_object_get(reply, "request") != NULL)
        return shape_refuse(checker, "reply: a request is not for an effect, which is one already");
    if ((json_object_get(reply, "result") != NULL) == (json_object_get(reply, "error") != NULL))
        return shape_refuse(checker, "reply: either a result or an error is expected");
    return true;
}

static bool check_refused(checker *checker, const json_t *refused) {
    static const member members[] = {{"code", STRING}, {"text", PATTERN}, {"offset", WHOLE}, {NULL, ANYTHING}};
    if (!shape_check(checker, "refused", refused, members))
        return false;
    const json_t *code = json_object_get(refused, "code");
    if (code == NULL || code_named(json_string_value(code)) == 0)
        return shape_refuse_value(checker, "refused.code", "the name of a code, such as \"emessage\", is", code);
    return true;
}

static bool check_reopen(checker *checker, const json_t *reopen) {
    static const member members[] = {{"with", OBJECT}, {NULL, ANYTHING}};
    if (json_is_true(reopen))
        return true;
    if (!json_is_object(reopen))
        return shape_refuse_value(checker, "reopen", "true, or an object with \"with\", is", reopen);
    return shape_check(checker, "reopen", reopen, members) &&
           check_with(checker, "reopen.with", json_object_get(reopen, "with"));
}

static bool is_pointer(const char *text) {
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '~' && at[1] != '0' && at[1] != '1')
            return false;
    }
    return *text == '\0' || *text == '/';
}

static bool check_state(checker *checker, const json_t *state) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)state, key, value) {
        if (!is_pointer(key))
            return shape_refuse(checker, "then.state: found \"%.80s\"; a JSON Pointer is empty or begins with \"/\"",
                                key);
        if (!shape_check_pattern(checker, "then.state", value))
            return false;
    }
    return true;
}

static bool check_effects(checker *checker, const json_t *effects) {
    static const member members[] = {{"gateway", STRING}, {"request", PATTERN}, {NULL, ANYTHING}};
    static const char expected[] = "a number, an array of requests, or \"ignored\" is";
    size_t index;
    json_t *element;
    if (json_is_string(effects) ? strcmp(json_string_value(effects), "ignored") != 0
                                : !json_is_array(effects) && !shape_is(WHOLE, effects))
        return shape_refuse_value(checker, "then.effects", expected, effects);
    json_array_foreach(effects, index, element) {
        if (!json_is_object(element) || json_object_get(element, "gateway") == NULL)
            return shape_refuse_value(checker, "then.effects", "a gateway, and its request, is", element);
        if (!shape_check(checker, "then.effects", element, members))
            return false;
    }
    return true;
}

static bool check_then(checker *checker, const json_t *then) {
    static const member members[] = {
        {"messages", PATTERNS}, {"others", STRING}, {"state", OBJECT}, {"effects", ANYTHING}, {NULL, ANYTHING}};
    if (!shape_check(checker, "then", then, members))
        return false;
    const json_t *others = json_object_get(then, "others"), *effects = json_object_get(then, "effects");
    if (others != NULL && strcmp(json_string_value(others), "ignored") != 0)
        return shape_refuse_value(checker, "then.others", "\"ignored\" is", others);
    if (others != NULL && json_object_get(then, "messages") == NULL)
        return shape_refuse(checker, "then.others: messages are expected beside it");
    if (json_object_size(then) == 0)
        return shape_refuse(checker, "then: messages, state or effects are expected");
    return check_state(checker, json_object_get(then, "state")) && (effects == NULL || check_effects(checker, effects));
}

static bool check_step(checker *checker, const json_t *step, bool has_store) {
    static const member members[] = {{"note", STRING},  {"client", STRING},   {"when", ANYTHING},  {"advance", TIME},
                                     {"reply", OBJECT}, {"reopen", ANYTHING}, {"refused", OBJECT}, {"then", OBJECT},
                                     {NULL, ANYTHING}};
    if (!json_is_object(step))
        return shape_refuse_value(checker, "steps", "an object is", step);
    if (!shape_check(checker, "", step, members))
        return false;
    const json_t *when = json_object_get(step, "when"), *advance = json_object_get(step, "advance");
    const json_t *reply = json_object_get(step, "reply"), *reopen = json_object_get(step, "reopen");
    const json_t *refused = json_object_get(step, "refused"), *then = json_object_get(step, "then");
    int actions = (when != NULL) + (advance != NULL) + (reply != NULL) + (reopen != NULL);
    if (actions > 1)
        return shape_refuse(checker, "one of when, advance, reply and reopen is expected, found %d", actions);
    if (actions == 0 && then == NULL)
        return shape_refuse(checker, "one of when, advance, reply and reopen, or then, is expected");
    if (refused != NULL && (actions == 0 || reopen != NULL))
        return shape_refuse(checker, "refused: it stands beside a when, an advance or a reply");
    if (json_object_get(step, "client") != NULL && (actions == 0 || reopen != NULL))
        return shape_refuse(checker, "client: it stands beside a when, an advance or a reply");
    if (reopen != NULL && !check_reopen(checker, reopen))
        return false;
    if (reopen != NULL && !has_store)
        return shape_refuse(checker, "reopen: given.store is expected, as nothing would be left otherwise");
    return (when == NULL || check_when(checker, when)) && (reply == NULL || check_reply(checker, reply)) &&
           (refused == NULL || check_refused(checker, refused)) && (then == NULL || check_then(checker, then));
}

static bool check_scenario(checker *checker, const json_t *scenario) {
    static const member members[] = {{"name", STRING},  {"about", STRING}, {"app", STRING},
                                     {"given", OBJECT}, {"steps", ARRAY},  {NULL, ANYTHING}};
    if (!json_is_object(scenario))
        return shape_refuse_value(checker, "scenario", "an object is", scenario);
    if (!shape_check(checker, "", scenario, members))
        return false;
    if (json_object_get(scenario, "app") == NULL || json_object_get(scenario, "steps") == NULL)
        return shape_refuse(checker, "missing key \"%s\"", json_object_get(scenario, "app") == NULL ? "app" : "steps");
    const json_t *given = json_object_get(scenario, "given");
    if (!check_given(checker, given))
        return false;
    if (json_array_size(json_object_get(scenario, "steps")) == 0)
        return shape_refuse(checker, "steps: at least one is expected");
    bool has_store = json_is_true(json_object_get(given, "store"));
    size_t index;
    json_t *step;
    json_array_foreach(json_object_get(scenario, "steps"), index, step) {
        checker->place.step = index + 1;
        if (!check_step(checker, step, has_store))
            return false;
    }
    return true;
}

bool check_file(const file *file, text *fault) {
    size_t index;
    json_t *scenario;
    json_array_foreach(file->scenarios, index, scenario) {
        checker checker = {{file, index, 0}, fault};
        if (!check_scenario(&checker, scenario))
            return false;
    }
    if (json_array_size(file->scenarios) == 0)
        text_add(fault, "%s: a scenario is expected, found none", file->path);
    return json_array_size(file->scenarios) > 0;
}
