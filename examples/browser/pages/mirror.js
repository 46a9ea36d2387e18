// A copy of a part of the core's state, which a subscription keeps up to date.

import {applyPatch} from "./patch.js";

export class Mirror {
    value = undefined;
    #connection;
    #name;
    #path;
    #changed;
    #revision = null;

    constructor(connection, name, path, changed) {
        [this.#connection, this.#name, this.#path, this.#changed] = [connection, name, path, changed];
    }

    subscribe() {
        this.#revision = null;
        this.#connection.send({"@subscribe": {subscription: this.#name, path: this.#path}});
    }

    // Whether the message was for this mirror.
    receive(message) {
        const update = message["@value"] ?? message["@patch"];
        if (update?.subscription !== this.#name) return false;
        if (message["@value"] !== undefined) this.value = update.value;
        else if (!this.#patch(update)) return true;
        this.#revision = update.revision;
        this.#changed();
        return true;
    }

    // A patch that does not fit has a predecessor that was lost: the whole value is requested again.
    #patch({from, ops}) {
        try {
            if (from !== this.#revision) throw new Error("a patch is missing");
            this.value = applyPatch(this.value, ops);
            return true;
        } catch {
            if (this.#revision === null) return false; // It was requested already.
            this.#connection.send({"@unsubscribe": {subscription: this.#name}});
            this.subscribe();
            return false;
        }
    }
}
