import AditJSON

/// The state of a core, to those who read and follow it, whatever its type is. The core's loop, between batches.
package protocol StateReading: AnyObject {
    /// Writes the part of the state, or of what is derived from it, that a path leads to.
    ///
    /// - Throws: ``CodingFailure`` where JSON has no such value, or where a part of a list is wanted of what is none.
    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart

    /// Writes what that part was at an earlier revision.
    ///
    /// - Throws: ``CodingFailure`` where that is not known, ``StorageFailure`` where it cannot be read.
    func write(_ path: PartPath, at revision: Int, to writer: JSONWriter) throws -> WrittenPart

    /// Why a pointer leads to no part of any state of the app; nil if it may lead to one, or if its types have no schema.
    func failure(at pointer: JSONPointer) -> CodingFailure?

    /// Adds a subscription of a client, or of the host; nil where its name is in use there.
    func subscribe(_ name: String, of client: String?, to pointer: JSONPointer) -> Subscriber?

    /// Ends a subscription; false where there is none of that name.
    func unsubscribe(_ name: String, of client: String?) -> Bool

    /// Ends all subscriptions of a client.
    func unsubscribeAll(of client: String)

    /// The subscriptions, of which there may be something to tell.
    var subscriptions: Subscriptions { get }

    /// Begins to write all of the state, as it is now.
    func makeExport() throws(CodingFailure) -> StateExport

    /// Begins to read another state.
    ///
    /// - Parameter source: gives the text.
    func makeImport(from source: @escaping JSONStream.Source, depth: Int) throws(CodingFailure) -> StateImport
}

/// The store of a core that is followed.
final class FollowedStore<S: State>: StateReading {
    let store: StateStore<S>
    let following: Following<S>
    /// What becomes of states of older versions that are imported.
    let upgrade: StateUpgrade
    /// What states and views are. Made when it is first needed.
    private lazy var schema = describe()
    private let describe: () -> (schema: Schema, definitions: SchemaDefinitions)?

    /// - Parameter describe: says what states and views are; nil where nobody knows.
    init(
        _ store: StateStore<S>, _ following: Following<S>,
        _ upgrade: StateUpgrade = StateUpgrade(to: 1, [], isWhole: false),
        describe: @escaping () -> (schema: Schema, definitions: SchemaDefinitions)?
    ) {
        self.store = store
        self.following = following
        self.upgrade = upgrade
        self.describe = describe
    }

    func failure(at pointer: JSONPointer) -> CodingFailure? {
        schema.flatMap { $0.schema.failure(at: pointer, in: $0.definitions) }
    }

    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        let start = writer.count
        do {
            return try following.write(path, of: store.cell.state, revision: store.transaction.revision, to: writer)
        } catch {
            writer.truncate(to: start)
            throw error
        }
    }

    func write(_ path: PartPath, at revision: Int, to writer: JSONWriter) throws -> WrittenPart {
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
        try persister.lead(history, backTo: revision)
        return try history.write(to: writer)
    }

    func subscribe(_ name: String, of client: String?, to pointer: JSONPointer) -> Subscriber? {
        following.subscribe(
            name, of: client, to: pointer, of: store.cell.state, revision: store.transaction.revision)
    }

    func unsubscribe(_ name: String, of client: String?) -> Bool { following.unsubscribe(name, of: client) }

    func unsubscribeAll(of client: String) { following.unsubscribeAll(of: client) }

    var subscriptions: Subscriptions { following.subscriptions }
}
