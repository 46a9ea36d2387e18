import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

@Message
private enum Mark: Equatable {
    case none, note(String), place(x: Double, y: Double?)
}

/// An element with something of everything that an element may have.
@Model
private struct Sheet: Identifiable, Equatable {
    let id: UUID
    var text: String
    var number: Int
    var share: Double?
    var done = false
    var created: Timestamp
    var mark = Mark.none
    var marks: [Mark] = []
    var pages: [String: [Int]] = [:]
    var other: JSON = .null
    var parts: Table<String, Part> = []

    struct Part: Identifiable, Equatable { let id: String }
}

@Model
private struct Folder: State {
    var sheets: Table<UUID, Sheet> = []
    enum Change {}
    mutating func apply(_ change: Change) {}
}

@Model
private struct Labels: State {
    var labels: Table<String, Label> = []
    struct Label: Identifiable, Equatable { let id: String }
    enum Change {}
    mutating func apply(_ change: Change) {}
}

extension Sheet {
    fileprivate static func random(using random: inout SeededGenerator) -> Sheet {
        let texts = [
            "", "Buy milk", "a\nb\t\"c\"\\", "größer 漢字 😀", "\u{1}", String(repeating: "long ", count: 40_000),
        ]
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        func double() -> Double { Double(Int.random(in: -1000...1000, using: &random)) / 7 }
        var parts: Table<String, Part> = []
        for _ in 0..<Int.random(in: 0...2, using: &random) { parts.append(Part(id: text())) }
        return Sheet(
            id: UUID(using: &random), text: text(), number: [.min, -1, 0, 7, .max].randomElement(using: &random) ?? 0,
            share: Bool.random(using: &random) ? double() : nil, done: .random(using: &random),
            created: .epoch.advanced(byNanoseconds: .random(in: 0...Int.max, using: &random)),
            mark: .place(x: double(), y: nil), marks: [.note(text()), .none, .place(x: double(), y: double())],
            pages: [text(): [1, 2], "b": []], other: .object(["a": .array([.integer(1), .null, .number(double())])]),
            parts: parts)
    }
}

/// GIVEN elements in a storage WHEN a state is read from it.
struct StoredElementTests {
    private func storage(_ rows: (any RowSink) throws -> Void) throws -> MemoryStorage {
        let storage = MemoryStorage()
        try storage.write(StorageHead(revision: 1, opens: 1), entries: { .empty }, rows)
        return storage
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func `THEN they are what was stored, in their order, whatever is in them`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var folder = Folder()
        for _ in 0..<150 { folder.sheets.append(.random(using: &random)) }
        let coding = StateCoding<Folder>.generated()
        let storage = try storage { try coding.writeAll(folder, to: $0) }
        var read = try #require(try coding.readStored(storage))
        #expect(Array(read.sheets) == Array(folder.sheets))
        #expect(folder.sheets.allSatisfy { read.sheets[id: $0.id] == $0 })
        // It can be edited as any table.
        let last = try #require(folder.sheets.last)
        read.sheets.move(last.id, to: 0)
        read.sheets.remove(folder.sheets[1].id)
        #expect(read.sheets.first == last && read.sheets.count == 149 && read.sheets.position(of: last.id) == 0)
    }

    @Test func `THEN texts that are written otherwise are the same elements`() throws {
        let texts = [
            "{\"id\":\"a\"}", " {\n\"id\" : \"b\" } ", "{\"id\":\"\\u0063\"}", "{\"\\u0069d\":\"d\"}",
            "{\"id\":\"e\\n\"}",
        ]
        let storage = try storage {
            try $0.declare("/labels")
            for (id, text) in zip(["a", "b", "c", "d", "e\n"], texts).reversed() {
                try $0.insert(RowText(text), RowText(id), in: "/labels", after: nil)
            }
        }
        let labels = try #require(try StateCoding<Labels>.generated().readStored(storage)).labels
        #expect(labels.map(\.id) == ["a", "b", "c", "d", "e\n"])
    }

    @Test func `THEN each that cannot be read is refused as it always was`() throws {
        let texts = [
            (
                "{\"id\":\"a\",\"id\":\"a\"}",
                "a: found what is no JSON: found a key a second time; one is expected (byte 10)"
            ),
            (
                "{\"id\":\"b\"",
                "b: found what is no JSON: found the end of the text; a comma or the end of the object is expected (byte 9)"
            ),
            ("{\"id\":\"c\",\"x\":1}", "c: unknown key \"x\"; one of id"),
            ("[\"d\"]", "d: found an array; an object is expected"),
            ("{\"id\":7}", "e.id: found the number 7; a string is expected"),
            ("{}", "f: missing key \"id\"; found no key"),
            ("{\"id\":\"\\u0067\"} x", "g: found what is no JSON: the end of the text is expected (byte 16)"),
            ("{\"id\":\"a\\n\"}", "h: found an element with the id \"a\n\"; one with the row's is expected"),
            ("7.5", "i: found the number 7.5; an object is expected"),
        ]
        let storage = try storage {
            try $0.declare("/labels")
            for (text, says) in texts.reversed() {
                try $0.insert(RowText(text), RowText(String(says.prefix(1))), in: "/labels", after: nil)
            }
        }
        let failures = try StateCoding<Labels>.generated().failures(storage).map(\.description)
        #expect(failures == texts.map { "labels.entities.\($0.1)" })
    }

    @Test func `THEN ids that are the same text in other bytes are one element, and refused`() throws {
        let storage = try storage {
            try $0.declare("/labels")
            try $0.insert("{\"id\":\"\u{E9}\"}", "\u{E9}", in: "/labels", after: nil)
            try $0.insert("{\"id\":\"e\u{301}\"}", "e\u{301}", in: "/labels", after: "\u{E9}")
        }
        let failures = try StateCoding<Labels>.generated().failures(storage).map(\.description)
        #expect(failures == ["labels.entities.e\u{301}: found it a second time; each element is expected once"])
    }
}
