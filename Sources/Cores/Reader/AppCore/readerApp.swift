import Adit

/// The app `reader`: opens pages, fetched by the host, and keeps them in the host's store of keys and values.
public func readerApp() -> App<ReaderState, Message> {
    App("reader", state: ReaderState(), gateways: [fetchHost, keyValueHost]) { core in
        createFeatures(
            store: core.store, pages: HostPageGateway(fetch: core.connect(fetchHost)),
            cache: HostCacheGateway(keyValue: core.connect(keyValueHost)), effects: core.effects, output: core.output)
    }
}
