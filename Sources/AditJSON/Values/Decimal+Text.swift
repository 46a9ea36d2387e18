extension Decimal: LosslessStringConvertible {
    /// Parses a number such as `-12.50`: digits, of which those before the point have no needless zeros, without an
    /// exponent; nil if `text` has another form, or too many digits.
    public init?(_ text: String) {
        var text = text
        guard let number = text.withUTF8({ try? Decimal(utf8: $0) }) else { return nil }
        self = number
    }

    public var description: String {
        var digits = String(coefficient.magnitude)
        if scale > 0 {
            if digits.utf8.count <= scale {
                digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
            }
            digits.insert(".", at: digits.utf8.index(digits.endIndex, offsetBy: -scale))
        }
        return coefficient < 0 ? "-" + digits : digits
    }

    /// Parses the text form. -0 is 0.
    ///
    /// - Throws: what is wrong in the text, and where.
    init(utf8 text: UnsafeBufferPointer<UInt8>) throws(DecimalError) {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var coefficient: Int128 = 0
        func digits(atMost count: Int, _ place: String) throws(DecimalError) -> Int {
            let start = rest.startIndex
            while let byte = rest.first, byte &- UInt8(ascii: "0") < 10 {
                guard rest.startIndex &- start < count else {
                    throw DecimalError("found more than \(count) digits \(place) the point")
                }
                coefficient = coefficient &* 10 &+ Int128(byte &- UInt8(ascii: "0"))
                rest = rest.dropFirst()
            }
            guard rest.startIndex > start else { throw Decimal.unexpected(at: rest.startIndex, in: text) }
            return rest.startIndex &- start
        }
        let start = rest.startIndex
        let whole = try digits(atMost: 20, "before")
        if whole > 1, text[start] == UInt8(ascii: "0") {
            throw DecimalError("found a needless 0 at character \(start + 1)")
        }
        var scale = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            scale = try digits(atMost: Decimal.largestScale, "behind")
        }
        guard rest.isEmpty else { throw Decimal.unexpected(at: rest.startIndex, in: text) }
        try self.init(coefficient: isNegative ? -coefficient : coefficient, scale: scale)
    }

    private static func unexpected(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> DecimalError {
        let before = String(decoding: text[..<index], as: UTF8.self).count
        guard let found = String(decoding: text[index...], as: UTF8.self).first else {
            return DecimalError("found the end after \(before) character\(before == 1 ? "" : "s")")
        }
        return DecimalError("found \"\(found)\" at character \(before + 1)")
    }
}

extension Decimal: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomDebugStringConvertible {
    /// Creates a number from a literal: `"12.50"`. One that is no decimal traps: it is in the source, not in a message.
    public init(stringLiteral value: String) {
        guard let number = value.parsedDecimal else {
            preconditionFailure("found \"\(value)\"; a decimal such as \"12.50\" is expected")
        }
        self = number
    }

    public init(integerLiteral value: Int) { self.init(value) }

    public var debugDescription: String { description }
}

extension String {
    /// The decimal that the text is. `Decimal(text)` is one, too, but with a literal it is `init(stringLiteral:)`.
    fileprivate var parsedDecimal: Decimal? { Decimal(self) }
}

extension Decimal: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        var text = try container.decode(String.self)
        do { self = try text.withUTF8 { try Decimal(utf8: $0) } } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(Decimal.refusal(of: text, error))")
        }
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// The sentence of an invalid text.
    static func refusal(of text: String, _ error: any Error) -> String {
        "\(error) in \"\(text)\"; a decimal such as 12.50 is expected"
    }
}

extension Decimal: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard let text = reader.utf8 else { throw reader.expected("a decimal as a string, such as \"12.50\"") }
        do { try self.init(utf8: text) } catch {
            let text = String(decoding: text, as: UTF8.self)
            throw CodingFailure(path: "", reason: Decimal.refusal(of: text, error))
        }
    }

    public func write(to writer: JSONWriter) { writer.write(description) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .decimal }
}

extension Decimal: Maskable {
    /// `0`
    public static var mask: Decimal { .zero }
}
