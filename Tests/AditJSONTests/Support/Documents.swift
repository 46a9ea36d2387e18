import AditJSON
import TestSupport

/// The error with which a text is refused; nil where it is accepted.
func syntaxError(of bytes: some Sequence<UInt8>, depth: Int = 64) -> JSONSyntaxError? {
    do {
        try withJSON(bytes, depth: depth) { _ in }
        return nil
    } catch {
        return error as? JSONSyntaxError
    }
}

func syntaxError(of text: String, depth: Int = 64) -> JSONSyntaxError? { syntaxError(of: text.utf8, depth: depth) }

/// Whether a text is one JSON value, be it an object, an array or anything else.
func isJSON(_ text: String) -> Bool { syntaxError(of: "[\(text)]", depth: 100_000) == nil }

/// The `count` opening brackets of a depth bomb.
func brackets(_ count: Int, closed: Bool = true) -> String {
    String(repeating: "[", count: count) + (closed ? String(repeating: "]", count: count) : "")
}
