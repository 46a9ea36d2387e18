package dev.adit.typed;

import dev.adit.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The methods of one feature of an app. */
public abstract class Feature<A> {
    private final Client client;
    private final String key;

    protected Feature(Client client, String key) {
        this.client = client;
        this.key = key;
    }

    /** Sends a request, and completes with the feature's response; what it causes besides goes to the handler. */
    protected final CompletableFuture<A> ask(ToCore request) {
        Json message = Messages.whole(request, List.of(key, "request"), Map.of());
        return client.core().request(message, answer -> answer.has(key) && answer.get(key).has("response"))
                .thenApply(answer -> {
                    @SuppressWarnings("unchecked")
                    A response = (A) client.toHost().received(answer).message();
                    return response;
                });
    }

    /** Sends a message below the feature's key and others. */
    protected final void tell(ToCore message, String... below) {
        List<String> path = new ArrayList<>(List.of(key));
        path.addAll(List.of(below));
        client.core().send(Messages.whole(message, path, Map.of()));
    }
}
