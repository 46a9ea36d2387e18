import AditState
import AditSwiftHost
import AditTesting

/// An engine of one store in memory that outlives its cores, with transactions whose outcomes are unknown at first.
final class UncertainEngine: StorageEngine, @unchecked Sendable {  // Used on the test's thread.
    private let memory = MemoryStorage()
    /// The courses of the transactions to come; known and written where there is none.
    var courses: [UncertainStorage.Course] = []
    /// Returns the course of a transaction, if the list has none.
    var course: () -> UncertainStorage.Course
    private let signals: Bool
    /// The store that was opened last.
    private(set) var storage: UncertainStorage?
    /// What keeps the state of the store.
    private let inner: (any StorageEngine)?

    /// - Parameters:
    ///   - inner: the engine of the stores; nil for one in memory.
    ///   - signals: whether stores have their cores ask.
    init(
        _ inner: (any StorageEngine)? = nil, signals: Bool = true,
        course: @escaping () -> UncertainStorage.Course = { .known(isWritten: true) }
    ) {
        (self.inner, self.signals, self.course) = (inner, signals, course)
    }

    func open(
        _ file: StoreFile, durability: Durability, retention: Retention, validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        let kept: any StateStorage =
            try inner?.open(file, durability: durability, retention: retention, validate: validate) ?? memory
        let storage = UncertainStorage(kept, signals: signals) { [self] in
            courses.isEmpty ? course() : courses.removeFirst()
        }
        self.storage = storage
        return storage
    }

    func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict { try inner?.check(file, findFailures: findFailures) ?? .new }

    func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair {
        guard let inner else { throw StorageFailure(.failed, "no repair") }
        return try inner.repair(file, to: path, findFailures: findFailures)
    }

    func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try inner?.read(file, body) ?? body(memory)
    }

    func isStore(_ head: UnsafeRawBufferPointer) -> Bool { inner?.isStore(head) ?? false }
    func hasOpen(_ path: String) -> Bool { inner?.hasOpen(path) ?? false }
}
