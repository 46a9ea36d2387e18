package dev.adit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A call of a gateway: one effect of a core. */
public final class GatewayCall {
    private final Json message;
    private final Consumer<Json> send;
    private final List<Runnable> actions = new ArrayList<>();
    private boolean isCancelled;

    GatewayCall(Json message, Consumer<Json> send) {
        this.message = message;
        this.send = send;
    }

    /** The id of the effect. */
    public String effect() {
        return message.at("/@effect/id").asString();
    }

    /** The {@code @id} of the message that started the effect. */
    public Optional<Json> id() {
        return message.find("/@id");
    }

    /** The client whose message started the effect. */
    public Optional<String> client() {
        return message.find("/@client").map(Json::asString);
    }

    /** Whether the result is not expected any more. */
    public synchronized boolean isCancelled() {
        return isCancelled;
    }

    /** Runs the action when the effect is cancelled; at once if it is already. */
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (!isCancelled) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Sends an item of a source ({@code "reply": "many"}). The source ends when the gateway's stage completes. */
    public void emit(Object item) {
        Json reply = Json.object("effect", effect(), "result", item, "more", true);
        if (!isCancelled()) {
            send.accept(Json.object("@reply", reply));
        }
    }

    void cancel() {
        List<Runnable> taken;
        synchronized (this) {
            isCancelled = true;
            taken = List.copyOf(actions);
            actions.clear();
        }
        runAll(taken);
    }

    /** Runs all, also where one throws; the first exception is thrown then, with the others suppressed in it. */
    static void runAll(List<Runnable> actions) {
        Throwable first = null;
        for (Runnable action : actions) {
            try {
                action.run();
            } catch (RuntimeException | Error error) {
                if (first == null) {
                    first = error;
                } else if (first != error) {
                    first.addSuppressed(error);
                }
            }
        }
        if (first != null) {
            throw Delivery.<RuntimeException>unchecked(first);
        }
    }
}
