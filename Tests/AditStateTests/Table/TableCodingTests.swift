import AditCodable
import AditJSON
import AditState
import TestSupport
import Testing

private struct Item: Identifiable, Codable, Equatable {
    var id: UUID
    var text: String
}

private struct Numbered: Identifiable, Codable, Equatable {
    var id: Int
    var name: String?
}

private struct Lists: Codable, Equatable {
    var items: Table<UUID, Item>
    var numbers: Table<Int, Numbered>
}

private func written(_ value: some Encodable) throws -> String {
    let writer = JSONWriter()
    try encodeBridged(value, to: writer)
    return writer.text
}

private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try withJSON(text) { try decodeBridged(type, from: $0) }
}

private func refusal<T: Decodable>(of text: String, as type: T.Type) -> String {
    do { return "nothing: read as \(try read(type, text))" } catch { return "\(error)" }
}

/// GIVEN a table WHEN it is written THEN it is its ids in order and its elements by id, and it reads back.
struct TableCodingTests {
    private typealias Numbers = Table<Int, Numbered>

    @Test func `the ids and the entities are in the table's order`() throws {
        let table: Numbers = [Numbered(id: 20, name: "x"), Numbered(id: 3), Numbered(id: 100, name: "y")]
        let wire =
            #"{"ids":["20","3","100"],"entities":{"20":{"id":20,"name":"x"},"3":{"id":3},"100":{"id":100,"name":"y"}}}"#
        #expect(try written(table) == wire)
        #expect(try read(Numbers.self, wire) == table)
    }

    @Test func `an empty table has both keys`() throws {
        #expect(try written(Numbers()) == #"{"ids":[],"entities":{}}"#)
        #expect(try read(Numbers.self, #"{"ids":[],"entities":{}}"#) == [])
    }

    @Test func `it stands among other properties`() throws {
        let id = UUID(high: 1, low: 2)
        let lists = Lists(items: [Item(id: id, text: "x")], numbers: [])
        let wire =
            #"{"items":{"ids":["\#(id)"],"entities":{"\#(id)":{"id":"\#(id)","text":"x"}}},"numbers":{"ids":[],"entities":{}}}"#
        #expect(try written(lists) == wire)
        #expect(try read(Lists.self, wire) == lists)
    }

    @Test(arguments: [
        (#"{"ids":["1"],"entities":{}}"#, #"ids: found "1"; the id of one of the entities is expected, each once"#),
        (
            #"{"ids":["1","1"],"entities":{"1":{"id":1}}}"#,
            #"ids: found "1"; the id of one of the entities is expected, each once"#
        ),
        (
            #"{"ids":["one"],"entities":{"one":{"id":1}}}"#,
            #"ids: found "one"; the id of one of the entities is expected, each once"#
        ),
        (
            #"{"ids":["1"],"entities":{"1":{"id":2}}}"#,
            #"ids: found "1"; the id of one of the entities is expected, each once"#
        ),
        (#"{"ids":[],"entities":{"1":{"id":1}}}"#, "entities: found an entity whose id is not among the ids"),
        (#"{"ids":[1],"entities":{"1":{"id":1}}}"#, "ids[0]: found the number 1; a string is expected"),
        (
            #"{"ids":["1"],"entities":{"1":{"id":"1"}}}"#,
            "entities.1.id: found a string; a whole number of 64 bits is expected"
        ),
        (#"{"ids":["1"]}"#, #"missing key "entities"; found ids"#),
        (#"{"entities":{}}"#, #"missing key "ids"; found entities"#),
        (#"{"ids":[],"entities":{},"order":[]}"#, #"unknown key "order"; one of ids, entities"#),
        ("[]", "found an array; an object is expected"),
    ])
    func `what is no table is refused`(text: String, says: String) {
        #expect(refusal(of: text, as: Numbers.self) == says)
        #expect(
            refusal(of: #"{"items":{"ids":[],"entities":{}},"numbers":\#(text)}"#, as: Lists.self)
                == "numbers" + (says.hasPrefix("ids") || says.hasPrefix("entities") ? "." : ": ") + says)
    }

    @Test func `any table reads back`() throws {
        var random = SeededGenerator(seed: 2)
        for count in 0..<40 {
            let table = Numbers(
                (0..<count).map { _ in Numbered(id: Int.random(in: -500...500, using: &random), name: "\(count)") })
            #expect(try read(Numbers.self, written(table)) == table)
        }
    }
}
