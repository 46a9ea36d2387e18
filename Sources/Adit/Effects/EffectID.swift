import AditJSON

/// The id of a request to the host, `e1-12`, or of a durable timer, `t1-12`: how often the core's state had been opened, and
/// the number within that opening. So no two have the same id, also after the end of the process.
@usableFromInline
package struct EffectID: Hashable, Sendable {
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case request = 0x65  // e
        case timer = 0x74  // t
    }

    private let kind: Kind
    private let opening: Int
    private let number: Int

    init(_ kind: Kind, _ opening: Int, _ number: Int) {
        (self.kind, self.opening, self.number) = (kind, opening, number)
    }
}

extension EffectID: Comparable {
    @usableFromInline
    package static func < (left: EffectID, right: EffectID) -> Bool {
        (left.opening, left.number) < (right.opening, right.number)
    }
}

extension EffectID: LosslessStringConvertible {
    /// Reads an id as it is written: other spellings of its numbers, such as `e01-12`, are no ids.
    @usableFromInline
    package init?(_ text: String) {
        let text = text.utf8.span
        guard let dash = text.indices.first(where: { text[$0] == EffectID.dash }), dash > 0,
            let kind = Kind(rawValue: text[0]), let opening = EffectID.number(text.extracting(1..<dash)),
            let number = EffectID.number(text.extracting((dash + 1)...))
        else { return nil }
        self.init(kind, opening, number)
    }

    private static func number(_ digits: Span<UInt8>) -> Int? {
        guard 1...18 ~= digits.count, digits.count == 1 || digits[0] != 0x30 else { return nil }
        var number = 0
        for index in digits.indices {
            let digit = Int(digits[index]) - 0x30
            guard 0...9 ~= digit else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    @usableFromInline
    package var description: String { "\(Unicode.Scalar(kind.rawValue))\(opening)-\(number)" }

    private static let dash = UInt8(ascii: "-")
}

extension EffectID: WireCodable {
    @usableFromInline
    package init(reading reader: JSONReader) throws(CodingFailure) {
        guard let id = EffectID(try String(reading: reader)) else {
            throw reader.expected("the id of a request or a timer")
        }
        self = id
    }

    @usableFromInline
    package func write(to writer: JSONWriter) {
        writer.write(literal: "\"")
        writer.write(byte: kind.rawValue)
        writer.write(opening)
        writer.write(byte: EffectID.dash)
        writer.write(number)
        writer.write(literal: "\"")
    }

    @usableFromInline
    package static func schema(in definitions: SchemaDefinitions) -> Schema { String.schema(in: definitions) }
}
