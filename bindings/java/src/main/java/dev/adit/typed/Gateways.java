package dev.adit.typed;

import dev.adit.CoreBuilder;
import dev.adit.Gateway;
import dev.adit.GatewayCall;
import dev.adit.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The gateways that the host serves. The functions are called on the thread that drives, and return at once. An exception is the effect's
 * error. A future is cancelled if the effect is, and the actions of the call's `onCancel` run.
 */
public abstract class Gateways {
    private final Map<String, Gateway> served = new LinkedHashMap<>();

    protected final <Q> void tell(String name, Class<Q> type, BiConsumer<Q, GatewayCall> serve) {
        if (serve == null) return;
        served.put(name, (request, call) -> {
            serve.accept(read(type, request), call);
            return CompletableFuture.completedFuture(null);
        });
    }

    protected final <Q, R> void serve(
            String name, Class<Q> type, BiFunction<Q, GatewayCall, ? extends CompletionStage<R>> serve) {
        if (serve == null) return;
        served.put(name, (request, call) -> {
            CompletionStage<R> stage = serve.apply(read(type, request), call);
            return ending(stage, call).thenApply(reply -> Json.of(Coding.write(reply)));
        });
    }

    protected final <Q, R> void source(
            String name, Class<Q> type, BiFunction<Q, GatewayItems<R>, ? extends CompletionStage<?>> serve) {
        if (serve == null) return;
        served.put(name, (request, call) -> ending(serve.apply(read(type, request), new GatewayItems<>(call)), call));
    }

    private static <Q> Q read(Class<Q> type, Json request) {
        @SuppressWarnings("unchecked")
        Q read = (Q) Coding.read(type, request.value(), "@effect.request");
        return read;
    }

    private static <T> CompletionStage<T> ending(CompletionStage<T> stage, GatewayCall call) {
        call.onCancel(() -> {
            if (stage instanceof CompletableFuture<?> future) future.cancel(true);
        });
        return stage;
    }

    final void addTo(CoreBuilder builder) {
        served.forEach(builder::gateway);
    }
}
