import AditJSON

/// Hands out tables that have been built where a state is read: in the state's text, such a table is a number. The core's
/// loop.
///
/// It is unchecked for being Sendable, as a task-local value has to be: it is bound on one thread, for one call in which
/// nothing is suspended.
final class BuiltTables: @unchecked Sendable {
    @TaskLocal static var current: BuiltTables?

    private var tables: [any TableParts] = []
    private var isTaken: [Bool] = []
    /// The number of the first. Nobody knows it who writes texts of states.
    private let first = Int.random(in: Int.min...Int.max / 2)

    /// - Returns: the table's number.
    func add(_ table: any TableParts) -> Int {
        tables.append(table)
        isTaken.append(false)
        return first + tables.count - 1
    }

    /// The table of a number; nil where there is none, or it has been taken.
    func take(_ number: Int) -> (any TableParts)? {
        let (index, overflows) = number.subtractingReportingOverflow(first)
        guard !overflows, tables.indices.contains(index), !isTaken[index] else { return nil }
        isTaken[index] = true
        return tables[index]
    }

    /// Calls `body` where tables are read.
    func bind<R>(_ body: () throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        try BuiltTables.$current.withValue(self) { Result { () throws(CodingFailure) in try body() } }.get()
    }
}
