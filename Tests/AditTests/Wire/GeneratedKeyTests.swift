import Adit
import TestSupport
import Testing

@Model private enum Signal: Equatable {
    case add(item: Int, at: Int, note: String = "none"), stop, `repeat`

    private enum CodingKeys: String, CodingKey { case add = "put", stop, `repeat` = "again \"twice\"" }
    private enum AddCodingKeys: String, CodingKey { case item = "what", at }
}

@Model private struct Point: Equatable {
    var x: Int
    var y = 2
    var cache: [Int] = [1]
    var parent: Int?
    let kind = "point"
    lazy var sum = x + y

    enum CodingKeys: String, CodingKey { case y = "Y", x }

    static func == (left: Point, right: Point) -> Bool { left.x == right.x && left.y == right.y }
}

/// `CodingKeys` give names, as for `Codable`.
struct GeneratedKeyTests {
    @Test func `cases and labels have other names`() throws {
        expectWire(Signal.add(item: 1, at: 2), #"{"put":{"what":1,"at":2}}"#)
        expectWire(Signal.stop, #"{"stop":{}}"#)
        expectWire(Signal.repeat, #"{"again \"twice\"":{}}"#)
        #expect(refusal(reading: #"{"add":{}}"#, as: Signal.self) == #"no case "add"; one of put, stop, again "twice""#)
        #expect(
            refusal(reading: #"{"put":{"item":1}}"#, as: Signal.self) == #"put: unknown key "item"; one of what, at"#)
    }

    @Test func `a label that is left out has its default value`() throws {
        #expect(try encoded(Signal.add(item: 1, at: 2, note: "lost")) == #"{"put":{"what":1,"at":2}}"#)
    }

    @Test func `properties have other names, and some have none`() throws {
        expectWire(Point(x: 1), #"{"x":1,"Y":2}"#)
        #expect(try encoded(Point(x: 1, cache: [2], parent: 3)) == #"{"x":1,"Y":2}"#)
        #expect(try decoded(Point.self, from: #"{"x":5}"#).cache == [1])
        #expect(refusal(reading: #"{"x":5,"cache":[]}"#, as: Point.self) == #"unknown key "cache"; one of x, Y"#)
    }
}
