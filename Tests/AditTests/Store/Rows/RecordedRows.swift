import TestSupport
@testable import Adit
@testable import AditJSON
@testable import AditState

/// Writes down what it is given; fails at a call, if it is told to.
final class RecordedRows: RowSink {
    private(set) var lines: [String] = []
    var failsAt: Int?

    private func take(_ line: String) throws(StorageFailure) {
        if lines.count == failsAt { throw StorageFailure(.failed, "the disk is full") }
        lines.append(line)
    }

    func put(_ value: RowText, of member: String) throws(StorageFailure) { try take("put \(member) \(value.string)") }
    func remove(_ member: String) throws(StorageFailure) { try take("remove \(member)") }
    func declare(_ table: String) throws(StorageFailure) { try take("declare \(table)") }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        try take("insert \(table) \(id.string) after \(place?.string ?? "nothing"): \(value.string)")
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        try take("replace \(table) \(id.string): \(value.string)")
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        try take("move \(table) \(id.string) after \(place?.string ?? "nothing")")
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) { try take("remove \(table) \(id.string)") }
    func removeAll(in table: String) throws(StorageFailure) { try take("removeAll \(table)") }
}

/// What one batch gives a storage and the journal.
struct WrittenBatch {
    let rows: [String]
    let journal: [String]
    let failure: (any Error)?

    init<S: State & WireModel>(_ state: S, failsAt: Int? = nil, _ body: (inout S) -> Void) throws {
        var (state, original) = (state, state)
        state.forgetChanges()
        state.saveOriginal(in: &original)
        body(&state)
        let (sink, journal) = (RecordedRows(), JSONWriter())
        sink.failsAt = failsAt
        let coding = StateCoding<S>.generated()
        let rows = RowWriter(isWhole: coding.isWhole)
        rows.begin(sink, journal: journal) { [original] writer throws(CodingFailure) in
            try coding.write(original, writer)
        }
        let changes = ChangeWriter(
            nil, wantsAll: false,
            writeState: { [state] writer throws(CodingFailure) in try coding.write(state, writer) })
        changes.begin(wantsAll: false, rows: rows)
        try state.writeChanges(since: original, to: changes)
        failure = rows.failure
        rows.end()
        self.rows = sink.lines
        self.journal = try withJSON("[\(journal.text)]") { list in
            list.array.map { entry in
                let writer = JSONWriter()
                writer.write(entry)
                return writer.text
            }
        }
    }
}
