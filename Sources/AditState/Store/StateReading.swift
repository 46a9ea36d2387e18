import AditJSON

/// Type-erased access to the state of a core, for reads and subscriptions. The core's loop, between batches.
package protocol StateReading: AnyObject {
    /// Writes the part of the state, or of a view, at a path.
    ///
    /// - Throws: ``CodingFailure`` if a value has no JSON representation, or if a slice is requested of a value that is
    ///   not a list.
    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart

    /// Writes that part as of an earlier revision.
    ///
    /// - Throws: ``CodingFailure`` if that revision is unknown, ``StorageFailure`` if the journal cannot be read.
    func write(_ path: PartPath, at revision: Int, to writer: JSONWriter) throws -> WrittenPart

    /// Returns the reason why a pointer matches no state of the app; nil if it may match, or if the app's types have
    /// no schema.
    func failure(at pointer: JSONPointer) -> CodingFailure?

    /// Adds a subscription of a client, or of the host; nil if it has one with that name.
    ///
    /// - Parameter window: the range of the list at the pointer; nil for the whole part.
    func subscribe(_ name: String, of client: String?, to pointer: JSONPointer, _ window: ListWindow?) -> Subscriber?

    /// Ends a subscription; false if the name is unknown.
    func unsubscribe(_ name: String, of client: String?) -> Bool

    /// Ends all subscriptions of a client.
    func unsubscribeAll(of client: String)

    /// The subscriptions, some with pending updates.
    var subscriptions: Subscriptions { get }

    /// Changes the state back, in place, to the state before batches of the journal.
    ///
    /// - Parameter batches: the batches, the oldest first.
    /// - Returns: the revision that the journal goes back to, if it lacks one of them; nil otherwise.
    /// - Throws: ``CodingFailure`` if the journal does not fit the state, ``StorageFailure`` if it cannot be read. The
    ///   state may be changed in part then.
    func revert(_ batches: [UndoStep.Batch]) throws -> Int?

    /// Changes the state as a batch of a journal did.
    func redo(_ changes: JSONReader) throws(CodingFailure)

    /// Begins an export of the present state.
    ///
    /// - Parameter masksSecrets: whether masks are written in place of secrets.
    func makeExport(masksSecrets: Bool) throws(CodingFailure) -> StateExport

    /// Begins an import of another state.
    ///
    /// - Parameter source: reads the text.
    func makeImport(from source: @escaping JSONStream.Source, depth: Int) throws(CodingFailure) -> StateImport
}

/// A core's store with its subscriptions.
package final class FollowedStore<S: State>: StateReading {
    package let store: StateStore<S>
    package let following: Following<S>
    /// The migration of imported states of older versions.
    package let upgrade: StateUpgrade
    /// The schema of the state and the views. Computed on first use.
    private lazy var schema = describe()
    private let describe: () -> (schema: Schema, definitions: SchemaDefinitions)?

    /// - Parameter describe: returns the schema of the state and the views; nil if unknown.
    package init(
        _ store: StateStore<S>, _ following: Following<S>,
        _ upgrade: StateUpgrade = StateUpgrade(to: 1, [], isWhole: false),
        describe: @escaping () -> (schema: Schema, definitions: SchemaDefinitions)?
    ) {
        self.store = store
        self.following = following
        self.upgrade = upgrade
        self.describe = describe
    }

    package func failure(at pointer: JSONPointer) -> CodingFailure? {
        schema.flatMap { $0.schema.failure(at: pointer, in: $0.definitions) }
    }

    package func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        let start = writer.count
        do {
            return try following.write(path, of: store.cell.state, revision: store.transaction.revision, to: writer)
        } catch {
            writer.truncate(to: start)
            throw error
        }
    }

    package func write(_ path: PartPath, at revision: Int, to writer: JSONWriter) throws -> WrittenPart {
        let present = store.transaction.revision
        if revision == present { return try write(path, to: writer) }
        guard let persister = store.cell.persister else {
            throw CodingFailure(
                path: "revision", reason: "found \(revision); a core without a store knows \(present) alone")
        }
        guard revision >= 0, revision < present else {
            throw CodingFailure(path: "revision", reason: "found \(revision); one up to \(present) is expected")
        }
        guard !following.views.isMeant(by: path) else {
            throw CodingFailure(path: "revision", reason: "found beside a view, of which only the present is known")
        }
        let text = JSONWriter()
        let base = JSONHistory.base(of: path.pointer, window: path.window)
        let isThere = try write(PartPath(base), to: text) != .nothing
        let history = try JSONHistory(path.pointer, window: path.window, base: isThere ? text.bytes : nil)
        try persister.rewind(history, backTo: revision)
        return try history.write(to: writer)
    }

    package func subscribe(
        _ name: String, of client: String?, to pointer: JSONPointer, _ window: ListWindow?
    ) -> Subscriber? {
        following.subscribe(
            name, of: client, to: pointer, window, of: store.cell.state, revision: store.transaction.revision)
    }

    package func unsubscribe(_ name: String, of client: String?) -> Bool { following.unsubscribe(name, of: client) }

    package func unsubscribeAll(of client: String) { following.unsubscribeAll(of: client) }

    package var subscriptions: Subscriptions { following.subscriptions }
}

extension StateReading {
    /// Begins an export of the present state, with its secrets.
    package func makeExport() throws(CodingFailure) -> StateExport { try makeExport(masksSecrets: false) }
}
