import AditJSON
import AditState
import CPostgres
import Synchronization

/// A connection to a database. One thread at a time.
///
/// Statements are sent without waiting for the answers to those before (libpq's pipeline mode), and their answers come in
/// the same order. No call waits longer than ``Timeouts/answer``: a connection without an answer is closed.
final class Connection: @unchecked Sendable {  // One thread at a time.
    private let handle: OpaquePointer
    /// The address, without a password.
    let name: String
    /// A number that no other connection of the process has.
    let number = Connection.numbers.add(1, ordering: .relaxed).newValue
    private static let numbers = Atomic<Int>(0)
    // Accesses last for one statement each.
    @exclusivity(unchecked) private(set) var isOpen = true
    /// Why the connection was closed by its other side.
    @exclusivity(unchecked) private var reason = ""
    /// The warnings since the last commit began. One is that the standby may not have the transaction.
    @exclusivity(unchecked) private let warnings = Warnings()
    /// The number of statements whose answers have not been received.
    @exclusivity(unchecked) private var unanswered = 0
    /// The statement that is being sent.
    @exclusivity(unchecked) private var statements = EncodedStatements()

    private final class Warnings { var count = 0 }

    /// Connects, and prepares nothing.
    ///
    /// - Throws: ``StorageFailure`` `failed`.
    init(_ address: Address) throws(StorageFailure) {
        name = address.name
        let parameters = address.parameters
        guard
            let handle = withStrings(
                parameters.map(\.key),
                { keys in
                    withStrings(parameters.map(\.value)) { PQconnectdbParams(keys, $0, 1) }
                })
        else {
            throw StorageFailure(.resources, "\(address.name) could not be reached: no memory is left")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            let text = lines(PQerrorMessage(handle))
            close()
            throw StorageFailure(.failed, "\(address.name) could not be reached: \(text)")
        }
        PQsetNoticeReceiver(
            handle,
            { context, result in
                guard let context, let state = PQresultErrorField(result, 67 /* PG_DIAG_SQLSTATE */) else { return }
                // The classes of warnings; 00 are notices.
                if String(cString: state).hasPrefix("01") {
                    Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().count += 1
                }
            }, Unmanaged.passUnretained(warnings).toOpaque())
    }

    deinit { close() }

    /// Closes the connection. A transaction that is not committed is rolled back.
    func close() {
        guard isOpen else { return }
        isOpen = false
        PQfinish(handle)
    }

    /// Forgets the connection without a word to the database: in a forked child, it is the parent's.
    func abandon() { isOpen = false }

    // MARK: One statement at a time

    /// Runs statements before ``prepare(_:)``, and discards their rows.
    func run(_ sql: String) throws(StorageFailure) { _ = try value(sql) }

    /// Returns the first value of the last statement's answer, before ``prepare(_:)``; nil without a row.
    func value(_ sql: String) throws(StorageFailure) -> String? {
        guard isOpen, let result = PQexec(handle, sql) else { throw lost() }
        let reply = Reply(result)
        guard reply.isDone else { throw failure(reply, "could not be used") }
        return reply.count > 0 ? reply.text(0, 0).string : nil
    }

    /// Prepares the statements of a store. From then on, statements are sent and answered by the functions below.
    ///
    /// - Parameter isDurable: whether a commit waits for the disk of the database.
    func prepare(isDurable: Bool) throws(StorageFailure) {
        let commit =
            isDurable
            // As strict as the database is set to be, with standbys or without.
            ? "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
            : "SET synchronous_commit = off"
        try run(
            """
            SET lock_timeout = \(Timeouts.lock); SET statement_timeout = \(Timeouts.statement);
            SET idle_in_transaction_session_timeout = \(Timeouts.idle); \(commit)
            """)
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { throw lost() }
        for statement in Statement.allCases {
            guard PQsendPrepare(handle, statement.rawValue, statement.sql, 0, nil) == 1 else { throw lost() }
            unanswered += 1
        }
        try receive { _ in }
    }

    // MARK: Many statements

    /// Sends a statement. Its answer is received by ``receive(_:)``, in the same order.
    func send(_ statement: Statement, _ parameters: [Parameter] = []) throws(StorageFailure) {
        statements.removeAll()
        try statements.append(statement, parameters)
        try send(statements)
    }

    func send(_ statements: EncodedStatements) throws(StorageFailure) {
        guard isOpen, statements.send(by: handle) else { throw lost() }
        unanswered += statements.count
    }

    /// Receives the answers to all statements that were sent, in their order.
    ///
    /// - Parameter body: takes each answer.
    /// - Throws: ``StorageFailure`` of the first statement that failed, after which the others were not run, or of a lost
    ///   connection; and the errors of `body`. The connection takes further statements after an error of a statement.
    func receive(_ body: (borrowing Reply) throws(StorageFailure) -> Void) throws(StorageFailure) {
        // Not a mere request for the answers: the database counts the time of a transaction as idle only behind this.
        guard isOpen, PQpipelineSync(handle) == 1 else { throw lost() }
        try flush()
        var failure: StorageFailure?
        while unanswered > 0 {
            let reply = try next()
            unanswered -= 1
            if failure != nil { continue }
            do throws(StorageFailure) {
                guard reply.isDone else { throw self.failure(reply, "could not be used") }
                try body(reply)
            } catch {
                failure = error
            }
        }
        try expectSync()
        if let failure { throw failure }
    }

    /// Receives the rows of the last statement, one by one, and its end.
    func receiveRows(_ body: (borrowing Reply) throws -> Void) throws {
        guard isOpen, PQpipelineSync(handle) == 1 else { throw lost() }
        try flush()
        guard PQsetSingleRowMode(handle) == 1 else { throw lost() }
        var failure: (any Error)?
        while let result = try nextResult() {
            let reply = Reply(result)
            if failure != nil { continue }
            do {
                guard reply.isDone else { throw self.failure(reply, "could not be read") }
                if reply.status == PGRES_SINGLE_TUPLE { try body(reply) }
            } catch {
                failure = error
            }
        }
        unanswered -= 1
        try expectSync()
        if let failure { throw failure }
    }

    /// Sends COMMIT, and returns its outcome. The answers to all other statements have been received, except those that
    /// were sent with it: if one of them fails, the database does not commit.
    ///
    /// - Returns: `written` only if the database has said so, and `notWritten` only if it has said so.
    func commit() -> StorageOutcome {
        warnings.count = 0
        do throws(StorageFailure) {
            try send(.commit)
            guard PQpipelineSync(handle) == 1 else { throw lost() }
            try flush()
            var failure: StorageFailure?
            var isCommitted = false
            while unanswered > 0 {
                let reply = try next()
                unanswered -= 1
                if reply.isFatal { throw lost(reply.message) }
                if !reply.isDone, failure == nil { failure = self.failure(reply, "could not be written") }
                isCommitted = reply.isDone && reply.command == "COMMIT"
            }
            try expectSync()
            if isCommitted {
                // It did not wait for its standby: this database has the transaction, but the next primary may not.
                if warnings.count > 0 { throw lost("the database has committed with a warning") }
                return .written
            }
            // The outcome is known, whatever becomes of the connection.
            try? rollBack()
            return .notWritten(
                failure ?? StorageFailure(.failed, "\(name) could not be written: the transaction was rolled back"))
        } catch {
            close()
            return .unknown(error.description)
        }
    }

    /// Ends a transaction that has failed.
    func rollBack() throws(StorageFailure) {
        try send(.rollback)
        try receive { _ in }
    }

    /// Whether the other side has not closed the connection, as far as this side knows.
    var isAlive: Bool {
        guard isOpen else { return false }
        let socket = PQsocket(handle)
        if adit_pq_wait(socket, 0, 0) > 0 {
            // Between transactions hardly anything arrives but a farewell, and the end follows it: wait for that.
            guard PQconsumeInput(handle) == 1 else { return false }
            _ = adit_pq_wait(socket, 0, Timeouts.farewell)
        }
        return PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
    }

    // MARK: Waiting

    private func expectSync() throws(StorageFailure) {
        guard let result = try nextResult(), Reply(result).status == PGRES_PIPELINE_SYNC else { throw lost() }
    }

    /// Receives the answer to one statement.
    private func next() throws(StorageFailure) -> Reply {
        guard let result = try nextResult() else { throw lost() }
        // Behind the answers to each statement is a null pointer.
        if let more = try nextResult() {
            PQclear(more)
            throw lost("found two answers to one statement")
        }
        return Reply(result)
    }

    private func nextResult() throws(StorageFailure) -> OpaquePointer? {
        guard isOpen else { throw lost() }
        let deadline = MonotonicTime.after(milliseconds: Timeouts.answer)
        while PQisBusy(handle) == 1 {
            try wait(writing: false, deadline)
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle)
    }

    /// Sends what is waiting to be sent. Answers that arrive meanwhile are read, as the database may wait for that.
    private func flush() throws(StorageFailure) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1: break
            default: throw lost()
            }
            // Each time: the database goes on with the statements, however long all of them take.
            try wait(writing: true, .after(milliseconds: Timeouts.answer))
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
    }

    private func wait(writing: Bool, _ deadline: MonotonicTime) throws(StorageFailure) {
        let left = deadline.millisecondsLeft
        guard left > 0, adit_pq_wait(PQsocket(handle), writing ? 1 : 0, left) > 0 else {
            throw lost("no answer in \(Timeouts.answer / 1000) s")
        }
    }

    // MARK: Failures

    /// Closes the connection, and returns the failure.
    private func lost(_ why: String? = nil) -> StorageFailure {
        if isOpen {
            reason = why ?? lines(PQerrorMessage(handle))
            close()
        }
        return StorageFailure(.failed, "\(name): the connection is lost: \(reason)")
    }

    /// Returns the failure of a statement.
    ///
    /// - Parameter what: the failed operation, as `could not be written`.
    func failure(_ reply: borrowing Reply, _ what: String) -> StorageFailure {
        if reply.isFatal { return lost(reply.message) }
        let code = reply.code
        let kind: StorageFailure.Kind =
            switch code {
            case "55P03": .locked
            case "53200": .resources
            default: .failed
            }
        return StorageFailure(kind, "\(name) \(what): \(reply.message) (PostgreSQL \(code))")
    }

    /// Returns the failure of a damaged store.
    func damage(_ core: String, _ what: String) -> StorageFailure { .damage(core, in: name, what) }
}

extension StorageFailure {
    /// A core is not as it was written.
    static func damage(_ core: String, in database: String, _ what: String) -> StorageFailure {
        StorageFailure(.failed, "the core \"\(core)\" in \(database) is damaged: \(what)")
    }
}

/// Returns a text of libpq in one line.
private func lines(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "no memory is left" }
    let lines = String(cString: text).split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    return lines.isEmpty ? "it was closed" : lines.joined(separator: "; ")
}

/// Calls `body` with an array of C strings, which a null pointer ends.
private func withStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R?
) -> R? {
    // All texts in one piece of memory, each ended by a zero.
    var (bytes, starts): ([CChar], [Int]) = ([], [])
    for string in strings {
        starts.append(bytes.count)
        bytes += string.utf8CString
    }
    return bytes.withUnsafeBufferPointer { bytes in
        let pointers = starts.map { start in bytes.baseAddress.map { $0 + start } } + [nil]
        return pointers.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
    }
}
