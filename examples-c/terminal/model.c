#define _POSIX_C_SOURCE 200809L /* strdup */
#include "model.h"
#include "notice.h"

#include <stdlib.h>
#include <string.h>

/** How long the core's own work may take to end. */
enum { PATIENCE_MS = 1000 };

static bool fail(model *model, const char *text) {
    if (model->failure.length == 0)
        adit_line_add_text(&model->failure, text, strlen(text));
    return false;
}

/* -- Messages of the core. This runs inside adit_process, so it sends nothing. -- */

/* An element of /ids was added or removed: the selection stays on its item. */
static void on_change(void *context, const adit_patch_change *change) {
    model *model = context;
    const adit_pointer *path = change->path;
    size_t index;
    if (path->count != 2 || strcmp(path->tokens[0].text, "ids") != 0 || !adit_pointer_index(&path->tokens[1], &index))
        return;
    if (change->op == ADIT_PATCH_ADD)
        list_added(&model->list, index);
    else if (change->op == ADIT_PATCH_REMOVE)
        list_removed(&model->list, index);
}

static void hear_response(model *model, const json_t *response) {
    const json_t *added = json_object_get(response, "wasAdded");
    if (added != NULL) {
        free(model->added);
        model->added = strdup(json_string_value(json_object_get(added, "id")));
    }
    notice_of_response(&model->notice, response);
}

/* `{"@effect": {"gateway": "review", "request": {"show": {}}, "reply": false, …}}`: no answer is expected. */
static void hear_effect(model *model, const json_t *effect) {
    const char *gateway = json_string_value(json_object_get(effect, "gateway"));
    model->wants_review |= gateway != NULL && strcmp(gateway, "review") == 0;
}

static void hear(model *model, json_t *message) {
    adit_line fault = {0};
    if (adit_mirror_hear(&model->items, message, on_change, model, &fault) == ADIT_MIRROR_LOST ||
        adit_mirror_hear(&model->open_count, message, NULL, NULL, &fault) == ADIT_MIRROR_LOST)
        model->notice = fault;
    hear_response(model, json_object_get(json_object_get(message, "todo"), "response"));
    hear_effect(model, json_object_get(message, "@effect"));
    notice_of_error(&model->notice, json_object_get(message, "@error"));
}

static void on_message(void *context, adit_core core, const char *json, size_t length) {
    (void)core;
    model *model = context;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    if (message == NULL)
        fail(model, adit_strerror(ADIT_ENOMEM));
    hear(model, message);
    json_decref(message);
}

/* -- Sending. -- */

/* Sends a message, which is taken. NULL: it could not be made. */
static bool send_message(model *model, json_t *message, adit_error *error) {
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    *error = (adit_error){.code = ADIT_ENOMEM, .text = "there is no memory left"};
    bool sent = text != NULL && adit_send(model->core, text, ADIT_NTS, error) == ADIT_OK;
    free(text);
    return sent;
}

static bool subscribe(model *model, const adit_mirror *mirror, adit_error *error) {
    return send_message(
        model, json_pack("{s:{s:s,s:s}}", "@subscribe", "subscription", mirror->subscription, "path", mirror->path),
        error);
}

/* Subscribes anew if a mirror is lost. */
static bool mend(model *model, const adit_mirror *mirror) {
    adit_error error;
    if (!mirror->is_lost)
        return true;
    return (send_message(model, json_pack("{s:{s:s}}", "@unsubscribe", "subscription", mirror->subscription), &error) &&
            subscribe(model, mirror, &error)) ||
           fail(model, error.text);
}

/* Selects the item that was added last. It is among the last of the list. */
static void select_added(model *model) {
    const json_t *ids = json_object_get(model->items.value, "ids");
    size_t index = model->added != NULL ? json_array_size(ids) : 0;
    while (index > 0 && strcmp(json_string_value(json_array_get(ids, index - 1)), model->added) != 0)
        index--;
    if (index > 0)
        model->list.selected = index - 1;
    free(model->added);
    model->added = NULL;
}

bool model_process(model *model) {
    int32_t heard;
    do {
        heard = adit_process(model->core, 0);
    } while (heard > 0);
    if (heard < 0)
        return fail(model, adit_strerror(heard));
    select_added(model);
    return mend(model, &model->items) && mend(model, &model->open_count) && model->failure.length == 0;
}

static void request(model *model, json_t *message) {
    adit_error error;
    if (!send_message(model, message, &error))
        adit_line_add_text(&model->notice, error.text, strlen(error.text));
    model_process(model);
}

void model_request(model *model, const char *name, json_t *body) {
    request(model, body != NULL ? json_pack("{s:{s:{s:o}}}", "todo", "request", name, body) : NULL);
}

void model_send(model *model, const char *name) {
    request(model, json_pack("{s:{}}", name));
}

/* -- Reading. -- */

size_t model_count(const model *model) {
    return json_array_size(json_object_get(model->items.value, "ids"));
}

json_int_t model_open_count(const model *model) {
    return json_integer_value(model->open_count.value);
}

const json_t *model_item(const model *model, size_t index) {
    const json_t *id = json_array_get(json_object_get(model->items.value, "ids"), index);
    return id == NULL ? NULL : json_object_get(json_object_get(model->items.value, "entities"), json_string_value(id));
}

/* -- Opening and closing. -- */

bool model_open(model *model, const char *config) {
    adit_error error;
    *model = (struct model){.items = adit_mirror_make("items", "/items"),
                            .open_count = adit_mirror_make("openCount", "/view/openCount")};
    if (adit_open(ADIT_ABI_VERSION, "todo", config, ADIT_NTS, on_message, model, NULL, &model->core, &error) != ADIT_OK)
        return fail(model, error.text);
    bool sent = subscribe(model, &model->items, &error) && subscribe(model, &model->open_count, &error) &&
                send_message(model, json_pack("{s:{s:{}}}", "appReview", "requestReview"), &error);
    if ((sent || fail(model, error.text)) && model_process(model))
        return true;
    model_close(model);
    return false;
}

bool model_close(model *model) {
    int32_t code = adit_close(model->core, PATIENCE_MS);
    adit_mirror_destroy(&model->items);
    adit_mirror_destroy(&model->open_count);
    free(model->added);
    model->added = NULL;
    return code == ADIT_OK || fail(model, adit_strerror(code));
}
