import Adit

/// The app `reader`: opens pages, which the host fetches and stores in its key-value store.
public func readerApp() -> App<ReaderState, Message> {
    App("reader", state: ReaderState(), gateways: [fetchHost, keyValueHost]) { core in
        createFeatures(
            store: core.store, pages: HostPageGateway(fetch: core.connect(fetchHost)),
            cache: HostCacheGateway(keyValue: core.connect(keyValueHost)), effects: core.makeEffects(),
            output: core.output)
    }
}
