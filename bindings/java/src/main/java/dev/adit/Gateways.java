package dev.adit;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Calls the host's gateways for the {@code @effect}s of a core, and sends their results as {@code @reply}. */
final class Gateways {
    private final Map<String, Gateway> functions;
    private final Consumer<Throwable> report;
    private final Map<String, GatewayCall> running = new ConcurrentHashMap<>();
    /** Set once the core is open. */
    volatile Consumer<Json> send;

    /** @param report gets the exceptions of gateways, also of those that are answers */
    Gateways(Map<String, Gateway> functions, Consumer<Throwable> report) {
        this.functions = functions;
        this.report = report;
    }

    /** Begins to serve an effect. False if it is of none of these gateways. */
    boolean begin(Json message) {
        Json effect = message.get("@effect");
        Gateway gateway = functions.get(effect.get("gateway").asString());
        if (gateway == null) {
            return false;
        }
        GatewayCall call = new GatewayCall(message, send);
        running.put(call.effect(), call);
        CompletionStage<?> stage;
        try {
            stage = gateway.serve(effect.get("request"), call);
        } catch (Throwable error) {
            stage = CompletableFuture.failedStage(error);
        }
        if (stage == null) {
            stage = CompletableFuture.completedStage(null);
        }
        if (stage instanceof CompletableFuture<?> future) {
            call.onCancel(() -> cancel(future));
        }
        Object reply = effect.find("/reply").map(Json::raw).orElse(true);
        stage.whenComplete((result, error) -> complete(call, reply, result, error));
        return true;
    }

    /** Cancels an effect; its result is ignored. False if there is none. */
    boolean cancel(String effect) {
        GatewayCall call = running.remove(effect);
        if (call != null) {
            call.cancel();
        }
        return call != null;
    }

    void cancelAll() {
        GatewayCall.runAll(running.keySet().stream().<Runnable>map(effect -> () -> cancel(effect)).toList());
    }

    private static void cancel(CompletableFuture<?> future) {
        try {
            future.cancel(true);
        } catch (UnsupportedOperationException error) {
            // A minimal stage: its gateway has not handed out the right to complete it.
        }
    }

    private void complete(GatewayCall call, Object reply, Object result, Throwable failure) {
        // The call itself: an id may come again, of a durable request after a crash.
        if (!running.remove(call.effect(), call)) {
            return; // cancelled meanwhile
        }
        Throwable error = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        try {
            if (error != null) {
                report.accept(error);
            }
            if (reply.equals(false)) {
                return;
            }
            if (error != null) {
                send.accept(answer(call, "error", reason(error)));
            } else if (reply.equals("many")) {
                send.accept(Json.object("@reply", Json.object("effect", call.effect())));
            } else {
                sendResult(call, result);
            }
        } catch (AditException refused) {
            report.accept(refused);
        }
    }

    private void sendResult(GatewayCall call, Object result) {
        Json answer;
        try {
            answer = answer(call, "result", result);
            send.accept(answer);
        } catch (RuntimeException error) { // the result is no JSON
            report.accept(error);
            send.accept(answer(call, "error", reason(error)));
        }
    }

    private static Json answer(GatewayCall call, String key, Object value) {
        return Json.object("@reply", Json.object("effect", call.effect(), key, value));
    }

    static Json reason(Throwable error) {
        String text = error.getMessage();
        return Json.object("name", error.getClass().getSimpleName(), "message", text == null ? error.toString() : text);
    }
}
