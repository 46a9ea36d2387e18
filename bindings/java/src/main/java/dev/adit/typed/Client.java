package dev.adit.typed;

import dev.adit.Core;
import dev.adit.CoreBuilder;
import dev.adit.Json;
import dev.adit.Library;
import java.io.Closeable;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A client of an app: a core of a library. */
public abstract class Client implements Closeable {
    private final Core core;
    private final Messages toCore, toHost;

    protected Client(Core core, Messages toCore, Messages toHost) {
        this.core = core;
        this.toCore = toCore;
        this.toHost = toHost;
    }

    /** Opens a core for a client. Parameters are null for their defaults. */
    protected static Core open(
            Library library, String app, String hash, Messages toHost, Gateways gateways, Protocol.AditConfig config,
            Consumer<? super Throwable> onError, Consumer<? super Received> onMessage) {
        Map<String, Object> members = new java.util.LinkedHashMap<>();
        members.put("expects", hash);
        if (config != null) members.putAll(Coding.object(Coding.write(config), ""));
        CoreBuilder builder = library.core(app).config(Json.of(members));
        if (gateways != null) gateways.addTo(builder);
        if (onMessage != null) builder.onMessage(message -> onMessage.accept(toHost.received(message)));
        if (onError != null) builder.onError(onError::accept);
        return builder.open();
    }

    /** The core, which a `CoreRunner` or its `process` drives, and for what this class has no types for. */
    public final Core core() {
        return core;
    }

    final Messages toHost() {
        return toHost;
    }

    /** Sends a message: a case of the requests of a feature, or of Adit's own messages. Throws what the core refuses at once. */
    public final void send(ToCore message) {
        send(new Sent(message, toCore.path(message), null, null, null));
    }

    /** Sends a message with what stands beside it. Without a path, it is that of the message's type. */
    public final void send(Sent sent) {
        core.send(json(sent));
    }

    /**
     * Sends a message, and completes with the first one that answers it. It fails with a {@link DecodingException} if the answer is no
     * message of the catalog, and else as `Core.request`.
     */
    public final CompletableFuture<Received> request(ToCore message) {
        return request(new Sent(message, null, null, null, null));
    }

    /** The same with what stands beside the message, but without an id. */
    public final CompletableFuture<Received> request(Sent sent) {
        return core.request(json(sent)).thenApply(toHost::received);
    }

    private Json json(Sent sent) {
        List<String> path = sent.path() != null ? sent.path() : toCore.path(sent.message());
        return Messages.json(new Sent(sent.message(), path, sent.id(), sent.with(), sent.group()));
    }

    private <A> CompletableFuture<A> own(ToCore message, Class<A> answer) {
        return request(message).thenApply(received -> answer.cast(received.message()));
    }

    /** The core's figures. */
    public final CompletableFuture<Protocol.AditStats> stats() {
        return own(new Protocol.AditToCoreStats(), Protocol.AditStats.class);
    }

    /** The last events, each with its cause. The config's `trace` has to be set. */
    public final CompletableFuture<Protocol.AditTrace> trace() {
        return own(new Protocol.AditToCoreTrace(), Protocol.AditTrace.class);
    }

    /** Reverts the last message that changed the state. The config's `undo` has to be set. */
    public final CompletableFuture<Protocol.AditUndone> undo() {
        return own(new Protocol.AditToCoreUndo(), Protocol.AditUndone.class);
    }

    /** Reverts the last undo. */
    public final CompletableFuture<Protocol.AditRedone> redo() {
        return own(new Protocol.AditToCoreRedo(), Protocol.AditRedone.class);
    }

    /** Writes the present state to a file. */
    public final CompletableFuture<Protocol.AditExported> export(Protocol.AditExport options) {
        return own(options, Protocol.AditExported.class);
    }

    /** Replaces the state with one read from a file. */
    public final CompletableFuture<Protocol.AditImported> importFrom(String path) {
        return own(new Protocol.AditImport(path), Protocol.AditImported.class);
    }

    /** Advances a virtual clock by milliseconds. */
    public final void advance(long by) {
        send(new Protocol.AditAdvance(by));
    }

    /** Follows a part of the state, of a type. */
    protected final <T> Followed<T> follow(String path, Type type) {
        return new Followed<>(core.follow(path), type);
    }

    protected final <T> Followed<T> follow(String path, Type type, long from, long limit) {
        return new Followed<>(core.follow(path, from, limit), type);
    }

    /** A type with its arguments, by the return type of the method of a class. */
    protected static Type typeOf(Class<?> owner, String method) {
        java.lang.reflect.ParameterizedType type = (java.lang.reflect.ParameterizedType) Arrays
                .stream(owner.getDeclaredMethods())
                .filter(each -> each.getName().equals(method) && each.getParameterCount() == 0).findFirst().orElseThrow()
                .getGenericReturnType();
        return type.getActualTypeArguments()[0];
    }

    /** Closes the core. */
    @Override
    public final void close() {
        core.close();
    }
}
