package dev.adit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The requests of a core that wait for their answer, by the {@code @id} that each was sent with. */
final class PendingRequests {
    private record Request(CompletableFuture<Json> future, Predicate<Json> answers) {}

    /** Messages with a request's id on the way to its answer. */
    private static final List<String> UNDERWAY = List.of("@log", "@gap", "@progress");

    private final Map<String, Request> pending = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();
    private volatile boolean isOver;

    /** A future of the first message with the id that {@code send} is given, and for which {@code answers} is true. */
    CompletableFuture<Json> begin(Consumer<String> send, Predicate<Json> answers) {
        String id = "request-" + count.incrementAndGet();
        CompletableFuture<Json> future = new CompletableFuture<>();
        pending.put(id, new Request(future, answers));
        future.whenComplete((message, error) -> pending.remove(id));
        try {
            send.accept(id);
        } catch (AditException error) {
            future.completeExceptionally(error);
        }
        if (isOver) { // while it was sent
            future.completeExceptionally(closed());
        }
        return future;
    }

    boolean take(Json message) {
        if (!message.has("@id") || message.has("@client") || !(message.get("@id").raw() instanceof String id)) {
            return false;
        }
        if (UNDERWAY.stream().anyMatch(message::has)) {
            return false;
        }
        Request request = pending.get(id);
        boolean isError = message.has("@error");
        if (request == null || !isError && !request.answers().test(message)) {
            return false;
        }
        pending.remove(id);
        CompletableFuture<Json> future = request.future();
        if (isError) {
            future.completeExceptionally(AditException.ofMessage(message.get("@error")));
        } else {
            future.complete(message);
        }
        return true;
    }

    /** Fails those that wait. */
    void fail(AditException error) {
        pending.values().forEach(request -> request.future().completeExceptionally(error));
    }

    void end() {
        isOver = true;
        fail(closed());
    }

    private static AditException closed() {
        return new AditException(ErrorCode.ECLOSED, "the core has closed");
    }
}
