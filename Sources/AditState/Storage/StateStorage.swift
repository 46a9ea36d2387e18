import AditJSON
import Synchronization

/// The durable storage behind a store. Without one, a state is in memory only.
///
/// A state is stored as rows (``RowSink``), so that the cost of a batch is that of its changes. Every member is called
/// on the core's loop.
public protocol StateStorage: AnyObject {
    /// The head that was written last; nil if nothing has been written yet.
    var head: StorageHead? { get }

    /// Passes every member and its value to `body`, in any order.
    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws

    /// Returns the declared tables.
    func readTables() throws(StorageFailure) -> [String]

    /// Passes the elements of a table to `body`, in their order.
    func readElements(of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void) throws

    /// Writes one transaction, and returns once it is written. If it or `body` throws, nothing is written.
    ///
    /// Batches of a core are written by `commit(_:entries:notifying:_:)`; the rest by this: the opening, the changes of
    /// a store without a core, and pending changes when the core pauses or closes.
    ///
    /// - Parameters:
    ///   - head: the storage's ``head`` from then on.
    ///   - entries: the entries to append to the journal: lines, each ended by a line feed; empty if absent. A
    ///     storage without a journal drops them. It is called after `body`.
    ///   - body: writes the rows.
    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws

    /// Begins to write one transaction: a batch of a core. Unless it is overridden, the same as
    /// ``write(_:entries:_:)``, whose outcome is always known.
    ///
    /// If the outcome is ``StorageOutcome/unknown(_:)``, the core holds the batch: the host receives nothing of it, and
    /// no other message is handled, so that only ``resolve()`` and ``close()`` are called, until the outcome is known.
    /// `body` and `entries` are called before this returns; the values that they pass are valid only within the call.
    ///
    /// - Parameters:
    ///   - head: the storage's ``head`` once it is written.
    ///   - entries: as of ``write(_:entries:_:)``.
    ///   - wakeup: to be signalled when the outcome is known, or when the core should ask again.
    ///   - body: writes the rows.
    /// - Returns: the outcome, as far as it is known.
    /// - Throws: an error if nothing is written, as ``StorageOutcome/notWritten(_:)`` says, or the error of `body`.
    func commit(
        _ head: StorageHead, entries: () -> RowText, notifying wakeup: StorageWakeup,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome

    /// Returns the outcome of the transaction whose outcome was unknown. It is asked after each signal of its wakeup,
    /// and for the last time when the core closes.
    func resolve() -> StorageOutcome

    /// Allows the transactions from now on to be lost, the latest ones first, if the system fails before
    /// ``endDeferral()`` and ``sync()``, as the core keeps what depends on them to itself until then. The outcomes of
    /// transactions up to then are known, as they are withdrawn together. Unless it is overridden, nothing is allowed.
    ///
    /// - Returns: whether it is of use: ``sync()`` is called then.
    func deferSync() -> Bool

    /// Ends what ``deferSync()`` has allowed: the next transaction is durable, with those before it.
    func endDeferral()

    /// Makes the transactions since ``deferSync()`` durable, unless one after ``endDeferral()`` has.
    ///
    /// - Throws: ``StorageFailure`` if it is unknown whether they are. The core closes then.
    func sync() throws(StorageFailure)

    /// Passes the journal's entries to `body`, the newest batch first, until it returns false.
    func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws

    /// Writes the first transaction of a new store: the head, the rows and the journal of another one. Unless it is overridden,
    /// the journal is left out: history begins at that revision then.
    func fill(from storage: any StateStorage) throws

    /// Lets go of what others may want: a file, and its locks. Everything is durable then. Only ``resume()`` and
    /// ``close()`` are called next.
    ///
    /// - Throws: ``StorageFailure`` if the storage cannot release it; it then continues as before.
    func pause() throws(StorageFailure)

    /// Reacquires the resources that ``pause()`` has released.
    ///
    /// - Throws: ``StorageFailure``: `locked` if another process holds it, `failed` if it was changed meanwhile. The
    ///   storage is still paused then.
    func resume() throws(StorageFailure)

    /// The figures of the storage; nil if it keeps none.
    var figures: StorageFigures? { get }

    /// Closes the storage. It is not used after that.
    func close()

    /// Closes the storage after its content was refused, such as a state of another app. Unwritten data is left as it
    /// was found. Unless it is overridden, the same as ``close()``.
    func closeRefused()
}

extension StateStorage {
    /// Writes the transaction as ``write(_:entries:_:)`` does: its outcome is never unknown.
    public func commit(
        _ head: StorageHead, entries: () -> RowText, notifying _: StorageWakeup,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        try write(head, entries: entries, body)
        return .written
    }

    /// Returns false: each transaction is durable by itself.
    public func deferSync() -> Bool { false }

    /// Does nothing, as ``deferSync()`` does.
    public func endDeferral() {}

    /// Does nothing, as ``deferSync()`` does.
    public func sync() throws(StorageFailure) {}

    /// Unknown. A storage that overrides `commit(_:entries:notifying:_:)` overrides this, too.
    public func resolve() -> StorageOutcome { .unknown("the storage does not implement resolve()") }

    /// Writes the head and the rows of another storage.
    public func fill(from storage: any StateStorage) throws {
        guard let head = storage.head else { return }
        try write(head, entries: { .empty }, storage.copyRows)
    }

    /// Closes the storage as ``close()`` does.
    public func closeRefused() { close() }

    /// None.
    public var figures: StorageFigures? { nil }

    /// Does nothing: by default, a storage holds no shared resources.
    public func pause() throws(StorageFailure) {}

    /// Does nothing, as ``pause()`` does.
    public func resume() throws(StorageFailure) {}
}

/// The revision of a stored state, and how often it was opened.
public struct StorageHead: Equatable, Sendable {
    /// The number of messages that have changed the state.
    public var revision: Int
    /// The number of times the storage has been opened.
    public var opens: Int

    /// Creates a head.
    ///
    /// - Parameters:
    ///   - revision: the number of messages that have changed the state.
    ///   - opens: the number of times the storage has been opened.
    public init(revision: Int, opens: Int) {
        self.revision = revision
        self.opens = opens
    }
}

/// The outcome of a transaction of a ``StateStorage``.
public enum StorageOutcome: Equatable, Sendable {
    /// It is written, as durably as the storage promises.
    case written
    /// It is not written, and will not be.
    case notWritten(StorageFailure)
    /// It is unknown whether it is written. The text says why, and where: `db.example: no answer yet`.
    case unknown(String)
}

/// A signal from a storage to its core: the outcome of the present transaction may be known.
///
/// The core then asks ``StateStorage/resolve()``, on its loop. A signal too many does no harm.
public final class StorageWakeup: Sendable {
    private let signalled = Atomic<Bool>(false)
    private let ring: @Sendable () -> Void

    /// Creates a signal.
    ///
    /// - Parameter ring: called at each signal, on its thread.
    public init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

    /// Has the core ask. Any thread, also during ``StateStorage/commit(_:entries:notifying:_:)``, and after the core has
    /// closed.
    public func signal() {
        signalled.store(true, ordering: .releasing)
        ring()
    }

    /// Whether there is a signal that has not been taken. Any thread.
    package var isSignalled: Bool { signalled.load(ordering: .acquiring) }

    /// Consumes the signal; returns false if there was no signal.
    package func consume() -> Bool { signalled.exchange(false, ordering: .acquiringAndReleasing) }
}

/// Figures of a storage since it was opened.
public struct StorageFigures: Equatable, Sendable {
    /// The size of the storage in bytes, without its log.
    public var bytes: Int
    /// The size of its write-ahead log in bytes; 0 without one.
    public var logBytes: Int
    /// The size of the journal's entries in bytes.
    public var journalBytes: Int
    /// The number of batches in the journal.
    public var journalBatches: Int
    /// The number of transactions that were committed.
    public var commits: Int
    /// The total duration of the commits, with the syncs of the file.
    public var total: Duration
    /// The longest commit.
    public var longest: Duration

    /// Creates figures.
    public init(
        bytes: Int = 0, logBytes: Int = 0, journalBytes: Int = 0, journalBatches: Int = 0, commits: Int = 0,
        total: Duration = .zero, longest: Duration = .zero
    ) {
        (self.bytes, self.logBytes) = (bytes, logBytes)
        (self.journalBytes, self.journalBatches) = (journalBytes, journalBatches)
        (self.commits, self.total, self.longest) = (commits, total, longest)
    }

    /// Counts a commit that ends now.
    package mutating func addCommit(since start: MonotonicTime) {
        let took = Duration.nanoseconds(MonotonicTime.now.nanoseconds - start.nanoseconds)
        commits += 1
        total += took
        longest = max(longest, took)
    }
}
