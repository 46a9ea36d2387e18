import AditJSON

/// A reader of the state in a storage. Members are read as one text in which each table is a number; the elements of a
/// table are read from the storage when the decoder reaches that number. The core's loop.
///
/// `@unchecked Sendable`, as task-local values must be Sendable: it is bound on one thread, for one call that never
/// suspends.
@usableFromInline
package final class RowSource: @unchecked Sendable {
    @TaskLocal private static var current: RowSource?

    /// The source that is being read; nil if none.
    @usableFromInline static var bound: RowSource? { current }

    private let storage: any StateStorage
    /// The maximum number of failures to collect; 0 to throw the first one.
    private let most: Int
    private var tables: [String] = []
    private var isRead: [Bool] = []
    private var isReading = false
    private let id = JSONWriter(capacity: 64)
    /// The storage's error, if reading it failed.
    private var storageFailure: (any Error)?
    /// The decoding failures, in the order found.
    package private(set) var failures: [CodingFailure] = []

    /// - Parameter most: the maximum number of failures to collect; 0 to throw the first one.
    package init(_ storage: any StateStorage, collecting most: Int = 0) {
        self.storage = storage
        self.most = most
    }

    /// Reads the stored state.
    ///
    /// - Parameter decode: decodes a state from a text in which tables are numbers.
    /// - Throws: ``StorageFailure`` if the storage cannot be read, ``CodingFailure`` if its contents are not a valid
    ///   state; when collecting, the last failure.
    package func read<S>(_ decode: (JSONReader) throws(CodingFailure) -> S) throws -> S {
        do throws(CodingFailure) {
            let result: Result<S, CodingFailure> = RowSource.$current.withValue(self) {
                SlowKey.$areTaken.withValue(true) { Result { () throws(CodingFailure) in try decoded(decode) } }
            }
            let state = try result.get()
            if let last = failures.last { throw last }
            return state
        } catch {
            if let storageFailure { throw storageFailure }
            if failures.last != error { failures.append(error) }
            throw error
        }
    }

    private func decoded<S>(_ decode: (JSONReader) throws(CodingFailure) -> S) throws(CodingFailure) -> S {
        let text = JSONWriter()
        try readMembers().write(to: text)
        return try JSONReader.read(text.bytes, as: "members that are", decode)
    }

    private func readMembers() throws(CodingFailure) -> StoredMembers {
        let members = StoredMembers()
        do {
            try storage.readMembers { (path, value) throws(CodingFailure) in
                if isRecord(path) { return }
                do throws(CodingFailure) { try members.add(value, at: path) } catch { try self.collect(error) }
            }
            tables = try storage.readTables()
            isRead = tables.map { _ in false }
            for (number, path) in tables.enumerated() { try members.add(table: number, at: path) }
        } catch {
            throw record(error)
        }
        return members
    }

    /// Passes each element of a table to `body`.
    ///
    /// - Parameter body: takes an element's row and its value.
    @usableFromInline
    func readElements(
        _ number: Int, _ body: (StoredElement, JSONReader) throws(CodingFailure) -> Void
    ) throws(CodingFailure) {
        // Tables occur as members only, never in elements, and each once.
        guard !isReading, tables.indices.contains(number), !isRead[number] else {
            throw CodingFailure(path: "", reason: "found the number \(number); an object is expected")
        }
        isRead[number] = true
        isReading = true
        defer { isReading = false }
        do {
            try storage.readElements(of: tables[number]) { (id, value) throws(CodingFailure) in
                do throws(CodingFailure) {
                    try JSONReader.read(value.bytes, as: "what is") { (reader) throws(CodingFailure) in
                        try body(StoredElement(id, self.id), reader)
                    }
                } catch {
                    try self.collect(error.within(id.string).within("entities"), in: number)
                }
            }
        } catch {
            throw record(error)
        }
    }

    /// Records a failure; throws it once the maximum is reached.
    private func collect(_ failure: CodingFailure, in table: Int? = nil) throws(CodingFailure) {
        if most == 0 { throw failure }
        failures.append(table.map { failure.within(pointer: tables[$0]) } ?? failure)
        if failures.count >= most { throw failure }
    }

    private func record(_ error: any Error) -> CodingFailure {
        if let failure = error as? CodingFailure { return failure }
        storageFailure = error
        return CodingFailure(path: "", reason: "\(error)")
    }
}
