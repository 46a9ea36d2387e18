/// A JSON Pointer (RFC 6901): the way to a part of a document. `""` is the whole, `/items/ids/0` a first element.
package struct JSONPointer: Equatable, CustomStringConvertible {
    /// The reference tokens, unescaped.
    package let tokens: [String]

    /// Reads a pointer's text; nil where it neither is empty nor begins with `/`, or has a `~` that escapes nothing.
    package init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = JSONPointer.unescape(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    package var description: String {
        tokens.map { token in
            var escaped = "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": escaped += "~0"
                case "/": escaped += "~1"
                default: escaped.unicodeScalars.append(scalar)
                }
            }
            return escaped
        }.joined()
    }

    private static func unescape(_ part: Substring.UTF8View.SubSequence) -> String? {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value that a pointer leads to; nil where there is none.
    package subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let next = value.kind == .array ? arrayIndex(token).flatMap { value[$0] } : value[token]
            guard let next else { return nil }
            value = next
        }
        return value
    }
}

/// The index that a token means in an array: digits without a leading zero.
private func arrayIndex(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first != UInt8(ascii: "0"),
        token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(token)
}
