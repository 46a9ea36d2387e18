import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

@Model
private struct Pane: Equatable {
    var width: Int?
    var height = 3
}

@Model
private struct Card: Identifiable, Equatable {
    let id: Int
    var text: String
    var parts: Table<Int, Part> = []
    struct Part: Identifiable, Equatable { let id: Int }
}

@Model
private struct Desk: State {
    var name: String
    var pane = Pane(width: 5)
    var cards: Table<Int, Card> = []
    var more: Table<Int, Card> = []
    enum Change {}
    mutating func apply(_ change: Change) {}
}

/// GIVEN rows in a storage WHEN a state is read from them.
struct StoredStateTests {
    private let coding = StateCoding<Desk>.generated()

    private func storage(_ rows: (any RowSink) throws -> Void) throws -> MemoryStorage {
        let storage = MemoryStorage()
        try storage.write(StorageHead(revision: 1, opens: 1), entries: { .empty }, rows)
        return storage
    }

    private func failures(_ rows: (any RowSink) throws -> Void) throws -> [String] {
        let storage = try storage(rows)
        let failures = try coding.failures(storage)
        if let first = failures.first {
            #expect(throws: first) { try coding.readStored(storage) }
        }
        return failures.map(\.description)
    }

    @Test func `THEN there is none where nothing is stored`() throws {
        #expect(try coding.readStored(MemoryStorage()) == nil)
    }

    @Test func `THEN members that are absent are absent, also where that is not what they are at first`() throws {
        let storage = try storage { try coding.writeAll(Desk(name: "a", pane: Pane(width: nil)), to: $0) }
        #expect(try coding.readStored(storage)?.pane == Pane(width: nil))
    }

    // It was added to the app since, or a repair has found no trace of it.
    @Test func `THEN a table that is not declared is declared when the storage is opened`() throws {
        let storage = try storage { sink in
            try sink.put("\"a\"", of: "/name")
            try sink.declare("/cards")
            try sink.insert("{\"id\":1,\"text\":\"a\"}", "1", in: "/cards", after: nil)
        }
        let state = try StatePersister.open(storage, first: Desk(name: ""), coding).state
        #expect(state.cards.count == 1)
        #expect(storage.readTables().sorted() == ["/cards", "/more"])
    }

    @Test func `THEN members of which there is no row are what they are at first`() throws {
        let storage = try storage { try $0.put("\"a\"", of: "/name") }
        let desk = try #require(try coding.readStored(storage))
        #expect(desk.pane == Pane(width: 5) && desk.cards.isEmpty)
    }

    @Test func `THEN a member that is missing, unknown, or another thing is named`() throws {
        #expect(try failures { _ in } == ["missing key \"name\"; found no key"])
        #expect(
            try failures {
                try $0.put("\"a\"", of: "/name")
                try $0.put("1", of: "/pane/hight")
            } == ["pane: unknown key \"hight\"; did you mean \"height\"? one of width, height"])
        #expect(try failures { try $0.put("7", of: "/name") } == ["name: found the number 7; a string is expected"])
        #expect(
            try failures {
                try $0.put("\"a\"", of: "/name")
                try $0.declare("/old")
            } == ["unknown key \"old\"; one of name, pane, cards, more"])
    }

    @Test func `THEN rows that cannot be are named`() throws {
        #expect(
            try failures {
                try $0.put("\"a\"", of: "/name")
                try $0.put("1", of: "/pane")
                try $0.put("1", of: "/pane/width")
            } == ["pane.width: found a row within one that is no object"])
        #expect(
            try failures {
                try $0.put("[]", of: "/cards")
                try $0.declare("/cards")
            } == ["/cards: found two rows of that name; one is expected"])
    }

    @Test func `THEN the elements that cannot be read are named, each`() throws {
        let found = try failures {
            try $0.put("\"a\"", of: "/name")
            for table in ["/cards", "/more"] {
                try $0.declare(table)
                try $0.insert("{\"id\":1,\"text\":\"a\"}", "1", in: table, after: nil)
                try $0.insert("{\"id\":2,\"text\":3}", "2", in: table, after: "1")
                try $0.insert("{\"id\":4,\"text\":\"a\"}", "3", in: table, after: "2")
                try $0.insert("{\"id\":", "5", in: table, after: "3")
                try $0.insert("{\"id\":1,\"text\":\"b\"}", "01", in: table, after: "5")
                try $0.insert("{\"id\":6,\"text\":\"b\",\"parts\":0}", "6", in: table, after: "01")
            }
        }
        let each = [
            "2.text: found the number 3; a string is expected",
            "3: found an element with the id \"4\"; one with the row's is expected",
            "5: found what is no JSON: found the end of the text; a value is expected (byte 6)",
            "01: found an element with the id \"1\"; one with the row's is expected",
            "6.parts: found the number 0; an object is expected",
        ]
        #expect(found == each.map { "cards.entities.\($0)" } + each.map { "more.entities.\($0)" })
    }

    @Test func `THEN no more than twenty failures are collected`() throws {
        let storage = try storage {
            try $0.put("\"a\"", of: "/name")
            try $0.declare("/cards")
            for id in 0..<30 { try $0.insert("null", RowText("\(id)"), in: "/cards", after: nil) }
        }
        #expect(try coding.failures(storage).count == 20)
    }

    @Test func `THEN an element that is there twice is named`() throws {
        let storage = TwiceStorage()
        #expect(
            throws: CodingFailure(
                path: "cards.entities.1", reason: "found it a second time; each element is expected once")
        ) { try coding.readStored(storage) }
    }

    @Test func `THEN a storage that cannot be read is no matter of the state`() throws {
        let storage = TwiceStorage()
        storage.fails = true
        #expect(throws: StorageFailure(.failed, "the disk is gone")) { try coding.readStored(storage) }
        #expect(throws: StorageFailure(.failed, "the disk is gone")) { try coding.failures(storage) }
    }
}

/// A storage as it should not be.
private final class TwiceStorage: StateStorage {
    var fails = false
    let head: StorageHead? = StorageHead(revision: 1, opens: 1)

    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws { try body("/name", "\"a\"") }
    func readTables() throws(StorageFailure) -> [String] { ["/cards"] }

    func readElements(of _: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        if fails { throw StorageFailure(.failed, "the disk is gone") }
        for _ in 0..<2 { try body("1", "{\"id\":1,\"text\":\"a\"}") }
    }

    func write(_: StorageHead, entries _: () -> RowText, _: (any RowSink) throws -> Void) throws {}
    func readJournal(_: (StorageHead, RowText) throws -> Bool) throws {}
    func close() {}
}
