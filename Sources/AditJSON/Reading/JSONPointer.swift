/// A JSON Pointer (RFC 6901): the path to a part of a document. `""` is the root, `/items/ids/0` a first element.
package struct JSONPointer: Equatable, CustomStringConvertible {
    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.isSpelled(as: $1) }
    }

    /// The reference tokens, unescaped.
    package let tokens: [String]

    /// The maximum number of tokens. Following a pointer recurses once per token.
    package static let longest = 1024

    /// Parses a pointer; nil if it is neither empty nor begins with `/`, has a `~` that escapes nothing, or is too
    /// long.
    package init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/"),
            text.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= JSONPointer.longest
        else { return nil }
        var tokens: [String] = []
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = JSONPointer.unescape(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// Creates a pointer from keys.
    package init(_ tokens: some Sequence<String>) { self.tokens = Array(tokens) }

    package var description: String {
        tokens.map { "/" + JSONPointer.escape($0) }.joined()
    }

    /// Returns a token as escaped in a pointer's text.
    package static func escape(_ token: String) -> String {
        guard token.hasByte(UInt8(ascii: "~")) || token.hasByte(UInt8(ascii: "/")) else { return token }
        var escaped = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns a token's array index; nil unless ``isIndex(_:)``, and beyond 64 bits.
    package static func index(_ token: String) -> Int? { isIndex(token) ? Int(token) : nil }

    /// Returns whether a token is an array index: digits without a leading zero.
    static func isIndex(_ token: String) -> Bool {
        let digits = token.utf8
        return !digits.isEmpty && digits.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
            && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
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
