import AditLibrary
import Testing

@testable import AditProgram

/// A state with a table of many items, a map, and a structure.
private let catalog: JSONValue = [
    "$defs": [
        "@toCore": ["properties": [:]],
        "@state": [
            "type": "object",
            "properties": [
                "items": ["$ref": "#/$defs/Items"],
                "notes": ["type": "object", "additionalProperties": ["type": "string"]],
                "user": ["anyOf": [["$ref": "#/$defs/User"], ["type": "null"]]], "title": ["type": "string"],
            ],
        ],
        "@view": ["type": "object", "properties": ["open": ["type": "integer"]]],
        "Items": [
            "type": "object",
            "properties": [
                "ids": ["type": "array", "items": ["type": "string"]],
                "entities": ["type": "object", "additionalProperties": ["$ref": "#/$defs/Item"]],
            ],
        ],
        "Item": ["type": "object", "properties": ["id": ["type": "string"], "tags": ["type": "array"]]],
        "User": ["type": "object", "properties": ["name": ["type": "string"]]],
    ]
]

/// Answers as a core with 1000 items and 150 notes, and remembers what it was asked.
private final class Asked {
    var queries: [String] = []

    func answer(_ query: JSONValue) -> JSONValue? {
        queries.append(query.description)
        guard let get = query["@get"], let path = get["path"]?.string else { return nil }
        let limit = get["limit"].flatMap { $0.integer }.map { Int($0) }
        let ids = (0..<min(limit ?? 1000, 1000)).map { "i/\($0)" }
        var entities: JSONValue = [:]
        for id in ids { entities[id] = ["id": .string(id)] }
        switch path {
        case "/items": return ["value": ["ids": .array(ids.map { .string($0) }), "entities": entities]]
        case "/items/entities": return ["value": entities]
        case "/items/ids": return ["value": .array(ids.map { .string($0) })]
        case "/notes" where limit == nil:
            var notes: JSONValue = [:]
            for index in 0..<150 { notes["n\(index)"] = "text" }
            return ["value": notes]
        default: return nil
        }
    }
}

/// GIVEN a state WHEN a pointer is begun THEN its parts are offered, and a large list is not asked for.
@Suite struct StatePointersTests {
    private let asked = Asked()

    private func candidates(_ start: String) -> [String] {
        StatePointers(form: MessageForm(catalog: catalog), ask: asked.answer).candidates(for: start)
    }

    @Test(arguments: [
        ("", ["/items/", "/notes/", "/user/", "/title", "/view/"]),
        ("it", ["/items/", "/notes/", "/user/", "/title", "/view/"]),
        ("/user/", ["/user/name"]), ("user/", ["/user/name"]), ("/view/", ["/view/open"]),
        ("/items/entities/i~11/", ["/items/entities/i~11/id", "/items/entities/i~11/tags/"]),
    ])
    func membersAreThoseOfTheCatalog(start: String, expected: [String]) {
        #expect(candidates(start) == expected)
        #expect(asked.queries == [])
    }

    @Test func theElementsOfATableAreOfferedBehindItsPointer() {
        let found = candidates("/items/")
        #expect(found.prefix(3) == ["/items/ids/", "/items/entities/", "/items/entities/i~10/"])
        #expect(found.count == 2 + 100)
        #expect(asked.queries == [#"{"@get":{"path":"/items","from":0,"limit":100}}"#])
    }

    @Test(arguments: [
        ("/items/entities/", "/items/entities/i~199/"), ("/items/entities/i~15", "/items/entities/i~199/"),
        ("/items/ids/", "/items/ids/99"),
    ])
    func ofAListAHundredElementsAreAskedFor(start: String, last: String) {
        let found = candidates(start)
        #expect(found.count == 100)
        #expect(found.last == last)
        #expect(asked.queries.count == 1)
        #expect(asked.queries.first?.contains(#""from":0,"limit":100"#) == true)
    }

    @Test func ofAMapAHundredKeysAreOffered() {
        #expect(candidates("/notes/").count == 100)
        #expect(candidates("/notes/\u{301}").count == 100)  // bug: the slash was taken for a part of its letter
        #expect(candidates("/title/") == [])
    }
}
