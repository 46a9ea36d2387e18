package dev.adit.typed;

import dev.adit.Mirror;
import java.io.Closeable;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A part of the core's state, kept up to date while the core is driven. Closing it ends that. */
public final class Followed<T> implements Closeable {
    private final Mirror mirror;
    private final Type type;

    Followed(Mirror mirror, Type type) {
        this.mirror = mirror;
        this.type = type;
    }

    /** The part as the binding has it: its revision, and of a window the position, the count and `move`. */
    public Mirror mirror() {
        return mirror;
    }

    /**
     * The present value, which is read anew each time; null if there is none now.
     *
     * @throws DecodingException it has another form
     */
    public T value() {
        @SuppressWarnings("unchecked")
        T value = (T) mirror.read(part -> part == null ? null : Coding.read(type, part.value(), mirror.path()));
        return value;
    }

    /** Completes with the first value. */
    public CompletableFuture<T> ready() {
        return mirror.ready().thenApply(ignored -> value());
    }

    /** Calls the function with each further value, on the thread that drives. */
    public void onChange(Consumer<? super T> function) {
        mirror.onChange(ignored -> function.accept(value()));
    }

    @Override
    public void close() {
        mirror.close();
    }
}
