import CJansson
import Glibc

/// A parsed JSON text: the owner of jansson's tree, from which ``JSONValue`` borrows.
///
/// Parsing is strict: UTF-8, one value, no duplicate keys, no trailing characters; the nesting is bounded before
/// jansson recurses. The tree is read-only once made, and its owner may be transferred to another thread as a whole.
@usableFromInline
package struct JSONDocument: ~Copyable {
    private let tree: UnsafeMutablePointer<json_t>
    private let rounded: RoundedNumbers

    /// Parses `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text of one JSON value.
    ///   - depth: the maximum nesting of objects and arrays.
    ///   - marksRounded: whether to mark numbers that rounding has made whole. A marked value must not outlive the
    ///     document.
    /// - Throws: ``JSONSyntaxError`` whenever the text is not strict JSON or nests too deep.
    /// - Complexity: O(n) in the length of the text.
    package init(
        parsing bytes: UnsafeRawBufferPointer, depth: Int, marksRounded: Bool = true
    ) throws(JSONSyntaxError) {
        var tree = try JSONDocument.parse(bytes, depth: depth)
        var rounded = marksRounded ? RoundedNumbers(of: bytes) : RoundedNumbers()
        rounded.mark(in: &tree)
        self.tree = tree
        self.rounded = rounded
    }

    /// Parses a text that may nest as deep as jansson allows.
    package init(parsing text: String) throws(JSONSyntaxError) {
        var (tree, failure): (UnsafeMutablePointer<json_t>?, JSONSyntaxError?) = (nil, nil)
        var rounded = RoundedNumbers()
        Array(text.utf8).withUnsafeBytes { bytes in
            do throws(JSONSyntaxError) {
                var parsed = try JSONDocument.parse(bytes, depth: 2048)
                rounded = RoundedNumbers(of: bytes)
                rounded.mark(in: &parsed)
                tree = parsed
            } catch { failure = error }
        }
        guard let tree else { throw failure ?? JSONSyntaxError(kind: .syntax, offset: 0, text: "no text") }
        self.tree = tree
        self.rounded = rounded
    }

    private static func parse(
        _ bytes: UnsafeRawBufferPointer, depth: Int
    ) throws(JSONSyntaxError) -> UnsafeMutablePointer<json_t> {
        try check(bytes, depth: depth)
        guard let start = bytes.baseAddress else {
            throw JSONSyntaxError(kind: .syntax, offset: 0, text: "no text")
        }
        var error = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY)
        let text = start.assumingMemoryBound(to: CChar.self)
        let parsed = FloatingPointEnvironment.withDefault { json_loadb(text, bytes.count, flags, &error) }
        guard let tree = parsed else {
            throw JSONSyntaxError(error, count: bytes.count)
        }
        return tree
    }

    deinit { json_decref(tree) }

    /// Calls `body` with the root value, which borrows from the document and must not escape the call.
    @inlinable
    @inline(__always)
    package borrowing func withRoot<R, E: Error>(_ body: (JSONValue) throws(E) -> R) throws(E) -> R {
        try body(root)
    }

    @usableFromInline var root: JSONValue { JSONValue(tree) }

    /// Removes a key from the root object.
    package borrowing func removeMember(_ key: String) { json_object_del(tree, key) }
}

/// Returns an upper bound for the number of `{` and `[`.
private func atMostOpeningBrackets(in bytes: UnsafeRawBufferPointer) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones &* 0x80
    var count = 0
    var position = 0
    while position + 8 <= bytes.count {
        // The two differ in one bit. Brackets become 0, and bytes that are 0 get their highest bit (a byte above such a
        // one may get it, too).
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) | ones &* 0x20
        let found = word ^ ones &* UInt64(UInt8(ascii: "{"))
        let brackets = (found &- ones) & ~found & highs
        if brackets != 0 { count += brackets.nonzeroBitCount }
        position += 8
    }
    for byte in bytes[position...] where byte | 0x20 == UInt8(ascii: "{") { count += 1 }
    return count
}

/// Refuses input that jansson accepts: too deep a nesting, before the parser recurses into it, and NUL bytes, which it
/// ignores after a number.
private func check(_ bytes: UnsafeRawBufferPointer, depth limit: Int) throws(JSONSyntaxError) {
    // Most texts have no NUL and fewer brackets, inside and outside of strings. A shorter text that nests deeper does
    // not close its brackets, which jansson reports.
    if let start = bytes.baseAddress, memchr(start, 0, bytes.count) == nil,
        bytes.count / 2 <= limit || atMostOpeningBrackets(in: bytes) <= limit
    {
        return
    }
    var depth = 0
    var position = 0
    while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""):
            position += 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            if depth > limit {
                throw JSONSyntaxError(kind: .depth, offset: position, text: "nested deeper than \(limit) levels")
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
        case 0:
            throw JSONSyntaxError(kind: .syntax, offset: position, text: "found a NUL byte")
        default: break
        }
        position += 1
    }
}
