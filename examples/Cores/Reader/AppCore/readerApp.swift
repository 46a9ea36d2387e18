import Adit
import AditGateways

/// The app `reader`: opens pages, which the host fetches by HTTP and keeps in its key-value store.
public func readerApp() -> App<ReaderState, Message> {
    App("reader", state: ReaderState(), gateways: [httpHost, keyValueHost]) { core in
        createFeatures(
            store: core.store, http: core.http, keyValue: core.keyValue, effects: core.makeEffects(),
            output: core.output)
    }
}
