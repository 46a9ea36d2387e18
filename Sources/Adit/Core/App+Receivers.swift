extension App {
    /// Returns the app with more receivers.
    package func adding(receivers: [Input<Message>]) -> App {
        // The core is made on the caller's thread.
        nonisolated(unsafe) let receivers = receivers
        let build = build
        return App(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: types,
            gateways: gateways, durable: durable, views: views, undo: undo, makeState: makeState
        ) { core in
            let features = build(core)
            core.receivers += receivers
            return features
        }
    }
}
