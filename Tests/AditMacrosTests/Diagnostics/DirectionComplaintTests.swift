import Testing

/// What is said of markers that say nothing.
struct DirectionComplaintTests {
    @Test(arguments: [
        "struct Item {}", "class Item {}", "func add() {}", "var text: String { \"\" }", "extension Item {}",
    ])
    func `a marker is for an enum or a case`(_ declaration: String) {
        let expanded = Expanded("@Internal \(declaration)")
        #expect(expanded.complaints == ["1:1 @Internal is for a case of a message, or for an enum of such cases"])
        #expect(expanded.fixed(by: "remove @Internal") == declaration)
    }

    @Test func `one marker is enough`() {
        let expanded = Expanded("@Message enum Message {\n    @Incoming @Outgoing case a\n}")
        #expect(expanded.complaints == ["2:15 @Outgoing contradicts the @Incoming before it; one of them says it"])
        #expect(expanded.fixed(by: "remove @Outgoing") == "@Message enum Message {\n    @Incoming case a\n}")
        let doubled = Expanded("@Message @Both @Both enum Message { case a }")
        #expect(doubled.complaints == ["1:10 @Both is here twice", "1:16 @Both is here twice"])
    }

    @Test func `an enum with raw values is a value in messages`() {
        let text = "says nothing here: an enum with raw values is a value in messages"
        let expanded = Expanded("@Model @Internal enum Kind: String { case a }")
        #expect(expanded.complaints == ["1:8 @Internal \(text)"])
        #expect(expanded.fixed(by: "remove @Internal") == "@Model enum Kind: String { case a }")
        #expect(Expanded("@Model enum Kind: Int {\n    @Both case a\n}").complaints == ["2:5 @Both \(text)"])
    }

    @Test func `without coding by a macro, a marker says nothing`() {
        let text =
            "says nothing here: without @Message, or @Model in an extension, a host may send and hear every case"
        let expanded = Expanded("enum When: Codable {\n    @Internal case a\n    case b\n}")
        #expect(expanded.complaints == ["2:5 @Internal \(text)"])
        #expect(expanded.fixed(by: "remove @Internal") == "enum When: Codable {\n    case a\n    case b\n}")
        #expect(
            Expanded("extension App {\n    @Incoming enum When { case a }\n}").complaints == ["2:5 @Incoming \(text)"])
    }

    @Test func `where it says something, nothing is said`() {
        let expanded = Expanded(
            """
            @Message @Both enum Message {
                @Internal case a, b
                @Outgoing enum Inner {
                    @Incoming case c
                    @Internal enum Innermost { @Both case d }
                }
            }
            extension Message {
                @Outgoing @Model enum Other { @Internal case e }
            }
            """)
        #expect(expanded.complaints == [])
    }
}
