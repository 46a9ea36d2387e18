import Adit

/// The engine of such files, which a library passes to `export(_:storage:)`.
struct FileEngine: StorageEngine {
    func open(
        _ file: StoreFile, durability: Durability, retention: Retention, validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        do { return try FileStorage(file.path) } catch {
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(error)")
        }
    }

    func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict {
        let storage = try open(file, durability: .full, retention: .none) { _ in }
        let failures = (try? findFailures(storage)) ?? []
        return storage.head == nil ? .new : failures.isEmpty ? .fine : .impossible(failures)
    }

    func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair {
        throw StorageFailure(.failed, "\(file.path) is one piece: there is nothing to save of it")
    }

    func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try body(FileStorage(file.path))
    }

    func isStore(_: UnsafeRawBufferPointer) -> Bool { false }
    func hasOpen(_: String) -> Bool { false }
}
