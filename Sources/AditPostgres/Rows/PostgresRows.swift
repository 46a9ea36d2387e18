import AditJSON
import AditState

/// The rows of a core's state and of its journal in a transaction.
///
/// Statements are sent without waiting for their answers, which ``finish()`` receives: they have the checksums of the rows
/// that were replaced or removed. Without a connection they are recorded, for another thread that sends them
/// (``send(by:)``) and takes their answers (``take(_:)``).
final class PostgresRows: RowSink {
    /// What the answer to a statement is expected to be, and how it changes the checksum of the state.
    private enum Expectation {
        case done
        /// A row with the epoch of this writer.
        case fence
        /// A member was put, or removed.
        case member(added: UInt64)
        case memberRemoved(String)
        case part(UInt64)
        case inserted(sum: UInt64, id: UInt64, table: String, name: String)
        case insertedAll(sum: UInt64, count: Int, table: String, name: String)
        case replaced(sum: UInt64, name: String)
        case moved(id: UInt64, table: String, name: String)
        case removed(id: UInt64, seed: UInt64, name: String)
        case allRemoved(seed: UInt64)
        case spread(seed: UInt64)
        /// The oldest row of the journal, after others were removed.
        case oldest
    }

    private let connection: Connection?
    /// The address of the database, in messages.
    private let database: String
    private let core: String
    private let name: Parameter
    private var recorded = EncodedStatements()
    private var expected: [Expectation] = []
    private var received = 0
    /// Elements that are not sent yet, as more may follow them.
    private var run: InsertedRun?
    /// The tables with a place of too many digits.
    private var crowded: Set<ByteString> = []
    /// The number of digits from which on the elements of a table get new places.
    private static let mostDigits = 400
    /// The checksum of all rows: the sum of theirs, modulo 2⁶⁴.
    private(set) var checksum: UInt64
    /// What the journal has after the transaction has removed the oldest rows; nil unless it has.
    private(set) var trimmed: JournalExtent.Rows?

    /// - Parameters:
    ///   - connection: sends each statement; nil to record them.
    ///   - database: the address in messages.
    ///   - checksum: that of the rows before the transaction.
    init(_ connection: Connection?, _ database: String, core: String, checksum: UInt64) {
        self.connection = connection
        self.database = database
        self.core = core
        name = StoredText.parameter(core)
        self.checksum = checksum
    }

    /// Begins a transaction that locks the core's row where it has the writer's epoch.
    ///
    /// - Parameter isSynced: whether its commit waits as the connection's do.
    func begin(epoch: Int64, isSynced: Bool = true) throws(StorageFailure) {
        try send(.done, .begin)
        if !isSynced { try send(.done, .beginUnsynced) }
        try send(.fence, .fence, name, .integer(epoch))
    }

    private func send(
        _ expectation: Expectation, _ statement: Statement, _ parameters: Parameter...
    ) throws(StorageFailure) {
        try endRun()
        expected.append(expectation)
        guard let connection else { return try recorded.append(statement, parameters) }
        try connection.send(statement, parameters)
        // Those of a large import would fill the memory.
        if expected.count >= 4096 { try finish() }
    }

    /// Receives the answers, and gives the elements of a table new places where many were inserted at one.
    ///
    /// - Throws: ``StorageFailure`` `fenced` if another writer has the core, `failed` if a row is not there.
    func finish() throws(StorageFailure) {
        try endRun()
        guard let connection else { return }
        defer {
            expected.removeAll(keepingCapacity: true)
            received = 0
        }
        try connection.receive(take)
        if try sendSpreading(by: connection) { try connection.receive(take) }
    }

    // MARK: Recorded statements

    /// Sends the recorded statements.
    func send(by connection: Connection) throws(StorageFailure) { try connection.send(recorded) }

    /// The size of the recorded statements.
    var size: Int { recorded.size }

    /// Takes the answer to the next statement.
    func take(_ reply: borrowing Reply) throws(StorageFailure) {
        defer { received += 1 }
        try check(expected[received], reply)
    }

    /// Whether all answers were taken.
    var isAnswered: Bool { received == expected.count }

    /// Sends the statements by which elements get new places, once all others were answered.
    ///
    /// - Returns: false if there are none.
    func sendSpreading(by connection: Connection) throws(StorageFailure) -> Bool {
        if crowded.isEmpty { return false }
        for table in crowded {
            try connection.send(.spread, [name, StoredText.parameter(table.string)])
            expected.append(.spread(seed: RowChecksum.seed(of: table.string)))
        }
        crowded = []
        return true
    }

    /// Forgets the answers: the transaction was rolled back, and the statements are sent once more.
    ///
    /// - Parameter checksum: that of the rows before the transaction.
    func rewind(to checksum: UInt64) {
        self.checksum = checksum
        expected.removeLast(expected.count - recorded.count)
        (received, crowded, trimmed) = (0, [], nil)
    }

    private func check(_ expectation: Expectation, _ reply: borrowing Reply) throws(StorageFailure) {
        switch expectation {
        case .done: break
        case .fence: if reply.count != 1 { throw fenced }
        case .member(let added):
            checksum &+= added
            if !reply.isNull(0, 0) { checksum &-= reply.checksum(0, 0) }
        case .memberRemoved(let path):
            guard reply.count == 1 else { throw missing("member \(path)") }
            checksum &-= reply.checksum(0, 0)
        case .part(let sum): if reply.written == 1 { checksum &+= sum }
        case .inserted(let sum, let id, let table, let name):
            guard reply.count == 1 else { throw missing(name) }
            let place = reply.text(0, 0)
            checksum &+= sum &+ Self.place(place, id, RowChecksum.seed(of: table))
            note(place, in: table)
        case .insertedAll(let sum, let count, let table, let name):
            guard reply.count == count else { throw missing(name) }
            let seed = RowChecksum.seed(of: table)
            checksum &+= sum
            for row in 0..<count {
                let (place, id) = (reply.text(row, 0), reply.text(row, 1))
                checksum &+= Self.place(place, StoredText.withName(id.bytes) { AditJSON.checksum(of: $0) }, seed)
                note(place, in: table)
            }
        case .replaced(let sum, let name):
            guard reply.count == 1 else { throw missing(name) }
            checksum &+= sum &- reply.checksum(0, 0)
        case .moved(let id, let table, let name):
            guard reply.count == 1 else { throw missing(name) }
            let (seed, place) = (RowChecksum.seed(of: table), reply.text(0, 1))
            checksum &+= Self.place(place, id, seed) &- Self.place(reply.text(0, 0), id, seed)
            note(place, in: table)
        case .removed(let id, let seed, let name):
            guard reply.count == 1 else { throw missing(name) }
            checksum &-= reply.checksum(0, 0) &+ Self.place(reply.text(0, 1), id, seed)
        case .allRemoved(let seed):
            for row in 0..<reply.count {
                let id = StoredText.withName(reply.text(row, 2).bytes) { AditJSON.checksum(of: $0) }
                checksum &-= reply.checksum(row, 0) &+ Self.place(reply.text(row, 1), id, seed)
            }
        case .spread(let seed):
            for row in 0..<reply.count {
                let id = StoredText.withName(reply.text(row, 0).bytes) { AditJSON.checksum(of: $0) }
                checksum &+= Self.place(reply.text(row, 2), id, seed) &- Self.place(reply.text(row, 1), id, seed)
            }
        case .oldest: trimmed = JournalExtent.Rows(reply)
        }
    }

    private func note(_ place: RowText, in table: String) {
        if place.bytes.count > Self.mostDigits { crowded.insert(ByteString(table)) }
    }

    /// Returns the checksum of an element's place, which its row's own does not include: only the database knows it when
    /// the row is written.
    static func place(_ place: RowText, _ id: UInt64, _ seed: UInt64) -> UInt64 {
        RowChecksum.spot(id &+ seed, AditJSON.checksum(of: place.bytes))
    }

    private func missing(_ what: String) -> StorageFailure {
        .damage(core, in: database, "found no \(what), and the state has it")
    }

    private var fenced: StorageFailure { .fenced(core, in: database) }

    // MARK: The journal

    /// Appends a row to the journal.
    func append(_ row: JournalRow, _ entries: RowText) throws(StorageFailure) {
        try send(
            .done, .append, name, .integer(row.number), .integer(Int64(row.head.revision)),
            .integer(Int64(row.head.opens)), .integer(row.time), .integer(row.begins), .integer(row.ends),
            .checksum(row.checksum(entries)), .text(entries.bytes))
    }

    /// Removes the rows of the journal that end or are before a limit, except the row with a number.
    func trimJournal(before number: Int64, _ limit: (ends: Int64, time: Int64)) throws(StorageFailure) {
        try send(.done, .trim, name, .integer(number), .integer(limit.ends), .integer(limit.time))
        try send(.oldest, .oldest, name)
    }

    func removeJournal() throws(StorageFailure) { try send(.done, .removeJournal, name) }

    // MARK: RowSink

    func put(_ value: RowText, of member: String) throws(StorageFailure) {
        var path = member
        let sum = path.withUTF8 { RowChecksum.member(UnsafeRawBufferPointer($0), value.bytes) }
        try send(
            .member(added: sum), .put, name, StoredText.parameter(member), .checksum(sum), .text(value.bytes))
    }

    func remove(_ member: String) throws(StorageFailure) {
        try send(.memberRemoved(member), .removeMember, name, StoredText.parameter(member))
    }

    func declare(_ table: String) throws(StorageFailure) {
        try send(.part(RowChecksum.part(table, table)), .declare, name, StoredText.parameter(table))
    }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let hash = AditJSON.checksum(of: id.bytes)
        let element = InsertedRun.Element(
            id: Array(id.bytes), value: Array(value.bytes), hash: hash,
            sum: RowChecksum.element(hash, value.bytes, seed: RowChecksum.seed(of: table)))
        guard run?.isFollowed(in: table, after: place) == true else {
            try endRun()
            run = InsertedRun(in: table, after: place, element)
            return
        }
        run?.append(element)
    }

    /// Sends the elements that were inserted last.
    func endRun() throws(StorageFailure) {
        guard let run else { return }
        self.run = nil
        let (table, part, first) = (run.table, StoredText.parameter(run.table), run.elements[0])
        let name = run.place.map { "\(String(decoding: $0, as: UTF8.self)) in \(table)" } ?? table
        let inserted = Expectation.inserted(sum: first.sum, id: first.hash, table: table, name: name)
        let (id, sum, value) = (
            StoredText.parameter(first.id), Parameter.checksum(first.sum), Parameter.bytes(first.value)
        )
        guard let place = run.place.map(StoredText.parameter) else {
            return try send(inserted, .insertFirst, self.name, part, id, sum, value)
        }
        guard run.elements.count > 1 else {
            return try send(inserted, .insert, self.name, part, id, place, sum, value)
        }
        let all = Expectation.insertedAll(
            sum: run.elements.reduce(0) { $0 &+ $1.sum }, count: run.elements.count, table: table, name: name)
        let (ids, sums, values) = run.parameters
        try send(all, .insertAll, self.name, part, ids, place, sums, values)
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        let sum = RowChecksum.element(id.bytes, value.bytes, seed: RowChecksum.seed(of: table))
        try send(
            .replaced(sum: sum, name: "\(id.string) in \(table)"), .replace, name, StoredText.parameter(table),
            StoredText.parameter(id.bytes), .checksum(sum), .text(value.bytes))
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let expectation = Expectation.moved(
            id: AditJSON.checksum(of: id.bytes), table: table, name: "\(id.string) in \(table)")
        let (part, row) = (StoredText.parameter(table), StoredText.parameter(id.bytes))
        guard let place else { return try send(expectation, .moveFirst, name, part, row) }
        try send(expectation, .move, name, part, row, StoredText.parameter(place.bytes))
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) {
        try send(
            .removed(
                id: AditJSON.checksum(of: id.bytes), seed: RowChecksum.seed(of: table), name: "\(id.string) in \(table)"
            ),
            .remove, name, StoredText.parameter(table), StoredText.parameter(id.bytes))
    }

    func removeAll(in table: String) throws(StorageFailure) {
        try send(.allRemoved(seed: RowChecksum.seed(of: table)), .removeAll, name, StoredText.parameter(table))
    }
}

extension StorageFailure {
    /// Another writer has opened the core since.
    static func fenced(_ core: String, in database: String) -> StorageFailure {
        StorageFailure(
            .fenced,
            "the core \"\(core)\" in \(database) could not be written: it was opened elsewhere since, or removed; "
                + "close this one")
    }
}
