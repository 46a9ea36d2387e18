import AditJSON

/// A registry of built tables, by the numbers that stand for them in a state's text. The core's loop.
///
/// `@unchecked Sendable`, as task-local values must be Sendable: it is bound on one thread, for one call that never
/// suspends.
final class BuiltTables: @unchecked Sendable {
    @TaskLocal static var current: BuiltTables?

    /// The tables; nil in place of those that were taken.
    private var tables: [(any TableParts)?] = []
    /// The number of the first table. Random, so that no text from outside can refer to a table.
    private let first = Int.random(in: Int.min...Int.max / 2)

    /// - Returns: the table's number.
    func add(_ table: any TableParts) -> Int {
        tables.append(table)
        return first + tables.count - 1
    }

    /// Returns the table with a number, once; nil if there is no such table, or it was taken.
    func remove(_ number: Int) -> (any TableParts)? {
        let (index, overflows) = number.subtractingReportingOverflow(first)
        guard !overflows, tables.indices.contains(index) else { return nil }
        return tables[index].take()
    }

    /// Calls `body` with these tables bound.
    func bind<R>(_ body: () throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        try BuiltTables.$current.withValue(self) { Result { () throws(CodingFailure) in try body() } }.get()
    }
}
