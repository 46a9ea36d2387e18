import AditJSON

/// Reads a state out of the rows of a storage: the members as one text, in which a table is a number, and the elements of a
/// table when it is read. The core's loop.
///
/// It is unchecked for being Sendable, as a task-local value has to be: it is bound on one thread, for one call in which nothing
/// is suspended.
@usableFromInline
package final class RowSource: @unchecked Sendable {
    @TaskLocal private static var current: RowSource?

    /// The one that is read from; nil where none is.
    @usableFromInline static var bound: RowSource? { current }

    private let storage: any StateStorage
    /// How many failures are collected; 0: the first is thrown.
    private let most: Int
    private var tables: [String] = []
    private var isRead: [Bool] = []
    private var isReading = false
    private let id = JSONWriter(capacity: 64)
    /// Why the storage could not be read.
    private var storageFailure: (any Error)?
    /// Why what is stored is not what is expected, in the order in which it was found.
    package private(set) var failures: [CodingFailure] = []

    /// - Parameter most: how many failures are collected; 0: the first is thrown.
    package init(_ storage: any StateStorage, collecting most: Int = 0) {
        self.storage = storage
        self.most = most
    }

    /// Reads the state that is stored.
    ///
    /// - Parameter decode: makes a state of a text in which tables are numbers.
    /// - Throws: ``StorageFailure`` where the storage cannot be read, and ``CodingFailure`` where what is stored is no such state; where
    ///   failures are collected, the last of these.
    package func read<S>(_ decode: (JSONValue) throws(CodingFailure) -> S) throws -> S {
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

    private func decoded<S>(_ decode: (JSONValue) throws(CodingFailure) -> S) throws(CodingFailure) -> S {
        let text = JSONWriter()
        try readMembers().write(to: text)
        return try BorrowedDocument(parsing: text.bytes, as: "members that are").withRoot(decode)
    }

    private func readMembers() throws(CodingFailure) -> StoredMembers {
        let members = StoredMembers()
        do {
            try storage.readMembers { (path, value) throws(CodingFailure) in
                do throws(CodingFailure) { try members.add(value, at: path) } catch { try self.collect(error) }
            }
            tables = try storage.readTables()
            isRead = tables.map { _ in false }
            for (number, path) in tables.enumerated() { try members.add(table: number, at: path) }
        } catch {
            throw keep(error)
        }
        return members
    }

    /// Gives the elements of a table.
    ///
    /// - Parameter body: is given an element's row, and its value.
    @usableFromInline
    func readElements(
        _ number: Int, _ body: (StoredElement, JSONReader) throws(CodingFailure) -> Void
    ) throws(CodingFailure) {
        // Tables are members, and not in elements; and each is there once.
        guard !isReading, tables.indices.contains(number), !isRead[number] else {
            throw CodingFailure(path: "", reason: "found the number \(number); an object is expected")
        }
        isRead[number] = true
        isReading = true
        defer { isReading = false }
        do {
            try storage.readElements(of: tables[number]) { (id, value) throws(CodingFailure) in
                do throws(CodingFailure) {
                    let document = try BorrowedDocument(parsing: value.bytes, as: "what is")
                    try document.withRoot { (root) throws(CodingFailure) in
                        try body(StoredElement(id, self.id), JSONReader(root))
                    }
                } catch {
                    try self.collect(error.within(id.string).within("entities"), in: number)
                }
            }
        } catch {
            throw keep(error)
        }
    }

    /// Keeps a failure, and goes on where there may be more.
    private func collect(_ failure: CodingFailure, in table: Int? = nil) throws(CodingFailure) {
        if most == 0 { throw failure }
        let keys = table.flatMap { JSONPointer(tables[$0])?.tokens } ?? []
        failures.append(keys.reversed().reduce(failure) { $0.within($1) })
        if failures.count >= most { throw failure }
    }

    private func keep(_ error: any Error) -> CodingFailure {
        if let failure = error as? CodingFailure { return failure }
        storageFailure = error
        return CodingFailure(path: "", reason: "\(error)")
    }
}
