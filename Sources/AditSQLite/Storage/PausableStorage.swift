import AditJSON
import AditState

/// A store that can be closed and opened again while its core stays open: one ``SQLiteStorage`` at a time. The core's
/// loop.
final class PausableStorage: StateStorage {
    // Accesses last for one statement each.
    /// The open store; nil while it is paused.
    @exclusivity(unchecked) private var storage: SQLiteStorage?
    private let open: () throws(StorageFailure) -> SQLiteStorage
    private let path: String
    /// The file as it was when it was released; nil while it is open.
    @exclusivity(unchecked) private var mark: FileMark?
    @exclusivity(unchecked) private(set) var head: StorageHead?

    /// - Parameters:
    ///   - storage: the open store.
    ///   - open: opens it again.
    init(_ storage: SQLiteStorage, open: @escaping () throws(StorageFailure) -> SQLiteStorage) {
        self.storage = storage
        self.open = open
        path = storage.path
        head = storage.head
    }

    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        try present().readMembers(body)
    }

    func readTables() throws(StorageFailure) -> [String] { try present().readTables() }

    func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        try present().readElements(of: table, body)
    }

    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        try present().write(head, entries: entries, body)
        self.head = head
    }

    func fill(from storage: any StateStorage) throws {
        try present().fill(from: storage)
        head = storage.head
    }

    func readJournal(_ body: (StorageHead, RowText) throws -> Bool) throws { try present().readJournal(body) }

    var figures: StorageFigures? { storage?.figures }

    func deferSync() -> Bool { storage?.deferSync() ?? false }

    func endDeferral() { storage?.endDeferral() }

    func sync() throws(StorageFailure) { try present().sync() }

    func pause() throws(StorageFailure) {
        try present().close()
        storage = nil
        mark = try FileMark(path)
    }

    func resume() throws(StorageFailure) {
        guard storage == nil else { return }
        guard try FileMark(path) == mark else { throw changed }
        let storage = try open()
        // Another core may have written after the mark was compared, and before the file was locked.
        guard storage.head == head else {
            storage.close()
            throw changed
        }
        self.storage = storage
        mark = nil
    }

    func close() {
        storage?.close()
        storage = nil
    }

    func closeRefused() {
        storage?.closeRefused()
        storage = nil
    }

    private func present() throws(StorageFailure) -> SQLiteStorage {
        guard let storage else { throw StorageFailure(.failed, "\(path) could not be used: the core is paused") }
        return storage
    }

    private var changed: StorageFailure {
        StorageFailure(.failed, "\(path) was changed while the core was paused; close the core and open it again")
    }
}

/// A fingerprint of the file of a closed store: a different mark means a different file or content.
private struct FileMark: Equatable {
    private let file: FileIdentity
    private let size: Int
    private let modified: Duration
    /// The size of the write-ahead log, which a store that was closed in order does not have.
    private let log: Int

    /// Reads the mark of a file.
    ///
    /// - Throws: ``StorageFailure`` `failed` if there is no file.
    init(_ path: String) throws(StorageFailure) {
        let status: FileStatus
        do { status = try FileStatus(of: path) } catch {
            throw StorageFailure(.failed, "\(path) could not be read: \(error.text)")
        }
        (file, size, modified) = (status.identity, status.size, status.modified)
        log = (try? FileStatus(of: "\(path)-wal").size) ?? 0
    }
}
