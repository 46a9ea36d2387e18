import Adit
import AditJSON
import AditState
import Testing

@Model
private struct Item: Codable, Equatable, Identifiable, Sendable {
    var id: UUID
    var name: String
    var tags: Table<String, Tag> = []
}

@Model
private struct Tag: Codable, Equatable, Identifiable, Sendable {
    var id: String
    var isNew = true
}

private func uuid(_ number: UInt64) -> UUID { UUID(high: 0xAB00_0000, low: number) }

/// GIVEN a table WHEN a part of it is asked for THEN that is what the pointer leads to in the whole.
struct TablePartTests {
    private let items: Table<UUID, Item> = [
        Item(id: uuid(2), name: "two", tags: [Tag(id: "a"), Tag(id: "b/c")]), Item(id: uuid(1), name: "one"),
        Item(id: uuid(3), name: "three"),
    ]

    private func part(_ path: String, _ window: ListWindow? = nil) throws -> String {
        let pointer = try #require(JSONPointer(path))
        let writer = JSONWriter()
        switch try writer.write(part: PartPath(pointer, window: window), of: items) {
        case .nothing: return "nothing" + writer.text
        case .value: return writer.text
        case .slice(let count): return "\(writer.text) of \(count)"
        }
    }

    private func ids(_ numbers: UInt64...) -> String {
        "[" + numbers.map { "\"\(uuid($0))\"" }.joined(separator: ",") + "]"
    }

    private func entity(_ number: UInt64, _ name: String) -> String {
        "\"\(uuid(number))\":" + #"{"id":"\#(uuid(number))","name":"\#(name)","tags":{"ids":[],"entities":{}}}"#
    }

    @Test func `the whole, its ids, its entities and what is in them`() throws {
        let whole = JSONWriter()
        try items.write(to: whole)
        #expect(try part("") == whole.text)
        #expect(try part("/ids") == ids(2, 1, 3))
        #expect(try part("/ids/1") == "\"\(uuid(1))\"")
        #expect(try #"{"ids":"# + part("/ids") + #","entities":"# + part("/entities") + "}" == whole.text)
        #expect(try part("/entities/\(uuid(2))/name") == #""two""#)
        #expect(try part("/entities/\(uuid(2))/tags/entities/b~1c") == #"{"id":"b/c","isNew":true}"#)
        #expect(try part("/entities/\(uuid(2))/tags/ids/0") == #""a""#)
    }

    @Test func `some elements in the table's order, and how many there are`() throws {
        let window = ListWindow(from: 1, limit: 1)
        #expect(try part("", window) == #"{"ids":\#(ids(1)),"entities":{\#(entity(1, "one"))}} of 3"#)
        #expect(try part("/ids", window) == ids(1) + " of 3")
        #expect(try part("/entities", window) == "{\(entity(1, "one"))} of 3")
        #expect(try part("/ids", ListWindow(from: 1, limit: nil)) == ids(1, 3) + " of 3")
        #expect(try part("/ids", ListWindow(from: 7, limit: 2)) == "[] of 3")
        #expect(try part("/entities", ListWindow(from: 0, limit: 0)) == "{} of 3")
        #expect(try part("/entities/\(uuid(2))/tags/ids", ListWindow(from: 1, limit: 9)) == #"["b/c"] of 2"#)
    }

    @Test func `in a table whose chunks have any size as well`() throws {
        var numbers = Table((0..<300).map { Tag(id: "\($0)") })
        numbers.remove("100")
        numbers.move("299", to: 0)
        let writer = JSONWriter()
        let path = PartPath(try #require(JSONPointer("/ids")), window: ListWindow(from: 99, limit: 4))
        #expect(try numbers.writePart(at: path, to: writer) == .slice(of: 299))
        #expect(writer.text == #"["98","99","101","102"]"#)
    }

    @Test(arguments: [
        "/items", "/ids/3", "/ids/01", "/ids/-", "/ids/0/id", "/entities/x", "/entities/0",
        "/entities/\(uuid(9))", "/entities/\(uuid(2))/none", "/entities/\(uuid(2).description.uppercased())",
    ])
    func `a path that leads nowhere`(path: String) throws { #expect(try part(path) == "nothing") }

    @Test(arguments: ["/ids/0", "/entities/\(uuid(2))", "/entities/\(uuid(2))/name"])
    func `no part of what is no list`(path: String) throws {
        let failure = #expect(throws: CodingFailure.self) { try part(path, ListWindow(from: 0, limit: 1)) }
        #expect(failure?.reason.contains("a list is expected where from or limit is given") == true)
    }
}
