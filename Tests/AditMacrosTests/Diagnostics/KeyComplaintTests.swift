import Testing

/// What is said of `CodingKeys`.
struct KeyComplaintTests {
    @Test func `every case needs a name`() {
        let expanded = Expanded(
            "@Model enum Kind { case one, two; enum CodingKeys: String, CodingKey { case one } }")
        #expect(expanded.complaints == ["1:30 case 'two' is not in CodingKeys: every case needs a name on the wire"])
    }

    @Test func `a property without a value needs a key`() {
        let expanded = Expanded(
            """
            @Model struct Item {
                var text: String
                var count: Int
                var due: Int?
                var done = false
                enum CodingKeys: String, CodingKey { case text }
            }
            """)
        #expect(expanded.complaints == ["3:9 'count' is not in CodingKeys, so it needs a default value"])
    }

    @Test func `a label without a default value needs a key`() {
        let expanded = Expanded(
            """
            @Model enum Kind {
                case add(item: Int, count: Int, place: Int = 1)
                private enum AddCodingKeys: String, CodingKey { case item }
            }
            """)
        #expect(expanded.complaints == ["2:25 'count' is not in AddCodingKeys, so it needs a default value"])
    }

    @Test func `a key is for something`() {
        let expanded = Expanded(
            """
            @Model struct Item { var text: String; enum CodingKeys: String, CodingKey { case text, txet } }
            @Model enum Kind {
                case one(first: Int)
                enum CodingKeys: String, CodingKey { case one, two }
                enum OneCodingKeys: String, CodingKey { case first, second }
            }
            """)
        #expect(
            expanded.complaints == [
                "1:88 there is no stored property 'txet'", "4:52 there is no case 'two'",
                "5:57 there is no label 'second'",
            ])
    }

    @Test func `keys differ`() {
        let expanded = Expanded(
            """
            @Model struct Item { var a, b: Int; enum CodingKeys: String, CodingKey { case a = "x", b = "x" } }
            @Model enum Kind { case a, b; enum CodingKeys: String, CodingKey { case a = "x", b = "x" } }
            @Model enum More { case a(b: Int, c: Int); enum ACodingKeys: String, CodingKey { case b = "x", c = "x" } }
            """)
        #expect(
            expanded.complaints == [
                "1:15 \"x\" is the name of 'a' on the wire already",
                "2:28 \"x\" is the name of 'a' on the wire already",
                "3:35 \"x\" is the name of 'b' on the wire already",
            ])
    }
}
