import AditLibrary
import Testing

@testable import AditProgram

/// A catalog with a feature `todo`, of which the shell's forms are made.
private let catalog: JSONValue = [
    "$defs": [
        "@toCore": [
            "properties": ["todo": ["$ref": "#/$defs/Todo"], "@stats": ["type": "object", "properties": [:]]]
        ],
        "@toHost": ["properties": ["todo": ["$ref": "#/$defs/Todo"]]],
        "Todo": ["maxProperties": 1, "properties": ["request": ["$ref": "#/$defs/Request"]]],
        "Request": [
            "maxProperties": 1,
            "properties": [
                "add": ["type": "object", "properties": ["item": ["$ref": "#/$defs/Item"]], "required": ["item"]],
                "rename": ["type": "string"],
                "sort": ["$ref": "#/$defs/Order"],
                "clear": ["type": "object", "properties": [:]],
                "move": [
                    "type": "object", "properties": ["id": ["type": "string"], "to": ["type": "integer"]],
                    "required": ["id", "to"],
                ],
            ],
        ],
        "Item": [
            "type": "object",
            "properties": [
                "text": ["type": "string"], "done": ["type": "boolean"],
                "tags": ["type": "array", "items": ["type": "string"]],
            ], "required": ["text"],
        ],
        "Order": ["oneOf": [["const": "up"], ["const": "down"]]],
    ]
]

@Suite struct ShellTests {
    private let form = MessageForm(catalog: catalog)

    private func message(_ line: String) throws -> String { try form.message(ShellWords(line).words).description }

    @Test(arguments: [
        (#"todo add text="Buy \"milk\"""#, #"{"todo":{"request":{"add":{"item":{"text":"Buy \"milk\""}}}}}"#),
        ("todo request add item.text=7 done=true", #"{"todo":{"request":{"add":{"item":{"text":"7","done":true}}}}}"#),
        (
            #"todo add text='a b' tags=["x", "y z"]"#,
            #"{"todo":{"request":{"add":{"item":{"text":"a b","tags":["x","y z"]}}}}}"#
        ),
        (#"todo add {"text":"whole"}"#, #"{"todo":{"request":{"add":{"item":{"text":"whole"}}}}}"#),
        ("todo rename new=name", #"{"todo":{"request":{"rename":"new=name"}}}"#),
        ("todo sort down", #"{"todo":{"request":{"sort":"down"}}}"#),
        ("todo clear", #"{"todo":{"request":{"clear":{}}}}"#), ("@stats", #"{"@stats":{}}"#),
        ("todo move id=7 to=7", #"{"todo":{"request":{"move":{"id":"7","to":7}}}}"#),
    ])
    func shortFormsAreMessages(line: String, json: String) throws {
        #expect(try message(line) == json)
    }

    @Test(arguments: [
        ("tod add", "no case \"tod\"; did you mean todo? One of todo"),
        ("todo", "todo: a case is expected: add, rename, sort, clear, move"),
        ("todo ad text=x", "todo: no case \"ad\"; did you mean add? One of add, rename, sort, clear, move"),
        ("todo add txt=x", "todo.request.add: no key \"txt\"; did you mean text? One of text, done, tags"),
        ("todo move 7", "todo.request.move: found 7; KEY=VALUE is expected, with id, to"),
        ("todo move id=7 to=x", "todo.request.move.to: found x; integer is expected"),
        ("todo rename a b", "todo.request.rename: found 2 values; one is expected"),
    ])
    func faultsSayWhatIsExpected(line: String, fault: String) throws {
        let error = #expect(throws: MessageForm.Fault.self) { try message(line) }
        #expect(error?.text == fault)
    }

    @Test func openQuotesAreFaults() throws {
        #expect(throws: ShellWords.Fault.self) { try ShellWords("todo add text=\"x") }
        #expect(throws: ShellWords.Fault.self) { try ShellWords("todo add {\"text\": [") }
        #expect(try ShellWords("a \"b", isPart: true).words.map(\.value) == ["a", "b"])
    }

    @Test func timesHaveUnits() throws {
        #expect(
            try ["500", "500ms", "5s", "2m", "1h"].map(ShellSession.milliseconds) == [
                500, 500, 5000, 120_000, 3_600_000,
            ])
        for wrong in ["", "s", "-1s", "1d", "1.5s"] {
            #expect(throws: ShellSession.Fault.self) { try ShellSession.milliseconds(wrong) }
        }
    }

    // MARK: Values

    private func lines(_ json: String, width: Int? = nil) throws -> [String] {
        try ValueText(style: Style(hasColours: false), width: width).lines(of: JSONValue(parsing: json))
    }

    @Test func valuesAreBelowEachOther() throws {
        #expect(
            try lines(#"{"a":1,"long":{"b":null},"c":[1,2]}"#)
                == ["a     1", "long", "  b  null", "c     [1, 2]"])
        #expect(try lines(#""text""#) == [#""text""#])
    }

    @Test func tablesHaveColumns() throws {
        let table = #"{"ids":["b","a"],"entities":{"a":{"id":"a","n":10},"b":{"id":"b","x":true}}}"#
        #expect(try lines(table) == ["id  x     n", "b   true", "a         10"])
        #expect(try lines(#"{"ids":[],"entities":{}}"#) == ["(empty)"])
    }

    @Test func cellsAreCutAtTheTerminal() throws {
        let table = #"[{"id":1,"text":"a long text of many words"},{"id":2,"text":"short"}]"#
        #expect(try lines(table, width: 16) == ["id  text", "1   a long text…", "2   short"])
    }

    @Test func messagesHaveTheirCases() throws {
        let text = MessageText(style: Style(hasColours: false), width: nil, form: form)
        let message = try JSONValue(parsing: #"{"todo":{"request":{"add":{"item":{"text":"x"}}}},"@id":1}"#)
        #expect(text.text(of: message) == "todo request add\n  item\n    text  \"x\"\n")
        let error = try JSONValue(parsing: #"{"@error":{"code":"ehandler","message":"no"}}"#)
        #expect(text.text(of: error) == "ehandler: no\n")
    }

    @Test func wordsAreInColumns() {
        #expect(ColumnList.text(of: ["a", "bb", "c"], width: 8) == "a   c\nbb\n")
    }
}
