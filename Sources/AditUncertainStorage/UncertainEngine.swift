import AditJSON
import AditState

/// An engine for tests, whose stores are ``UncertainStorage``.
///
/// ```swift
/// let engine = UncertainEngine(SQLiteEngine(), course: UncertainStorage.Course.random(17, fails: true))
/// ```
///
/// Its properties are changed while no core is driven.
public final class UncertainEngine: StorageEngine, @unchecked Sendable {  // What several cores use is under the lock.
    private let inner: (any StorageEngine)?
    private let memory = MemoryStorage()
    private let lock = Lock()
    private var last: UncertainStorage?

    /// The courses of the next transactions, of any store.
    public var courses: [UncertainStorage.Course] = []
    /// Returns the course of a transaction once ``courses`` is empty.
    public var course: () -> UncertainStorage.Course
    /// Has a core ask for an outcome; nil if the test calls ``UncertainStorage/signal()`` instead.
    public var notify: ((StorageWakeup) -> Void)?

    /// Creates an engine in front of another one.
    ///
    /// - Parameters:
    ///   - inner: the engine that stores the data; nil for one store in memory, which all paths lead to, and which
    ///     outlives its cores.
    ///   - notify: has a core ask for an outcome, as `notify` of ``UncertainStorage``.
    ///   - course: returns the course of a transaction.
    public init(
        _ inner: (any StorageEngine)? = nil, notify: ((StorageWakeup) -> Void)? = { $0.signal() },
        course: @escaping () -> UncertainStorage.Course = { .known(isWritten: true) }
    ) {
        (self.inner, self.notify, self.course) = (inner, notify, course)
    }

    /// The store that was opened last.
    public var storage: UncertainStorage? { lock.withLock { last } }

    public func open(
        _ file: StoreFile, durability: Durability, retention: Retention, validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        let kept: any StateStorage =
            try inner?.open(file, durability: durability, retention: retention, validate: validate) ?? memory
        let storage = UncertainStorage(kept, notify: { [self] in notify?($0) }) { [self] in
            lock.withLock { courses.isEmpty ? course() : courses.removeFirst() }
        }
        lock.withLock { last = storage }
        return storage
    }

    public func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict { try inner?.check(file, findFailures: findFailures) ?? .new }

    public func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair {
        guard let inner else { throw StorageFailure(.failed, "a store in memory needs no repair") }
        return try inner.repair(file, to: path, findFailures: findFailures)
    }

    public func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try inner?.read(file, body) ?? body(memory)
    }

    public func isStore(_ head: UnsafeRawBufferPointer) -> Bool { inner?.isStore(head) ?? false }
    public func hasOpen(_ path: String) -> Bool { inner?.hasOpen(path) ?? false }
}
