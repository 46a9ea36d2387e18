import Testing

/// What is said of cases.
struct CaseComplaintTests {
    @Test func `the position of a value is no label of another one`() {
        let expanded = Expanded("@Message enum Message { case moved(_1: Place, Int) }")
        #expect(expanded.complaints.contains("1:47 \"_1\" is the name of '_1' on the wire already"))
    }

    @Test func `a value behind another one is named`() {
        let expanded = Expanded("@Message enum Message { case wasNotAdded(item: Item, Failure), tag(Item, with: Tag) }")
        #expect(
            expanded.complaints == [
                "1:54 a value behind another one, without a label, is \"_1\" on the wire and in every host; "
                    + "give it a label, or a name in WasNotAddedCodingKeys"
            ])
        #expect(expanded.code.contains("return .wasNotAdded"), "it is a warning")
    }

    @Test func `a value behind another one has a name in CodingKeys`() {
        let expanded = Expanded(
            """
            @Message enum Message {
                case wasNotAdded(item: Item, Failure)
                enum WasNotAddedCodingKeys: String, CodingKey { case item, _1 = "error" }
            }
            """)
        #expect(expanded.complaints == [])
        #expect(expanded.code.contains(#"Adit.Schema.Member("error", "", "#))
    }

    @Test func `cases differ by more than their labels`() {
        let expanded = Expanded("@Message enum Message { case add(item: Item), add(tag: Tag) }")
        #expect(expanded.complaints == ["1:47 there is a case 'add' already; on the wire they would be the same"])
    }

    @Test func `cases cannot be conditional`() {
        let expanded = Expanded(
            """
            @Message enum Message {
                case add
                #if DEBUG
                case crash
                #endif
            }
            """)
        #expect(
            expanded.complaints == [
                "3:5 cases in '#if' cannot be coded: a macro does not know which of them there will be"
            ])
    }

    @Test func `what is no case can be conditional`() {
        let expanded = Expanded(
            """
            @Message enum Message {
                case add
                #if DEBUG
                func crash() {}
                enum Kind { case x }
                #endif
            }
            """)
        #expect(expanded.complaints == [])
    }

    @Test(arguments: ["Double", "Character", "UInt64", "UInt"])
    func `raw values are texts or whole numbers`(_ type: String) {
        let expanded = Expanded("@Model enum Kind: \(type) { case x }")
        #expect(
            expanded.complaints == [
                "1:19 raw values of '\(type)' have no form on the wire; use 'String', or whole numbers up to 'Int64'"
            ])
    }

    @Test func `raw values of the author's own kind are told`() {
        let expanded = Expanded(#"@Model enum Kind: Code { case x = "1" }"#)
        #expect(
            expanded.complaints == [
                "1:19 raw values of 'Code' have no form on the wire; use 'String', or whole numbers up to 'Int64'"
            ])
    }

    @Test func `a message has no raw values`() {
        let expanded = Expanded("@Message enum Message: String { case add }")
        #expect(
            expanded.complaints == [
                "1:24 a message is an object on the wire, so its enum has no raw values; use @Model for a value"
            ])
    }

    @Test func `the name Case is taken in a message`() {
        let expanded = Expanded("@Message enum Message { case open(Case); enum Case { case box } }")
        #expect(
            expanded.complaints == [
                "1:47 in a type with @Message the name 'Case' is taken: it is that of the cases without their values"
            ])
    }

    @Test func `names with @ are Adit's own`() {
        let expanded = Expanded(
            #"@Message enum Message { case get, set; enum CodingKeys: String, CodingKey { case get = "@get", set } }"#)
        #expect(
            expanded.complaints == [
                "1:30 \"@get\" cannot be a message's name on the wire: names with '@' are Adit's own"
            ])
    }

    @Test func `an optional has no default value`() {
        let expanded = Expanded("@Message enum Message { case add(item: Int? = 5, place: Int? = nil) }")
        #expect(
            expanded.complaints == [
                "1:34 an optional cannot have a default value: on the wire, nil and absent are the same"
            ])
    }
}
