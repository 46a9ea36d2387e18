/*
 * The todo core and the counter by hand in C on yyjson: the limit. Answers are printed by hand.
 */
#define _GNU_SOURCE
#include "baseline_todo.h"
#include "peer.h"

#include <yyjson.h>

static struct list list;
static int64_t counter;
static struct buffer buffer;

static void tell(void) {
    peer_hear(buffer.bytes, buffer.length);
    buffer.length = 0;
}

/* The only member of an object; NULL where there are none or several. */
static yyjson_val *only_member(yyjson_val *object, const char **key) {
    if (!yyjson_is_obj(object) || yyjson_obj_size(object) != 1)
        return NULL;
    yyjson_val *name = unsafe_yyjson_get_first(object);
    *key = yyjson_get_str(name);
    return yyjson_obj_iter_get_val(name);
}

static bool date_read(struct timespec *time, yyjson_val *value) {
    return time_read(time, yyjson_get_str(value));
}

/* Reads an item, whose text is borrowed from the document. */
static bool item_read(struct item *item, yyjson_val *value) {
    if (!yyjson_is_obj(value))
        return false;
    *item = (struct item){0};
    bool has_id = false, has_created = false;
    yyjson_obj_iter members = yyjson_obj_iter_with(value);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&members)) != NULL;) {
        yyjson_val *member = yyjson_obj_iter_get_val(key);
        if (yyjson_equals_str(key, "text") && yyjson_is_str(member) && item->text == NULL) {
            item->text = (char *)yyjson_get_str(member);
            item->length = yyjson_get_len(member);
        } else if (yyjson_equals_str(key, "id") && !has_id) {
            has_id = uuid_read(&item->id, yyjson_get_str(member), yyjson_get_len(member));
            if (!has_id)
                return false;
        } else if (yyjson_equals_str(key, "completed") && yyjson_is_bool(member)) {
            item->completed = yyjson_get_bool(member);
        } else if (yyjson_equals_str(key, "created") && !has_created) {
            has_created = date_read(&item->created, member);
            if (!has_created)
                return false;
        } else if (yyjson_equals_str(key, "due")) {
            if (!(item->scheduled = date_read(&item->due, member)))
                return false;
        } else if (yyjson_equals_str(key, "alterDate")) {
            if (!(item->altered = date_read(&item->alter_date, member)))
                return false;
        } else {
            return false;
        }
    }
    if (item->text == NULL)
        return false;
    if (!has_id)
        item->id = uuid_drawn();
    if (!has_created)
        item->created = time_now();
    return true;
}

static void respond(const char *response, const struct item *item) {
    buffer_text(&buffer, "{\"todo\":{\"response\":{\"");
    buffer_text(&buffer, response);
    buffer_text(&buffer, "\":");
    buffer_item(&buffer, item);
    buffer_text(&buffer, "}}}");
    tell();
}

static void request_review(void) {
    buffer_text(&buffer, "{\"appReview\":{\"requestReview\":{}}}");
    tell();
}

static bool add(yyjson_val *body) {
    const char *key;
    struct item item;
    yyjson_val *value = only_member(body, &key);
    if (value == NULL || strcmp(key, "item") != 0 || !item_read(&item, value) || item_is_blank(&item) ||
        list_find(&list, item.id) != NULL)
        return false;
    char *text = malloc(item.length + 1);
    if (text == NULL)
        abort();
    item.text = memcpy(text, item.text, item.length + 1);
    respond("wasAdded", list_add(&list, item));
    request_review();
    return true;
}

static bool check(yyjson_val *body, bool completed) {
    const char *key;
    struct uuid id;
    yyjson_val *value = only_member(body, &key);
    if (value == NULL || strcmp(key, "id") != 0 || !uuid_read(&id, yyjson_get_str(value), yyjson_get_len(value)))
        return false;
    struct item *item = list_find(&list, id);
    if (item == NULL)
        return false;
    if (item->completed != completed) {
        item->completed = completed;
        item->altered = true;
        item->alter_date = time_now();
        list.completed += completed ? 1 : (size_t)-1;
    }
    respond(completed ? "wasChecked" : "wasUnchecked", item);
    if (completed)
        request_review();
    return true;
}

static bool increment(yyjson_val *body) {
    const char *key;
    yyjson_val *value = only_member(body, &key);
    if (value == NULL || strcmp(key, "by") != 0 || !yyjson_is_int(value) ||
        __builtin_add_overflow(counter, yyjson_get_sint(value), &counter))
        return false;
    buffer_text(&buffer, "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":");
    buffer_integer(&buffer, counter);
    buffer_text(&buffer, "}}}}");
    tell();
    return true;
}

static bool handle(yyjson_val *root) {
    const char *app, *kind, *request;
    yyjson_val *body = only_member(root, &app);
    body = body == NULL ? NULL : only_member(body, &kind);
    if (body == NULL || strcmp(kind, "request") != 0 || (body = only_member(body, &request)) == NULL)
        return false;
    if (strcmp(app, "counter") == 0)
        return strcmp(request, "increment") == 0 && increment(body);
    if (strcmp(app, "todo") != 0)
        return false;
    if (strcmp(request, "add") == 0)
        return add(body);
    return strcmp(request, "check") == 0 ? check(body, true) : strcmp(request, "uncheck") == 0 && check(body, false);
}

void peer_open(const char *app, const char *option) {
    (void)app, (void)option;
}

bool peer_message(const char *json, size_t length) {
    yyjson_doc *document = yyjson_read(json, length, 0);
    bool handled = document != NULL && handle(yyjson_doc_get_root(document));
    yyjson_doc_free(document);
    return handled;
}

void peer_close(void) {
    list_free(&list);
    free(buffer.bytes);
}
