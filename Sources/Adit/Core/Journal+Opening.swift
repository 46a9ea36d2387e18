import AditJSON
import AditState

extension App {
    /// Tells a journal that a core is opened, before the core's code runs.
    func open(_ journal: Journal, _ head: StorageHead, of store: StateStore<S>, _ effects: EffectRunner) {
        journal.clock = effects.time
        let write = types.stateCoding.write
        // The store holds the journal.
        journal.writeState = { [weak store] writer throws(CodingFailure) in
            if let store { try write(store.state(), writer) }
        }
        let app = JSONWriter()
        app.write(literal: #""app":"#)
        app.write(name)
        app.write(literal: #","version":"#)
        app.write(version)
        app.write(literal: #","schema":"#)
        app.write(schemaVersion)
        journal.open(app.text, head)
    }

    /// The same app without what it does: its state can be looked at, and no more.
    ///
    /// - Parameter reason: what is said to who sends it a message.
    package func withoutFeatures(_ reason: String) -> App {
        var types = types
        let refuse: @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage = { _ throws(CodingFailure) in
            throw CodingFailure(path: "", reason: reason)
        }
        types.coding = MessageCoding(
            read: refuse, readIncoming: refuse, write: types.coding.write, casePath: types.coding.casePath,
            direction: types.coding.direction)
        return App(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: types,
            gateways: gateways, views: views, makeState: makeState, build: { _ in [] })
    }
}

extension Core {
    /// Shows a state that came about elsewhere.
    ///
    /// - Parameters:
    ///   - put: puts it in the place of the present one.
    ///   - revision: that of the state from then on.
    package func show(_ put: () -> Void, at revision: Int) {
        transaction.revision = revision - 1
        transaction.begin()
        put()
        transaction.keep()
    }
}
