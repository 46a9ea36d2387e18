import AditJSON
import AditState

/// Creates a store whose state is kept in a file, with the state of an existing file.
///
/// ```swift
/// let store = try createStore(pathInDocuments: "todo/state.store", state: TodoState())
/// ```
///
/// The file is open as long as the store exists.
///
/// - Parameters:
///   - path: the path of the file. A relative path begins at the directory of this user's data (`$XDG_DATA_HOME`, by
///     default `~/.local/share`), and missing directories are created there.
///   - state: the initial state.
///   - app: the app that the state belongs to; by default, the name of the state's type. A store of another app is
///     refused.
///   - schemaVersion: the version of the state. A store of a newer version is refused, one of an older version is
///     migrated.
///   - migrations: the migrations from each older version to the next.
/// - Throws: ``StorageFailure`` if the file cannot be opened, ``CodingFailure`` if it contains no such state.
/// - Complexity: O(n) in the size of the state.
public func createStore<S: State & WireCodable>(
    pathInDocuments path: String, state: S, app: String? = nil, schemaVersion: Int = 1,
    migrations: [StorageMigration] = []
) throws -> StateStore<S> {
    try createStore(pathInDocuments: path, app: app, schemaVersion: schemaVersion, migrations: migrations) {
        try StateStore(state, storage: $0)
    }
}

/// Creates a store of a state with custom coding, such as that of plain `Codable` types (`AditCodable`).
///
/// ```swift
/// let store = try createStore(pathInDocuments: "counter.store") { try StateStore(Counter(), storage: $0) }
/// ```
///
/// - Parameters:
///   - path: the path of the file, as in the other function of this name.
///   - app: the app that the state belongs to; by default, the name of the state's type.
///   - schemaVersion: the version of the state.
///   - migrations: the migrations from each older version to the next.
///   - makeStore: makes the store of a storage. It is called with the stored contents first, before the file is changed,
///     so that a file of another state is refused as it is.
/// - Throws: ``StorageFailure`` if the file cannot be opened, and what `makeStore` throws.
public func createStore<S: State>(
    pathInDocuments path: String, app: String? = nil, schemaVersion: Int = 1, migrations: [StorageMigration] = [],
    _ makeStore: (any StateStorage) throws -> StateStore<S>
) throws -> StateStore<S> {
    let storage = try SQLiteStorage.open(
        AditSQLite.path(inDocuments: path, making: true), app: app ?? "\(S.self)", schemaVersion: schemaVersion,
        migrations: migrations
    ) { _ = try makeStore(ReadOnly($0)) }
    do {
        return try makeStore(storage)
    } catch {
        storage.closeRefused()
        throw error
    }
}

/// A read-only view of a storage.
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
