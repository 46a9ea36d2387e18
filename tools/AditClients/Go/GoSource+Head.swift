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

        	"adit"
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
}
