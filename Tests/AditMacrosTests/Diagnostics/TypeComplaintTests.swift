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
        Row(
            type: "Int128", complaint: "'Int128' has no form on the wire: whole numbers end at Int64.max there",
            fixed: ["Int64"]),
        Row(
            type: "Float16", complaint: "'Float16' has no form on the wire; use 'Double' or 'Float'", fixed: ["Double"]),
        Row(type: "Substring", complaint: "'Substring' has no form on the wire; use 'String'", fixed: ["String"]),
        Row(
            type: "Foundation.Date", complaint: "'Foundation.Date' has no form on the wire; use 'Timestamp'",
            fixed: ["Timestamp"]),
        Row(
            type: "Foundation.Decimal",
            complaint: "'Foundation.Decimal' has no form on the wire; use 'Decimal'",
            fixed: ["Decimal"]),
        Row(
            type: "Foundation.UUID", complaint: "'Foundation.UUID' has no form on the wire; use 'UUID'", fixed: ["UUID"]
        ),
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

    @Test(arguments: ["Bool", "Double", "Float", "JSON"])
    func `a key that is none is told in one line`(_ type: String) {
        let expanded = Expanded("@Model struct Item {\n    var value: [String: [\(type): Int]]\n}")
        #expect(
            expanded.complaints == [
                "2:26 '\(type)' is no key on the wire; use 'String', 'Int', 'UUID', 'CalendarDay' or an enum with raw values"
            ])
        #expect(
            expanded.fixed(by: "use 'String'") == "@Model struct Item {\n    var value: [String: [String: Int]]\n}")
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

/// What is left to the compiler, whose error says what to write: an app may have types of these names.
struct TypeCheckTests {
    @Test(
        arguments: [
            ("Date", ["_hasCodingOfDate(Date"]), ("[Date?]", ["_hasCodingOfDate(Date"]),
            ("Decimal", ["_hasCodingOfDecimal(Decimal"]), ("Data!", ["_hasCodingOfData(Data"]),
            ("Array<URL>", ["_hasCodingOfURL(URL"]), ("App.Date", ["_hasCoding(App.Date"]),
            ("[Color: Date]", ["_isKey(Color", "_hasCodingOfDate(Date"]),
            ("Dictionary<UUID, [Int: Item]>", ["_isKey(UUID", "_isKey(Int", "_hasCoding(Item"]),
            ("Table<UUID, Item>", ["_hasCoding(Table<UUID, Item>"]), ("[Self]", ["_hasCoding(Box"]),
        ] as [(String, [String])])
    func `each part of a type is checked by what says how to mend it`(type: String, calls: [String]) {
        let expanded = Expanded("@Model struct Box {\n    var value: \(type)\n}")
        #expect(expanded.complaints == [])
        let lines = expanded.code.split(separator: "\n").map { String($0.drop { $0 == " " }) }
        let checks = lines.filter { $0.hasPrefix("Adit._has") || $0.hasPrefix("Adit._isKey") }
        #expect(checks == calls.map { "Adit.\($0).self)" })
    }

    @Test(arguments: [
        ("String { case red, green = \"a.b\" }", #""^(red|a\\.b)(?![\\s\\S])""#),
        ("Int { case one = 1, two }", #""^(1|2)(?![\\s\\S])""#),
    ])
    func `an enum with raw values is a key`(rest: String, pattern: String) {
        let code = Expanded("@Model public enum Color: \(rest)").code
        #expect(code.contains("extension Color: Adit.WireCodable, Adit.WireKey {"))
        #expect(code.contains("public static var wirePattern: Swift.String? { \(pattern) }"))
    }

    @Test(arguments: ["@Model enum Color { case red }", "@Message enum Color { case red }", "@Model struct Color {}"])
    func `nothing else is a key`(source: String) {
        #expect(!Expanded(source).code.contains("WireKey"))
    }
}
