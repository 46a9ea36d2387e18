import Testing

/// What is said of types that have no form on the wire, as far as they can be told by their names.
struct TypeComplaintTests {
    /// A type, what is said of it, and what it is after each of the fix-its.
    struct Row: CustomTestStringConvertible {
        let type: String
        let complaint: String
        var fixed: [String] = []
        var testDescription: String { type }
    }

    static let rows = [
        Row(
            type: "UInt64", complaint: "'UInt64' has no form on the wire: whole numbers end at Int64.max there",
            fixed: ["Int64", "UInt32"]),
        Row(
            type: "UInt", complaint: "'UInt' has no form on the wire: whole numbers end at Int64.max there",
            fixed: ["Int", "UInt32"]),
        Row(
            type: "Swift.UInt64", complaint: "'UInt64' has no form on the wire: whole numbers end at Int64.max there",
            fixed: ["Int64", "UInt32"]),
        Row(
            type: "Set<Place>", complaint: "'Set' has no form on the wire: it has no order; use an array",
            fixed: ["[Place]"]),
        Row(type: "Character", complaint: "'Character' has no form on the wire; use 'String'", fixed: ["String"]),
        Row(type: "Any", complaint: "'Any' has no form on the wire: nothing says which type to read; name one"),
        Row(
            type: "any Shape",
            complaint: "'any Shape' has no form on the wire: nothing says which type to read; name one"),
        Row(
            type: "some Shape",
            complaint: "'some Shape' has no form on the wire: nothing says which type to read; name one"),
        Row(
            type: "AnyHashable",
            complaint: "'AnyHashable' has no form on the wire: nothing says which type to read; name one"),
        Row(type: "() -> Void", complaint: "a function has no form on the wire"),
        Row(type: "@Sendable (Int) -> Int", complaint: "a function has no form on the wire"),
        Row(type: "(Int, Int)", complaint: "a tuple has no form on the wire; make it a struct with @Model"),
        Row(type: "Void", complaint: "'Void' is no value on the wire; leave it out"),
        Row(type: "()", complaint: "'Void' is no value on the wire; leave it out"),
        Row(type: "Place.Type", complaint: "a metatype has no form on the wire"),
    ]

    @Test(arguments: rows)
    func `a type that cannot be coded is told in a case`(_ row: Row) {
        let expanded = Expanded("@Message enum Message { case add(item: \(row.type)) }")
        #expect(expanded.complaints.map(text) == [row.complaint])
        #expect(
            expanded.fixIts.map(expanded.fixed)
                == row.fixed.map { "@Message enum Message { case add(item: \($0)) }" })
    }

    @Test(arguments: rows)
    func `a type that cannot be coded is told in a property`(_ row: Row) {
        let expanded = Expanded("@Model struct Item {\n    var value: \(row.type)\n}")
        #expect(expanded.complaints.map(text) == [row.complaint])
        #expect(
            expanded.fixIts.map(expanded.fixed) == row.fixed.map { "@Model struct Item {\n    var value: \($0)\n}" })
    }

    @Test(arguments: ["[UInt64]", "[String: UInt64]", "UInt64?", "Table<Place, UInt64>", "[UInt64: Place]", "(UInt64)"])
    func `a type that cannot be coded is told inside others`(_ type: String) {
        let expanded = Expanded("@Message enum Message { case add(item: \(type)) }")
        #expect(
            expanded.complaints.map(text) == ["'UInt64' has no form on the wire: whole numbers end at Int64.max there"])
        let fixed = type.replacing("UInt64", with: "UInt32", maxReplacements: 1)
        #expect(expanded.fixed(by: "use 'UInt32'") == "@Message enum Message { case add(item: \(fixed)) }")
    }

    @Test func `a complaint stands at the type`() {
        let expanded = Expanded(
            """
            @Message enum Message {
                case add(item: Item)
                case set(
                    values: [Character]
                )
            }
            """)
        #expect(expanded.complaints == ["4:18 'Character' has no form on the wire; use 'String'"])
    }

    @Test(arguments: ["App.Set", "App.UInt64", "Settings", "(Int)", "Int?", "Int!"])
    func `nothing is said of other types`(_ type: String) {
        #expect(Expanded("@Model struct Item { var value: \(type) }").complaints == [])
    }

    private func text(_ complaint: String) -> String { String(complaint.drop { $0 != " " }.dropFirst()) }
}
