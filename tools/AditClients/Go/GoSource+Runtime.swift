extension GoSource {
    /// The functions that read objects and split messages into cases.
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
