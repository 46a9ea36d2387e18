package dev.adit;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * An open core. Every method may be called by every thread; one thread drives at a time, by {@link #process} or
 * {@link #receive}, or by a {@link CoreRunner}. A core that is collected is closed.
 */
public final class Core implements AutoCloseable {
    /** A timeout without limit. */
    public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static final Cleaner CLEANER = Cleaner.create();

    private final long library;
    private final long id;
    private final Delivery delivery;
    private final Consumer<Throwable> onError;
    private final boolean isRouting;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    /** Answers of gateways for which the queue had no room. */
    private final ArrayDeque<Json> unsent = new ArrayDeque<>();
    private final AtomicLong mirrorCount = new AtomicLong();
    private final Cleaner.Cleanable cleanable;

    Core(Library library, String app, byte[] config, boolean isPull, Consumer<Json> onMessage, Consumer<byte[]> onText,
            Consumer<Throwable> onError, Gateways gateways) {
        AtomicBoolean isMuted = new AtomicBoolean();
        this.library = library.pointer;
        this.onError = onError;
        this.isRouting = !isPull && onText == null;
        this.delivery = new Delivery(onMessage, onText, gateways, isMuted);
        gateways.send = this::reply;
        delivery.onLost = this::dropUnsent;
        byte[] name = Utf8.encodeName(app, ErrorCode.EAPP);
        this.id = Native.open(this.library, name, config, isPull ? null : delivery, new byte[1][]);
        if (id == 0) {
            throw new IllegalArgumentException("found store.check or store.repair; Library.examine is expected");
        }
        this.cleanable = CLEANER.register(this, new Discard(library.pointer, id, isMuted, isClosed));
    }

    /** Closes a core that nobody refers to. It must not refer to the core. */
    private record Discard(long library, long id, AtomicBoolean isMuted, AtomicBoolean isClosed) implements Runnable {
        @Override
        public void run() {
            isMuted.set(true);
            if (!isClosed.get()) {
                Native.close(library, id, 0);
            }
        }
    }

    /** The core's number. */
    public long id() {
        return id;
    }

    /** Queues a message. @throws AditException if it is refused */
    public void send(Json message) {
        send(Arguments.given(message, Arguments.MESSAGE).toString());
    }

    /** Queues a message by its text. */
    public void send(String text) {
        send(Utf8.encode(Arguments.given(text, Arguments.MESSAGE)));
    }

    /** Queues a message by its text, whose bytes are passed as they are. */
    public void send(byte[] text) {
        Native.send(library, id, Arguments.given(text, Arguments.MESSAGE));
        Reference.reachabilityFence(this);
    }

    /** Queues a message on behalf of a client. */
    public void submit(String client, Json message) {
        submit(client, Utf8.encode(Arguments.given(message, Arguments.MESSAGE).toString()));
    }

    /** Queues a message on behalf of a client by its text. */
    public void submit(String client, byte[] text) {
        Native.submit(library, id, Utf8.encodeName(client, ErrorCode.EINVAL),
                Arguments.given(text, Arguments.MESSAGE));
        Reference.reachabilityFence(this);
    }

    /** Handles what is queued, without waiting. Throws what a callback has thrown. */
    public int process() {
        return process(Duration.ZERO);
    }

    /**
     * Handles what is queued, and delivers the output; with nothing to do, waits for the first work.
     *
     * <p>Throws what a callback has thrown, once it has returned from Adit; further exceptions are suppressed in the first. What
     * else was delivered is not lost, and the core goes on.
     *
     * @return the number of delivered messages
     */
    public int process(Duration timeout) {
        return (int) drive(() -> Native.check(library, Native.process(library, id, milliseconds(timeout))));
    }

    /** Drives a core in pull mode until there is a message. Empty if there is none in time. */
    public Optional<Json> receive(Duration timeout) {
        byte[] text = Native.receive(library, id, milliseconds(timeout));
        Reference.reachabilityFence(this);
        return Optional.ofNullable(text).map(Json::parse);
    }

    /** Drives a core in pull mode until there is a message, and returns all that wait. */
    public List<Json> receiveAll(Duration timeout, long maxBytes) {
        byte[] text = Native.receiveAll(library, id, milliseconds(timeout), maxBytes);
        Reference.reachabilityFence(this);
        return text == null ? List.of() : Json.parse(text).elements();
    }

    /**
     * Sends a message, drives the core until it is handled, and returns its output. Requests, mirrors and gateways receive what is
     * theirs in it as well; where a callback throws, the listener receives the rest.
     */
    public List<Json> call(Json message) {
        byte[] text = Utf8.encode(Arguments.given(message, Arguments.MESSAGE).toString());
        if (!isRouting) {
            return Json.parse(call(text, FOREVER)).elements();
        }
        List<Json> output = new ArrayList<>();
        List<Json> rest = new ArrayList<>();
        drive(() -> {
            output.addAll(Json.parse(Native.call(library, id, text, milliseconds(FOREVER))).elements());
            output.forEach(item -> delivery.guard(() -> {
                if (!delivery.take(item)) {
                    rest.add(item);
                }
            }));
            return 0;
        }, () -> rest.forEach(item -> delivery.guard(() -> delivery.hear(item))));
        return output;
    }

    /** The same by texts: the output is a JSON array. Where a callback throws, all of it is delivered as usual. */
    public byte[] call(byte[] text, Duration timeout) {
        Arguments.given(text, Arguments.MESSAGE);
        byte[][] output = new byte[1][];
        drive(() -> {
            output[0] = Native.call(library, id, text, milliseconds(timeout));
            return 0;
        }, () -> {
            if (output[0] != null) {
                delivery.deliverEach(output[0]);
            }
        });
        return output[0];
    }

    /**
     * Sends a message with an {@code @id} of its own, and completes with the first message that carries it. An {@code @error}
     * fails it with an {@link AditException}, and so does closing the core.
     *
     * <p>It completes on the thread that drives, in which no other request can be waited for.
     */
    public CompletableFuture<Json> request(Json message) {
        return request(message, answer -> true);
    }

    /** The same, but it completes with the first message with the {@code @id} for which {@code answers} is true; others go to the listener. */
    public CompletableFuture<Json> request(Json message, Predicate<Json> answers) {
        expectRouting();
        if (!(Arguments.given(message, Arguments.MESSAGE).raw() instanceof java.util.Map)) {
            throw new IllegalArgumentException("found " + message + "; an object is expected as a request");
        }
        if (message.has("@id")) {
            throw new IllegalArgumentException("found an @id; a message without one is expected");
        }
        String text = message.toString();
        String rest = text.equals("{}") ? "}" : "," + text.substring(1);
        return delivery.requests.begin(number -> send("{\"@id\":\"" + number + "\"" + rest), answers);
    }

    /** Follows a part of the state, by a JSON Pointer. */
    public Mirror follow(String path) {
        return begin(path, -1, -1);
    }

    /** Follows a window of a list: {@code limit} elements from the position {@code from} on. */
    public Mirror follow(String path, long from, long limit) {
        return begin(path, from, limit);
    }

    private Mirror begin(String path, long from, long limit) {
        expectRouting();
        Arguments.given(path, Arguments.PATH);
        String name = "mirror-" + mirrorCount.incrementAndGet();
        Mirror mirror = new Mirror(path, name, from, limit, message -> {
            if (message.has("@unsubscribe")) {
                delivery.mirrors.remove(name);
            }
            reply(message);
        }, message -> request(message).whenComplete((value, error) -> {
            if (error != null && !delivery.followsAgain(error)) {
                Mirror failed = delivery.mirrors.remove(name);
                if (failed != null) {
                    failed.fail(error);
                }
            }
        }));
        delivery.mirrors.put(name, mirror);
        mirror.subscribe();
        return mirror;
    }

    /** Makes the waiting {@link #process} or {@link #receive} of another thread return, or the next one not wait. */
    public void wakeup() {
        Native.check(library, Native.wakeup(library, id));
        Reference.reachabilityFence(this);
    }

    /** Whether the core has work, or in pull mode a message. */
    public boolean isReady() {
        boolean isReady = Native.check(library, Native.isReady(library, id)) > 0;
        Reference.reachabilityFence(this);
        return isReady;
    }

    /** Whether the core is closed. */
    public boolean isClosed() {
        return isClosed.get();
    }

    /** Closes the core, and waits up to a second for its work to end. A second call does nothing. */
    @Override
    public void close() {
        close(Duration.ofSeconds(1));
    }

    /** Closes the core: requests and gateways that are left fail. A thread that drives it returns. */
    public void close(Duration timeout) {
        if (isClosed.get()) {
            return;
        }
        int code = (int) drive(() -> {
            int result = Native.close(library, id, milliseconds(timeout));
            if (result != ErrorCode.EBUSY.number() && result != ErrorCode.EINVAL.number() && isClosed.compareAndSet(false, true)) {
                cleanable.clean();
                delivery.end();
            }
            return result;
        });
        if (code != ErrorCode.ECORE.number()) { // another thread has closed it
            Native.check(library, code);
        }
    }

    /** For the runner: an exception of a callback. */
    void report(Throwable error) {
        onError.accept(error);
    }

    /** For the runner: whether {@code @closed} was delivered. */
    boolean hasEnded() {
        return delivery.hasEnded;
    }

    /**
     * Sends the answer of a gateway, or keeps it until the queue has room: no sooner than a call has driven. A core that has
     * closed needs it no more.
     */
    private void reply(Json message) {
        synchronized (unsent) {
            if (!unsent.isEmpty() || !isSent(message)) {
                unsent.add(message);
            }
        }
    }

    /** False if the queue is full. */
    private boolean isSent(Json reply) {
        try {
            send(reply);
        } catch (AditException error) {
            if (error.code() == ErrorCode.EFULL) {
                return false;
            }
            if (error.code() != ErrorCode.ECORE && error.code() != ErrorCode.ECLOSED) {
                throw error;
            }
        }
        return true;
    }

    private void dropUnsent() {
        synchronized (unsent) {
            unsent.clear();
        }
    }

    /** Sends the replies that were kept, as far as the queue has room. One that is refused becomes an error. */
    private void sendUnsent() {
        synchronized (unsent) {
            for (Json first = unsent.peek(); first != null; first = unsent.peek()) {
                try {
                    if (!isSent(first)) {
                        return;
                    }
                    unsent.remove();
                } catch (AditException refused) {
                    unsent.remove();
                    if (first.find("/@reply/result").isPresent()) {
                        Json effect = first.at("/@reply/effect");
                        unsent.addFirst(Json.object("@reply", Json.object("effect", effect, "error", Gateways.reason(refused))));
                    }
                    report(refused);
                }
            }
        }
    }

    private long drive(LongSupplier call) {
        return drive(call, () -> {});
    }

    /** {@code deliver} is for the result of the call: nothing returns it where a callback has thrown. */
    private long drive(LongSupplier call, Runnable deliver) {
        try {
            return call.getAsLong();
        } finally {
            delivery.guard(this::sendUnsent);
            if (delivery.hasThrown()) {
                deliver.run();
            }
            delivery.rethrow();
            Reference.reachabilityFence(this);
        }
    }

    private void expectRouting() {
        if (!isRouting) {
            throw new IllegalStateException("found a core in pull mode or with onText; one with messages is expected");
        }
    }

    private static int milliseconds(Duration timeout) {
        if (Arguments.given(timeout, Arguments.TIMEOUT).isNegative()) {
            return -2; // Adit refuses it
        }
        return timeout.getSeconds() > Integer.MAX_VALUE / 1000 - 1 ? -1 : (int) timeout.plusNanos(999_999).toMillis();
    }
}
