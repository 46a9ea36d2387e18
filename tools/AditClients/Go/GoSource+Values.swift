extension GoSource {
    /// What reads values of each shape.
    static let values = #"""

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
        """#
}
