package dev.adit.typed;

import dev.adit.GatewayCall;

/** The items of a source, one after the other. The source ends when the stage of its function completes. */
public final class GatewayItems<R> {
    private final GatewayCall call;

    GatewayItems(GatewayCall call) {
        this.call = call;
    }

    /** What the function is told beside its request. */
    public GatewayCall call() {
        return call;
    }

    /** Answers with an item. */
    public void send(R item) {
        call.emit(Coding.write(item));
    }
}
