package dev.adit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Receives the messages of a core, and gives each to whom it is for. The native part refers to it weakly. */
final class Delivery {
    private final Consumer<Json> onMessage;
    private final Consumer<byte[]> onText;
    private final AtomicBoolean isMuted;
    private final ThreadLocal<List<Throwable>> thrown = ThreadLocal.withInitial(ArrayList::new);
    final PendingRequests requests = new PendingRequests();
    final Map<String, Mirror> mirrors = new ConcurrentHashMap<>();
    final Gateways gateways;
    volatile boolean hasEnded;
    /** Drops the answers of gateways that were kept, for requests that are gone. */
    volatile Runnable onLost = () -> {};

    Delivery(Consumer<Json> onMessage, Consumer<byte[]> onText, Gateways gateways, AtomicBoolean isMuted) {
        this.onMessage = onMessage;
        this.onText = onText;
        this.gateways = gateways;
        this.isMuted = isMuted;
    }

    /** Called by the native part. No exception leaves it: {@link #rethrow} does that, once the driving call has returned. */
    void deliver(byte[] text) {
        if (isMuted.get()) {
            return;
        }
        try {
            if (onText != null) {
                onText.accept(text);
                return;
            }
            Json parsed = Json.parse(text);
            if (!(parsed.raw() instanceof List<?>)) {
                route(parsed);
                return;
            }
            for (Json message : parsed.elements()) { // "delivery": "batches"
                guard(() -> route(message));
            }
        } catch (Throwable error) {
            thrown.get().add(error);
        }
    }

    /** Delivers the messages of an array, one by one. */
    void deliverEach(byte[] array) {
        for (Json message : Json.parse(array).elements()) {
            guard(() -> {
                if (onText != null) {
                    onText.accept(Utf8.encode(message.toString()));
                } else {
                    route(message);
                }
            });
        }
    }

    void guard(Runnable action) {
        try {
            action.run();
        } catch (Throwable error) {
            thrown.get().add(error);
        }
    }

    /** Throws what callbacks have thrown in this thread: the first one, with the others suppressed in it. */
    void rethrow() {
        List<Throwable> errors = thrown.get();
        if (errors.isEmpty()) {
            return;
        }
        thrown.remove();
        Throwable first = errors.get(0);
        for (Throwable other : errors.subList(1, errors.size())) {
            if (other != first) {
                first.addSuppressed(other);
            }
        }
        throw Delivery.<RuntimeException>unchecked(first);
    }

    // The callback's own exception, whatever its class.
    @SuppressWarnings("unchecked")
    static <E extends Throwable> E unchecked(Throwable error) throws E {
        throw (E) error;
    }

    /** Whether a callback has thrown in this thread, in the call that drives. */
    boolean hasThrown() {
        return !thrown.get().isEmpty();
    }

    void route(Json message) {
        if (!take(message)) {
            hear(message);
        }
    }

    /** Gives a message to the listener. */
    void hear(Json message) {
        if (onMessage != null) {
            onMessage.accept(message);
        }
    }

    /** Gives a message to the gateway, the mirror or the request that it is for. False if there is none. */
    boolean take(Json message) {
        if (message.has("@effect")) {
            return gateways.begin(message);
        }
        if (message.has("@cancel")) {
            return gateways.cancel(message.at("/@cancel/effect").asString());
        }
        if (message.has("@closed") || message.has("@gone")) {
            hasEnded = true;
        }
        followProcess(message);
        Mirror mirror = message.has("@client") ? null
                : message.find("/@patch/subscription").or(() -> message.find("/@value/subscription"))
                        .map(name -> mirrors.get(name.asString())).orElse(null);
        boolean isAnswer = requests.take(message);
        if (mirror != null) {
            mirror.take(message);
        }
        return mirror != null || isAnswer;
    }

    /** The end and the beginning of the core's process, if that is adit serve. */
    private void followProcess(Json message) {
        if (message.has("@crashed")) {
            lose(new AditException(ErrorCode.ECRASHED, "the core's process ended before there was an answer"));
        } else if (message.has("@gone")) {
            lose(AditException.ofMessage(message.get("@gone")));
        } else if (message.has("@reopened")) {
            mirrors.values().forEach(Mirror::subscribe);
        }
    }

    private void lose(AditException error) {
        onLost.run();
        requests.fail(error);
        gateways.cancelAll();
    }

    /** Whether a subscription that has failed is made again: its process has ended, and {@code @reopened} follows. */
    boolean followsAgain(Throwable error) {
        return !hasEnded && error instanceof AditException failure && failure.code() == ErrorCode.ECRASHED;
    }

    /** Nothing follows: what still waits, fails. */
    void end() {
        requests.end();
        mirrors.values().forEach(Mirror::end);
        mirrors.clear();
        gateways.cancelAll();
    }
}
