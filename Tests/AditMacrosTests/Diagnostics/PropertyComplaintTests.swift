import Testing

/// What is said of stored properties.
struct PropertyComplaintTests {
    @Test func `a lazy property cannot be coded`() {
        let expanded = Expanded("@Model struct Item {\n    private lazy var total = 5\n}")
        #expect(expanded.complaints == ["2:13 a 'lazy' property cannot be coded"])
        #expect(expanded.fixed(by: "remove 'lazy'") == "@Model struct Item {\n    private var total = 5\n}")
    }

    @Test func `a property with a wrapper cannot be coded`() {
        let expanded = Expanded("@Model struct Item { @Clamped(0...9) var count: Int }")
        #expect(expanded.complaints == ["1:22 a property with '@Clamped' cannot be coded; leave it out of CodingKeys"])
    }

    @Test func `a constant with a value cannot be read`() {
        let expanded = Expanded("@Model struct Item { let id = UUID() }")
        #expect(expanded.complaints == ["1:22 'id' has its value already, so that none can be read; make it a 'var'"])
        #expect(expanded.fixed(by: "use 'var'") == "@Model struct Item { var id = UUID() }")
    }

    @Test func `a tuple of properties cannot be coded`() {
        let expanded = Expanded("@Model struct Item { var (width, height) = (1, 2) }")
        #expect(expanded.complaints == ["1:26 properties that are declared as a tuple cannot be coded"])
    }

    @Test func `properties cannot be conditional`() {
        let expanded = Expanded(
            """
            @Model struct Item {
                #if DEBUG
                var trace: [String] = []
                #endif
                #if os(Linux)
                var computed: Int { 1 }
                #endif
            }
            """)
        #expect(
            expanded.complaints == [
                "2:5 stored properties in '#if' cannot be coded: a macro does not know which of them there will be"
            ])
    }

    @Test func `an optional has no initial value`() {
        let expanded = Expanded("@Model struct Item { var due: Int? = 5; var done: Int? = nil }")
        #expect(
            expanded.complaints == [
                "1:26 an optional cannot have a default value: on the wire, nil and absent are the same"
            ])
    }

    @Test func `what is left out of the keys may be anything`() {
        let expanded = Expanded(
            """
            @Model struct Item {
                var text: String
                lazy var total = 5
                @Clamped var count: Int = 1
                let id = UUID()
                var action: () -> Void = {}
                var due: Int? = 5
                var parent: Any?
                enum CodingKeys: String, CodingKey { case text }
            }
            """)
        #expect(expanded.complaints == [])
    }

    @Test func `what is not stored may be anything`() {
        let expanded = Expanded(
            """
            @Model struct Item {
                static let all: Set<Int> = []
                var set: Set<Int> { [] }
                var both: UInt64 { get { 1 } set {} }
                var text = "" { didSet { print(text) } }
            }
            """)
        #expect(expanded.complaints == [])
    }
}
