#include "types.h"

#include <stdint.h>
#include <string.h>

const char *reference(json_t *schema) {
    static const char start[] = "#/$defs/";
    const char *text = json_string_value(json_object_get(schema, "$ref"));
    return text != NULL ? text + strlen(start) : NULL;
}

const char *doc_of(json_t *schema) {
    return json_string_value(json_object_get(schema, "description"));
}

bool has_cases(json_t *schema) {
    return json_object_get(schema, "maxProperties") != NULL;
}

bool has_members(json_t *schema) {
    json_t *properties = json_object_get(schema, "properties");
    return properties != NULL && !has_cases(schema) && json_object_get(properties, "entities") == NULL;
}

bool may_be_absent(json_t *object, const char *name) {
    size_t i;
    json_t *required;
    json_array_foreach(json_object_get(object, "required"), i, required) {
        if (strcmp(json_string_value(required), name) == 0)
            return false;
    }
    return true;
}

static bool is_null(json_t *schema) {
    const char *type = json_string_value(json_object_get(schema, "type"));
    return type != NULL && strcmp(type, "null") == 0;
}

json_t *optional(json_t *schema) {
    json_t *forms = json_object_get(schema, "anyOf");
    return json_array_size(forms) == 2 && is_null(json_array_get(forms, 1)) ? json_array_get(forms, 0) : NULL;
}

void write_members(FILE *out, json_t *object) {
    const char *name, *comma = "";
    json_t *member;
    json_object_foreach(json_object_get(object, "properties"), name, member) {
        bool absent = !has_cases(object) && may_be_absent(object, name);
        fprintf(out, "%s%s%s: ", comma, name, absent ? "?" : "");
        write_type(out, absent && optional(member) != NULL ? optional(member) : member);
        comma = ", ";
    }
}

static void write_object(FILE *out, json_t *schema) {
    json_t *properties = json_object_get(schema, "properties");
    json_t *elements = json_object_get(json_object_get(properties, "entities"), "additionalProperties");
    if (elements != NULL && json_object_get(properties, "ids") != NULL) {
        fprintf(out, "table of ");
        write_type(out, elements);
    } else if (properties == NULL) {
        fprintf(out, "{string: ");
        write_type(out, json_object_get(schema, "additionalProperties"));
        fputc('}', out);
    } else {
        fprintf(out, has_cases(schema) ? "one of {" : "{");
        write_members(out, schema);
        fputc('}', out);
    }
}

static void write_choice(FILE *out, json_t *choices) {
    size_t i;
    json_t *choice;
    json_array_foreach(choices, i, choice) {
        json_t *value = json_object_get(choice, "const");
        fputs(i > 0 ? " | " : "", out);
        if (value == NULL && json_is_object(choice))
            write_type(out, choice);
        else
            json_dumpf(value != NULL ? value : choice, out, JSON_ENCODE_ANY);
    }
}

static void write_integer(FILE *out, json_t *schema) {
    json_int_t lowest = json_integer_value(json_object_get(schema, "minimum"));
    json_int_t highest = json_integer_value(json_object_get(schema, "maximum"));
    if (lowest == highest || highest == INT64_MAX)
        fputs("integer", out);
    else
        fprintf(out, "%" JSON_INTEGER_FORMAT "…%" JSON_INTEGER_FORMAT, lowest, highest);
}

void write_type(FILE *out, json_t *schema) {
    static const char *const choices[] = {"enum", "oneOf", "anyOf"};
    const char *type = json_string_value(json_object_get(schema, "type"));
    const char *format = json_string_value(json_object_get(schema, "format"));
    json_t *value = json_object_get(schema, "const");
    if (reference(schema) != NULL)
        fputs(reference(schema), out);
    else if (optional(schema) != NULL) {
        write_type(out, optional(schema));
        fputc('?', out);
    } else if (value != NULL)
        json_dumpf(value, out, JSON_ENCODE_ANY);
    else if (json_object_get(schema, "properties") != NULL || json_object_get(schema, "propertyNames") != NULL)
        write_object(out, schema);
    else {
        for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
            if (json_object_get(schema, choices[i]) != NULL) {
                write_choice(out, json_object_get(schema, choices[i]));
                return;
            }
        }
        if (json_object_get(schema, "items") != NULL) {
            fputc('[', out);
            write_type(out, json_object_get(schema, "items"));
            fputc(']', out);
        } else if (type != NULL && strcmp(type, "integer") == 0)
            write_integer(out, schema);
        else
            fputs(format != NULL ? format : type != NULL ? type : "any", out);
    }
}
