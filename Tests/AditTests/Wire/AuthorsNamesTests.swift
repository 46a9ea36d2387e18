import Adit
import TestSupport
import Testing

// Names that generated code uses as well, or could.
private let key = 1, reader = 2, value = 3, members = 4, member0 = 5, _value0 = 6

@Message private enum Message: Equatable {
    case `default`(`in`: Int, `self`: Int = 3), `repeat`, `init`(Int), größe(`some thing`: Swift.String), `two words`(
        a: Int)
    case state(State), input(Input), string(String), worth(Value), json(JSON), coding(of: WireCodable)
    case defaults(key: Int = key, reader: Int = reader + members, value: Int = value, m: Int = member0 + _value0)
    case statics(a: Int = standard, b: Kind = .second, c: Int = Self.standard, d: Int = Kind.number)

    static let standard = 50

    enum Kind: Swift.String {
        case first, second
        static let number = 60
    }
    enum State: Equatable { case reader(reader: Int, writer: Int, definitions: Int, path: Int, value0: Int, key: Int) }
    struct Input: Equatable {
        var reader = 1, writer: Int
        var `where`: Int
        var definitions = [Int](), path: Swift.String = "x", members: Int?, member0 = Kind.number, value0 = Kind.second
        var text_0 = 1, text = 2
    }
    struct String: Equatable { var int: Int }
    enum Value: Equatable { case value(Int) }
    struct JSON: Equatable { var schema: Int }
    struct WireCodable: Equatable { var error: Int }
}

@Model private struct Written: Equatable {
    var text = """
        Two
          lines, "quoted"

        """
    var numbers: [Int] = {
        // With a line of its own.
        [1, 2]
    }()
    var names = [
        "a": 1,  // one
        "b": 2,
    ]
    var sum = [1, 2].reduce(0) { $0 + $1 }  // Three.
}

/// Generated code is not confused by what the author's things are called.
struct AuthorsNamesTests {
    @Test func `keywords and other names are names on the wire`() {
        expectWire(Message.default(in: 1), #"{"default":{"in":1,"self":3}}"#)
        expectWire(Message.repeat, #"{"repeat":{}}"#)
        expectWire(Message.`init`(1), #"{"init":1}"#)
        expectWire(Message.größe(`some thing`: "x"), #"{"größe":{"some thing":"x"}}"#)
        expectWire(Message.`two words`(a: 1), #"{"two words":{"a":1}}"#)
        #expect(Message.Case.`two words`.rawValue == "two words")
        #expect(Message.Case.default.rawValue == "default")
    }

    @Test func `types may have any names`() {
        expectWire(
            Message.state(.reader(reader: 1, writer: 2, definitions: 3, path: 4, value0: 5, key: 6)),
            #"{"state":{"reader":{"reader":1,"writer":2,"definitions":3,"path":4,"value0":5,"key":6}}}"#)
        expectWire(Message.string(.init(int: 1)), #"{"string":{"int":1}}"#)
        expectWire(Message.worth(.value(1)), #"{"worth":{"value":1}}"#)
        expectWire(Message.json(.init(schema: 1)), #"{"json":{"schema":1}}"#)
        expectWire(Message.coding(of: .init(error: 1)), #"{"coding":{"of":{"error":1}}}"#)
        expectWire(
            Message.input(.init(writer: 2, where: 3)),
            #"{"input":{"reader":1,"writer":2,"where":3,"definitions":[],"path":"x","member0":60,"value0":"second","#
                + #""text_0":1,"text":2}}"#)
    }

    @Test func `default values may be written in any way`() throws {
        #expect(try decoded(from: "{}") == Written())
        #expect(
            try encoded(Written())
                == #"{"text":"Two\n  lines, \"quoted\"\n","numbers":[1,2],"names":{"a":1,"b":2},"sum":3}"#)
    }

    @Test func `default values mean what they mean where they are written`() throws {
        #expect(
            try decoded(from: #"{"defaults":{}}"#) == Message.defaults(key: 1, reader: 6, value: 3, m: 11))
        #expect(
            try decoded(from: #"{"statics":{}}"#) == Message.statics(a: 50, b: .second, c: 50, d: 60))
        #expect(
            try decoded(from: #"{"input":{"writer":2,"where":3}}"#) == Message.input(.init(writer: 2, where: 3)))
    }
}
