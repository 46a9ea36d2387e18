// SPDX-License-Identifier: Apache-2.0

extension GoSource {
    static let head = #"""
        import (
        	"bytes"
        	"context"
        	"encoding/json"
        	"errors"
        	"fmt"
        	"reflect"
        	"strconv"
        	"strings"
        	"sync"
        )

        // UUID has 36 characters.
        type UUID = string

        // Timestamp is a time, as of RFC 3339, with up to nanoseconds.
        type Timestamp = string

        // Day is a day: 2026-11-21.
        type Day = string

        // Empty has the values of a case that has none.
        type Empty struct{}

        // List is a slice; nil is written as an empty array.
        type List[T any] []T

        // MarshalJSON writes the elements.
        func (list List[T]) MarshalJSON() ([]byte, error) { return json.Marshal(append([]T{}, list...)) }

        // Map is a map of text keys; nil is written as an empty object.
        type Map[T any] map[string]T

        // MarshalJSON writes the members.
        func (members Map[T]) MarshalJSON() ([]byte, error) {
        	if members == nil {
        		return []byte("{}"), nil
        	}
        	return json.Marshal(map[string]T(members))
        }

        // Nullable is a value or null.
        type Nullable[T any] struct{ Value *T }

        // MarshalJSON writes the value or null.
        func (value Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(value.Value) }

        // Pointer returns a pointer to a value, for a member that may be absent.
        func Pointer[T any](value T) *T { return &value }
        """#

    static let runtime = #"""

        type reader[T any] func(data json.RawMessage, path string) (T, error)

        // DecodingError is a value that has another form. The text begins with its path.
        type DecodingError struct{ Text string }

        func (err *DecodingError) Error() string { return err.Text }

        func fail(path, format string, values ...any) error {
        	if path == "" {
        		path = "the message"
        	}
        	return &DecodingError{path + ": " + fmt.Sprintf(format, values...)}
        }

        func below(path, key string) string {
        	if path == "" {
        		return key
        	}
        	return path + "." + key
        }

        func kind(data json.RawMessage) string {
        	switch data = bytes.TrimSpace(data); {
        	case len(data) == 0:
        		return "nothing"
        	case data[0] == '"':
        		return "a text"
        	case data[0] == '[':
        		return "an array"
        	case data[0] == '{':
        		return "an object"
        	case data[0] == 'n':
        		return "null"
        	case data[0] == 't' || data[0] == 'f':
        		return "true or false"
        	}
        	return "a number"
        }

        func expected(data json.RawMessage, path, what string) error {
        	found := kind(data)
        	if found == "a number" || found == "true or false" {
        		found = string(data)
        	}
        	return fail(path, "found %s; %s is expected", found, what)
        }

        func pointer[T any](value T, err error) (*T, error) { return &value, err }

        func readObject(data json.RawMessage, path string) (all map[string]json.RawMessage, err error) {
        	if kind(data) != "an object" {
        		return nil, expected(data, path, "an object")
        	}
        	if err = json.Unmarshal(data, &all); err != nil {
        		return nil, fail(path, "%s", err)
        	}
        	return all, nil
        }

        func checkKeys(all map[string]json.RawMessage, path string, keys []string) error {
        search:
        	for found := range all {
        		for _, key := range keys {
        			if found == key {
        				continue search
        			}
        		}
        		return fail(path, "unknown key %q; one of %s is expected", found, strings.Join(keys, ", "))
        	}
        	return nil
        }

        // members has the members of an object, and the first error that was met in them.
        type members struct {
        	all  map[string]json.RawMessage
        	path string
        	err  error
        }

        func openMembers(data json.RawMessage, path string, keys ...string) *members {
        	all, err := readObject(data, path)
        	if err == nil {
        		err = checkKeys(all, path, keys)
        	}
        	return &members{all, path, err}
        }

        func need[T any](members *members, key string, read reader[T]) (value T) {
        	data, found := members.all[key]
        	if members.err != nil {
        		return value
        	}
        	if !found {
        		members.err = fail(members.path, "missing key %q", key)
        		return value
        	}
        	value, members.err = read(data, below(members.path, key))
        	return value
        }

        // may reads a member that may be absent; null is as good as that.
        func may[T any](members *members, key string, read reader[T]) *T {
        	data, found := members.all[key]
        	if members.err != nil || !found || kind(data) == "null" {
        		return nil
        	}
        	value, err := read(data, below(members.path, key))
        	members.err = err
        	return &value
        }

        func openCase(data json.RawMessage, path string, keys ...string) (string, json.RawMessage, string, error) {
        	all, err := readObject(data, path)
        	if err == nil {
        		err = checkKeys(all, path, keys)
        	}
        	if err == nil && len(all) != 1 {
        		err = fail(path, "found %d keys; one of %s is expected", len(all), strings.Join(keys, ", "))
        	}
        	for key, payload := range all {
        		return key, payload, below(path, key), err
        	}
        	return "", nil, path, err
        }

        func readAny(data json.RawMessage, path string) (json.RawMessage, error) {
        	return append(json.RawMessage{}, data...), nil
        }

        func readEmpty(data json.RawMessage, path string) (value Empty, err error) {
        	return value, openMembers(data, path).err
        }

        func readPlain[T any](data json.RawMessage, path, what string) (value T, err error) {
        	if kind(data) == "null" || json.Unmarshal(data, &value) != nil {
        		return value, expected(data, path, what)
        	}
        	return value, nil
        }

        func readBool(data json.RawMessage, path string) (bool, error) { return readPlain[bool](data, path, "true or false") }

        func readText(data json.RawMessage, path string) (string, error) { return readPlain[string](data, path, "a text") }

        func readNumber(data json.RawMessage, path string) (float64, error) { return readPlain[float64](data, path, "a number") }

        func readInteger[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64](least, most int64) reader[T] {
        	return func(data json.RawMessage, path string) (T, error) {
        		value, err := strconv.ParseInt(string(bytes.TrimSpace(data)), 10, 64)
        		if err != nil || value < least || value > most {
        			return 0, expected(data, path, fmt.Sprintf("an integer from %d to %d", least, most))
        		}
        		return T(value), nil
        	}
        }

        func choose[T ~string | ~int64](data json.RawMessage, path string, choices ...T) (value T, err error) {
        	var plain any = new(string)
        	if reflect.TypeOf(value).Kind() == reflect.Int64 {
        		plain = new(int64)
        	}
        	if kind(data) != "null" && json.Unmarshal(data, plain) == nil {
        		for _, choice := range choices {
        			if reflect.ValueOf(plain).Elem().Convert(reflect.TypeOf(value)).Interface() == any(choice) {
        				return choice, nil
        			}
        		}
        	}
        	return value, expected(data, path, "one of "+strings.Trim(fmt.Sprint(choices), "[]"))
        }

        func readList[T any](read reader[T]) reader[List[T]] {
        	return func(data json.RawMessage, path string) (List[T], error) {
        		var all []json.RawMessage
        		if kind(data) != "an array" || json.Unmarshal(data, &all) != nil {
        			return nil, expected(data, path, "an array")
        		}
        		list := make(List[T], len(all))
        		for index, element := range all {
        			var err error
        			if list[index], err = read(element, below(path, strconv.Itoa(index))); err != nil {
        				return nil, err
        			}
        		}
        		return list, nil
        	}
        }

        func readMap[T any](read reader[T]) reader[Map[T]] {
        	return func(data json.RawMessage, path string) (Map[T], error) {
        		all, err := readObject(data, path)
        		if err != nil {
        			return nil, err
        		}
        		result := make(Map[T], len(all))
        		for key, member := range all {
        			if result[key], err = read(member, below(path, key)); err != nil {
        				return nil, err
        			}
        		}
        		return result, nil
        	}
        }

        func readNullable[T any](read reader[T]) reader[Nullable[T]] {
        	return func(data json.RawMessage, path string) (value Nullable[T], err error) {
        		if kind(data) != "null" {
        			value.Value, err = pointer(read(data, path))
        		}
        		return value, err
        	}
        }

        func marshalCase(value any, name string) ([]byte, error) {
        	count := 0
        	for index, fields := 0, reflect.ValueOf(value); index < fields.NumField(); index++ {
        		if !fields.Field(index).IsNil() {
        			count++
        		}
        	}
        	if count != 1 {
        		return nil, fmt.Errorf("%s: %d fields are set; one is expected", name, count)
        	}
        	return json.Marshal(value)
        }

        // split parts a message from what stands beside it.
        func split(data []byte, beside, own []string) (message, others json.RawMessage, err error) {
        	all, err := readObject(data, "")
        	if err != nil {
        		return nil, nil, err
        	}
        	taken := map[string]json.RawMessage{}
        	for _, key := range append(append([]string{}, beside...), own...) {
        		if value, found := all[key]; found {
        			taken[key] = value
        			delete(all, key)
        		}
        	}
        	for _, key := range own {
        		for name := range all {
        			if _, found := taken[key]; found && strings.HasPrefix(name, "@") {
        				return nil, nil, fail(key, "found beside %s; it stands beside messages of the app only", name)
        			}
        		}
        	}
        	if message, err = json.Marshal(all); err != nil {
        		return nil, nil, err
        	}
        	others, err = json.Marshal(taken)
        	return message, others, err
        }

        func join(message, beside any) ([]byte, error) {
        	text, err := json.Marshal(message)
        	if err != nil {
        		return nil, err
        	}
        	others, err := json.Marshal(beside)
        	if err != nil || string(others) == "{}" {
        		return text, err
        	}
        	return append(append(text[:len(text)-1], ','), others[1:]...), nil
        }
        """#
}
