import AditJSON
import AditState

/// A store whose state is kept in a file: it has what is there, or else what it is given.
///
/// ```swift
/// let store = try createStore(pathInDocuments: "todo/state.store", state: TodoState())
/// ```
///
/// The file is this store's for as long as that lives.
///
/// - Parameters:
///   - path: where the file is; a relative one begins at the directory of this user's data (`$XDG_DATA_HOME`, or else
///     `~/.local/share`), and directories that are missing there are made.
///   - state: what the state is at first.
///   - app: whose state it is; by default the name of its type. That of another app is refused.
///   - schemaVersion: the version of the state. What is stored by a newer one is refused, what is by an older one is
///     migrated.
///   - migrations: the ways from each older version to the next.
/// - Throws: ``StorageFailure`` where the file cannot be opened, ``CodingFailure`` where what is in it is no such
///   state.
/// - Complexity: O(n) in what is stored.
public func createStore<S: State & WireCodable>(
    pathInDocuments path: String, state: S, app: String? = nil, schemaVersion: Int = 1,
    migrations: [StorageMigration] = []
) throws -> StateStore<S> {
    try open(path, app ?? "\(S.self)", schemaVersion, migrations) { try StateStore(state, storage: $0) }
}

/// The same for a state that is kept as one value, with all that it holds.
@_disfavoredOverload
public func createStore<S: State & Codable>(
    pathInDocuments path: String, state: S, app: String? = nil, schemaVersion: Int = 1,
    migrations: [StorageMigration] = []
) throws -> StateStore<S> {
    try open(path, app ?? "\(S.self)", schemaVersion, migrations) { try StateStore(state, storage: $0) }
}

private func open<S: State>(
    _ path: String, _ app: String, _ schemaVersion: Int, _ migrations: [StorageMigration],
    _ makeStore: (any StateStorage) throws -> StateStore<S>
) throws -> StateStore<S> {
    let storage = try SQLiteStorage.open(
        AditSQLite.path(inDocuments: path, making: true), app: app, schemaVersion: schemaVersion, migrations: migrations
    ) { _ = try makeStore(ReadOnly($0)) }
    do {
        return try makeStore(storage)
    } catch {
        storage.close()
        throw error
    }
}

/// A storage to which nothing is written: what is stored is only to be read.
private final class ReadOnly: StateStorage {
    private let storage: any StateStorage

    init(_ storage: any StateStorage) { self.storage = storage }

    var head: StorageHead? { storage.head }

    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws { try storage.readMembers(body) }

    func readTables() throws(StorageFailure) -> [String] { try storage.readTables() }

    func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        try storage.readElements(of: table, body)
    }

    func readJournal(_: (StorageHead, RowText) throws -> Bool) throws {}

    func write(_: StorageHead, entries _: () -> RowText, _: (any RowSink) throws -> Void) throws {}

    func close() {}
}
