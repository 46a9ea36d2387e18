import Adit
import AditLibrary

// Values within lines: strings, ids and names.

extension Bytes {
    /// The bytes between the quotes of a JSON string without escapes; nil of any other value.
    var plainString: Bytes? {
        guard count >= 2, start[0] == UInt8(ascii: "\""), !contains(UInt8(ascii: "\\")) else { return nil }
        return Bytes(start: start + 1, count: count - 2)
    }

    /// What a JSON string holds; nil of any other value, and of invalid UTF-8.
    var decodedString: String? {
        if let plain = plainString, !plain.contains(where: { $0 < 0x20 }) {
            return String(validating: plain.buffer, as: UTF8.self)
        }
        guard count >= 2, start[0] == UInt8(ascii: "\"") else { return nil }
        return (try? JSONValue(parsing: buffer))?.string
    }

    /// A copy, if this is what an `@id` can be: a string of at most 255 bytes, or an integer.
    var id: String? {
        // Each byte may be written as an escape.
        guard count > 0, count <= 6 * 255 + 2 else { return nil }
        // Most are short digits.
        if count < 18, start[0] != UInt8(ascii: "0") || count == 1, !contains(where: { $0 &- 0x30 > 9 }) { return text }
        return switch try? JSONValue(parsing: buffer) {
        case .string(let string) where string.utf8.count <= 255: text
        case .number(let digits) where !digits.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 }: digits
        default: nil
        }
    }

    /// Whether this and another `@id` are the same, also if one is written with escapes: a core writes ids anew.
    func isSameID(as other: Bytes) -> Bool {
        if self == other { return true }
        let escape = UInt8(ascii: "\\")
        guard contains(escape) || other.contains(escape), let text = decodedString, let otherText = other.decodedString
        else { return false }
        return ByteString(text) == ByteString(otherText)
    }

}

extension String {
    /// The text as a JSON string.
    var quoted: String { JSONValue.string(self).description }

    /// Whether this can be a core's name: it needs no escapes.
    var isCoreName: Bool {
        (1...255).contains(utf8.count)
            && !utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
}

/// The name of a client: `c-` and 32 hexadecimal digits, random. It is a number, so that looking it up costs no copy. Where
/// clients of both kinds come, that of a trusted one begins with `t-`, by which cores know them.
struct ClientName: Hashable {
    private let high, low: UInt64
    let isMarked: Bool
    /// What the names of trusted clients begin with.
    static let mark = "t-"
    /// The length of the text in bytes.
    static let length = 34

    /// A new name.
    init(isMarked: Bool = false) {
        self.isMarked = isMarked
        var random = SystemRandomNumberGenerator()
        (high, low) = (random.next(), random.next())
    }

    /// Reads a name; nil of any other text.
    init?(_ text: Bytes) {
        isMarked = text.has(prefix: "t-")
        guard text.count == ClientName.length, isMarked || text.has(prefix: "c-"),
            let high = ClientName.number(text.start + 2), let low = ClientName.number(text.start + 18)
        else { return nil }
        (self.high, self.low) = (high, low)
    }

    private static func number(_ digits: UnsafePointer<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for offset in 0..<16 {
            let byte = digits[offset]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    var text: String {
        func digits(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return (isMarked ? ClientName.mark : "c-") + digits(high) + digits(low)
    }
}
