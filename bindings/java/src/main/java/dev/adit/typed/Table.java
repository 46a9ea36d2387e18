package dev.adit.typed;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Elements in order, each with an id.
 *
 * @param ids the ids, in order
 * @param entities the elements, by their ids as texts
 */
public record Table<I, T>(@Key("ids") List<I> ids, @Key("entities") Map<String, T> entities) implements Iterable<T> {
    public int size() {
        return ids.size();
    }

    /** The element with an id; null if there is none. */
    public T get(I id) {
        return entities.get(id instanceof Choice choice ? choice.json().toString() : id.toString());
    }

    @Override
    public Iterator<T> iterator() {
        return ids.stream().map(this::get).iterator();
    }
}
