import Testing

@testable import AditClients

/// GIVEN names of Swift WHEN they are spelt for another language THEN they read as names of it, and none is there twice.
struct WordsTests {
    @Test func `words begin with capitals`() {
        #expect(Words.split("widgetDirectTo_selectLocation") == ["widget", "Direct", "To", "select", "Location"])
        #expect(Words.split("HTTPStatusOf2") == ["HTTP", "Status", "Of2"])
        #expect(Words.snake("alterDate") == "alter_date")
        #expect(Words.camel("_0") == "value0")
    }

    @Test func `one of several`() {
        #expect(["entries", "ops", "class", "in"].map(Words.singular) == ["entry", "op", "classItem", "inItem"])
    }

    @Test func `a name is free once`() {
        var table = NameTable(client: "LampClient")
        #expect(table.claim("Tag", "MessageTag") == "Tag")
        #expect(table.claim("Tag", "MessageTag") == "MessageTag")
        #expect(table.claim("Error") == "ErrorType")
    }

    @Test func `members are keywords or the same in other letters`() {
        let names = FieldNames(keywords: "from", spelling: Words.snake)
        #expect(names.names(["from", "aB", "a_b"]) == ["from_", "a_b", "a_b_"])
    }

    @Test func `the modules of a generic type's arguments are left out`() {
        func short(_ keys: String...) -> [String] { NameParts.all(keys).map(\.short) }
        #expect(short("Pair.Swift.Int..Swift.String.") == ["PairIntString"])
        #expect(short("Message._Todo.Request@toCore") == ["TodoRequest"])
        #expect(short("Message._Todo@toCore", "Message._Todo@toHost") == ["TodoToCore", "TodoToHost"])
    }
}
