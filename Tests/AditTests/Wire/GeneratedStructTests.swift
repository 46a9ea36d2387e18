import Adit
import TestSupport
import Testing

/// Counts how often a default value was asked for.
private enum Draws {
    @TaskLocal static var log = Log()

    final class Log: @unchecked Sendable {
        // Touched by one test's task alone.
        var names: [String] = []
    }

    static func draw<T>(_ name: String, _ value: T) -> T {
        log.names.append(name)
        return value
    }
}

@Model private struct Plain: Equatable {
    var text: String
    var done = false
    private(set) var id: Int = Draws.draw("id", 7)
    var tags = Draws.draw("tags", ["none"])
    var due: Int?
    private var secret = "s"
    var half: Double, third: Double
    var watched = 1 { didSet { secret = "watched" } }
    var forced: Int!

    static let limit = 5
    var twice: String { text + text }

    static func make(_ text: String) -> Plain { Plain(text: text, half: 0.5, third: 0.25) }

    static let whole = Plain(
        text: "x", done: true, id: 1, tags: [], due: 5, secret: "t", half: 1, third: 2, watched: 3, forced: 4)
}

extension Plain {
    // Unlike one in the body, it leaves the memberwise initializer.
    init(_ text: String) { self.init(text: text, half: 0.5, third: 0.25) }
}

@Model private struct Closed: Equatable {
    let name: String
    var count: Int = Draws.draw("count", 3)
    var note: String?

    init(_ name: String) { self.name = name.uppercased() }
}

@Model private struct Empty: Equatable {}

/// What generated code makes of the properties of a struct.
struct GeneratedStructTests {
    @Test func `properties are keys, in their order`() throws {
        expectWire(
            Plain.whole,
            #"{"text":"x","done":true,"id":1,"tags":[],"due":5,"secret":"t","half":1.0,"third":2.0,"watched":3,"forced":4}"#
        )
        #expect(
            try encoded(Plain.make("x"))
                == #"{"text":"x","done":false,"id":7,"tags":["none"],"secret":"s","half":0.5,"third":0.25,"watched":1}"#
        )
        #expect(try decoded(from: #"{"third":0.25,"half":0.5,"text":"x"}"#) == Plain("x"))
        expectWire(Empty(), "{}")
    }

    @Test func `what is wrong is told`() {
        #expect(
            refusal(reading: #"{"text":"x","half":1}"#, as: Plain.self) == #"missing key "third"; found text, half"#)
        #expect(
            refusal(reading: #"{"text":1,"half":1,"third":2}"#, as: Plain.self)
                == "text: found the number 1; a string is expected")
        #expect(
            refusal(reading: #"{"text":"x","tag":[]}"#, as: Plain.self)
                == #"unknown key "tag"; did you mean "tags"? one of text, done, id, tags, due, secret, half, third, "#
                + "watched, forced")
        #expect(refusal(reading: #"{"x":1}"#, as: Empty.self) == #"unknown key "x"; no key is expected"#)
        #expect(refusal(reading: "[]", as: Empty.self) == "found an array; an object is expected")
    }

    @Test func `initial values are evaluated where a key is absent, and only there`() throws {
        let log = Draws.Log()
        try Draws.$log.withValue(log) {
            _ = try decoded(Plain.self, from: #"{"text":"x","half":1,"third":2,"id":1,"tags":[]}"#)
            #expect(log.names == [])
            _ = try decoded(Plain.self, from: #"{"text":"x","half":1,"third":2,"tags":[]}"#)
            #expect(log.names == ["id"])
            _ = try decoded(Plain.self, from: #"{"text":"x","half":1,"third":2,"id":null}"#)
            #expect(log.names == ["id", "id", "tags"])
        }
    }

    @Test func `a struct with initializers of its own is read past them`() throws {
        #expect(try decoded(Closed.self, from: #"{"name":"ann"}"#).name == "ann")
        #expect(try decoded(Closed.self, from: #"{"name":"ann"}"#).count == 3)
        #expect(try encoded(Closed("ann")) == #"{"name":"ANN","count":3}"#)
        expectWire(try decoded(Closed.self, from: #"{"name":"a","count":4}"#), #"{"name":"a","count":4}"#)
        #expect(refusal(reading: #"{"count":4}"#, as: Closed.self) == #"missing key "name"; found count"#)
    }
}
