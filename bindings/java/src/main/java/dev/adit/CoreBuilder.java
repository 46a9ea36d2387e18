package dev.adit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Opens a core. {@link Library#core} makes one. */
public final class CoreBuilder {
    private final Library library;
    private final String app;
    private Json config = Json.object();
    private byte[] configText;
    private Consumer<Json> onMessage;
    private Consumer<byte[]> onText;
    private Consumer<Throwable> onError = error -> {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    };
    private final Map<String, Gateway> gateways = new LinkedHashMap<>();
    private boolean isPull;

    CoreBuilder(Library library, String app) {
        this.library = library;
        this.app = app;
    }

    /** The config, an object. */
    public CoreBuilder config(Json config) {
        this.config = Arguments.given(config, "a config, a Json,");
        return this;
    }

    /** The text of the config as it is. The gateways that have a function are not added to it. */
    public CoreBuilder configText(byte[] text) {
        configText = text;
        return this;
    }

    /** Receives each message that is for no request, mirror or gateway, on the thread that drives. */
    public CoreBuilder onMessage(Consumer<Json> listener) {
        onMessage = listener;
        return this;
    }

    /** Receives the text of each message instead. Such a core has no requests, mirrors and gateways. */
    public CoreBuilder onText(Consumer<byte[]> listener) {
        onText = listener;
        return this;
    }

    /**
     * Receives what no call can throw: the exceptions of callbacks while a {@link CoreRunner} drives, and those of gateways,
     * which are answers as well. By default, the thread's handler of uncaught exceptions gets them.
     */
    public CoreBuilder onError(Consumer<Throwable> listener) {
        onError = Arguments.given(listener, "a listener for errors");
        return this;
    }

    /** Serves a gateway of the app, which the config then lists. */
    public CoreBuilder gateway(String name, Gateway gateway) {
        gateways.put(Arguments.given(name, "the name of a gateway"), Arguments.given(gateway, "the function of the gateway " + name));
        return this;
    }

    /** There are no callbacks: the host calls {@link Core#receive}. */
    public CoreBuilder pull() {
        isPull = true;
        return this;
    }

    /** Opens the core. @throws AditException as {@code adit_open} says */
    public Core open() {
        if (isPull && (onMessage != null || onText != null || !gateways.isEmpty())) {
            throw new IllegalStateException("found pull beside listeners or gateways; a core has one of both");
        }
        Gateways served = new Gateways(Map.copyOf(gateways), onError);
        byte[] text = configText != null ? configText : Utf8.encode(configWithGateways().toString());
        return new Core(library, app, text, isPull, onMessage, onText, onError, served);
    }

    private Json configWithGateways() {
        if (gateways.isEmpty()) {
            return config;
        }
        Set<Object> names = new LinkedHashSet<>();
        config.find("/gateways").ifPresent(listed -> listed.elements().forEach(name -> names.add(name.raw())));
        names.addAll(gateways.keySet());
        List<Object> entries = new ArrayList<>();
        for (String key : config.keys()) {
            entries.add(key);
            entries.add(config.get(key));
        }
        entries.add("gateways");
        entries.add(names);
        return Json.object(entries.toArray());
    }
}
