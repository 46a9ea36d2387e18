#include "numbering.h"

bool numbering_create(numbering *numbering) {
    numbering->ids = json_array();
    numbering->numbers = json_object();
    return numbering->ids != NULL && numbering->numbers != NULL;
}

void numbering_destroy(numbering *numbering) {
    json_decref(numbering->ids);
    json_decref(numbering->numbers);
}

size_t numbering_number(numbering *numbering, const json_t *id) {
    const char *text = json_string_value(id);
    json_int_t known = json_integer_value(json_object_get(numbering->numbers, text));
    if (text == NULL || known > 0)
        return (size_t)known;
    size_t number = json_array_size(numbering->ids) + 1;
    if (json_array_append_new(numbering->ids, json_string(text)) != 0)
        return 0;
    return json_object_set_new(numbering->numbers, text, json_integer((json_int_t)number)) == 0 ? number : 0;
}

const char *numbering_id(const numbering *numbering, size_t number) {
    return number == 0 ? NULL : json_string_value(json_array_get(numbering->ids, number - 1));
}
