// Package typed is what generated clients are made of: the coding of values, Adit's own types, and the client.
//
// A type is read by its fields. An object is a struct, whose fields have their keys in a tag; an enum is an interface, of which Cases tells
// the structs of its cases.
package typed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// UUID has 36 characters.
type UUID = string

// Timestamp is a time, as of RFC 3339, with up to nanoseconds.
type Timestamp = string

// Day is a day: 2026-11-21.
type Day = string

// Pointer returns a pointer to a value, for a member that may be absent.
func Pointer[T any](value T) *T { return &value }

// DecodingError is a value that has another form. The text begins with its path.
type DecodingError struct{ Text string }

func (err *DecodingError) Error() string { return err.Text }

// Table has elements in order, by their ids.
type Table[K comparable, V any] struct {
	IDs      []K
	Entities map[K]V
}

// Len returns the number of elements.
func (table Table[K, V]) Len() int { return len(table.IDs) }

// Get returns the element with an id, and whether there is one.
func (table Table[K, V]) Get(id K) (V, bool) {
	value, found := table.Entities[id]
	return value, found
}

// All returns the elements in order.
func (table Table[K, V]) All() []V {
	all := make([]V, len(table.IDs))
	for index, id := range table.IDs {
		all[index] = table.Entities[id]
	}
	return all
}

type tableOnWire[K comparable, V any] struct {
	IDs      []K          `adit:"ids"`
	Entities map[string]V `adit:"entities"`
}

func (table *Table[K, V]) decode(value any, path string) error {
	var wire tableOnWire[K, V]
	if err := decode(value, reflect.ValueOf(&wire).Elem(), path); err != nil {
		return err
	}
	table.IDs, table.Entities = wire.IDs, make(map[K]V, len(wire.IDs))
	for _, id := range wire.IDs {
		if element, found := wire.Entities[fmt.Sprint(id)]; found {
			table.Entities[id] = element
		}
	}
	return nil
}

func (table Table[K, V]) encode() (any, error) {
	wire := tableOnWire[K, V]{table.IDs, make(map[string]V, len(table.IDs))}
	for id, element := range table.Entities {
		wire.Entities[fmt.Sprint(id)] = element
	}
	return encode(reflect.ValueOf(wire))
}

type decoder interface {
	decode(value any, path string) error
}

type encoder interface{ encode() (any, error) }

// One is a case of an enum.
type One struct {
	key     string
	kind    reflect.Type
	isValue bool
}

// Case is a case whose values are the fields of a struct.
func Case(key string, value any) One { return One{key, reflect.TypeOf(value), false} }

// Value is a case whose one value is the field of a struct.
func Value(key string, value any) One { return One{key, reflect.TypeOf(value), true} }

var (
	casesOf   = map[reflect.Type][]One{}
	caseOf    = map[reflect.Type]One{}
	choicesOf = map[reflect.Type][]any{}
	formsOf   = map[reflect.Type]bool{}
)

// Cases tells the cases of an enum, an interface.
func Cases[T any](cases ...One) {
	casesOf[typeOf[T]()] = cases
	for _, one := range cases {
		caseOf[one.kind] = one
	}
}

// Choices tells the values of a type.
func Choices[T any](choices ...T) {
	for _, choice := range choices {
		choicesOf[typeOf[T]()] = append(choicesOf[typeOf[T]()], choice)
	}
}

// Forms tells that a value is one of several kinds of JSON: one of the pointers of a struct.
func Forms[T any]() { formsOf[typeOf[T]()] = true }

func typeOf[T any]() reflect.Type { return reflect.TypeOf((*T)(nil)).Elem() }

// Marshal returns a value as a JSON text.
func Marshal(value any) ([]byte, error) {
	tree, err := encode(reflect.ValueOf(value))
	if err != nil {
		return nil, err
	}
	return textOf(tree)
}

// Unmarshal reads a JSON text.
func Unmarshal[T any](text []byte) (value T, err error) {
	tree, err := parse(text)
	if err == nil {
		err = decode(tree, reflect.ValueOf(&value).Elem(), "")
	}
	return value, err
}

func parse(text []byte) (tree any, err error) {
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	return tree, reader.Decode(&tree)
}

func textOf(tree any) ([]byte, error) {
	var text bytes.Buffer
	writer := json.NewEncoder(&text)
	writer.SetEscapeHTML(false)
	err := writer.Encode(tree)
	return bytes.TrimRight(text.Bytes(), "\n"), err
}

func at(path string) string {
	if path == "" {
		return "the message"
	}
	return path
}

func below(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func fail(path, format string, values ...any) error {
	return &DecodingError{at(path) + ": " + fmt.Sprintf(format, values...)}
}

func expected(value any, path, what string) error {
	found := "an object"
	switch value := value.(type) {
	case nil:
		found = "null"
	case bool, json.Number:
		found = fmt.Sprint(value)
	case string:
		found = "a text"
	case []any:
		found = "an array"
	}
	return fail(path, "found %s; %s is expected", found, what)
}

func object(value any, path string, keys []string) (map[string]any, error) {
	members, isObject := value.(map[string]any)
	if !isObject {
		return nil, expected(value, path, "an object")
	}
search:
	for found := range members {
		for _, key := range keys {
			if found == key {
				continue search
			}
		}
		return nil, fail(path, "unknown key %q; one of %s is expected", found, strings.Join(keys, ", "))
	}
	return members, nil
}

// field is a member of an object: a tag is its key, behind "?" if it may be absent, and behind "=" where that would be misread.
type field struct {
	key        string
	isOptional bool
}

func fieldOf(one reflect.StructField) field {
	tag := one.Tag.Get("adit")
	switch {
	case strings.HasPrefix(tag, "?"):
		return field{tag[1:], true}
	case strings.HasPrefix(tag, "="):
		return field{tag[1:], false}
	}
	return field{tag, false}
}

func fieldsOf(kind reflect.Type) (fields []field, keys []string) {
	for index := 0; index < kind.NumField(); index++ {
		one := fieldOf(kind.Field(index))
		fields, keys = append(fields, one), append(keys, one.key)
	}
	return fields, keys
}

func decode(value any, into reflect.Value, path string) error {
	kind := into.Type()
	if reader, isOwn := into.Addr().Interface().(decoder); isOwn {
		return reader.decode(value, path)
	}
	if choices, found := choicesOf[kind]; found {
		return decodeChoice(value, into, path, choices)
	}
	if cases, found := casesOf[kind]; found {
		return decodeCase(value, into, path, cases)
	}
	if formsOf[kind] {
		return decodeForm(value, into, path)
	}
	switch kind.Kind() {
	case reflect.Pointer:
		if value == nil {
			return nil
		}
		into.Set(reflect.New(kind.Elem()))
		return decode(value, into.Elem(), path)
	case reflect.Interface:
		if value != nil {
			into.Set(reflect.ValueOf(value))
		}
		return nil
	case reflect.Struct:
		return decodeStruct(value, into, path)
	case reflect.Slice:
		elements, isArray := value.([]any)
		if !isArray {
			return expected(value, path, "an array")
		}
		into.Set(reflect.MakeSlice(kind, len(elements), len(elements)))
		for index, element := range elements {
			if err := decode(element, into.Index(index), below(path, strconv.Itoa(index))); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		members, isObject := value.(map[string]any)
		if !isObject {
			return expected(value, path, "an object")
		}
		into.Set(reflect.MakeMapWithSize(kind, len(members)))
		for key, member := range members {
			element := reflect.New(kind.Elem()).Elem()
			if err := decode(member, element, below(path, key)); err != nil {
				return err
			}
			into.SetMapIndex(reflect.ValueOf(key).Convert(kind.Key()), element)
		}
		return nil
	}
	return decodePlain(value, into, path)
}

func decodePlain(value any, into reflect.Value, path string) error {
	number, isNumber := value.(json.Number)
	switch kind := into.Kind(); kind {
	case reflect.Bool:
		if flag, isBool := value.(bool); isBool {
			into.SetBool(flag)
			return nil
		}
		return expected(value, path, "true or false")
	case reflect.String:
		if text, isText := value.(string); isText {
			into.SetString(text)
			return nil
		}
		return expected(value, path, "a text")
	case reflect.Float64:
		if found, err := number.Float64(); isNumber && err == nil {
			into.SetFloat(found)
			return nil
		}
		return expected(value, path, "a number")
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		if found, err := strconv.ParseUint(number.String(), 10, into.Type().Bits()); isNumber && err == nil {
			into.SetUint(found)
			return nil
		}
		return expected(value, path, "an integer of "+kind.String())
	}
	if found, err := strconv.ParseInt(number.String(), 10, into.Type().Bits()); isNumber && err == nil {
		into.SetInt(found)
		return nil
	}
	return expected(value, path, "an integer of "+into.Kind().String())
}

func decodeStruct(value any, into reflect.Value, path string) error {
	fields, keys := fieldsOf(into.Type())
	members, err := object(value, path, keys)
	if err != nil {
		return err
	}
	for index, one := range fields {
		member, found := members[one.key]
		if !found && !one.isOptional {
			return fail(path, "missing key %q", one.key)
		}
		// An optional member that is null is as good as absent.
		if !found || one.isOptional && member == nil {
			continue
		}
		if err := decode(member, into.Field(index), below(path, one.key)); err != nil {
			return err
		}
	}
	return nil
}

func decodeCase(value any, into reflect.Value, path string, cases []One) error {
	var keys []string
	for _, one := range cases {
		keys = append(keys, one.key)
	}
	members, err := object(value, path, keys)
	if err != nil {
		return err
	}
	if len(members) != 1 {
		return fail(path, "found %d keys; one of %s is expected", len(members), strings.Join(keys, ", "))
	}
	for _, one := range cases {
		payload, found := members[one.key]
		if !found {
			continue
		}
		made := reflect.New(one.kind).Elem()
		part := made
		if one.isValue {
			part = made.Field(0)
		}
		if err := decode(payload, part, below(path, one.key)); err != nil {
			return err
		}
		into.Set(made)
	}
	return nil
}

func decodeChoice(value any, into reflect.Value, path string, choices []any) error {
	plain := value
	if number, isNumber := value.(json.Number); isNumber {
		plain, _ = strconv.ParseInt(number.String(), 10, 64)
	}
	_, isText := plain.(string)
	_, isWhole := plain.(int64)
	if isText && into.Kind() == reflect.String || isWhole && into.Kind() == reflect.Int64 {
		for _, choice := range choices {
			if found := reflect.ValueOf(plain).Convert(into.Type()); found.Interface() == choice {
				into.Set(found)
				return nil
			}
		}
	}
	return expected(value, path, "one of "+strings.Trim(fmt.Sprint(choices...), "[]"))
}

func decodeForm(value any, into reflect.Value, path string) error {
	for index := 0; index < into.NumField(); index++ {
		field := into.Field(index)
		made := reflect.New(field.Type().Elem())
		if isOfKind(value, made.Elem().Kind()) {
			field.Set(made)
			return decode(value, made.Elem(), path)
		}
	}
	var names []string
	for index := 0; index < into.NumField(); index++ {
		names = append(names, into.Type().Field(index).Name)
	}
	return expected(value, path, strings.Join(names, " or "))
}

func isOfKind(value any, kind reflect.Kind) bool {
	switch value.(type) {
	case bool:
		return kind == reflect.Bool
	case string:
		return kind == reflect.String
	case json.Number:
		return kind >= reflect.Int && kind <= reflect.Float64
	case []any:
		return kind == reflect.Slice
	case map[string]any:
		return kind == reflect.Struct || kind == reflect.Map || kind == reflect.Interface
	}
	return false
}

func encode(value reflect.Value) (any, error) {
	if !value.IsValid() {
		return nil, nil
	}
	kind := value.Type()
	if writer, isOwn := value.Interface().(encoder); isOwn {
		return writer.encode()
	}
	if one, found := caseOf[kind]; found {
		var payload any
		var err error
		if one.isValue {
			payload, err = encode(value.Field(0))
		} else {
			payload, err = encodeStruct(value)
		}
		return map[string]any{one.key: payload}, err
	}
	switch kind.Kind() {
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			if _, isEnum := casesOf[kind]; isEnum {
				return nil, fmt.Errorf("found nil; a case of %s is expected", kind.Name())
			}
			return nil, nil
		}
		return encode(value.Elem())
	case reflect.Struct:
		if formsOf[kind] {
			for index := 0; index < value.NumField(); index++ {
				if !value.Field(index).IsNil() {
					return encode(value.Field(index))
				}
			}
			return nil, fmt.Errorf("%s: no field is set", kind.Name())
		}
		return encodeStruct(value)
	case reflect.Slice:
		if kind == reflect.TypeOf(json.RawMessage{}) {
			return value.Interface(), nil
		}
		all := make([]any, value.Len())
		for index := range all {
			var err error
			if all[index], err = encode(value.Index(index)); err != nil {
				return nil, err
			}
		}
		return all, nil
	case reflect.Map:
		all := make(map[string]any, value.Len())
		for _, key := range value.MapKeys() {
			var err error
			if all[key.String()], err = encode(value.MapIndex(key)); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	return value.Interface(), nil
}

func encodeStruct(value reflect.Value) (any, error) {
	members := map[string]any{}
	fields, _ := fieldsOf(value.Type())
	for index, one := range fields {
		field := value.Field(index)
		if one.isOptional && field.IsNil() {
			continue
		}
		var err error
		if members[one.key], err = encode(field); err != nil {
			return nil, fmt.Errorf("%s: %w", one.key, err)
		}
	}
	return members, nil
}

// Format prints a struct without the fields whose tag says secret.
func Format(state fmt.State, value any) {
	shown := reflect.ValueOf(value)
	var parts []string
	for index := 0; index < shown.NumField(); index++ {
		field := shown.Type().Field(index)
		text := "***"
		if field.Tag.Get("secret") == "" {
			text = fmt.Sprintf("%+v", shown.Field(index).Interface())
		}
		parts = append(parts, field.Name+":"+text)
	}
	fmt.Fprintf(state, "{%s}", strings.Join(parts, " "))
}

func sortedKeys(members map[string]any) []string {
	var keys []string
	for key := range members {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
