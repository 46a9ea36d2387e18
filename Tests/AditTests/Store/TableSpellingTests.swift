import TestSupport
import Testing
@testable import Adit
@testable import AditCodable
@testable import AditJSON
@testable import AditState

@Model private struct Row: Identifiable, Equatable, Codable {
    var id: UUID
    var text = ""
}

private func members(of value: JSONReader) throws -> [(key: String, value: JSONReader)] {
    var members = try value.members()
    var found: [(String, JSONReader)] = []
    while let (key, member) = members.next() { found.append((key.text, member)) }
    return found
}

private func member(_ key: String, of value: JSONReader) throws -> JSONReader { try #require(value[key]) }

/// GIVEN the text of a table by UUID WHEN ids and keys are spelled in other cases of letters THEN every reader takes
/// the elements for the same, and none of them twice.
struct TableSpellingTests {
    private typealias Rows = Table<UUID, Row>
    private static let lower = "00000000-0000-4000-8000-00000000000a"
    private static let upper = lower.uppercased()
    private static let other = "00000000-0000-4000-8000-00000000000b"

    /// By generated code, by `Codable`, and as an import does.
    nonisolated(unsafe) private static let readers: [(String) throws -> Rows] = [
        { try withJSON($0) { try Rows(reading: $0) } },
        { try withJSON($0) { try decodeBridged(Rows.self, from: $0) } },
        { text in
            let builder = Rows().makeBuilder()
            return try withJSON(text) { root in
                for (key, element) in try members(of: member("entities", of: root)) {
                    try builder.append(element, key: key)
                }
                for id in try [String](reading: member("ids", of: root)) { try builder.place(id) }
                return try #require(try builder.finish() as? Rows)
            }
        },
    ]

    @Test(arguments: [
        (lower, lower, lower), (upper, upper, upper), (upper, lower, upper), (lower, upper, lower),
        (lower, lower, upper),
    ])
    func `an element is found`(id: String, key: String, own: String) throws {
        for read in TableSpellingTests.readers {
            let rows = try read(#"{"ids":["\#(id)"],"entities":{"\#(key)":{"id":"\#(own)","text":"x"}}}"#)
            #expect(rows.map(\.text) == ["x"])
            #expect(rows[0].id.description == TableSpellingTests.lower)
        }
    }

    @Test func `none is there twice, and none under the id of another one`() {
        let (lower, upper, other) = (TableSpellingTests.lower, TableSpellingTests.upper, TableSpellingTests.other)
        for (number, read) in TableSpellingTests.readers.enumerated() {
            for text in [
                #"{"ids":["\#(lower)","\#(upper)"],"entities":{"\#(lower)":{"id":"\#(lower)"}}}"#,
                #"{"ids":["\#(lower)"],"entities":{"\#(lower)":{"id":"\#(lower)"},"\#(upper)":{"id":"\#(lower)"}}}"#,
                #"{"ids":["\#(lower)"],"entities":{"\#(other)":{"id":"\#(lower)"}}}"#,
                #"{"ids":["\#(upper)"],"entities":{"\#(lower)":{"id":"\#(other)"}}}"#,
            ] { #expect(throws: (any Error).self, "\(number): \(text)") { try read(text) } }
        }
    }
}
