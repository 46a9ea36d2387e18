/*
 * baseline_jansson: the todo core (add, check, uncheck) and the counter core, written by hand in C on jansson, as a C
 * programmer would: the line that Adit is measured against.
 *
 *     baseline_jansson SCENARIO PRESENT COUNT MODE dumps|hand       (peer.c)
 *
 * It does what Adit's cores do with these messages: strict parsing, every key and type checked, ids and dates drawn, an
 * array of items with a hash index, a response and the review request through a callback. With "dumps" it builds a tree
 * for each answer and prints it with json_dumps; with "hand" it prints the bytes itself.
 */
#define _GNU_SOURCE
#include "baseline_item.h"
#include "peer.h"

struct core {
    bool dumps;
    struct list list;
    int64_t counter;
    struct buffer buffer;
};

static void tell(struct core *core) {
    buffer_add(&core->buffer, "", 1);
    peer_hear(core->buffer.bytes, core->buffer.length - 1);
    core->buffer.length = 0;
}

/* Takes over the tree. */
static void tell_tree(json_t *tree) {
    char *text = json_dumps(tree, JSON_COMPACT);
    json_decref(tree);
    if (text == NULL)
        abort();
    peer_hear(text, strlen(text));
    free(text);
}

static void tell_response(const char *app, const char *response, json_t *tree) {
    tell_tree(tree_of(app, tree_of("response", tree_of(response, tree))));
}

static json_t *with_error(json_t *tree, const char *key, const char *error) {
    json_object_set_new_nocheck(tree, key, json_string_nocheck(error));
    return tree;
}

/* {"todo":{"response":{"wasAdded":{…}}}} */
static void respond(struct core *core, const char *response, const struct item *item) {
    if (core->dumps) {
        tell_response("todo", response, item_tree(item));
        return;
    }
    buffer_text(&core->buffer, "{\"todo\":{\"response\":{\"");
    buffer_text(&core->buffer, response);
    buffer_text(&core->buffer, "\":");
    buffer_item(&core->buffer, item);
    buffer_text(&core->buffer, "}}}");
    tell(core);
}

/* {"todo":{"response":{"wasNotChecked":{"id":"…","error":"unknownItem"}}}} */
static void refuse(struct core *core, const char *response, struct uuid id, const char *error) {
    char text[37];
    uuid_print(id, text);
    if (core->dumps) {
        tell_response("todo", response, with_error(tree_of("id", json_string_nocheck(text)), "error", error));
        return;
    }
    buffer_text(&core->buffer, "{\"todo\":{\"response\":{\"");
    buffer_text(&core->buffer, response);
    buffer_text(&core->buffer, "\":{\"id\":\"");
    buffer_text(&core->buffer, text);
    buffer_text(&core->buffer, "\",\"error\":\"");
    buffer_text(&core->buffer, error);
    buffer_text(&core->buffer, "\"}}}}");
    tell(core);
}

static void refuse_item(const struct item *item, const char *error) {
    tell_response("todo", "wasNotAdded", with_error(tree_of("item", item_tree(item)), "error", error));
}

static void request_review(struct core *core) {
    if (core->dumps) {
        tell_tree(tree_of("appReview", tree_of("requestReview", json_object())));
    } else {
        buffer_text(&core->buffer, "{\"appReview\":{\"requestReview\":{}}}");
        tell(core);
    }
    /* The rule is looked at; the gateway is not served. */
    if (core->list.count >= 3 || core->list.completed >= 1)
        return;
}

/* The only member of an object; false where there are none or several. */
static bool only_member(json_t *object, const char **key, json_t **value) {
    if (!json_is_object(object) || json_object_size(object) != 1)
        return false;
    void *member = json_object_iter(object);
    *key = json_object_iter_key(member);
    *value = json_object_iter_value(member);
    return true;
}

static bool add(struct core *core, json_t *body) {
    const char *key;
    json_t *value;
    struct item item;
    if (!only_member(body, &key, &value) || strcmp(key, "item") != 0 || !item_read(&item, value))
        return false;
    if (item_is_blank(&item) || list_find(&core->list, item.id) != NULL) {
        refuse_item(&item, item_is_blank(&item) ? "emptyText" : "doubledItem");
        free(item.text);
        return true;
    }
    respond(core, "wasAdded", list_add(&core->list, item));
    request_review(core);
    return true;
}

static bool check(struct core *core, json_t *body, bool completed) {
    const char *key;
    json_t *value;
    struct uuid id;
    if (!only_member(body, &key, &value) || strcmp(key, "id") != 0 || !uuid_read(&id, json_string_value(value), json_string_length(value)))
        return false;
    struct item *item = list_find(&core->list, id);
    if (item == NULL) {
        refuse(core, completed ? "wasNotChecked" : "wasNotUnchecked", id, "unknownItem");
        return true;
    }
    if (item->completed != completed) {
        item->completed = completed;
        item->altered = true;
        item->alter_date = time_now();
        core->list.completed += completed ? 1 : (size_t)-1;
    }
    respond(core, completed ? "wasChecked" : "wasUnchecked", item);
    if (completed)
        request_review(core);
    return true;
}

static bool increment(struct core *core, json_t *body) {
    const char *key;
    json_t *value;
    if (!only_member(body, &key, &value) || strcmp(key, "by") != 0 || !json_is_integer(value))
        return false;
    int64_t by = json_integer_value(value), sum;
    bool fits = !__builtin_add_overflow(core->counter, by, &sum);
    if (fits)
        core->counter = sum;
    const char *response = fits ? "wasIncremented" : "wasNotIncremented", *name = fits ? "to" : "by";
    json_int_t told = fits ? sum : by;
    if (core->dumps) {
        tell_response("counter", response, tree_of(name, json_integer(told)));
        return true;
    }
    buffer_text(&core->buffer, "{\"counter\":{\"response\":{\"");
    buffer_text(&core->buffer, response);
    buffer_text(&core->buffer, "\":{\"");
    buffer_text(&core->buffer, name);
    buffer_text(&core->buffer, "\":");
    buffer_integer(&core->buffer, told);
    buffer_text(&core->buffer, "}}}}");
    tell(core);
    return true;
}

static bool handle(struct core *core, json_t *root) {
    const char *app, *kind, *request;
    json_t *body;
    if (!only_member(root, &app, &body))
        return false;
    if (!only_member(body, &kind, &body) || strcmp(kind, "request") != 0)
        return false;
    if (!only_member(body, &request, &body))
        return false;
    if (strcmp(app, "todo") == 0) {
        if (strcmp(request, "add") == 0)
            return add(core, body);
        if (strcmp(request, "check") == 0)
            return check(core, body, true);
        if (strcmp(request, "uncheck") == 0)
            return check(core, body, false);
    } else if (strcmp(app, "counter") == 0) {
        if (strcmp(request, "increment") == 0)
            return increment(core, body);
    }
    return false;
}

static struct core core;

void peer_open(const char *app, const char *option) {
    (void)app;
    core.dumps = option == NULL || strcmp(option, "hand") != 0;
}

bool peer_message(const char *json, size_t length) {
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    if (root == NULL)
        return false;
    bool handled = handle(&core, root);
    json_decref(root);
    return handled;
}

void peer_close(void) {
    list_free(&core.list);
    free(core.buffer.bytes);
}
