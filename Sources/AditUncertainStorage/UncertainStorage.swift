import AditJSON
import AditState

/// A storage for tests, in front of another one, that does not know the outcome of a transaction at once.
///
/// ```swift
/// let storage = UncertainStorage(MemoryStorage()) { .unknown(asks: 2, isWritten: true) }
/// ```
///
/// The transactions of a core's batches take the ``Course`` that the test says; all others are passed on as they are.
/// The core's loop.
public final class UncertainStorage: StateStorage {
    /// The course of a transaction.
    public enum Course: Equatable, Sendable {
        /// Its outcome is known at once.
        case known(isWritten: Bool)
        /// It is written, or not, at once, but this is known only when the core asks for the given time, at least 1.
        case unknown(asks: Int, isWritten: Bool)
        /// It is written, or not, when the core asks for the given time, at least 1, and not before.
        case late(asks: Int, isWritten: Bool)
        /// It is written, or not; the outcome is never reported.
        case never(isWritten: Bool)
        /// It is not written, as another opening has taken the storage: known at once, or when the core asks for the given
        /// time. Nothing is written after it.
        case fenced(asks: Int)
    }

    private let storage: any StateStorage
    private let notify: ((StorageWakeup) -> Void)?
    private let course: () -> Course
    /// The present course; nil while no outcome is unknown.
    private var present: Course?
    private var asked = 0
    /// A transaction that may be written later.
    private var waiting: (head: StorageHead, entries: [UInt8], rows: RecordedRows)?
    private var wakeup: StorageWakeup?
    private var isClosed = false
    private var isFenced = false

    /// The failure of each transaction that is not written.
    public static let failure = StorageFailure(.failed, "the storage has not written it")

    /// The failure of a transaction after another opening has taken the storage.
    public static let fenced = StorageFailure(.fenced, "the storage was opened elsewhere since")

    /// The number of transactions whose outcome was unknown at first.
    public private(set) var unknownCount = 0

    /// Creates a storage in front of another one.
    ///
    /// - Parameters:
    ///   - storage: the storage that stores the data.
    ///   - notify: has the core ask, at once or later, on any thread. It is called again and again, until the outcome is
    ///     known. nil if the test calls ``signal()`` instead.
    ///   - course: returns the course of the next transaction of a batch.
    public init(
        _ storage: any StateStorage, notify: ((StorageWakeup) -> Void)? = { $0.signal() },
        course: @escaping () -> Course
    ) {
        self.storage = storage
        self.notify = notify
        self.course = course
    }

    /// Has the core ask for the outcome. Without effect while none is unknown.
    public func signal() {
        if present != nil { wakeup?.signal() }
    }

    public var head: StorageHead? { storage.head }
    public var figures: StorageFigures? { storage.figures }

    public func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        try storage.readMembers(body)
    }

    public func readTables() throws(StorageFailure) -> [String] { try storage.readTables() }

    public func readElements(
        of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void
    ) throws { try storage.readElements(of: table, body) }

    public func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        try storage.readJournal(body)
    }

    public func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        if isClosed { throw StorageFailure(.failed, "the storage could not be written: it is closed") }
        if isFenced { throw Self.fenced }
        if present != nil {
            throw StorageFailure(.failed, "found a transaction before the outcome of the last is known")
        }
        try storage.write(head, entries: entries, body)
    }

    public func commit(
        _ head: StorageHead, entries: () -> RowText, notifying wakeup: StorageWakeup,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        if isClosed || isFenced || present != nil { try write(head, entries: entries, body) }
        let course = course()
        switch course {
        case .known(isWritten: true):
            try storage.write(head, entries: entries, body)
            return .written
        case .known(isWritten: false):
            // As a real one: the rows are taken before the failure.
            try record(head, entries, body)
            waiting = nil
            return .notWritten(Self.failure)
        case .unknown(_, isWritten: true), .never(isWritten: true):
            try storage.write(head, entries: entries, body)
        case .fenced(asks: 0):
            try record(head, entries, body)
            waiting = nil
            isFenced = true
            throw Self.fenced
        case .unknown(_, isWritten: false), .late, .never(isWritten: false), .fenced:
            try record(head, entries, body)
        }
        (present, asked, self.wakeup) = (course, 0, wakeup)
        unknownCount += 1
        if !course.isNever { notify?(wakeup) }
        return .unknown("the storage is uncertain")
    }

    public func resolve() -> StorageOutcome {
        guard let course = present else { return .unknown("found no transaction whose outcome is unknown") }
        asked += 1
        switch course {
        case .unknown(let asks, let isWritten) where asked >= asks:
            end()
            return isWritten ? .written : .notWritten(Self.failure)
        case .late(let asks, let isWritten) where asked >= asks:
            defer { end() }
            guard isWritten, let waiting else { return .notWritten(Self.failure) }
            do {
                try waiting.entries.withUnsafeBytes { entries in
                    try storage.write(waiting.head, entries: { RowText(entries) }, waiting.rows.replay)
                }
                return .written
            } catch {
                return .notWritten(error as? StorageFailure ?? StorageFailure(.failed, "\(error)"))
            }
        case .fenced(let asks) where asked >= asks:
            end()
            isFenced = true
            return .notWritten(Self.fenced)
        case .known, .unknown, .late, .never, .fenced:
            if !course.isNever, let wakeup { notify?(wakeup) }
            return .unknown("the storage is uncertain")
        }
    }

    public func pause() throws(StorageFailure) { try storage.pause() }
    public func resume() throws(StorageFailure) { try storage.resume() }

    public func close() {
        isClosed = true
        storage.close()
    }

    public func closeRefused() {
        isClosed = true
        storage.closeRefused()
    }

    private func end() { (present, waiting, wakeup) = (nil, nil, nil) }

    private func record(
        _ head: StorageHead, _ entries: () -> RowText, _ body: (any RowSink) throws -> Void
    ) throws {
        let rows = RecordedRows()
        try body(rows)
        waiting = (head, Array(entries().bytes), rows)
    }
}

extension UncertainStorage.Course {
    fileprivate var isNever: Bool { if case .never = self { true } else { false } }

    /// Returns courses that follow from a number.
    ///
    /// - Parameters:
    ///   - seed: the number: the same one gives the same courses.
    ///   - fails: whether some transactions are not written.
    ///   - isKnown: whether each outcome is known in the end. If not, one of 32 never is.
    public static func random(_ seed: UInt64, fails: Bool, isKnown: Bool = true) -> () -> UncertainStorage.Course {
        var state = seed
        // SplitMix64, by Sebastiano Vigna.
        func draw(_ bound: UInt64) -> Int {
            defer { state &+= 0x9e37_79b9_7f4a_7c15 }
            return Int(RowChecksum.mixed(state) % bound)
        }
        return {
            let isWritten = !fails || draw(3) > 0
            if !isKnown, draw(32) == 0 { return .never(isWritten: isWritten) }
            switch draw(3) {
            case 0: return .known(isWritten: isWritten)
            case 1: return .unknown(asks: 1 + draw(3), isWritten: isWritten)
            default: return .late(asks: 1 + draw(3), isWritten: isWritten)
            }
        }
    }
}
