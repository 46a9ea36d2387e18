package dev.adit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The operations of RFC 6902 that Adit sends: add, remove, replace and move. */
final class JsonPatch {
    private static final Object MISSING = new Object();

    private JsonPatch() {}

    /** The keys of a JSON Pointer (RFC 6901). */
    static List<String> keys(String pointer) {
        List<String> keys = new ArrayList<>();
        if (!pointer.isEmpty()) {
            for (String key : pointer.substring(1).split("/", -1)) {
                keys.add(key.replace("~1", "/").replace("~0", "~"));
            }
        }
        return keys;
    }

    /** Applies operations to a value, in place where they allow it, and returns the value. */
    static Object apply(Object value, List<Json> operations) {
        Object root = value;
        for (Json operation : operations) {
            String path = operation.get("path").asString();
            switch (operation.get("op").asString()) {
                case "add" -> root = add(root, path, Json.copy(operation.get("value").raw()));
                case "replace" -> root = replace(root, path, Json.copy(operation.get("value").raw()));
                case "remove" -> root = remove(root, path, null);
                case "move" -> {
                    List<Object> taken = new ArrayList<>();
                    root = remove(root, operation.get("from").asString(), taken);
                    root = add(root, path, taken.get(0));
                }
                default -> throw new IllegalArgumentException("found an unknown operation: " + operation);
            }
        }
        return root;
    }

    private static Object add(Object root, String path, Object value) {
        if (path.isEmpty()) {
            return value;
        }
        Object container = container(root, path);
        String key = lastKey(path);
        List<Object> list = list(container);
        if (list != null) {
            list.add(key.equals("-") ? list.size() : index(key, list.size(), path), value);
        } else {
            map(container, path).put(key, value);
        }
        return root;
    }

    private static Object replace(Object root, String path, Object value) {
        if (path.isEmpty()) {
            return value;
        }
        Object container = container(root, path);
        String key = lastKey(path);
        List<Object> list = list(container);
        if (list != null) {
            list.set(index(key, list.size() - 1, path), value);
        } else if (map(container, path).replace(key, value) == null && !map(container, path).containsKey(key)) {
            throw nowhere(path);
        }
        return root;
    }

    private static Object remove(Object root, String path, List<Object> taken) {
        Object removed = root;
        Object result = null;
        if (!path.isEmpty()) {
            Object container = container(root, path);
            String key = lastKey(path);
            List<Object> list = list(container);
            result = root;
            if (list != null) {
                removed = list.remove(index(key, list.size() - 1, path));
            } else if (map(container, path).containsKey(key)) {
                removed = map(container, path).remove(key);
            } else {
                throw nowhere(path);
            }
        }
        if (taken != null) {
            taken.add(removed);
        }
        return result;
    }

    private static String lastKey(String path) {
        List<String> keys = keys(path);
        return keys.get(keys.size() - 1);
    }

    private static Object container(Object root, String path) {
        List<String> keys = keys(path);
        Object place = root;
        for (String key : keys.subList(0, keys.size() - 1)) {
            List<Object> list = list(place);
            place = list != null ? list.get(index(key, list.size() - 1, path)) : map(place, path).getOrDefault(key, MISSING);
        }
        return place;
    }

    // Every list and map in a Json was made by the parser or by Json.copy.
    @SuppressWarnings("unchecked")
    private static List<Object> list(Object container) {
        return container instanceof List<?> ? (List<Object>) container : null;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object container, String path) {
        if (!(container instanceof Map<?, ?>)) {
            throw nowhere(path);
        }
        return (Map<String, Object>) container;
    }

    private static int index(String key, int most, String path) {
        if (!key.matches("0|[1-9]\\d{0,8}") || Integer.parseInt(key) > most) {
            throw nowhere(path);
        }
        return Integer.parseInt(key);
    }

    private static IllegalArgumentException nowhere(String path) {
        return new IllegalArgumentException(path + ": no such place");
    }
}
