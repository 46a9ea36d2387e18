/*
 * The core that keeps values, by hand in C on yyjson, which writes its answers as well.
 */
#define _GNU_SOURCE
#include "kept.h"
#include "peer.h"

#include <yyjson.h>

static struct kept kept;

static yyjson_val *only_member(yyjson_val *object, const char **key) {
    if (!yyjson_is_obj(object) || yyjson_obj_size(object) != 1)
        return NULL;
    yyjson_val *name = unsafe_yyjson_get_first(object);
    *key = yyjson_get_str(name);
    return yyjson_obj_iter_get_val(name);
}

static bool value_read(union kept_value *to, enum kept_kind kind, yyjson_val *value) {
    switch (kind) {
    case KEPT_INTEGERS:
        to->integer = yyjson_get_sint(value);
        return yyjson_is_int(value);
    case KEPT_DOUBLES:
        to->real = yyjson_get_num(value);
        return yyjson_is_num(value);
    case KEPT_IDS:
        return uuid_read(&to->id, yyjson_get_str(value), yyjson_get_len(value));
    default:
        return time_read(&to->date, yyjson_get_str(value));
    }
}

static void tell(void) {
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *root = yyjson_mut_obj(document), *list = yyjson_mut_arr(document);
    yyjson_mut_doc_set_root(document, root);
    yyjson_mut_val *response =
        yyjson_mut_obj_add_obj(document, yyjson_mut_obj_add_obj(document, root, "values"), "response");
    yyjson_mut_obj_add_val(document, yyjson_mut_obj_add_obj(document, response, "wasKept"), kept_names[kept.kind],
                           list);
    for (size_t index = 0; index < kept.count; index++) {
        union kept_value value = kept.values[index];
        char text[40];
        if (kept.kind == KEPT_INTEGERS)
            yyjson_mut_arr_add_sint(document, list, value.integer);
        else if (kept.kind == KEPT_DOUBLES)
            yyjson_mut_arr_add_real(document, list, value.real);
        else
            yyjson_mut_arr_add_strncpy(document, list, text, kept_print(kept.kind, value, text));
    }
    size_t length;
    char *json = yyjson_mut_write(document, 0, &length);
    if (json == NULL)
        abort();
    peer_hear(json, length);
    free(json);
    yyjson_mut_doc_free(document);
}

static bool handle(yyjson_val *root) {
    const char *app, *kind, *request, *name;
    yyjson_val *body = only_member(root, &app), *value;
    if (body == NULL || strcmp(app, "values") != 0 || (body = only_member(body, &kind)) == NULL ||
        strcmp(kind, "request") != 0 || (body = only_member(body, &request)) == NULL || strcmp(request, "keep") != 0 ||
        (body = only_member(body, &name)) == NULL || kept_kind_of(name) == KEPT_KINDS || !yyjson_is_arr(body))
        return false;
    struct kept new = kept_made(kept_kind_of(name), yyjson_arr_size(body));
    size_t index, count;
    yyjson_arr_foreach(body, index, count, value) {
        if (value_read(&new.values[index], new.kind, value))
            continue;
        free(new.values);
        return false;
    }
    free(kept.values);
    kept = new;
    tell();
    return true;
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
    free(kept.values);
}
