import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

@Model
private struct Note: Identifiable {
    let id: String
    var text = ""
}

@Model
private struct Margin: Equatable {
    var left: Int?
}

@Model
private struct Notebook: State {
    var title = "a"
    var pages: Int?
    var tags: [String] = []
    var margin = Margin()
    var notes: Table<String, Note> = []
    enum Change {}
    mutating func apply(_ change: Change) {}
}

/// GIVEN a state that is stored in parts WHEN a batch changes it THEN that and no more is given to the storage and to
/// the journal.
struct RowOperationTests {
    private let book = Notebook(notes: ["a", "b", "c", "d"].reduce(into: []) { $0.append(Note(id: $1)) })

    @Test func `nothing has no rows`() throws {
        let none = try WrittenBatch(book) { _ in }
        #expect(none.rows == [] && none.journal == [])
        let equal = try WrittenBatch(book) {
            $0.title = "a"
            $0.tags = []
            $0.notes.update("a") { $0.text = "" }
            $0.notes.append(Note(id: "x"))
            $0.notes.remove("x")
            $0.notes.move("b", to: 3)
            $0.notes.move("b", to: 1)
        }
        #expect(equal.rows == [] && equal.journal == [])
    }

    @Test func `members have rows`() throws {
        let batch = try WrittenBatch(book) {
            $0.title = "b"
            $0.pages = 7
            $0.tags = ["x"]
            $0.margin.left = 1
        }
        #expect(batch.rows == [#"put /title "b""#, "put /pages 7", #"put /tags ["x"]"#, "put /margin/left 1"])
        #expect(
            batch.journal == [
                #"{"op":"replace","path":"/title","old":"a","value":"b"}"#,
                #"{"op":"add","path":"/pages","value":7}"#,
                #"{"op":"replace","path":"/tags","old":[],"value":["x"]}"#,
                #"{"op":"add","path":"/margin/left","value":1}"#,
            ])
    }

    @Test func `a member that is absent has no row`() throws {
        var book = book
        book.pages = 7
        let batch = try WrittenBatch(book) { $0.pages = nil }
        #expect(batch.rows == ["remove /pages"])
        #expect(batch.journal == [#"{"op":"remove","path":"/pages","old":7}"#])
    }

    @Test func `elements have rows, and places among the others`() throws {
        let batch = try WrittenBatch(book) {
            $0.notes.remove("b")
            $0.notes.update("c") { $0.text = "c" }
            $0.notes.insert(Note(id: "x"), at: 0)
            $0.notes.append(Note(id: "y"))
            $0.notes.move("d", to: 1)
        }
        #expect(
            batch.rows == [
                "remove /notes b", #"replace /notes c: {"id":"c","text":"c"}"#,
                #"insert /notes x after nothing: {"id":"x","text":""}"#, "move /notes d after x",
                #"insert /notes y after c: {"id":"y","text":""}"#,
            ])
        #expect(
            batch.journal == [
                #"{"op":"remove","path":"/notes/entities/b","old":{"id":"b","text":""}}"#,
                #"{"op":"replace","path":"/notes/entities/c","old":{"id":"c","text":""},"value":{"id":"c","text":"c"}}"#,
                #"{"op":"add","path":"/notes/entities/x","value":{"id":"x","text":""}}"#,
                #"{"op":"add","path":"/notes/entities/y","value":{"id":"y","text":""}}"#,
                #"{"op":"remove","path":"/notes/ids/1","old":"b"}"#,
                #"{"op":"add","path":"/notes/ids/0","value":"x"}"#,
                #"{"op":"move","from":"/notes/ids/3","path":"/notes/ids/1"}"#,
                #"{"op":"add","path":"/notes/ids/4","value":"y"}"#,
            ])
    }

    @Test func `what is appended comes behind the last`() throws {
        let batch = try WrittenBatch(book) {
            $0.notes.append(Note(id: "x"))
            $0.notes.append(Note(id: "y"))
        }
        #expect(
            batch.rows == [
                #"insert /notes x after d: {"id":"x","text":""}"#, #"insert /notes y after x: {"id":"y","text":""}"#,
            ])
        #expect(
            batch.journal == [
                #"{"op":"add","path":"/notes/entities/x","value":{"id":"x","text":""}}"#,
                #"{"op":"add","path":"/notes/entities/y","value":{"id":"y","text":""}}"#,
                #"{"op":"add","path":"/notes/ids/4","value":"x"}"#, #"{"op":"add","path":"/notes/ids/5","value":"y"}"#,
            ])
    }

    @Test func `a table that is assigned is told by what differs`() throws {
        let batch = try WrittenBatch(book) { $0.notes = Table($0.notes.filter { $0.id != "c" }) }
        #expect(batch.rows == ["remove /notes c"])
        #expect(batch.journal.count == 2)
    }

    @Test func `one of which too much differs is told as a whole`() throws {
        let many = Notebook(notes: (0..<3000).reduce(into: []) { $0.append(Note(id: "\($1)")) })
        let batch = try WrittenBatch(many) { $0.notes = Table($0.notes.reversed()) }
        #expect(batch.rows.count == 3001)
        #expect(
            batch.rows.prefix(3) == [
                "removeAll /notes", #"insert /notes 2999 after nothing: {"id":"2999","text":""}"#,
                #"insert /notes 2998 after 2999: {"id":"2998","text":""}"#,
            ])
        #expect(batch.journal.count == 1)
        #expect(batch.journal[0].hasPrefix(#"{"op":"replace","path":"/notes","old":{"ids":["0","1","#))
    }

    // Swift holds both for the same text, and so for the same id.
    @Test func `an id that is spelled in another way is another row`() throws {
        let (one, other) = ("\u{E9}", "e\u{301}")
        var book = book
        book.notes.insert(Note(id: one), at: 1)
        let batch = try WrittenBatch(book) { $0.notes.update(Note(id: other)) }
        #expect(
            batch.rows == [
                "remove /notes \(one)", "insert /notes \(other) after a: {\"id\":\"\(other)\",\"text\":\"\"}",
            ])
        #expect(
            batch.journal.last
                == "{\"op\":\"replace\",\"path\":\"/notes/ids/1\",\"old\":\"\(one)\",\"value\":\"\(other)\"}")
    }

    @Test func `keys are escaped`() throws {
        let batch = try WrittenBatch(book) { $0.notes.append(Note(id: "/~\"")) }
        #expect(batch.rows == [#"insert /notes /~" after d: {"id":"/~\"","text":""}"#])
        #expect(batch.journal[0].hasPrefix(#"{"op":"add","path":"/notes/entities/~1~0\"","#))
    }

    @Test func `where the storage fails, nothing more is given to it`() throws {
        let batch = try WrittenBatch(book, failsAt: 1) {
            $0.title = "b"
            $0.pages = 7
            $0.notes.remove("a")
        }
        #expect(batch.rows == [#"put /title "b""#])
        #expect(batch.failure as? StorageFailure == StorageFailure(.failed, "the disk is full"))
    }

    @Test func `all of a state`() throws {
        let sink = RecordedRows()
        try StateCoding<Notebook>.generated().writeAll(book, to: sink)
        #expect(
            sink.lines == [
                #"put /title "a""#, "put /tags []", "put /margin {}", "declare /notes",
                #"insert /notes a after nothing: {"id":"a","text":""}"#,
                #"insert /notes b after a: {"id":"b","text":""}"#,
                #"insert /notes c after b: {"id":"c","text":""}"#, #"insert /notes d after c: {"id":"d","text":""}"#,
            ])
        sink.failsAt = sink.lines.count + 5
        #expect(throws: StorageFailure(.failed, "the disk is full")) {
            try StateCoding<Notebook>.generated().writeAll(book, to: sink)
        }
    }

    @Test func `what has no JSON is named`() throws {
        var sample = Sample()
        sample.table.append(Sample.Reading(id: "r", value: .nan))
        let coding = StateCoding<Sample>.generated()
        #expect(throws: CodingFailure.self) { try coding.writeAll(sample, to: RecordedRows()) }
        let failure = #expect(throws: CodingFailure.self) {
            try WrittenBatch(Sample()) { $0.table.append(Sample.Reading(id: "r", value: .nan)) }
        }
        #expect(failure?.path == "table.r.value")
    }
}

@Model
private struct Sample: State {
    var table: Table<String, Reading> = []
    enum Change {}
    mutating func apply(_ change: Change) {}

    struct Reading: Identifiable {
        let id: String
        var value: Double
    }
}
