import Testing
@testable import Adit
import AditCodable
@testable import AditJSON
@testable import AditState

/// A state that is no `@Model`.
private struct Plain: State, Codable, Equatable {
    var name = "a"
    var numbers = [1, 2]
    enum Change { case set(String) }
    mutating func apply(_ change: Change) { if case .set(let name) = change { self.name = name } }
}

/// GIVEN a state that is no `@Model`, with a storage WHEN it changes THEN it is stored as one value.
struct WholeStateTests {
    @Test func `it is one member, whose pointer is empty`() throws {
        let storage = MemoryStorage()
        let store = try StateStore(Plain(), storage: storage)
        #expect(try members(of: storage) == [#" = {"name":"a","numbers":[1,2]}"#])
        store.change(.set("b"))
        #expect(try members(of: storage) == [#" = {"name":"b","numbers":[1,2]}"#])
        #expect(try StateStore(Plain(), storage: storage).state().name == "b")
    }

    @Test func `the journal has what it was`() throws {
        let (rows, journal) = (RowWriter(isWhole: true), JSONWriter())
        let sink = RecordedRows()
        let coding = StateCoding<Plain>.bridged()
        for (old, new) in [("a", "b"), ("b", "b")] {
            rows.begin(sink, journal: journal) { writer throws(CodingFailure) in
                try coding.write(Plain(name: old), writer)
            }
            let changes = ChangeWriter(
                nil, wantsAll: false,
                writeState: { writer throws(CodingFailure) in try coding.write(Plain(name: new), writer) })
            changes.begin(wantsAll: false, rows: rows)
            try changes.replaceState()
            try changes.replaceState()
        }
        #expect(sink.lines == [#"put  {"name":"b","numbers":[1,2]}"#])
        #expect(
            journal.text == #"{"op":"replace","path":"","old":{"name":"a","numbers":[1,2]},"#
                + #""value":{"name":"b","numbers":[1,2]}}"#)
    }

    private func members(of storage: MemoryStorage) throws -> [String] {
        var members: [String] = []
        try storage.readMembers { path, value in members.append("\(path) = \(value.string)") }
        return members
    }
}
