package adit

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// ApplyPatch applies the operations of a JSON Patch (RFC 6902) to a value of map[string]any, []any, string, json.Number, bool and nil, and
// returns the new one. It changes maps in place: it costs what the operations cost, however large the value is. After an error, the
// operations before the failing one have been applied.
func ApplyPatch(document any, operations []any) (any, error) {
	for position, each := range operations {
		operation, _ := each.(map[string]any)
		changed, err := apply(document, operation)
		if err != nil {
			return document, fmt.Errorf("operation %d: %w", position, err)
		}
		document = changed
	}
	return document, nil
}

func apply(document any, operation map[string]any) (any, error) {
	path, err := pointer(operation, "path")
	if err != nil {
		return nil, err
	}
	value, hasValue := operation["value"]
	op := operation["op"]
	if (op == "add" || op == "replace" || op == "test") && !hasValue {
		return nil, fmt.Errorf("found no value")
	}
	switch op {
	case "add":
		return add(document, path, copied(value))
	case "remove":
		changed, _, err := remove(document, path)
		return changed, err
	case "replace":
		changed, _, err := remove(document, path)
		if err != nil {
			return nil, err
		}
		return add(changed, path, copied(value))
	case "test":
		found, err := find(document, path)
		if err == nil && !equal(found, value) {
			err = fmt.Errorf("found another value at %v", operation["path"])
		}
		return document, err
	case "move", "copy":
		from, err := pointer(operation, "from")
		if err != nil {
			return nil, err
		}
		found, err := find(document, from)
		if err != nil {
			return nil, err
		}
		if op == "copy" {
			return add(document, path, copied(found))
		}
		if len(path) > len(from) && strings.HasPrefix(strings.Join(path, "\x00")+"\x00", strings.Join(append(from, ""), "\x00")) {
			return nil, fmt.Errorf("found a move to %v, which is inside of what is moved", operation["path"])
		}
		changed, _, err := remove(document, from)
		if err != nil {
			return nil, err
		}
		return add(changed, path, found)
	}
	return nil, fmt.Errorf("found the op %v; add, remove, replace, move, copy or test is expected", op)
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// pointer reads the tokens of a JSON Pointer (RFC 6901).
func pointer(operation map[string]any, key string) ([]string, error) {
	text, isText := operation[key].(string)
	if text == "" && isText {
		return nil, nil
	}
	if !strings.HasPrefix(text, "/") || strings.Count(text, "~") != strings.Count(text, "~0")+strings.Count(text, "~1") {
		return nil, fmt.Errorf("found the %s %v; a JSON Pointer is expected", key, operation[key])
	}
	tokens := strings.Split(text[1:], "/")
	for position, token := range tokens {
		tokens[position] = unescape.Replace(token)
	}
	return tokens, nil
}

// index reads a position below a limit: digits without a leading zero.
func index(token string, limit int) (int, bool) {
	position, err := strconv.Atoi(token)
	return position, err == nil && position >= 0 && position < limit && strconv.Itoa(position) == token
}

func nothing(path []string) error { return fmt.Errorf("found nothing at /%s", strings.Join(path, "/")) }

func find(document any, path []string) (any, error) {
	for _, token := range path {
		isThere := false
		switch container := document.(type) {
		case map[string]any:
			document, isThere = container[token]
		case []any:
			var position int
			if position, isThere = index(token, len(container)); isThere {
				document = container[position]
			}
		}
		if !isThere {
			return nil, nothing(path)
		}
	}
	return document, nil
}

// edit changes the container of what a path leads to, and returns the document.
func edit(document any, path []string, change func(container any, token string) (any, error)) (any, error) {
	if len(path) == 1 {
		return change(document, path[0])
	}
	child, err := find(document, path[:1])
	if err != nil {
		return nil, nothing(path)
	}
	changed, err := edit(child, path[1:], change)
	if err != nil {
		return nil, err
	}
	switch container := document.(type) {
	case map[string]any:
		container[path[0]] = changed
	case []any:
		position, _ := index(path[0], len(container))
		container[position] = changed
	}
	return document, nil
}

func add(document any, path []string, value any) (any, error) {
	if len(path) == 0 {
		return value, nil
	}
	return edit(document, path, func(container any, token string) (any, error) {
		switch container := container.(type) {
		case map[string]any:
			container[token] = value
			return container, nil
		case []any:
			position, isThere := index(token, len(container)+1)
			if token == "-" {
				position, isThere = len(container), true
			}
			if !isThere {
				return nil, fmt.Errorf("found the position %q of an array of %d elements", token, len(container))
			}
			container = append(container, nil)
			copy(container[position+1:], container[position:])
			container[position] = value
			return container, nil
		}
		return nil, nothing(path)
	})
}

func remove(document any, path []string) (changed, removed any, err error) {
	if len(path) == 0 {
		return nil, document, nil
	}
	changed, err = edit(document, path, func(container any, token string) (any, error) {
		switch container := container.(type) {
		case map[string]any:
			if value, isThere := container[token]; isThere {
				removed = value
				delete(container, token)
				return container, nil
			}
		case []any:
			if position, isThere := index(token, len(container)); isThere {
				removed = container[position]
				return append(container[:position], container[position+1:]...), nil
			}
		}
		return nil, nothing(path)
	})
	return changed, removed, err
}

// copied is a value that shares nothing with another.
func copied(value any) any {
	switch value := value.(type) {
	case map[string]any:
		members := make(map[string]any, len(value))
		for key, member := range value {
			members[key] = copied(member)
		}
		return members
	case []any:
		elements := make([]any, len(value))
		for position, element := range value {
			elements[position] = copied(element)
		}
		return elements
	}
	return value
}

// equal compares two values; numbers by their values.
func equal(one, other any) bool {
	switch one := one.(type) {
	case map[string]any:
		other, isMap := other.(map[string]any)
		if !isMap || len(one) != len(other) {
			return false
		}
		for key, member := range one {
			if found, isThere := other[key]; !isThere || !equal(member, found) {
				return false
			}
		}
		return true
	case []any:
		other, isList := other.([]any)
		if !isList || len(one) != len(other) {
			return false
		}
		for position, element := range one {
			if !equal(element, other[position]) {
				return false
			}
		}
		return true
	case json.Number:
		other, isNumber := other.(json.Number)
		if !isNumber || one == other {
			return isNumber
		}
		if _, err := one.Int64(); err == nil {
			if _, err := other.Int64(); err == nil {
				return false // two whole numbers with two texts, apart from -0
			}
		}
		left, err := one.Float64()
		right, otherErr := other.Float64()
		return err == nil && otherErr == nil && left == right
	}
	return one == other
}
