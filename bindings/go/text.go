package adit

import (
	"bytes"
	"encoding/json"
	"reflect"
	"unicode/utf8"
)

// textOf is the text of a message: what is a text already as it is, whatever its bytes are, and a value by encoding/json.
func textOf(message any) ([]byte, error) {
	switch text := message.(type) {
	case []byte:
		return text, nil
	case json.RawMessage:
		return text, nil
	case string:
		return []byte(text), nil
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(message); err != nil {
		return nil, failure(ErrJSON, "%v", err)
	}
	text := bytes.TrimSuffix(out.Bytes(), []byte("\n"))
	// encoding/json writes \ufffd for bytes that are not UTF-8. They are refused instead, as Adit refuses them in a text.
	if bytes.Contains(text, []byte(`\ufffd`)) && !isUTF8(reflect.ValueOf(message)) {
		return nil, failure(ErrJSON, "found a string that is not UTF-8 in a %T", message)
	}
	return text, nil
}

var marshaler = reflect.TypeOf((*json.Marshaler)(nil)).Elem()

// isUTF8 tells whether the strings of a value are UTF-8. What writes its own JSON is not looked into.
func isUTF8(value reflect.Value) bool {
	if value.IsValid() && value.Type().Implements(marshaler) {
		return true
	}
	switch value.Kind() {
	case reflect.String:
		return utf8.ValidString(value.String())
	case reflect.Interface, reflect.Pointer:
		return value.IsNil() || isUTF8(value.Elem())
	case reflect.Map:
		for _, key := range value.MapKeys() {
			if !isUTF8(key) || !isUTF8(value.MapIndex(key)) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		for position := 0; position < value.Len(); position++ {
			if !isUTF8(value.Index(position)) {
				return false
			}
		}
	case reflect.Struct:
		for position := 0; position < value.NumField(); position++ {
			if value.Type().Field(position).IsExported() && !isUTF8(value.Field(position)) {
				return false
			}
		}
	}
	return true
}

// decoded is a JSON text as a value: map[string]any, []any, string, json.Number, bool or nil.
func decoded(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}
