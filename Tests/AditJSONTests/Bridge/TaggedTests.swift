import AditJSON
import Testing

private struct Circle: Codable, Equatable { var radius: Int }

private struct Square: Codable, Equatable {
    var side: Int
    var note: String?
}

/// A value whose key `type` says what the other keys are, as many services write it.
private enum Shape: Codable, Equatable {
    case circle(Circle), square(Square)
    enum Keys: CodingKey { case type }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "circle": self = .circle(try Circle(from: decoder))
        case "square": self = .square(try decoder.singleValueContainer().decode(Square.self))
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "found \"\(other)\"; circle or square is expected")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        switch self {
        case .circle(let circle):
            try container.encode("circle", forKey: .type)
            try circle.encode(to: encoder)
        case .square(let square):
            try container.encode("square", forKey: .type)
            try square.encode(to: encoder)
        }
    }
}

/// GIVEN a value that is tagged by a key of its own WHEN it is written and read THEN its keys are those of both types.
struct TaggedTests {
    @Test func `it reads back`() {
        expectWire(Shape.circle(Circle(radius: 1)), #"{"type":"circle","radius":1}"#)
        expectWire([Shape.square(Square(side: 2))], #"[{"type":"square","side":2}]"#)
        expectWire(Shape.square(Square(side: 2, note: "x")), #"{"type":"square","side":2,"note":"x"}"#)
    }

    @Test(arguments: [
        (#"{"type":"circle"}"#, #"missing key "radius"; found type"#),
        (#"{"radius":1}"#, #"missing key "type"; found radius"#),
        (#"{"type":"line"}"#, #"type: found "line"; circle or square is expected"#),
        (#"{"type":"circle","radius":1,"side":2}"#, #"unknown key "side"; one of type, radius"#),
        (#"{"type":"square","side":1,"radius":2}"#, #"unknown key "radius"; one of type, side, note"#),
    ])
    func `what is of neither type is refused`(text: String, says: String) {
        #expect(refusal(of: text, as: Shape.self) == says)
    }
}
