package dev.adit.typed;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The coding of values, which are read by the annotations of their types. */
final class Coding {
    private static final Map<Class<?>, Shape> shapes = new ConcurrentHashMap<>();

    private Coding() {}

    /** A class whose objects have members. */
    private record Shape(Constructor<?> constructor, List<Member> members, Object only) {}

    private record Member(Key key, String name, Type type, Method getter) {}

    static Object read(Type type, Object value, String path) {
        return read(type, value, path, Map.of());
    }

    /** @param arguments the arguments of the generic type in which the type stands */
    private static Object read(Type type, Object value, String path, Map<TypeVariable<?>, Type> arguments) {
        if (type instanceof WildcardType wildcard) return read(wildcard.getUpperBounds()[0], value, path, arguments);
        if (type instanceof TypeVariable<?> variable) return read(arguments.get(variable), value, path, arguments);
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            Type[] parts = generic.getActualTypeArguments();
            if (raw == List.class) return readList(parts[0], value, path, arguments);
            if (raw == Map.class) return readMap(parts[1], value, path, arguments);
            Map<TypeVariable<?>, Type> own = new LinkedHashMap<>();
            for (int index = 0; index < parts.length; index++) {
                Type part = parts[index];
                own.put(raw.getTypeParameters()[index], part instanceof TypeVariable<?> name ? arguments.get(name) : part);
            }
            return readObject(raw, value, path, own);
        }
        return readPlain((Class<?>) type, value, path);
    }

    private static Object readPlain(Class<?> type, Object value, String path) {
        if (type == Object.class) return value;
        if (type == Boolean.class || type == boolean.class) {
            return value instanceof Boolean ? value : unexpected(value, path, "true or false");
        }
        if (type == String.class) return value instanceof String ? value : unexpected(value, path, "a text");
        if (type == Double.class || type == double.class) {
            return value instanceof Number number ? number.doubleValue() : unexpected(value, path, "a number");
        }
        if (type == Long.class || type == long.class) {
            return value instanceof Long ? value : unexpected(value, path, "an integer of 64 bits");
        }
        if (type == Integer.class || type == int.class) {
            boolean fits = value instanceof Long number && number.intValue() == number;
            return fits ? (Object) ((Long) value).intValue() : unexpected(value, path, "an integer of 32 bits");
        }
        if (Choice.class.isAssignableFrom(type)) {
            Object[] choices = type.getEnumConstants();
            for (Object choice : choices) if (((Choice) choice).json().equals(value)) return choice;
            List<Object> known = new ArrayList<>();
            for (Object choice : choices) known.add(((Choice) choice).json());
            return unexpected(value, path, "one of " + listed(known));
        }
        Cases cases = type.getAnnotation(Cases.class);
        if (cases == null) return readObject(type, value, path, Map.of());
        return isForms(type) ? readForm(type, value, path) : readCase(cases.value(), value, path);
    }

    private static boolean isForms(Class<?> type) {
        return type.getAnnotation(Cases.class).value().length == 0 && !Modifier.isAbstract(type.getModifiers());
    }

    private static List<Object> readList(Type element, Object value, String path, Map<TypeVariable<?>, Type> arguments) {
        if (!(value instanceof List<?> list)) throw expected(value, path, "an array");
        List<Object> all = new ArrayList<>(list.size());
        // Java does not say of an element whether it may be null.
        for (Object each : list) {
            all.add(each == null ? null : read(element, each, below(path, Integer.toString(all.size())), arguments));
        }
        return all;
    }

    private static Map<String, Object> readMap(
            Type element, Object value, String path, Map<TypeVariable<?>, Type> arguments) {
        Map<String, Object> all = new LinkedHashMap<>();
        object(value, path).forEach((key, member) ->
                all.put(key, member == null ? null : read(element, member, below(path, key), arguments)));
        return all;
    }

    private static Object readObject(
            Class<?> type, Object value, String path, Map<TypeVariable<?>, Type> arguments) {
        Shape shape = shape(type);
        List<String> keys = shape.members.stream().map(member -> member.key.value()).toList();
        Map<String, Object> found = members(value, path, keys);
        Object[] values = new Object[keys.size()];
        for (int index = 0; index < values.length; index++) {
            Member member = shape.members.get(index);
            String key = member.key.value();
            if (!found.containsKey(key) && !member.key.optional()) {
                throw new DecodingException(path, "missing key \"" + key + "\"");
            }
            Object part = found.get(key);
            // An optional member that is null is as good as absent.
            if (part == null && member.key.optional()) continue;
            values[index] = readMember(member, part, below(path, key), arguments);
        }
        return make(shape, values);
    }

    private static Object readMember(Member member, Object value, String path, Map<TypeVariable<?>, Type> arguments) {
        // A value that may be null says so by its type alone.
        if (value == null && member.key.value().isEmpty() && member.key.optional()) return null;
        Object read = read(member.type, value, path, arguments);
        Key key = member.key;
        if (read instanceof Number number && (number.longValue() < key.least() || number.longValue() > key.most())) {
            throw expected(value, path, "an integer from " + key.least() + " to " + key.most());
        }
        return read;
    }

    private static Object readCase(Class<?>[] cases, Object value, String path) {
        List<String> keys = Arrays.stream(cases).map(one -> one.getAnnotation(Case.class).value()).toList();
        Map<String, Object> found = members(value, path, keys);
        if (found.size() != 1) {
            throw new DecodingException(path, "found " + found.size() + " keys; one of " + listed(keys) + " is expected");
        }
        Map.Entry<String, Object> only = found.entrySet().iterator().next();
        Class<?> one = cases[keys.indexOf(only.getKey())];
        String place = below(path, only.getKey());
        if (!one.getAnnotation(Case.class).plain()) return readObject(one, only.getValue(), place, Map.of());
        Shape shape = shape(one);
        return make(shape, readMember(shape.members.get(0), only.getValue(), place, Map.of()));
    }

    /** Reads a value of one of several kinds of JSON. */
    private static Object readForm(Class<?> type, Object value, String path) {
        Shape shape = shape(type);
        Object[] values = new Object[shape.members.size()];
        for (int index = 0; index < values.length; index++) {
            Type form = shape.members.get(index).type;
            Class<?> raw = (Class<?>) (form instanceof ParameterizedType generic ? generic.getRawType() : form);
            boolean is = value instanceof Boolean ? raw == Boolean.class
                    : value instanceof String ? raw == String.class || Choice.class.isAssignableFrom(raw)
                    : value instanceof Number ? Number.class.isAssignableFrom(raw)
                    : value instanceof List ? raw == List.class
                    : value instanceof Map && raw != List.class && raw != String.class && raw != Boolean.class
                            && !Number.class.isAssignableFrom(raw);
            if (is) {
                values[index] = read(form, value, path);
                return make(shape, values);
            }
        }
        throw expected(value, path, "one of " + listed(shape.members.stream().map(Member::name).toList()));
    }

    static Object write(Object value) {
        if (value instanceof Choice choice) return choice.json();
        if (value instanceof List<?> list) return list.stream().map(Coding::write).collect(ArrayList::new, List::add, List::addAll);
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((key, member) -> members.put((String) key, write(member)));
            return members;
        }
        if (value == null || value instanceof Boolean || value instanceof String || value instanceof Double) return value;
        if (value instanceof Number number) return number.longValue();
        Class<?> type = value.getClass();
        Shape shape = shape(type);
        Case one = type.getAnnotation(Case.class);
        if (one != null && one.plain()) {
            Map<String, Object> wrapped = new LinkedHashMap<>();
            wrapped.put(one.value(), write(get(shape.members.get(0), value)));
            return wrapped;
        }
        if (type.isAnnotationPresent(Cases.class)) {
            return shape.members.stream().map(member -> get(member, value)).filter(form -> form != null).findFirst()
                    .map(Coding::write).orElse(null);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        for (Member member : shape.members) {
            Object part = get(member, value);
            if (part != null || !member.key.optional()) members.put(member.key.value(), write(part));
        }
        return one == null ? members : Map.of(one.value(), members);
    }

    private static Shape shape(Class<?> type) {
        return shapes.computeIfAbsent(type, Coding::made);
    }

    private static Shape made(Class<?> type) {
        // An object of Kotlin has no members.
        Object only = null;
        try {
            only = type.getField("INSTANCE").get(null);
        } catch (ReflectiveOperationException error) {
            // It is a class.
        }
        if (only != null) return new Shape(null, List.of(), only);
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        // One with fewer parameters leaves some out.
        Arrays.sort(constructors, (one, other) -> other.getParameterCount() - one.getParameterCount());
        for (Constructor<?> constructor : constructors) {
            Parameter[] parameters = constructor.getParameters();
            if (!Arrays.stream(parameters).allMatch(parameter -> parameter.isAnnotationPresent(Key.class))) continue;
            List<Member> members = new ArrayList<>();
            Type[] types = constructor.getGenericParameterTypes();
            for (int index = 0; index < parameters.length; index++) {
                String name = type.isRecord() ? type.getRecordComponents()[index].getName() : "component" + (index + 1);
                try {
                    Method getter = type.getMethod(name);
                    members.add(new Member(parameters[index].getAnnotation(Key.class), name, types[index], getter));
                } catch (NoSuchMethodException error) {
                    throw new IllegalStateException(type + " has no " + name, error);
                }
            }
            return new Shape(constructor, members, null);
        }
        throw new IllegalStateException(type + " has no constructor whose parameters have keys");
    }

    private static Object make(Shape shape, Object... values) {
        if (shape.only != null) return shape.only;
        try {
            return shape.constructor.newInstance(values);
        } catch (InvocationTargetException | InstantiationException | IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    private static Object get(Member member, Object value) {
        try {
            return member.getter.invoke(value);
        } catch (InvocationTargetException | IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    static String below(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    static String listed(List<?> names) {
        return String.join(", ", names.stream().map(Object::toString).toList());
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value, String path) {
        if (!(value instanceof Map)) throw expected(value, path, "an object");
        return (Map<String, Object>) value;
    }

    static Map<String, Object> members(Object value, String path, List<String> keys) {
        Map<String, Object> found = object(value, path);
        for (String key : found.keySet()) {
            if (!keys.contains(key)) {
                throw new DecodingException(path, "unknown key \"" + key + "\"; one of " + listed(keys) + " is expected");
            }
        }
        return found;
    }

    private static Object unexpected(Object value, String path, String what) {
        throw expected(value, path, what);
    }

    static DecodingException expected(Object value, String path, String what) {
        String found = value instanceof String ? "a text" : value instanceof List ? "an array"
                : value instanceof Map ? "an object" : String.valueOf(value);
        return new DecodingException(path, "found " + found + "; " + what + " is expected");
    }
}
