/// A universally unique identifier: 128 bits, in the lower-case text of RFC 9562 on the wire.
///
/// ```swift
/// UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")  // nil where the text is no UUID
/// UUID(using: &generator)                       // a random one, version 4
/// ```
public struct UUID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// A UUID of the given 128 bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A random UUID (version 4), drawn from `generator`.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }
}

extension UUID: LosslessStringConvertible {
    /// Reads the text form, 8-4-4-4-12 hexadecimal digits of either case; nil where `text` is not that.
    public init?(_ text: String) {
        var text = text
        guard let uuid = text.withUTF8({ UUID(utf8: $0) }) else { return nil }
        self = uuid
    }

    package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for position in 0..<36 {
            let byte = text[position]
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let nibble = hexValue(byte) else { return nil }
            if position < 18 {
                halves.0 = halves.0 << 4 | UInt64(nibble)
            } else {
                halves.1 = halves.1 << 4 | UInt64(nibble)
            }
        }
        (high, low) = halves
    }

    /// The text form, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            write(to: text)
            return 36
        }
    }

    /// Writes the 36 bytes of the text form.
    package func write(to text: UnsafeMutableBufferPointer<UInt8>) {
        var position = 0
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                text[position] = UInt8(ascii: "-")
                position += 1
            }
            let half = digit < 16 ? high : low
            text[position] = hexDigit(UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit & 15))) & 15)
            position += 1
        }
    }
}

extension UUID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let uuid = UUID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found \"\(text)\"; a UUID such as \(UUID.example) is expected")
        }
        self = uuid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private static let example = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
}

private func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
