import Adit
import AditCodable
import AditJSON
import AditState
import TestSupport
import Testing

@Model
private struct Numbered: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var name: String
}

private typealias Numbers = Table<Int, Numbered>

/// GIVEN a table WHEN it is coded as generated code has it THEN it is the ids in order and the elements by id.
struct TableWireTests {
    @Test func `it is the same as through the bridge`() throws {
        let table: Numbers = [Numbered(id: 10, name: "ten"), Numbered(id: 9, name: "nine")]
        let text = #"{"ids":["10","9"],"entities":{"10":{"id":10,"name":"ten"},"9":{"id":9,"name":"nine"}}}"#
        expectWire(table, text)
        let writer = JSONWriter()
        try encodeBridged(table, to: writer)
        #expect(writer.text == text)
        expectWire(Numbers(), #"{"ids":[],"entities":{}}"#)
    }

    @Test(arguments: [
        (#"{"ids":["1"],"entities":{}}"#, #"ids: found "1"; the id of one of the entities is expected, each once"#),
        (
            #"{"ids":["007"],"entities":{"007":{"id":7,"name":""}}}"#,
            #"ids: found "007"; the id of one of the entities is expected, each once"#
        ),
        (
            #"{"ids":[],"entities":{"1":{"id":1,"name":""}}}"#,
            "entities: found an entity whose id is not among the ids"
        ),
        (#"{"ids":[1],"entities":{"1":{"id":1,"name":""}}}"#, "ids[0]: found the number 1; a string is expected"),
        (#"{"ids":[]}"#, #"missing key "entities"; found ids"#),
        (#"{"ids":[],"entities":{},"order":[]}"#, #"unknown key "order"; one of ids, entities"#),
    ])
    func `what is no table is refused`(text: String, says: String) {
        let failure = #expect(throws: CodingFailure.self) { try decoded(from: text) as Numbers }
        #expect(failure?.description == says)
    }

    @Test func `its ids are texts, also where they are numbers`() {
        let definitions = SchemaDefinitions()
        guard case .members(let members) = Numbers.schema(in: definitions),
            case .array(.text(let pattern, _)) = members[0].schema
        else {
            Issue.record("no members, or ids that are no texts")
            return
        }
        #expect(pattern == Int.wirePattern)
    }
}
