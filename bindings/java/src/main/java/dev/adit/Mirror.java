package dev.adit;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A part of a core's state, kept up to date by {@code @value} and {@code @patch}. {@link Core#follow} makes one.
 *
 * <p>The thread that drives the core updates it; every thread may read it.
 */
public final class Mirror implements AutoCloseable {
    /** What an update has changed; {@code operations} is null if the value came as a whole. */
    public record Change(long revision, List<Json> operations) {}

    private final String path;
    private final String name;
    private final Consumer<Json> send;
    private final Consumer<Json> subscribe;
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Mirror> ready = new CompletableFuture<>();
    private Object value;
    private boolean exists;
    private long revision = -1;
    private long from = -1;
    private long count = -1;
    private volatile boolean isOver;

    private long wantedFrom;
    private long wantedLimit;

    /** @param limit of a window; -1 for the whole part */
    Mirror(String path, String name, long from, long limit, Consumer<Json> send, Consumer<Json> subscribe) {
        this.path = path;
        this.name = name;
        this.wantedFrom = from;
        this.wantedLimit = limit;
        this.send = send;
        this.subscribe = subscribe;
    }

    /** Begins the subscription, also after the core has begun anew. */
    void subscribe() {
        Json content;
        synchronized (this) {
            content = wantedLimit < 0 ? Json.object("subscription", name, "path", path)
                    : Json.object("subscription", name, "path", path, "from", wantedFrom, "limit", wantedLimit);
        }
        subscribe.accept(Json.object("@subscribe", content));
    }

    /** The JSON Pointer of the part. */
    public String path() {
        return path;
    }

    /** A copy of the part; null before the first update, and while the path leads nowhere. */
    public synchronized Json value() {
        return exists ? new Json(Json.copy(value)) : null;
    }

    /** Reads the part without copying it. The value that the function gets must not leave it: updates change it. */
    public synchronized <T> T read(Function<Json, T> function) {
        return Arguments.given(function, "a function").apply(exists ? new Json(value) : null);
    }

    /** The core's revision at the last update; -1 before the first. */
    public synchronized long revision() {
        return revision;
    }

    /** Of a window, the position of its first element; -1 otherwise. */
    public synchronized long from() {
        return from;
    }

    /** Of a window, the number of elements of the whole list; -1 otherwise. */
    public synchronized long count() {
        return count;
    }

    /** Whether no update follows. */
    public boolean isClosed() {
        return isOver;
    }

    /** Completes with the first update; fails if the path is refused. */
    public CompletableFuture<Mirror> ready() {
        return ready.copy();
    }

    /** Calls the function after each update, on the thread that drives. */
    public void onChange(Consumer<Change> listener) {
        listeners.add(Arguments.given(listener, "a listener"));
    }

    /** Moves the window of a list, and changes its size. */
    public void move(long from, long limit) {
        synchronized (this) {
            wantedFrom = from;
            wantedLimit = limit;
        }
        send.accept(Json.object("@window", Json.object("subscription", name, "from", from, "limit", limit)));
    }

    /** Ends the subscription. */
    @Override
    public void close() {
        if (!isOver) {
            isOver = true;
            send.accept(Json.object("@unsubscribe", Json.object("subscription", name)));
        }
    }

    void take(Json message) {
        Json update = message.find("/@patch").orElseGet(() -> message.get("@value"));
        List<Json> operations = message.has("@patch") ? update.get("ops").elements() : null;
        synchronized (this) {
            if (operations != null) {
                expectRevision(update.get("from").asLong());
                value = JsonPatch.apply(value, operations);
            } else {
                exists = update.has("value");
                value = exists ? Json.copy(update.get("value").raw()) : null; // the message may have other readers
                from = update.find("/from").map(Json::asLong).orElse(from);
            }
            revision = update.get("revision").asLong();
            count = update.find("/count").map(Json::asLong).orElse(count);
        }
        ready.complete(this);
        Change change = new Change(revision(), operations);
        listeners.forEach(listener -> listener.accept(change));
    }

    private void expectRevision(long found) {
        if (found != revision) {
            throw new AditException(ErrorCode.EINTERNAL,
                    path + ": found a patch from revision " + found + "; one from " + revision + " is expected");
        }
    }

    void end() {
        fail(new AditException(ErrorCode.ECLOSED, "the core has closed"));
    }

    void fail(Throwable error) {
        isOver = true;
        ready.completeExceptionally(error);
    }
}
