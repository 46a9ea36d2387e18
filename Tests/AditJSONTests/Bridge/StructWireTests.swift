import AditJSON
import Testing

private struct Order: Codable, Equatable {
    var id: Int
    var lines: [Line]
    var address: Address?
    var notes: [String: [String]]
    var stage: Stage
    var empty: Empty

    struct Line: Codable, Equatable { var name: String, count: Int, price: Double }
    struct Address: Codable, Equatable { var street: String, geo: Geo }
    struct Geo: Codable, Equatable { var x: Double, y: Double }
    enum Stage: Int, Codable, Equatable { case open = 1, closed = 2 }
    struct Empty: Codable, Equatable {}
}

private struct Renamed: Codable, Equatable {
    var name: String
    var cache = 0
    private enum CodingKeys: String, CodingKey { case name = "the name" }
}

private struct Defaulted: Codable, Equatable {
    var text: String
    var done = false

    init(text: String, done: Bool = false) { (self.text, self.done) = (text, done) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        done = try container.decodeIfPresent(Bool.self, forKey: .done) ?? false
    }
}

private struct Name: Codable, Equatable, RawRepresentable { var rawValue: String }

private struct Wrapped: Codable, Equatable {
    var order: [String]
    init(_ order: [String]) { self.order = order }
    init(from decoder: any Decoder) throws { order = try decoder.singleValueContainer().decode([String].self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(order)
    }
}

/// GIVEN a struct WHEN it is written THEN it is an object of its properties, in the order in which they were declared.
struct StructWireTests {
    @Test func `structs nest`() {
        expectWire(
            Order(
                id: 1, lines: [.init(name: "a", count: 2, price: 0.5)],
                address: .init(street: "s", geo: .init(x: 1, y: -2)),
                notes: ["b": [], "a": ["x"]], stage: .closed, empty: .init()),
            #"{"id":1,"lines":[{"name":"a","count":2,"price":0.5}],"address":{"street":"s","geo":{"x":1.0,"y":-2.0}},"#
                + #""notes":{"a":["x"],"b":[]},"stage":2,"empty":{}}"#)
        expectWire(
            Order(id: 2, lines: [], address: nil, notes: [:], stage: .open, empty: .init()),
            #"{"id":2,"lines":[],"notes":{},"stage":1,"empty":{}}"#)
    }

    @Test func `a struct without properties is an empty object`() {
        expectWire(Order.Empty(), "{}")
        expectWire([Order.Empty(), Order.Empty()], "[{},{}]")
        expectWire(["a": Order.Empty()], #"{"a":{}}"#)
    }

    @Test func `keys are those that the type names`() {
        expectWire(Renamed(name: "x"), #"{"the name":"x"}"#)
        #expect(refusal(of: #"{"name":"x"}"#, as: Renamed.self) == #"missing key "the name"; found name"#)
    }

    @Test func `a property with a default may be absent where the type reads it so`() throws {
        #expect(try read(Defaulted.self, #"{"text":"Buy milk"}"#) == Defaulted(text: "Buy milk"))
        #expect(try read(Defaulted.self, #"{"text":"Buy milk","done":null}"#) == Defaulted(text: "Buy milk"))
        expectWire(Defaulted(text: "x", done: true), #"{"text":"x","done":true}"#)
        #expect(
            refusal(of: #"{"text":"x","don":true}"#, as: Defaulted.self)
                == #"unknown key "don"; did you mean "done"? one of text, done"#)
    }

    @Test func `a type that stands for one value is that value`() {
        expectWire([Name(rawValue: "x")], #"["x"]"#)
        expectWire(Wrapped(["a", "b"]), #"["a","b"]"#)
        expectWire(["w": Wrapped([])], #"{"w":[]}"#)
    }

    @Test func `a whole number is a double, and a double without fraction an integer`() throws {
        #expect(try read(Order.Geo.self, #"{"x":1,"y":-2}"#) == .init(x: 1, y: -2))
        #expect(
            try read(Order.Line.self, #"{"name":"a","count":2.0,"price":3}"#) == .init(name: "a", count: 2, price: 3))
    }
}
