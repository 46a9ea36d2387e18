import Adit
import TestSupport
import Testing

/// An order to a lamp.
@Message private enum Order: Equatable {
    case stop
    case rename(String)
    case title(String?)
    case dim(to: Int)
    case move(x: Double, y: Double, by: String?)
    case blink(times: Int = 3, color: Color = .red)
    case wait(Int = 60)
    case scene([Color])
    case rooms([String: [Color]])
    case inner(Inner)

    enum Color: String { case red, green }
    enum Inner: Equatable { case reset, level(Int8) }
}

/// What generated code makes of the cases of an enum.
struct GeneratedEnumTests {
    @Test func `cases are what the table of the wire says`() {
        expectWire(Order.stop, #"{"stop":{}}"#)
        expectWire(Order.rename("Desk"), #"{"rename":"Desk"}"#)
        expectWire(Order.title("x"), #"{"title":"x"}"#)
        expectWire(Order.title(nil), #"{"title":null}"#)
        expectWire(Order.dim(to: 5), #"{"dim":{"to":5}}"#)
        expectWire(Order.move(x: 1.5, y: -2, by: "hand"), #"{"move":{"x":1.5,"y":-2.0,"by":"hand"}}"#)
        expectWire(Order.move(x: 0, y: 0, by: nil), #"{"move":{"x":0.0,"y":0.0}}"#)
        expectWire(Order.blink(times: 1, color: .green), #"{"blink":{"times":1,"color":"green"}}"#)
        expectWire(Order.wait(5), #"{"wait":5}"#)
        expectWire(Order.scene([.red, .green]), #"{"scene":["red","green"]}"#)
        expectWire(Order.rooms(["b": [], "a": [.red]]), #"{"rooms":{"a":["red"],"b":[]}}"#)
        expectWire(Order.inner(.level(-128)), #"{"inner":{"level":-128}}"#)
    }

    @Test func `default values stand for what is absent or null`() throws {
        #expect(try decoded(from: #"{"blink":{}}"#) == Order.blink())
        #expect(try decoded(from: #"{"blink":{"color":"green","times":null}}"#) == Order.blink(color: .green))
        #expect(try decoded(from: #"{"wait":null}"#) == Order.wait())
        #expect(try decoded(from: #"{"move":{"y":2,"x":1,"by":null}}"#) == Order.move(x: 1, y: 2, by: nil))
    }

    @Test func `what is no case is refused`() {
        #expect(refusal(reading: "{}", as: Order.self) == "found {}; an object with one case is expected")
        #expect(
            refusal(reading: #"{"stop":{},"wait":1}"#, as: Order.self)
                == "found the keys stop, wait; an object with one case is expected")
        #expect(refusal(reading: "[]", as: Order.self) == "found an array; an object with one case is expected")
        #expect(
            refusal(reading: #"{"stp":{}}"#, as: Order.self)
                == #"no case "stp"; did you mean "stop"? one of stop, rename, title, dim, move, blink, wait, scene, rooms, inner"#
        )
        #expect(
            refusal(reading: #"{"inner":{"levle":1}}"#, as: Order.self)
                == #"inner: no case "levle"; did you mean "level"? one of reset, level"#)
    }

    @Test func `what a case has not is refused`() {
        #expect(
            refusal(reading: #"{"stop":{"now":1}}"#, as: Order.self) == #"stop: unknown key "now"; no key is expected"#)
        #expect(refusal(reading: #"{"stop":null}"#, as: Order.self) == "stop: found null; an object is expected")
        #expect(refusal(reading: #"{"dim":5}"#, as: Order.self) == "dim: found the number 5; an object is expected")
        #expect(refusal(reading: #"{"dim":{}}"#, as: Order.self) == #"dim: missing key "to"; found no key"#)
        #expect(
            refusal(reading: #"{"move":{"x":1,"z":2}}"#, as: Order.self)
                == #"move: unknown key "z"; one of x, y, by"#)
        #expect(
            refusal(reading: #"{"move":{"x":1,"by":"it"}}"#, as: Order.self) == #"move: missing key "y"; found x, by"#)
        #expect(
            refusal(reading: #"{"blink":{"color":"blue"}}"#, as: Order.self)
                == #"blink.color: found "blue"; one of red, green"#)
        #expect(
            refusal(reading: #"{"inner":{"level":128}}"#, as: Order.self)
                == "inner.level: found the number 128; one from -128 to 127 is expected")
    }

    @Test func `a value that JSON has not is refused with its path`() {
        #expect(throws: CodingFailure(path: "move.y", reason: "found nan; a finite number is expected")) {
            try encoded(Order.move(x: 1, y: .nan, by: nil))
        }
    }
}
