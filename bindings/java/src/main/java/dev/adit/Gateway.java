package dev.adit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Serves a gateway of an app. It is called on the thread that drives the core, and returns at once; the stage that it
 * returns completes with the result: anything that {@link Json#of} takes. An exception becomes the effect's error.
 */
@FunctionalInterface
public interface Gateway {
    /** Begins to serve a request. */
    CompletionStage<?> serve(Json request, GatewayCall call) throws Exception;

    /** What an executor runs for a gateway. */
    @FunctionalInterface
    interface Blocking {
        /** Serves a request, and returns the result. */
        Object serve(Json request, GatewayCall call) throws Exception;
    }

    /** A gateway that runs in an executor, and that is interrupted if the effect is cancelled. */
    static Gateway blocking(ExecutorService executor, Blocking function) {
        return (request, call) -> {
            CompletableFuture<Object> result = new CompletableFuture<>();
            Future<?> task = executor.submit(() -> {
                try {
                    result.complete(function.serve(request, call));
                } catch (Throwable error) {
                    result.completeExceptionally(error);
                }
            });
            call.onCancel(() -> task.cancel(true));
            return result;
        };
    }
}
