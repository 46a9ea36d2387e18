/// A key in a JSON Pointer (RFC 6901), in which `~` and `/` are escaped.
package enum PointerToken {
    package static func token(ofKey key: String) -> String {
        key.unicodeScalars.reduce(into: "") { token, scalar in
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
    }

    /// A `~` that escapes nothing stays.
    package static func key(ofToken token: some StringProtocol) -> String { key(of: token.utf8) }

    /// Returns the name of the definition that a reference in a catalog leads to, `#/$defs/name`; nil of any other.
    package static func definition(of reference: String) -> String? {
        let start = "#/$defs/"
        guard reference.utf8.starts(with: start.utf8) else { return nil }
        // The pointer is a part of a URI: its escapes are outside.
        var bytes: [UInt8] = []
        var rest = reference.utf8.dropFirst(start.utf8.count)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return key(of: bytes)
    }

    private static func key(of token: some Collection<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = token[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "~"), let digit = rest.first,
                digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1")
            {
                bytes.append(UInt8(ascii: digit == UInt8(ascii: "0") ? "~" : "/"))
                rest = rest.dropFirst()
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
