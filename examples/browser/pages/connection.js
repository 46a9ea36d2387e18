// The way to the core and back: messages are received as server-sent events, and sent one after the other.

export class Connection {
    #token = location.hash.slice(1);
    #key = "";
    #sending = Promise.resolve();
    #handlers;

    // connected(name): the page is a new client of that name, without subscriptions
    // received(message): a message of the core
    // refused(text): a message was not taken
    // lost(text): there is no connection, presently or for good
    constructor(handlers) {
        this.#handlers = handlers;
        const events = new EventSource(`/events?token=${encodeURIComponent(this.#token)}`);
        events.addEventListener("hello", (event) => this.#connected(JSON.parse(event.data)));
        events.addEventListener("message", (event) => handlers.received(JSON.parse(event.data)));
        events.addEventListener("error", () => this.#lost(events.readyState === EventSource.CLOSED));
    }

    send(message) {
        this.#sending = this.#sending.then(() => this.#post(message));
    }

    async #post(message) {
        try {
            const response = await fetch("/send", {
                method: "POST",
                headers: {"Content-Type": "application/json", "X-Token": this.#token, "X-Client": this.#key},
                body: JSON.stringify(message),
            });
            if (!response.ok) this.#handlers.refused((await response.json()).message);
        } catch (error) {
            this.#handlers.refused(error.message);
        }
    }

    #connected({client, key}) {
        this.#key = key;
        this.#handlers.connected(client);
    }

    #lost(forGood) {
        const text = forGood ? "Not connected. Open the address that the program prints." : "Connecting again …";
        this.#handlers.lost(text);
    }
}
