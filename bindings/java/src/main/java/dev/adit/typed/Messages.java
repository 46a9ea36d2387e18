package dev.adit.typed;

import dev.adit.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The messages of an app in one direction. */
public final class Messages {
    /** The messages of an enum, below some keys. */
    public record Branch(Class<?> type, List<String> path) {}

    private final Class<?> own;
    private final List<Branch> branches;
    private final List<String> beside;

    private Messages(Class<?> own, List<String> beside, Branch... branches) {
        this.own = own;
        this.beside = beside;
        this.branches = List.of(branches);
    }

    public static Branch in(Class<?> type, String... path) {
        return new Branch(type, List.of(path));
    }

    /** The messages that a host may send. */
    public static Messages toCore(Branch... branches) {
        return new Messages(Protocol.AditToCore.class, List.of("@id", "@with", "@group"), branches);
    }

    /** The messages that a host receives. */
    public static Messages toHost(Branch... branches) {
        return new Messages(Protocol.AditToHost.class, List.of("@id", "@client", "@cursor", "@again"), branches);
    }

    /** Reads the text of a message to the host. */
    public Received received(String text) {
        return received(parsed(text));
    }

    Received received(Json json) {
        Map<String, Object> others = new LinkedHashMap<>();
        Branch[] found = new Branch[1];
        Object message = read(json.value(), others, found);
        return new Received(message, found[0].path(), id(others), (String) others.get("@client"),
                (Long) others.get("@cursor"), (Boolean) others.get("@again"));
    }

    /** Reads the text of a message to the core. */
    public Sent sent(String text) {
        Map<String, Object> others = new LinkedHashMap<>();
        Branch[] found = new Branch[1];
        Object message = read(parsed(text).value(), others, found);
        Object with = others.get("@with");
        Object read = with == null ? null : Coding.read(Protocol.AditWith.class, with, "@with");
        return new Sent((ToCore) message, found[0].path(), id(others), (Protocol.AditWith) read, (String) others.get("@group"));
    }

    private static Object id(Map<String, Object> others) {
        Object id = others.get("@id");
        if (id == null || id instanceof String || id instanceof Long) return id;
        throw Coding.expected(id, "@id", "a text or an integer");
    }

    /** The message as JSON. */
    public static Json json(Received received) {
        return whole(received.message(), received.path(), beside("@id", received.id(), "@client", received.client(),
                "@cursor", received.cursor(), "@again", received.again()));
    }

    /** The message as JSON. */
    public static Json json(Sent sent) {
        return whole(sent.message(), sent.path(),
                beside("@id", sent.id(), "@with", sent.with(), "@group", sent.group()));
    }

    private static Map<String, Object> beside(Object... pairs) {
        Map<String, Object> beside = new LinkedHashMap<>();
        for (int index = 0; index < pairs.length; index += 2) {
            if (pairs[index + 1] != null) beside.put((String) pairs[index], Coding.write(pairs[index + 1]));
        }
        return beside;
    }

    static Json whole(Object message, List<String> path, Map<String, Object> beside) {
        Object value = Coding.write(message);
        for (int index = path.size() - 1; index >= 0; index--) value = Map.of(path.get(index), value);
        Map<String, Object> whole = new LinkedHashMap<>(Coding.object(value, ""));
        whole.putAll(beside);
        return Json.of(whole);
    }

    /** The keys above a message's own. */
    List<String> path(Object message) {
        for (Branch branch : branches) {
            if (Arrays.asList(branch.type.getAnnotation(Cases.class).value()).contains(message.getClass())) {
                return branch.path;
            }
        }
        return List.of();
    }

    private static Json parsed(String text) {
        try {
            return Json.parse(text);
        } catch (IllegalArgumentException error) {
            throw new DecodingException("", String.valueOf(error.getMessage()));
        }
    }

    private Object read(Object value, Map<String, Object> others, Branch[] found) {
        Map<String, Object> message = new LinkedHashMap<>();
        Coding.object(value, "").forEach((key, member) -> (beside.contains(key) ? others : message).put(key, member));
        if (message.keySet().stream().anyMatch(key -> key.startsWith("@"))) {
            for (String key : List.of("@with", "@group")) {
                if (others.containsKey(key)) {
                    throw new DecodingException(key,
                            "found beside a message of Adit; it stands beside those of the app only");
                }
            }
            found[0] = new Branch(own, List.of());
            return Coding.read(own, message, "");
        }
        List<String> keys = new ArrayList<>();
        for (Branch branch : branches) {
            if (branch.path.isEmpty()) {
                for (Class<?> one : branch.type.getAnnotation(Cases.class).value()) {
                    keys.add(one.getAnnotation(Case.class).value());
                }
            } else {
                keys.add(branch.path.get(0));
            }
        }
        Coding.members(message, "", keys);
        if (message.size() != 1) {
            throw new DecodingException("",
                    "found " + message.size() + " keys; one of " + Coding.listed(keys) + " is expected");
        }
        Map.Entry<String, Object> only = message.entrySet().iterator().next();
        Branch below = null, whole = null;
        for (Branch branch : branches) {
            if (branch.path.isEmpty() && whole == null) whole = branch;
            if (branch.path.size() == 1 && branch.path.get(0).equals(only.getKey())) whole = branch;
            if (branch.path.size() == 2 && branch.path.get(0).equals(only.getKey())) below = branch;
        }
        boolean isBelow = below != null && (whole == null || whole.path.isEmpty()
                || only.getValue() instanceof Map<?, ?> inner && inner.containsKey(below.path.get(1)));
        if (isBelow) {
            String key = below.path.get(1);
            Map<String, Object> inner = Coding.members(only.getValue(), only.getKey(), List.of(key));
            if (inner.isEmpty()) throw new DecodingException(only.getKey(), "found no key; " + key + " is expected");
            found[0] = below;
            return Coding.read(below.type, inner.get(key), only.getKey() + "." + key);
        }
        found[0] = whole;
        return whole.path.isEmpty()
                ? Coding.read(whole.type, message, "") : Coding.read(whole.type, only.getValue(), only.getKey());
    }
}
