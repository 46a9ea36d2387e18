import AditJSON
import AditState

extension App {
    /// Records in a journal that a core is opened, before the core's code runs.
    func open(_ journal: Journal, _ persister: StatePersister, of store: StateStore<S>, _ effects: EffectRunner) {
        journal.clock = effects.time
        let write = types.stateCoding.write
        // The store retains the journal.
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
        var pending = DurableEffects.kinds.flatMap(persister.records.all)
        if let secrets = effects.secrets {
            pending = pending.map { ($0.name, secrets.masked(record: $0.text)) }
            journal.opening = secrets.masked(opening: journal.opening)
        }
        journal.open(app.text, persister.head, pending: pending)
    }

    /// Returns the same app without features: its state can only be read.
    ///
    /// - Parameter reason: the reason of the error that answers any message.
    package func withoutFeatures(_ reason: String) -> App {
        var types = types
        let refuse: @Sendable (JSONReader) throws(CodingFailure) -> AnyMessage = { _ throws(CodingFailure) in
            throw CodingFailure(path: "", reason: reason)
        }
        types.coding = MessageCoding(
            read: refuse, readIncoming: refuse, write: types.coding.write, casePath: types.coding.casePath,
            direction: types.coding.direction)
        return App(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: types,
            gateways: gateways, durable: durable, views: views, undo: undo, makeState: makeState,
            build: { _ in [] })
    }
}

extension EventLoop {
    /// Replaces the state by an imported one, as one message. The journal omits the changes, as they may exceed memory.
    package func importState(_ put: () -> Void, _ listener: any CoreListener) {
        persister?.hidesChanges = true
        change(listener, by: put)
    }

    /// Shows a state of another core.
    ///
    /// - Parameters:
    ///   - put: replaces the current state by it.
    ///   - revision: the new revision of the state.
    package func show(_ put: () -> Void, at revision: Int, _ listener: any CoreListener) {
        transaction.revision = revision - 1
        change(listener, by: put)
    }
}

extension Journal {
    /// Records the values that are drawn from dependencies.
    ///
    /// - Parameter values: the values whose ids, dates and random numbers are recorded.
    package func follow(_ values: inout DependencyValues) {
        values.recordDraws { [self] kind, write in draw(kind, write) }
    }
}
