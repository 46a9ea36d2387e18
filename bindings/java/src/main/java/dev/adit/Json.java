package dev.adit;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;

/**
 * A value of JSON, which does not change.
 *
 * <p>Within, it is a {@code Map<String, Object>}, a {@code List<Object>}, a {@code String}, a {@code Long}, a
 * {@code BigInteger} beyond 64 bits, a {@code Double}, a {@code Boolean} or null.
 */
public final class Json {
    /** The value null. */
    public static final Json NULL = new Json(null);

    private final Object value;

    /** Takes a value of the classes above as it is. */
    Json(Object value) {
        this.value = value;
    }

    /** Parses a text. @throws IllegalArgumentException if it is not JSON; the message says where */
    public static Json parse(String text) {
        return new Json(new JsonParser(text).parse());
    }

    /** Parses a text in UTF-8. */
    public static Json parse(byte[] text) {
        return parse(new String(text, StandardCharsets.UTF_8));
    }

    /**
     * Makes a value of a map, an iterable, a string, a number, a boolean, null or a Json; it is copied.
     *
     * @throws IllegalArgumentException for other classes, and for numbers that JSON does not have
     */
    public static Json of(Object value) {
        return value instanceof Json json ? json : new Json(copy(value));
    }

    /** Makes an object of keys and values in turn. */
    public static Json object(Object... keysAndValues) {
        if (keysAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("found a key without a value: " + keysAndValues[keysAndValues.length - 1]);
        }
        Map<String, Object> object = new LinkedHashMap<>();
        for (int index = 0; index < keysAndValues.length; index += 2) {
            object.put(key(keysAndValues[index]), copy(keysAndValues[index + 1]));
        }
        return new Json(object);
    }

    /** Makes an array. */
    public static Json array(Object... elements) {
        List<Object> array = new ArrayList<>();
        for (Object element : elements) {
            array.add(copy(element));
        }
        return new Json(array);
    }

    private static String key(Object key) {
        if (key instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("found " + (key == null ? "null" : "the " + key.getClass().getName() + " " + key) + " as a key; a String is expected");
    }

    static Object copy(Object value) {
        if (value instanceof Json json) {
            return json.value;
        } else if (value == null || value instanceof String || value instanceof Boolean || value instanceof Long
                || value instanceof BigInteger) {
            return value;
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                throw new IllegalArgumentException("found " + number + ", which JSON does not have");
            }
            return number;
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((key, element) -> object.put(key(key), copy(element)));
            return object;
        } else if (value instanceof Iterable<?> elements) {
            List<Object> array = new ArrayList<>();
            elements.forEach(element -> array.add(copy(element)));
            return array;
        }
        throw new IllegalArgumentException("found a " + value.getClass().getName() + ", which JSON does not have");
    }

    /** The value as a map, a list, a string, a number, a boolean or null. Maps and lists cannot be changed. */
    public Object value() {
        if (value instanceof Map<?, ?> map) {
            return Collections.unmodifiableMap(map);
        }
        return value instanceof List<?> list ? Collections.unmodifiableList(list) : value;
    }

    Object raw() {
        return value;
    }

    public boolean isNull() {
        return value == null;
    }

    /** Whether it is an object with that key. */
    public boolean has(String key) {
        return value instanceof Map<?, ?> map && map.containsKey(key);
    }

    /** The member of an object. @throws NoSuchElementException if there is none */
    public Json get(String key) {
        if (!has(key)) {
            throw new NoSuchElementException("no key \"" + key + "\" in " + abbreviated());
        }
        return new Json(((Map<?, ?>) value).get(key));
    }

    /** What a JSON Pointer (RFC 6901) leads to, if anything. */
    public Optional<Json> find(String pointer) {
        Object place = value;
        for (String key : JsonPatch.keys(pointer)) {
            if (place instanceof Map<?, ?> map && map.containsKey(key)) {
                place = map.get(key);
            } else if (place instanceof List<?> list && key.matches("0|[1-9]\\d{0,8}") && Integer.parseInt(key) < list.size()) {
                place = list.get(Integer.parseInt(key));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new Json(place));
    }

    /** What a JSON Pointer leads to. @throws NoSuchElementException if it leads nowhere */
    public Json at(String pointer) {
        return find(pointer).orElseThrow(() -> new NoSuchElementException("no " + pointer + " in " + abbreviated()));
    }

    /** The elements of an array. */
    public List<Json> elements() {
        List<Json> elements = new ArrayList<>();
        for (Object element : expect(List.class, "an array")) {
            elements.add(new Json(element));
        }
        return elements;
    }

    /** The keys of an object, in order. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Object key : expect(Map.class, "an object").keySet()) {
            keys.add((String) key);
        }
        return keys;
    }

    public String asString() {
        return expect(String.class, "a string");
    }

    public boolean asBoolean() {
        return expect(Boolean.class, "a boolean");
    }

    public double asDouble() {
        return expect(Number.class, "a number").doubleValue();
    }

    /** A whole number of 64 bits. */
    public long asLong() {
        return expect(Long.class, "a whole number of 64 bits");
    }

    private <T> T expect(Class<T> type, String name) {
        if (!type.isInstance(value)) {
            throw new ClassCastException("found " + abbreviated() + "; " + name + " is expected");
        }
        return type.cast(value);
    }

    private String abbreviated() {
        String text = toString();
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }

    /** The text in JSON. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        JsonWriter.write(value, text);
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json json && Objects.equals(value, json.value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }
}
